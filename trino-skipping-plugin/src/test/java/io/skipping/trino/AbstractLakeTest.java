// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.common.collect.Iterables.getOnlyElement;
import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.skipping.trino.CatalogStats.lookupFailures;
import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static io.skipping.trino.SkippingQueryRunner.skipping;
import static io.trino.testing.assertions.Assert.assertEventually;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashMultiset;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.skipping.trino.SkippingTestTables.Scanned;
import io.trino.Session;
import io.trino.spi.eventlistener.EventListener;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.MaterializedRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/**
 * Starts a server of {@link SkippingQueryRunner} for the tests of one class, and compares what its catalogs answer. Every
 * class that asks queries of a server in its own process extends it.
 */
@Test(groups = "servers")
public abstract class AbstractLakeTest {
    protected Path root;
    protected DistributedQueryRunner runner;
    protected SkippingTestTables tables;
    /** what asks without stages and tasks */
    protected LocalQueries local;
    /** what the stock connector answered to queries of {@link #withSameRows} */
    private final Map<String, List<MaterializedRow>> stock = new HashMap<>();
    /** with {@code skipping_enabled} */
    protected Session on;
    /** without */
    protected Session off;

    @BeforeClass
    public final void start() throws Exception {
        root = Files.createTempDirectory("skipping");
        runner = createRunner();
        tables = new SkippingTestTables(runner, root);
        local = new LocalQueries(runner.getCoordinator(), tables);
        if (asksLocally()) {
            tables.ask(local);
        }
        on = skipping(runner.getDefaultSession(), true);
        off = skipping(runner.getDefaultSession(), false);
        createTables();
    }

    /** Starts a server in this process, whose catalog of ours is {@code lake}. */
    protected DistributedQueryRunner createRunner() throws Exception {
        return SkippingQueryRunner.create(root, lakeProperties(), listeners(), workers());
    }

    /** Returns the name of the catalog of the stock connector over the same tables. */
    protected String plainCatalog() {
        return "hive";
    }

    /**
     * Returns what the stock connector is asked in place of a query, and once only; empty if it is asked each time. Tables of
     * the same rows and format that differ in their indexes are the same to it.
     *
     * @param query with CATALOG in place of catalog and schema
     */
    protected Optional<String> withSameRows(String query) {
        return Optional.empty();
    }

    /** Returns the properties of the catalog of ours that the tests of the class want beside those of all. */
    protected Map<String, String> lakeProperties() throws Exception {
        return Map.of();
    }

    /** Returns who listens to the events of the server. */
    protected List<EventListener> listeners() throws Exception {
        return List.of();
    }

    /** Returns how many workers there are beside the coordinator, which works itself. */
    protected int workers() {
        return 0;
    }

    /** Creates what the tests of the class ask for. */
    protected abstract void createTables() throws Exception;

    /** Prepares the end of the server. */
    protected void beforeStop() throws Exception {}

    /** Ends what the class has started beside the server. */
    protected void clearUp() throws Exception {}

    @AfterClass(alwaysRun = true)
    public final void stop() throws Exception {
        if (runner != null) {
            beforeStop();
            local.close();
            local = null;
            runner.close();
            runner = null;
        }
        clearUp();
        if (root != null) {
            deleteRecursively(root, ALLOW_INSECURE);
        }
    }

    /**
     * Asserts that the stock connector and ours, with skipping on, and of some queries with skipping off, give the same rows; in the
     * same order if the query asks for one.
     *
     * @param query with CATALOG in place of catalog and schema
     */
    final void assertSameRows(String query) {
        assertRowsWithSkippingOff(query, assertSameAsPlain(query));
    }

    /**
     * Asserts that the stock connector and ours, with skipping on, give the same rows.
     *
     * @return these
     */
    final List<MaterializedRow> assertSameAsPlain(String query) {
        List<MaterializedRow> plain = plain(query);
        assertRows(on, query, plain);
        return plain;
    }

    /** Returns the rows of the stock connector. */
    final List<MaterializedRow> plain(String query) {
        return withSameRows(query)
                .map(same -> stock.computeIfAbsent(same, _ -> ask(on, in(plainCatalog(), same))))
                .orElseGet(() -> ask(on, in(plainCatalog(), query)));
    }

    /**
     * As {@link #assertSameRows}.
     *
     * @return what the scans of ours counted, with skipping on
     */
    final Map<String, Long> metricsOfSameRows(String query) {
        return metricsOfSameRows(on, query);
    }

    /** @param skipping a session with skipping on */
    final Map<String, Long> metricsOfSameRows(Session skipping, String query) {
        List<MaterializedRow> plain = plain(query);
        assertRowsWithSkippingOff(query, plain);
        Scanned scanned = tables.scan(skipping, in("lake", query));
        assertFound(skipping, query, scanned.rows(), plain);
        return scanned.metrics();
    }

