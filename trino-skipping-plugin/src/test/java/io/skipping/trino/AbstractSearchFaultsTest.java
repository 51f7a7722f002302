// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static io.trino.testing.assertions.Assert.assertEventually;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.units.Duration;
import io.skipping.search.local.SearchProduct;
import io.skipping.trino.FaultyProxy.Refusal;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * A real search engine that dies, hangs, or loses what it had: answers stay right, in time, and one warning says why. What a proxy
 * answers in its place does not depend on the engine, and is tested in front of one of them: {@link TestElasticsearchFaults}.
 */
@Test(singleThreaded = true, groups = "servers")
public abstract class AbstractSearchFaultsTest {
    static final Duration TIMEOUT = Duration.valueOf("500ms");
    /** For a machine that is busy; less than the client waits for an answer. */
    static final Duration SLACK = Duration.valueOf("1m");

    static final Duration SOON = Duration.valueOf("30s");

    private static final String SELECTIVE = "SELECT name FROM CATALOG.%s WHERE id = 150";
    static final List<String> QUERIES = List.of(
            SELECTIVE,
            // all rows of a range may match: the scan takes the filter over
            "SELECT id, name FROM CATALOG.%s WHERE id >= 100",
            "SELECT count(*) FROM CATALOG.%s WHERE id < 120",
            // answered while the query is planned
            "SELECT count(*), min(id), max(id) FROM CATALOG.%s",
            "SELECT id, name FROM CATALOG.%s ORDER BY id DESC LIMIT 3",
            "SELECT t.id, u.name FROM CATALOG.%1$s t JOIN CATALOG.%1$s u ON t.id = u.id WHERE u.name = 'name7'");

    /** The creation of a document of a range, alone or with others. */
    private static final Pattern DOCUMENT = Pattern.compile("/_bulk|/_create/\\d");

    private final AtomicInteger asked = new AtomicInteger();
    private final SearchProduct product;
    SearchLake lake;
    FaultyProxy proxy;

    AbstractSearchFaultsTest(SearchProduct product) {
        this.product = product;
    }

    @BeforeClass
    public final void start() throws Exception {
        lake = new SearchLake(product);
        proxy = new FaultyProxy(lake.engine.uri());
        Map<String, String> inTime =
                Map.of("skipping.lookup-timeout", TIMEOUT.toString(), "skipping.elasticsearch.request-timeout", "5m");
        lake.createLake("hasty", proxy.uri(), inTime);
        lake.createLake("proxied", proxy.uri(), Map.of());
        lake.createLake("restless", lake.engine.uri(), inTime);
        // what is lost stays lost: there is no need to ask for long
        lake.createLake("impatient", lake.engine.uri(), Map.of("skipping.elasticsearch.request-timeout", "2s"));
        createTable("t");
    }

    @AfterClass(alwaysRun = true)
    public final void stop() throws IOException {
        if (proxy != null) {
            proxy.close();
            proxy = null;
        }
        if (lake != null) {
            lake.close();
            lake = null;
        }
    }

    @AfterMethod(alwaysRun = true)
    public final void heal() {
        proxy.heal();
    }

    /** Three objects of 100 rows, each of one range, and an index. */
    final void createTable(String table) throws IOException {
        Files.createDirectory(lake.root.resolve("objects-" + table));
        for (int object = 0; object < 3; object++) {
            addObject(table, object);
        }
        lake.runner.execute(
                "CREATE TABLE hive.%s.%s (id bigint, name varchar) WITH (format = 'TEXTFILE', textfile_field_separator = ',', external_location = 'local:///objects-%s')"
                        .formatted(SCHEMA, table, table));
        lake.tables.setAutoIndexes(table, false);
        lake.runner.execute(
                "CALL lake.system.create_index('%s', '%s', 'minmax', ARRAY['id'])".formatted(SCHEMA, table));
        lake.runner.execute(
                "CALL lake.system.create_index('%s', '%s', 'bloom', ARRAY['name'])".formatted(SCHEMA, table));
        assertThat(lake.tables.build(table, "4kB").ranges()).isEqualTo(3);
        assertSkips("lake", table);
    }

    private Path addObject(String table, int object) throws IOException {
        lake.tablesHaveChanged();
        return Files.write(
                lake.root.resolve("objects-" + table).resolve("object-" + object),
                IntStream.range(object * 100, object * 100 + 100)
                        .mapToObj("%1$d,name%1$d"::formatted)
                        .toList());
    }

    final void assertSkips(String catalog, String table) {
        assertThat(metrics(catalog, table))
                .containsEntry("skipping.objects.pruned", 2L)
                .containsEntry("skipping.lookup.failures", 0L);
    }

