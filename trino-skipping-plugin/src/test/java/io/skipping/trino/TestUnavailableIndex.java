// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.CatalogStats.lookupFailures;
import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static io.trino.testing.assertions.Assert.assertEventually;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.units.Duration;
import io.trino.Session;
import io.trino.spi.security.Identity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.Test;

/** An index store that refuses or hangs: queries read everything after {@code skipping.lookup-timeout}, and others go on. */
@Test(singleThreaded = true, groups = "servers")
public class TestUnavailableIndex extends AbstractLakeTest {
    private static final Duration TIMEOUT = Duration.valueOf("1s");
    private static final Duration SOON = Duration.valueOf("30s");

    private FaultyIndexFiles indexFiles;

    @Override
    protected void createTables() throws Exception {
        indexFiles = new FaultyIndexFiles();
        runner.installPlugin(indexFiles);
        SkippingQueryRunner.createLake(
                runner,
                "impatient",
                FaultyIndexFiles.CONNECTOR,
                root,
                Map.of("skipping.lookup-timeout", TIMEOUT.toString()));
        SkippingQueryRunner.createLake(runner, "patient", FaultyIndexFiles.CONNECTOR, root, Map.of());
        for (String table : List.of("a", "b")) {
            Path folder = Files.createDirectory(root.resolve("objects-" + table));
            for (int object = 0; object < 3; object++) {
                Files.write(
                        folder.resolve("object-" + object),
                        IntStream.range(object * 100, object * 100 + 100)
                                .mapToObj("%1$d,name%1$d"::formatted)
                                .toList());
            }
            runner.execute(
                    "CREATE TABLE hive.%s.%s (k bigint, name varchar) WITH (format = 'TEXTFILE', textfile_field_separator = ',', external_location = 'local:///objects-%s')"
                            .formatted(SCHEMA, table, table));
            assertThat(tables.build(table, "4kB").done()).isEqualTo(3);
        }
    }

    /** Lets go on what hangs, so that the server can stop. */
    @Override
    protected void beforeStop() {
        indexFiles.heal();
    }

    @AfterMethod(alwaysRun = true)
    public void heal() {
        indexFiles.heal();
        assertEventually(
                SOON,
                () -> assertThat(indexFiles.waiting())
                        .as("threads that still hang")
                        .isZero());
    }

    private static String query(String catalog, String table) {
        return "SELECT name FROM %s.%s.%s WHERE k = 150".formatted(catalog, SCHEMA, table);
    }

    private void assertRight(String catalog, String table) {
        assertThat(runner.execute(query(catalog, table)).getOnlyValue()).isEqualTo("name150");
    }

    @Test(timeOut = 300_000)
    public void testAStoreThatHangs() throws Exception {
        indexFiles.hang(location -> location.contains("objects-a/_skipping"));
        long failures = lookupFailures("impatient");
        long started = System.nanoTime();
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            assertRight("impatient", "a");
            assertThat(Duration.nanosSince(started))
                    .as("it waited for the index, and not much longer")
                    .isBetween(TIMEOUT, new Duration(TIMEOUT.toMillis() + SOON.toMillis(), MILLISECONDS));
            assertThat(warnings.messages())
                    .singleElement()
                    .asString()
                    .contains(
                            "The index of test.a cannot be used", "reads everything", "skipping.lookup-timeout=1.00s");
        }
        assertThat(indexFiles.waiting())
                .as("the lookup goes on, for the next query to find")
                .isEqualTo(1);
        assertEventually(SOON, () -> assertThat(lookupFailures("impatient")).isEqualTo(failures + 1));
        assertThat(tables.metric(query("impatient", "a"), "skipping.lookup.failures"))
                .isEqualTo(1);