    /** With skipping off, no index and no condition makes a difference, so that every third query of all is enough. */
    private void assertRowsWithSkippingOff(String query, List<MaterializedRow> expected) {
        if (Math.floorMod(query.hashCode(), 3) == 0) {
            assertRows(off, query, expected);
        }
    }

    private void assertRows(Session session, String query, List<MaterializedRow> expected) {
        assertFound(session, query, ask(session, in("lake", query)), expected);
    }

    private void assertFound(
            Session session, String query, List<MaterializedRow> found, List<MaterializedRow> expected) {
        String skipping = "%s, with skipping %s".formatted(query, session == off ? "off" : "on");
        if (query.contains("ORDER BY")) {
            assertThat(found).as(skipping).isEqualTo(expected);
        } else {
            assertThat(HashMultiset.create(found)).as(skipping).isEqualTo(HashMultiset.create(expected));
        }
    }

    /**
     * Checks that a query that cannot use an index says so once, and counts it once.
     *
     * @param query of one scan, which the index does not answer
     * @param words what the warning contains
     */
    final void assertNoticed(String catalog, String table, String query, String fault, String... words) {
        long before = lookupFailures(catalog);
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            assertThat(tables.metric(query, "skipping.lookup.failures"))
                    .as(fault)
                    .isEqualTo(1);
            assertThat(warnings.messages())
                    .as("warnings of one query: %s", fault)
                    .singleElement()
                    .asString()
                    .contains("The index of %s.%s cannot be used".formatted(SCHEMA, table), "reads everything")
                    .contains(words);
        }
        assertEventually(() -> assertThat(lookupFailures(catalog)).as(fault).isEqualTo(before + 1));
    }

    /**
     * Checks that the trace of a query, which the server runs, has the steps of planning its scan.
     *
     * @param query of one scan, which the index leaves some objects of
     */
    final void assertTraced(String query) {
        runner.execute(on, in("lake", query));
        Map<String, List<SpanData>> spans = runner.getSpans().stream()
                .filter(span -> span.getName().startsWith("skipping."))
                .collect(groupingBy(SpanData::getName));
        assertThat(spans.keySet())
                .containsExactlyInAnyOrder("skipping.index.lookup", "skipping.listing", "skipping.index.evaluation");
        assertThat(spans.values().stream().flatMap(List::stream)).allSatisfy(span -> {
            assertThat(span.getAttributes().get(AttributeKey.stringKey("skipping.table")))
                    .startsWith(SCHEMA + ".");
            assertThat(span.getParentSpanContext().isValid())
                    .as("%s is within the trace of the query", span)
                    .isTrue();
        });
        assertThat(getOnlyElement(spans.get("skipping.index.lookup"))
                        .getAttributes()
                        .get(AttributeKey.booleanKey("skipping.index.found")))
                .isTrue();
        List<SpanData> evaluations = spans.get("skipping.index.evaluation");
        assertThat(sum(evaluations, "skipping.splits.listed"))
                .isPositive()
                .isEqualTo(sum(spans.get("skipping.listing"), "skipping.splits.listed"));
        assertThat(sum(evaluations, "skipping.splits.kept")).isPositive();
        assertThat(sum(evaluations, "skipping.objects.pruned"))
                .isPositive()
                .isLessThan(sum(evaluations, "skipping.objects.considered"));
        assertThat(sum(evaluations, "skipping.bytes.pruned")).isPositive();
    }

    private static long sum(List<SpanData> spans, String attribute) {
        return spans.stream()
                .mapToLong(span -> span.getAttributes().get(AttributeKey.longKey(attribute)))
                .sum();
    }

    private static String in(String catalog, String query) {
        return query.replace("CATALOG", catalog + "." + SCHEMA);
    }

    /** Returns the value that a query gives. */
    final Object value(String query) {
        return value(on, query);
    }

    final Object value(Session session, String query) {
        return getOnlyElement(getOnlyElement(rows(session, query)).getFields());
    }

    final List<MaterializedRow> rows(String statement) {
        return rows(on, statement);
    }

    final List<MaterializedRow> rows(Session session, String statement) {
        boolean isPlanned = statement.startsWith("SELECT ")
                || statement.startsWith("SHOW STATS ")
                || (statement.startsWith("EXPLAIN ") && !statement.startsWith("EXPLAIN ANALYZE "));
        return isPlanned
                ? ask(session, statement)
                : runner.execute(session, statement).getMaterializedRows();
    }

    /** Inserts rows, or creates a table of them, in preparation of a test that is about reading them. */
    final void writeRows(String statement) {
        writeRows(runner.getDefaultSession(), statement);
    }

    final void writeRows(Session session, String statement) {
        ask(session, statement);
    }

    /** Returns whether queries are asked without stages and tasks; not if other nodes are to take part. */
    protected boolean asksLocally() {
        return workers() == 0;
    }

    private List<MaterializedRow> ask(Session session, String query) {
        return asksLocally()
                ? local.rows(session, query)
                : runner.execute(session, query).getMaterializedRows();
    }
}