    final long metric(String catalog, String table, String metric) {
        return lake.tables.metric(in(catalog, neverAsked(), table), metric);
    }

    private Map<String, Long> metrics(String catalog, String table) {
        return lake.tables.metrics(lake.runner.getDefaultSession(), in(catalog, neverAsked(), table));
    }

    /** As {@link #SELECTIVE}; but what was proven of it before, which stays proven whatever the engine loses, is not known. */
    private String neverAsked() {
        return SELECTIVE.replace("id = 150", "id IN (150, %d)".formatted(1_000_000 + asked.incrementAndGet()));
    }

    private static String in(String catalog, String query, String table) {
        return query.formatted(table).replace("CATALOG", catalog + "." + SCHEMA);
    }

    /** That all answers are right, though the index is of no use; and that each query says so once. */
    private void assertRight(String catalog, String table, String... reason) {
        for (String query : QUERIES) {
            try (CapturedWarnings warnings = new CapturedWarnings()) {
                lake.assertSameAsPlain(catalog, query.formatted(table));
                List<String> ofQuery = warnings.messages().stream()
                        .filter(message -> message.startsWith("The index of test." + table + " cannot be used"))
                        .toList();
                if (reason.length == 0) {
                    assertThat(ofQuery).as(query).isEmpty();
                } else {
                    assertThat(ofQuery)
                            .as(query)
                            .singleElement()
                            .asString()
                            .contains("reads everything")
                            .contains(reason);
                }
            }
        }
    }

    /** The same, and that no query takes longer than it may. */
    private void assertRightInTime(String catalog, String table, String... reason) {
        for (String query : QUERIES) {
            long started = System.nanoTime();
            lake.rows("hive", query.formatted(table));
            Duration plain = Duration.nanosSince(started);
            started = System.nanoTime();
            lake.rows(catalog, query.formatted(table));
            assertThat(Duration.nanosSince(started))
                    .as("%s: it waited for the index no longer than it may", query)
                    .isLessThan(new Duration(plain.toMillis() + TIMEOUT.toMillis() + SLACK.toMillis(), MILLISECONDS));
        }
        assertRight(catalog, table, reason);
    }

    @Test
    public void testKilledAmongQueries() throws Exception {
        int queries = 100;
        CountDownLatch some = new CountDownLatch(queries / 3);
        try (ExecutorService clients = Executors.newFixedThreadPool(6)) {
            List<Future<List<MaterializedRow>>> answers = new ArrayList<>();
            for (int i = 0; i < queries; i++) {
                String query = "SELECT id, name FROM CATALOG.t WHERE id = %s OR name = 'name%s'".formatted(i, i + 1);
                answers.add(clients.submit(() -> {
                    List<MaterializedRow> rows = lake.rows("lake", query);
                    some.countDown();
                    return rows;
                }));
            }
            some.await();
            lake.engine.kill();
            for (int i = 0; i < queries; i++) {
                assertThat(answers.get(i).get().stream()
                                .map(MaterializedRow::toString)
                                .toList())
                        .as("answer to query %s", i)
                        .containsExactlyInAnyOrder(
                                "[%1$s, name%1$s]".formatted(i), "[%1$s, name%1$s]".formatted(i + 1));
            }
        }
        assertRight("lake", "t", "cannot be reached", "skipping.elasticsearch.uris");
        assertThatThrownBy(() -> lake.rows("lake", "SELECT * FROM CATALOG.\"t$indexes\""))
                .hasMessageContaining("cannot be reached");
        assertThatThrownBy(() -> lake.tables.build("t", "4kB")).hasMessageContaining("cannot be reached");

        lake.engine.restart();
        assertEventually(SOON, () -> assertSkips("lake", "t"));
        assertRight("lake", "t");
    }

    @Test
    public void testPaused() throws Exception {
        lake.engine.pause();
        try {
            assertRightInTime("restless", "t", "no answer within skipping.lookup-timeout=500.00ms");
        } finally {
            lake.engine.resume();
        }
        assertEventually(SOON, () -> assertSkips("restless", "t"));
    }

    @Test
    public void testCatalogsThatReachNothing() throws Exception {
        URI nobody;
        try (ServerSocket socket = new ServerSocket(0)) {
            nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort());
        }
        lake.createLake("nobody", nobody, Map.of());
        assertRight(
                "nobody",
                "t",
                "cannot be reached",
                "check that it is running and that skipping.elasticsearch.uris is right");

