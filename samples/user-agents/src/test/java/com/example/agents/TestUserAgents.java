// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package com.example.agents;

import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static io.trino.testing.TestingSession.testSessionBuilder;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import io.skipping.trino.SkippingPlugin;
import io.trino.Session;
import io.trino.plugin.hive.HivePlugin;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Runs the sample in Trino as in a server whose plugin folder contains its jar. */
@Test(groups = "servers")
public class TestUserAgents {
    private static final Pattern METRIC = Pattern.compile("'(skipping[.][a-z.]+)' = LongCount\\{total=(\\d+)\\}");
    private static final List<String> AGENTS = List.of(
            "curl/8.5.0",
            "Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/118.0",
            "Wget/1.21.4",
            "Mozilla/5.0 (compatible) Googlebot/2.1",
            "-");

    private DistributedQueryRunner runner;
    private Session on;
    private Session off;

    @BeforeClass
    public void setUp() throws Exception {
        Path root = Files.createTempDirectory("user-agents");
        Session session =
                testSessionBuilder().setCatalog("lake").setSchema("web").build();
        runner = DistributedQueryRunner.builder(session).setWorkerCount(0).build();
        runner.installPlugin(new HivePlugin());
        runner.installPlugin(new SkippingPlugin());
        runner.installPlugin(new AgentsPlugin());
        Map<String, String> properties = Map.of(
                "hive.metastore", "file",
                "hive.metastore.catalog.dir", "local:///metastore",
                "hive.metastore.disable-location-checks", "true",
                "hive.security", "allow-all",
                "hive.non-managed-table-creates-enabled", "true",
                "fs.native-local.enabled", "true",
                "local.location", root.toString());
        runner.createCatalog("hive", "hive", properties);
        runner.createCatalog("lake", "skipping_hive", properties);
        on = Session.builder(session)
                .setCatalogSessionProperty("lake", "skipping_enabled", "true")
                .build();
        off = Session.builder(session)
                .setCatalogSessionProperty("lake", "skipping_enabled", "false")
                .build();
        runner.execute("CREATE SCHEMA web");
        createLogs(root, "access_log");
        createLogs(root, "plain_log");
        runner.execute("CALL lake.system.set_auto_indexes('web', 'access_log', false)");
        runner.execute("CALL lake.system.create_index('web', 'access_log', 'agents', ARRAY['line'])");
        String build = (String) runner.execute(
                        "SELECT max(build) FROM TABLE(lake.system.summarize(schema_name => 'web', table_name => 'access_log'))")
                .getOnlyValue();
        runner.execute("CALL lake.system.publish_index('web', 'access_log', '%s')".formatted(build));
    }

    /** Creates a file for each of five days; each day has two agents. */
    private void createLogs(Path root, String table) throws IOException {
        Path folder = Files.createDirectory(root.resolve(table));
        for (int day = 1; day <= 5; day++) {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                lines.add("2024-05-0%d\t127.0.0.1 \"GET /page-%d HTTP/1.1\" 200 \"%s\""
                        .formatted(day, i, AGENTS.get((day + i % 2) % AGENTS.size())));
            }
            lines.add("2024-05-0%d\t\\N".formatted(day));
            Path file = Files.write(folder.resolve("access-2024-05-0%d.log".formatted(day)), lines);
            // younger objects wait for the next build
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
        }
        runner.execute(
                "CREATE TABLE %1$s (day date, line varchar) WITH (format = 'TEXTFILE', textfile_field_separator = U&'\\0009', external_location = 'local:///%1$s')"
                        .formatted(table));
    }

    @AfterClass(alwaysRun = true)
    public void tearDown() {
        if (runner != null) {
            runner.close();
            runner = null;
        }
    }

    /**
     * Returns filters, with the numbers of rows that satisfy them, of files that the index type skips, and of files that
     * the object filter skips.
     */
    @DataProvider
    public Object[][] filters() {
        return new Object[][] {
            {"agent_name(line) = 'curl'", 40, 3, 0},
            {"'Firefox' = agent_name(line)", 40, 3, 0},
            {"agent_name(line) IN ('curl', 'Firefox', NULL)", 80, 2, 0},
            {"agent_name(line) = 'unknown'", 40, 3, 0},
            {"agent_name(line) = 'nobody'", 0, 5, 0},
            {"agent_name(line) = 'curl' OR day = date '2024-05-02'", 81, 0, 0},
            {"agent_name(line) <> 'curl'", 160, 0, 0},
            {"NOT agent_name(line) IN ('curl')", 160, 0, 0},
            {"lower(agent_name(line)) = 'curl'", 40, 0, 0},
            {"agent_name(line || '') = 'curl'", 40, 0, 0},
            {"day = date '2024-05-02'", 41, 0, 4},
            {"day >= date '2024-05-04'", 82, 0, 3},
            {"agent_name(line) = 'curl' AND day > date '2024-05-03'", 40, 0, 3},
            {"day IS NULL", 0, 0, 0},
        };
    }

    @Test(dataProvider = "filters")
    public void testFilesAreSkipped(String filter, int rows, int byIndex, int byFilter) {
        Multiset<MaterializedRow> plain = rows(on, "hive", "access_log", filter);
        assertThat(plain).hasSize(rows);
        assertThat(rows(on, "lake", "access_log", filter)).isEqualTo(plain);
        assertThat(rows(off, "lake", "access_log", filter)).isEqualTo(plain);

        Map<String, Long> metrics = metrics("SELECT line FROM access_log WHERE " + filter);
        assertThat(metrics.getOrDefault("skipping.pruned.by.agents", 0L)).isEqualTo(byIndex);
        assertThat(metrics.getOrDefault("skipping.pruned.by.log.day", 0L)).isEqualTo(byFilter);
        assertThat(metrics).containsEntry("skipping.filter.failures", 0L);
    }

    @Test
    public void testAnotherTableIsLeftAlone() {
        assertThat(metrics("SELECT line FROM plain_log WHERE day = date '2024-05-02'"))
                .containsEntry("skipping.objects.considered", 5L)
                .containsEntry("skipping.objects.pruned", 0L);
    }

    private Multiset<MaterializedRow> rows(Session session, String catalog, String table, String filter) {
        return HashMultiset.create(
                runner.execute(session, "SELECT day, line FROM %s.web.%s WHERE %s".formatted(catalog, table, filter))
                        .getMaterializedRows());
    }

    private Map<String, Long> metrics(String query) {
        String plan = runner.execute(on, "EXPLAIN ANALYZE VERBOSE " + query).getMaterializedRows().stream()
                .map(MaterializedRow::toString)
                .collect(joining());
        return METRIC.matcher(plan)
                .results()
                .collect(toImmutableMap(found -> found.group(1), found -> Long.parseLong(found.group(2))));
    }
}