        indexFiles.heal();
        assertEventually(
                SOON,
                () -> assertThat(indexFiles.waiting()).as("threads given back").isZero());
        assertEventually(
                SOON,
                () -> assertThat(tables.metric(query("impatient", "a"), "skipping.objects.pruned"))
                        .isEqualTo(2));
    }

    /** An older state does for a plan, if it is in memory and the user was let see it. */
    @Test(timeOut = 300_000)
    public void testPlansOfWhoSawTheIndexDoNotWait() {
        String explain = "EXPLAIN SELECT name FROM impatient.%s.a WHERE k BETWEEN 100 AND 199".formatted(SCHEMA);
        Session stranger = Session.builder(runner.getDefaultSession())
                .setIdentity(Identity.ofUser("stranger"))
                .build();
        assertEventually(
                SOON,
                () -> assertThat(plan(runner.getDefaultSession(), explain))
                        .as("the index decides the filter, so the scan takes it over")
                        .doesNotContain("ScanFilter"));

        indexFiles.hang(location -> location.contains("objects-a/_skipping"));
        assertThat(plan(runner.getDefaultSession(), explain)).doesNotContain("ScanFilter");
        assertThat(plan(stranger, explain)).contains("ScanFilter");

        indexFiles.heal();
        assertEventually(SOON, () -> assertThat(plan(stranger, explain)).doesNotContain("ScanFilter"));
    }

    private String plan(Session session, String explain) {
        return (String) runner.execute(session, explain).getOnlyValue();
    }

    @Test(timeOut = 300_000)
    public void testSegmentsThatHang() throws Exception {
        // the manifest was listed in time, and what it names does not come
        SkippingQueryRunner.createLake(
                runner,
                "fresh",
                FaultyIndexFiles.CONNECTOR,
                root,
                Map.of("skipping.lookup-timeout", TIMEOUT.toString()));
        indexFiles.hang(location -> location.contains("/segments/"));
        assertThat(tables.metric(query("fresh", "a"), "skipping.lookup.failures"))
                .isEqualTo(1);
        assertRight("fresh", "a");
        indexFiles.heal();
        assertEventually(
                SOON,
                () -> assertThat(tables.metric(query("fresh", "a"), "skipping.objects.pruned"))
                        .isEqualTo(2));
    }

    @Test
    public void testAStoreThatRefuses() throws Exception {
        indexFiles.refuse(location -> location.contains("objects-a/_skipping"));
        long failures = lookupFailures("patient");
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            assertRight("patient", "a");
            assertThat(warnings.messages())
                    .singleElement()
                    .asString()
                    .contains("The index of test.a cannot be used", "Access Denied");
        }
        assertEventually(SOON, () -> assertThat(lookupFailures("patient")).isEqualTo(failures + 1));
        assertThat(tables.metric(query("patient", "a"), "skipping.lookup.failures"))
                .isEqualTo(1);
        assertThat(tables.metric(query("patient", "b"), "skipping.objects.pruned"))
                .as("another table's index is not concerned")
                .isEqualTo(2);
    }

    /** It is looked for as soon as a table is named, and missed by those who read. */
    @Test
    public void testStatementsThatReadNothing() throws Exception {
        indexFiles.refuse(location -> location.contains("objects-a/_skipping"));
        long failures = lookupFailures("patient");
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            runner.execute("SHOW CREATE TABLE patient.%s.a".formatted(SCHEMA));
            assertRight("patient", "a");
            assertThat(warnings.messages())
                    .as("of the query, and not of the statement")
                    .singleElement()
                    .asString()
                    .contains("The index of test.a cannot be used");
        }
        assertEventually(SOON, () -> assertThat(lookupFailures("patient")).isEqualTo(failures + 1));
    }

    @Test(timeOut = 300_000)
    public void testManyQueriesThatWaitLeaveRoomForOthers() throws Exception {
        indexFiles.hang(location -> location.contains("objects-a/_skipping"));
        long failures = lookupFailures("patient");
        int queries = 20;
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Object>> answers = new ArrayList<>();
            for (int i = 0; i < queries; i++) {
                answers.add(clients.submit(
                        () -> runner.execute(query("patient", "a")).getOnlyValue()));
            }
            assertEventually(SOON, () -> assertThat(indexFiles.waiting()).isEqualTo(queries));

            assertThat(tables.metric(query("patient", "b"), "skipping.objects.pruned"))
                    .as("another table's index is found meanwhile")
                    .isEqualTo(2);
            assertThat(indexFiles.waiting()).as("nobody gave up").isEqualTo(queries);

            indexFiles.heal();
            for (Future<Object> answer : answers) {
                assertThat(answer.get()).isEqualTo("name150");
            }
        }
        assertThat(lookupFailures("patient")).as("they waited, and got it").isEqualTo(failures);
    }
}