        proxy.fault(_ -> {
            throw new Refusal(401, "{\"error\": \"who are you\", \"status\": 401}");
        });
        lake.createLake(
                "intruder",
                proxy.uri(),
                Map.of("skipping.elasticsearch.user", "trino", "skipping.elasticsearch.password", "guessed"));
        assertRight(
                "intruder",
                "t",
                "answered 401",
                "check skipping.elasticsearch.user and skipping.elasticsearch.password");
    }

    @Test
    public void testIndexDeleted() throws Exception {
        createTable("deleted");
        lake.ask("DELETE", "/" + lake.index("deleted"), "");
        assertRight("lake", "deleted");
        assertThat(metric("lake", "deleted", "skipping.objects.unindexed")).isEqualTo(3);
        assertThat(lake.tables.build("deleted", "4kB").done()).isEqualTo(3);
        assertSkips("lake", "deleted");
    }

    @Test
    public void testDocumentsDeletedOneByOne() throws Exception {
        createTable("lossy");
        String index = lake.index("lossy");
        for (int object = 1; object >= 0; object--) {
            assertThat(lake.ask(
                                    "POST",
                                    "/" + index + "/_delete_by_query?refresh",
                                    "{\"query\": {\"prefix\": {\"batch\": \"\"}}, \"max_docs\": 1}")
                            .path("deleted")
                            .asInt())
                    .isEqualTo(1);
            assertThat(lake.documents("lossy")).isEqualTo(object + 1);
            for (String query : QUERIES) {
                try (CapturedWarnings warnings = new CapturedWarnings()) {
                    lake.assertSameAsPlain("lake", query.formatted("lossy"));
                    assertThat(warnings.messages())
                            .filteredOn(message -> message.startsWith("The index of test.lossy cannot be used"))
                            .as(query)
                            .hasSizeLessThan(2)
                            .allSatisfy(message ->
                                    assertThat(message).contains(index, "run index-builder build to repair it"));
                }
            }
            assertThat(metric("lake", "lossy", "skipping.lookup.failures")).isPositive();
            String problem = "Index %s has %s documents with all summaries instead of 3, so queries read everything"
                    .formatted(index, object + 1);
            assertThat(lake.rows("lake", "SELECT problem FROM CATALOG.\"lossy$indexes\""))
                    .allSatisfy(row -> assertThat((String) row.getField(0)).contains(problem));
        }
        assertThat(lake.tables.build("lossy", "4kB").done()).isPositive();
        assertSkips("lake", "lossy");
    }

    /** By this the engine loses what is searched of them, and of each there is one as before. */
    @Test
    public void testDocumentsWrittenAgainByTheEngine() throws Exception {
        createTable("rewritten");
        String index = lake.index("rewritten");
        lake.ask("POST", "/" + index + "/_update_by_query?refresh", "");
        assertThat(lake.documents("rewritten")).isEqualTo(3);
        for (String query : QUERIES) {
            lake.assertSameAsPlain("lake", query.formatted("rewritten"));
        }
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            lake.assertSameAsPlain("lake", neverAsked().formatted("rewritten"));
            assertThat(warnings.messages())
                    .singleElement()
                    .asString()
                    .contains(
                            "Index %s is incomplete, or a copy of it lags behind: 0 documents are there unchanged instead of 3"
                                    .formatted(index));
        }
    }

    @DataProvider
    public Object[][] foreignMappings() {
        return new Object[][] {
            {"{}"},
            {"{\"mappings\": {\"properties\": {\"kind\": {\"type\": \"integer\"}, \"file\": {\"type\": \"keyword\"}}}}"
            },
        };
    }

    @Test(dataProvider = "foreignMappings")
    public void testIndexOfSomebodyElse(String definition) throws Exception {
        String table = "foreign_" + (definition.length() & 0xff);
        createTable(table);
        String index = lake.index(table);
        lake.ask("DELETE", "/" + index, "");
        lake.ask("PUT", "/" + index, definition);
        lake.ask("PUT", "/" + index + "/_doc/1?refresh", "{\"kind\": 7, \"what\": \"else\"}");
        assertRight("lake", table, "Index %s is not one of Trino Skipping's: delete it".formatted(index));
        assertThatThrownBy(() -> lake.tables.build(table, "4kB"))
                .hasMessageContaining("Index %s is not one of Trino Skipping's: delete it".formatted(index));
        lake.ask("DELETE", "/" + index, "");
        lake.tables.build(table, "4kB");
        assertSkips("lake", table);
    }

    @Test
    public void testClosed() throws Exception {
        createTable("closed");
        String index = lake.index("closed");
        lake.ask("POST", "/" + index + "/_close", "");
        assertRight("lake", "closed", "closed; open it again");
        assertThatThrownBy(() -> lake.tables.build("closed", "4kB")).hasMessageContaining("closed; open it again");
        lake.ask("POST", "/" + index + "/_open", "");
        assertEventually(SOON, () -> assertSkips("lake", "closed"));
    }

    /** A copy of the index under another name, with fields of the engine's choice, in its place. */
    @Test
    public void testReplacedByACopy() throws Exception {
        createTable("copied");
        String index = lake.index("copied");
        lake.ask(
                "POST",
                "/_reindex?refresh",
                "{\"source\": {\"index\": \"%s\"}, \"dest\": {\"index\": \"copy-of-copied\"}}".formatted(index));
        lake.ask("DELETE", "/" + index, "");
        lake.ask("PUT", "/copy-of-copied/_alias/" + index, "");
        assertRight("lake", "copied", "Index %s is only an alias of [copy-of-copied]".formatted(index));
        assertThatThrownBy(() -> lake.tables.build("copied", "4kB"))
                .hasMessageContaining("Index %s is only an alias of [copy-of-copied]".formatted(index));
        lake.ask("DELETE", "/copy-of-copied", "");
        lake.tables.build("copied", "4kB");
        assertSkips("lake", "copied");
    }

    @Test
    public void testLostShard() throws Exception {
        createTable("shardless");
        String index = lake.index("shardless");
        String uuid = lake.ask("GET", "/" + index + "/_settings", "")
                .path(index)
                .path("settings")
                .path("index")
                .path("uuid")
                .asText();
        lake.ask("POST", "/" + index + "/_close", "");
        List<Path> segments = new ArrayList<>();
        Files.walkFileTree(lake.engine.folder(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().contains(uuid + "/0/index/segments_")) {
                    segments.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            /** The engine goes on writing its own state meanwhile: its temporary files come and go. */
            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                return FileVisitResult.CONTINUE;
            }
        });
        assertThat(segments).isNotEmpty();
        for (Path segment : segments) {
            Files.write(segment, new byte[10]);
        }
        lake.ask("POST", "/" + index + "/_open?wait_for_active_shards=0", "");
        assertSkips("lake", "t");
        assertRight(
                "impatient",
                "shardless",
                "answered 503",
                "a part of the index is lost: bring back the node that has it");
        SkippingTestTables builder = new SkippingTestTables(lake.runner, lake.root, "impatient");
        assertThatThrownBy(() -> builder.build("shardless", "4kB")).hasMessageContaining("shard");
        lake.ask("DELETE", "/" + index, "");
        lake.tables.build("shardless", "4kB");
        assertSkips("lake", "shardless");
    }

    @Test
    public void testFullDisk() throws Exception {
        createTable("full_disk");
        String settings = "/" + lake.index("full_disk") + "/_settings";
        addObject("full_disk", 3);
        lake.ask("PUT", settings, "{\"index.blocks.read_only_allow_delete\": true}");
        assertThatThrownBy(() -> lake.tables.build("full_disk", "4kB"))
                .hasMessageContaining("its disks are nearly full, so it takes no writes: free space, or give it more");
        assertRight("lake", "full_disk");
        assertSkips("lake", "full_disk");
        assertThat(metric("lake", "full_disk", "skipping.objects.unindexed")).isEqualTo(1);

        lake.ask("PUT", settings, "{\"index.blocks.read_only_allow_delete\": null}");
        assertThat(lake.tables.build("full_disk", "4kB").done()).isEqualTo(1);
        assertThat(metric("lake", "full_disk", "skipping.objects.pruned")).isEqualTo(3);
    }

    @Test
    public void testKilledWhileBuilding() throws Exception {
        createTable("building");
        addObject("building", 3);
        addObject("building", 4);
        SkippingTestTables builder = new SkippingTestTables(lake.runner, lake.root, "proxied");
        proxy.fault(request -> {
            // the first document of a batch is created alone
            if (DOCUMENT.matcher(request).find()) {
                lake.engine.kill();
            }
        });
        assertThatThrownBy(() -> builder.build("building", "4kB")).hasMessageContaining("closed the connection");
        assertRight("lake", "building", "cannot be reached");

        lake.engine.restart();
        proxy.heal();
        assertEventually(SOON, () -> assertSkips("lake", "building"));
        assertThat(metric("lake", "building", "skipping.objects.unindexed")).isEqualTo(2);
        assertThat(builder.build("building", "4kB").done()).isEqualTo(2);
        assertThat(metric("lake", "building", "skipping.objects.pruned")).isEqualTo(4);
        assertRight("lake", "building");
    }
}
