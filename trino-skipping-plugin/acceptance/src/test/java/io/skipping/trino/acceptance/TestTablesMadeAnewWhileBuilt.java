// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import static io.skipping.testing.lake.Catalogs.SKIPPING;
import static io.skipping.testing.lake.Catalogs.hiveOnLocalS3;
import static io.skipping.testing.lake.Catalogs.withConnector;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.trino.LocalTrino;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Managed tables that are dropped, renamed and made anew, on a real server, while the job builds the indexes of them all without end. */
@Test(groups = "servers")
public class TestTablesMadeAnewWhileBuilt {
    private static final long SEED = Long.getLong("anew.seed", System.nanoTime());
    private static final int TABLES = Integer.getInteger("anew.tables", 60);
    private static final List<String> NAMES = List.of("t0", "t1", "t2");

    private Path folder;
    private LocalS3 s3;
    private LocalTrino trino;

    @BeforeClass
    public void start() throws IOException {
        try {
            Checkout.skippingPlugin("476");
            Checkout.indexBuilder();
        } catch (IOException e) {
            throw new SkipException(e.getMessage());
        }
        folder = Files.createTempDirectory("made-anew");
        s3 = LocalS3.start(folder.resolve("s3"));
        s3.createBucket("lake");
        Map<String, String> disk = withConnector(SKIPPING, hiveOnLocalS3(s3, folder.resolve("disk")));
        Map<String, String> objects = withConnector(SKIPPING, hiveOnLocalS3(s3, folder.resolve("unused")));
        // a file metastore keeps managed tables in its own folder
        objects.put("hive.metastore.catalog.dir", "s3://lake/warehouse");
        trino = LocalTrino.builder()
                .directory(folder.resolve("trino"))
                .catalog("disk", disk)
                .catalog("objects", objects)
                .start();
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException {
        if (trino != null) {
            trino.close();
        }
        if (s3 != null) {
            s3.close();
        }
        if (folder != null) {
            Folders.delete(folder);
        }
    }

    @DataProvider
    public Object[][] stores() {
        // S3 renames no folders, so neither does the file metastore there
        return new Object[][] {{"disk", true}, {"objects", false}};
    }

    @Test(dataProvider = "stores")
    public void testNoStatementFails(String catalog, boolean renames) throws Exception {
        Path log = folder.resolve(catalog + ".log");
        try (Connection connection = trino.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA %s.grid".formatted(catalog));
            Process job = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-jar",
                            Checkout.indexBuilder().toString(),
                            "build",
                            "--server",
                            trino.uri().toString(),
                            "--catalog",
                            catalog,
                            "--schema",
                            "grid",
                            "--watch",
                            "1ms")
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            try {
                change(statement, catalog + ".grid.", renames);
                assertThat(job.isAlive())
                        .as("the job: %s", Files.readString(log))
                        .isTrue();
            } finally {
                job.destroy();
                boolean ended = job.waitFor(1, TimeUnit.MINUTES);
                assertThat(ended).as("the job has ended").isTrue();
            }
            for (String name : NAMES) {
                statement.execute("DROP TABLE IF EXISTS %s.grid.%s".formatted(catalog, name));
            }
            statement.execute("DROP SCHEMA %s.grid".formatted(catalog));
        }
        assertThat(log).content().as("what the job did meanwhile").contains("grid.t");
    }

    private static void change(Statement statement, String schema, boolean renames) throws SQLException {
        Random random = new Random(SEED);
        Map<String, Long> rows = new TreeMap<>();
        int made = 0;
        while (made < TABLES) {
            String name = NAMES.get(random.nextInt(NAMES.size()));
            String table = schema + name;
            if (!rows.containsKey(name)) {
                made++;
                boolean partitioned = random.nextBoolean();
                run(
                        statement,
                        "CREATE TABLE %s%s AS SELECT CAST(%s AS bigint) AS g, x%s FROM UNNEST(sequence(1, 10)) t(x)"
                                .formatted(
                                        table,
                                        partitioned ? " WITH (partitioned_by = ARRAY['p'])" : "",
                                        made,
                                        partitioned ? ", 'a' AS p" : ""));
                rows.put(name, 10L);
            } else if (renames && random.nextInt(4) == 0 && rows.size() < NAMES.size()) {
                String free = NAMES.stream()
                        .filter(candidate -> !rows.containsKey(candidate))
                        .findFirst()
                        .orElseThrow();
                run(statement, "ALTER TABLE %s RENAME TO %s%s".formatted(table, schema, free));
                rows.put(free, rows.remove(name));
                made++;
                name = free;
            } else if (random.nextInt(4) == 0) {
                run(statement, "DELETE FROM " + table);
                rows.put(name, 0L);
            } else {
                run(statement, "DROP TABLE " + table);
                rows.remove(name);
            }
            if (rows.containsKey(name)) {
                assertThat(count(statement, schema + name))
                        .as("rows of %s, seed %s", name, SEED)
                        .isEqualTo(rows.get(name));
            }
        }
    }

    private static void run(Statement statement, String sql) {
        try {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError("Failed, with -Danew.seed=%s: %s".formatted(SEED, sql), e);
        }
    }

    private static long count(Statement statement, String table) throws SQLException {
        try (ResultSet result = statement.executeQuery("SELECT count_if(x > 0) FROM " + table)) {
            assertThat(result.next()).isTrue();
            return result.getLong(1);
        }
    }
}
