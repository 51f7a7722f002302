// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static io.skipping.trino.SkippingQueryRunner.skipping;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import com.google.common.collect.Multiset;
import io.airlift.log.Logger;
import io.trino.Session;
import io.trino.metadata.QualifiedObjectName;
import io.trino.spi.metrics.Count;
import io.trino.spi.metrics.Metrics;
import io.trino.spi.security.Identity;
import io.trino.spi.security.ViewExpression;
import io.trino.testing.MaterializedRow;
import io.trino.testing.QueryFailedException;
import io.trino.testing.QueryRunner.MaterializedResultWithPlan;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Asks random questions of random tables, of the stock connector and of ours, and demands equal rows. If it misses a wrong
 * answer that somebody finds, its generators {@link RandomRows} and {@link RandomConditions} lack something: improve them.
 *
 * <p>{@code -Dskipping.test.random-queries} says how many queries are asked of each kind of table, and
 * {@code -Dskipping.test.random-seed} where the seeds begin. A failure names its seed.
 */
public class TestRandomQueries extends AbstractLakeTest {
    private static final Logger log = Logger.get(TestRandomQueries.class);

    private static final int QUERIES = Integer.getInteger("skipping.test.random-queries", 40);
    private static final long SEED = Long.getLong("skipping.test.random-seed", 1);

    private static final int OBJECTS = 8;
    private static final int ROWS = 240;

    /** Queries in a statement, each with scans of its own. */
    private static final int TOGETHER = 25;

    /** Queries of the same rows. */
    private static final int QUERIES_OF_A_TABLE = 300;

    private static final String FILTERED = "filtered";

    /** The catalog in which objects are replaced after the coordinator has chosen what is read. */
    private static final String REPLACING = "replacing";

    private enum Kind {
        TEXT,
        TEXT_WITH_HEADER,
        TEXT_WITH_HEADERS_AND_FOOTER,
        GZIP_MEMBERS_WITH_HEADER,
        CSV,
        CSV_WITH_HEADER,
        PARQUET,
        ORC;

        boolean isCsv() {
            return this == CSV || this == CSV_WITH_HEADER;
        }

        boolean isColumnar() {
            return this == PARQUET || this == ORC;
        }

        /** Returns whether an object of the same rows in another order has the same size. */
        boolean isOfPlainLines() {
            return !isColumnar() && this != GZIP_MEMBERS_WITH_HEADER;
        }

        int headers() {
            return switch (this) {
                case TEXT_WITH_HEADER, GZIP_MEMBERS_WITH_HEADER, CSV_WITH_HEADER -> 1;
                case TEXT_WITH_HEADERS_AND_FOOTER -> 2;
                case TEXT, CSV, PARQUET, ORC -> 0;
            };
        }

        int footers() {
            return this == TEXT_WITH_HEADERS_AND_FOOTER ? 1 : 0;
        }
    }

    private final Pruned pruned = new Pruned();

    private Runnable beforeReading = () -> {};

    @Override
    protected void createTables() {
        runner.installPlugin(new ReplacingConnector(_ -> beforeReading()));
        SkippingQueryRunner.createLake(runner, REPLACING, ReplacingConnector.NAME, root, Map.of());
    }

    /** What is set happens once, and nothing is read meanwhile. */
    private synchronized void beforeReading() {
        Runnable next = beforeReading;
        beforeReading = () -> {};
        next.run();
    }

    private synchronized void setBeforeReading(Runnable next) {
        beforeReading = next;
    }

    @DataProvider
    public Object[][] kinds() {
        return Stream.of(Kind.values()).map(kind -> new Object[] {kind}).toArray(Object[][]::new);
    }

    @Test(dataProvider = "kinds")
    public void testRowsAreEqual(Kind kind) throws IOException {
        Pruned before = pruned.copy();
        int asked = 0;
        for (long seed = SEED; asked < QUERIES; seed++) {
            asked += new Run(kind, seed).ask(Math.min(QUERIES_OF_A_TABLE, QUERIES - asked));
        }
        Pruned here = pruned.minus(before);
        log.info("%s: %s queries; of their scans %s, %s skipped something", kind, asked, here.scans, here.pruning);
    }

    /** Few queries of one kind of table may happen to skip nothing, those of all kinds may not. */
    @Test(dependsOnMethods = "testRowsAreEqual")
    public void testScansSkip() {
        assertThat(pruned.pruning).as("scans that skipped something").isGreaterThan(pruned.scans / 20);
    }

    /** Counts scans, and those of them that skipped something. */
    private static final class Pruned {
        private long scans;
        private long pruning;

        Pruned copy() {
            Pruned copy = new Pruned();
            copy.scans = scans;
            copy.pruning = pruning;
            return copy;
        }

        Pruned minus(Pruned before) {
            Pruned difference = new Pruned();
            difference.scans = scans - before.scans;
            difference.pruning = pruning - before.pruning;
            return difference;
        }

        void add(Metrics ofSplitSource) {
            scans++;
            if (count(ofSplitSource, "skipping.objects.pruned") + count(ofSplitSource, "skipping.ranges.pruned") > 0) {
                pruning++;
            }
        }

        private static long count(Metrics metrics, String name) {
            return metrics.getMetrics().get(name) instanceof Count<?> count ? count.getTotal() : 0;
        }
    }

    /** One table of random rows, and what is asked of it. */
    private final class Run {
        private final Kind kind;
        private final long seed;
        private final Random random;
        private final RandomConditions conditions;
        private final String table;
        private final Path folder;
        private String rowFilter = "true";

        Run(Kind kind, long seed) throws IOException {
            this.kind = kind;
            this.seed = seed;
            this.random = new Random(seed * 31 + kind.ordinal());
            this.conditions = new RandomConditions(random, kind.isCsv());
            this.table = "r_%s_%s".formatted(kind.name().toLowerCase(Locale.ENGLISH), seed);
            this.folder = Files.createDirectory(root.resolve(table));
        }

        int ask(int queries) throws IOException {
            create();
            if (random.nextInt(3) == 0) {
                requestIndexes();
            }
            tables.build(table, random.nextBoolean() ? "4kB" : "16kB");
            filterRows();

            int asked = 0;
            while (asked < queries) {
                int count = Math.min(TOGETHER, queries - asked);
                if (random.nextInt(3) == 0) {
                    askTogether(IntStream.range(0, count).mapToObj(this::query).toList());
                } else {
                    askForRows(IntStream.range(0, count)
                            .mapToObj(_ -> conditions.condition())
                            .toList());
                }
                asked += count;
                if (asked == queries / 2) {
                    replaceAnObject();
                }
                if (!kind.isColumnar()) {
                    askForFailure(conditions.failing());
                }
                if (kind.isOfPlainLines()) {
                    askWhileReplaced(conditions.condition());
                }
            }
            runner.execute("DROP TABLE hive.%s.%s".formatted(SCHEMA, table));
            return asked;
        }

        private void create() throws IOException {
            RandomRows rows = new RandomRows(seed);
            for (int object = 0; object < OBJECTS; object++) {
                List<byte[]> lines = rows.lines(object, object == 7 ? 3 : ROWS, kind.isCsv());
                byte[] noRow = RandomRows.header(kind.isCsv());
                write(
                        object,
                        ImmutableList.<byte[]>builder()
                                .addAll(IntStream.range(0, kind.headers())
                                        .mapToObj(_ -> noRow)
                                        .toList())
                                .addAll(lines)
                                .addAll(IntStream.range(0, kind.footers())
                                        .mapToObj(_ -> noRow)
                                        .toList())
                                .build());
            }
            String columns = RandomRows.COLUMNS.stream()
                    .map(column -> column.name() + " " + (kind.isCsv() ? "varchar" : column.type()))
                    .collect(joining(", "));
            ImmutableList.Builder<String> properties = ImmutableList.<String>builder()
                    .add("format = '%s'".formatted(kind.isCsv() ? "CSV" : "TEXTFILE"))
                    .add("external_location = 'local:///%s'".formatted(root.relativize(folder)));
            if (kind.headers() > 0) {
                properties.add("skip_header_line_count = " + kind.headers());
            }
            if (kind.footers() > 0) {
                properties.add("skip_footer_line_count = " + kind.footers());
            }
            String text = kind.isColumnar() ? table + "_text" : table;
            runner.execute("CREATE TABLE hive.%s.%s (%s) WITH (%s)"
                    .formatted(SCHEMA, text, columns, String.join(", ", properties.build())));
            if (kind.isColumnar()) {
                copyAs(kind, text);
            }
        }

        private void write(int object, List<byte[]> lines) throws IOException {
            if (kind != Kind.GZIP_MEMBERS_WITH_HEADER) {
                try (OutputStream out = Files.newOutputStream(folder.resolve("object-%s.txt".formatted(object)))) {
                    writeLines(out, lines);
                }
                return;
            }
            try (OutputStream out = Files.newOutputStream(folder.resolve("object-%s.gz".formatted(object)))) {
                for (List<byte[]> some : Lists.partition(lines, 60)) {
                    GZIPOutputStream member = new GZIPOutputStream(out);
                    writeLines(member, some);
                    member.finish();
                }
            }
        }

        private void writeLines(OutputStream out, List<byte[]> lines) throws IOException {
            for (byte[] line : lines) {
                out.write(line);
                out.write('\n');
            }
        }

        /** One object for each of the text's, of several row groups or stripes. */
        private void copyAs(Kind format, String text) {
            Session writer = Session.builder(runner.getDefaultSession())
                    .setSystemProperty("task_concurrency", "1")
                    .setSystemProperty("task_max_writer_count", "1")
                    .setSystemProperty("task_min_writer_count", "1")
                    .setSystemProperty("scale_writers", "false")
                    .setCatalogSessionProperty("hive", "parquet_writer_block_size", "4kB")
                    .setCatalogSessionProperty("hive", "orc_optimized_writer_max_stripe_rows", "60")
                    .build();
            runner.execute("CREATE TABLE hive.%s.%s (LIKE hive.%s.%s) WITH (format = '%s')"
                    .formatted(SCHEMA, table, SCHEMA, text, format));
            for (int object = 0; object < OBJECTS; object++) {
                writeRows(
                        writer,
                        "INSERT INTO hive.%s.%s SELECT * FROM hive.%s.%s WHERE \"$path\" LIKE '%%/object-%s.txt'"
                                .formatted(SCHEMA, table, SCHEMA, text, object));
            }
            runner.execute("DROP TABLE hive.%s.%s".formatted(SCHEMA, text));
        }

        private void requestIndexes() {
            for (String column : List.of("txt", "r", "d", "n", "id")) {
                if (kind.isCsv() && !column.equals("txt")) {
                    continue;
                }
                List<String> types = column.equals("txt")
                        ? List.of("values", "minmax", "bloom", "ngram", "prefix")
                        : List.of("values", "minmax", "bloom", "gaps", "ranks");
                for (String type : types) {
                    if (random.nextInt(2) == 0) {
                        runner.execute("CALL lake.system.create_index('%s', '%s', '%s', ARRAY['%s'])"
                                .formatted(SCHEMA, table, type, column));
                    }
                }
            }
        }

        /** A user sees some of the rows only. */
        private void filterRows() {
            rowFilter = conditions.condition();
            for (String catalog : List.of("hive", "lake")) {
                runner.getAccessControl()
                        .rowFilter(
                                new QualifiedObjectName(catalog, SCHEMA, table),
                                FILTERED,
                                ViewExpression.builder()
                                        .identity("user")
                                        .catalog(catalog)
                                        .schema(SCHEMA)
                                        .expression(rowFilter)
                                        .build());
            }
        }

        /** Puts another object's bytes in an object's place. */
        private void replaceAnObject() throws IOException {
            List<Path> objects = objects(
                    kind.isColumnar()
                            ? root.resolve("metastore").resolve(SCHEMA).resolve(table)
                            : folder);
            Path from = objects.get(random.nextInt(objects.size()));
            Path to = objects.get(random.nextInt(objects.size()));
            if (!from.equals(to)) {
                Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
            }
        }

        private static List<Path> objects(Path folder) throws IOException {
            try (Stream<Path> all = Files.list(folder)) {
                return all.filter(Files::isRegularFile)
                        .filter(file -> !file.getFileName().toString().startsWith("."))
                        .sorted()
                        .toList();
            }
        }

        /**
         * Checks that rows satisfy the condition although all objects are replaced while the query runs. What takes their places
         * has the same size and the same rows, in another order: what is known of a range is true of other rows. Whether a row
         * satisfies a condition, the stock connector's filter says: Trino's projections may differ from it for -0.0.
         */
        private void askWhileReplaced(String condition) throws IOException {
            Map<Path, byte[]> contents = new HashMap<>();
            Map<Path, FileTime> times = new HashMap<>();
            for (Path object : objects(folder)) {
                contents.put(object, Files.readAllBytes(object));
                times.put(object, Files.getLastModifiedTime(object));
            }
            String query = select(0, "id", condition, condition);
            Optional<Multiset<MaterializedRow>> satisfying = rowsIn("hive", on, query);
            if (satisfying.isEmpty()) {
                return;
            }
            setBeforeReading(() -> contents.forEach((object, content) -> {
                try {
                    Files.write(object, backwards(content));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }));
            try {
                assertThat(runner.execute(
                                        on, query.replace("FROM_TABLE", "%s.%s.%s".formatted(REPLACING, SCHEMA, table)))
                                .getMaterializedRows())
                        .as("seed %s, %s, while objects are replaced: %s", seed, kind, query)
                        .isSubsetOf(satisfying.get());
            } finally {
                setBeforeReading(() -> {});
                for (Map.Entry<Path, byte[]> object : contents.entrySet()) {
                    Files.write(object.getKey(), object.getValue());
                    Files.setLastModifiedTime(object.getKey(), times.get(object.getKey()));
                }
            }
        }

        /** Returns the lines of an object with its rows from the last to the first. */
        private byte[] backwards(byte[] content) {
            // in this encoding a byte is a character
            List<String> lines =
                    new ArrayList<>(new String(content, ISO_8859_1).lines().toList());
            Collections.reverse(lines.subList(kind.headers(), lines.size() - kind.footers()));
            return (String.join("\n", lines) + "\n").getBytes(ISO_8859_1);
        }

        /** Returns a query of three columns, with FROM_TABLE in place of the table. */
        private String query(int number) {
            String condition = conditions.condition();
            return switch (random.nextInt(12)) {
                case 0 -> select(number, "count(*)", "count(n)", condition);
                case 1 -> {
                    // of two zeros either may come
                    String column = pick("n", "txt", "day", "r + 0", "d + 0", "id");
                    column = kind.isCsv() ? pick("n", "txt", "day") : column;
                    yield select(number, shown("min(%s)", column), shown("max(%s)", column), condition);
                }
                case 2 ->
                    select(number, "sum(CASE WHEN %s THEN 1 ELSE 0 END)".formatted(condition), "count(*)", "true");
                case 3 -> {
                    String column = pick("n", "txt", "id", "day");
                    String first = "SELECT %s FROM FROM_TABLE WHERE %s ORDER BY %s %s NULLS %s LIMIT %s"
                            .formatted(
                                    column,
                                    condition,
                                    column,
                                    pick("ASC", "DESC"),
                                    pick("FIRST", "LAST"),
                                    1 + random.nextInt(20));
                    yield "SELECT %s, CAST(%s AS varchar), '' FROM (%s)".formatted(number, shown("%s", column), first);
                }
                case 4 ->
                    "SELECT %s, CAST(count(*) AS varchar), '' FROM (SELECT id FROM FROM_TABLE WHERE %s LIMIT %s)"
                            .formatted(number, condition, 1 + random.nextInt(60));
                case 5 -> {
                    String values = kind.isCsv()
                            ? "txt IN (SELECT y FROM (VALUES 'a', 'b', '\uD83D\uDE00') AS v(y))"
                            : pick(
                                    "n IN (SELECT y FROM (VALUES 3, 33, 71) AS v(y))",
                                    "r IN (SELECT y FROM (VALUES REAL '0.0', REAL '17.25') AS v(y))",
                                    "d IN (SELECT y FROM (VALUES double '-0.0', double '0.5') AS v(y))",
                                    "txt IN (SELECT y FROM (VALUES 'a', 'b', '\uD83D\uDE00') AS v(y))");
                    yield select(number, "id", "\"$path\"", "%s AND %s".formatted(values, condition));
                }
                case 6 ->
                    "SELECT %s, CAST(id AS varchar), '' FROM (SELECT * FROM FROM_TABLE WHERE %s) WHERE %s"
                            .formatted(number, condition, conditions.condition());
                default -> select(number, "id", "\"$path\"", condition);
            };
        }

        /** Text as bytes: what is no UTF-8 is no JSON either, in which a server sends rows. */
        private String shown(String function, String column) {
            String value = function.formatted(column);
            return column.equals("txt") ? "to_hex(to_utf8(%s))".formatted(value) : value;
        }

        private String pick(String... some) {
            return some[random.nextInt(some.length)];
        }

        private String select(int number, String first, String second, String condition) {
            return "SELECT %s, CAST(%s AS varchar), CAST(%s AS varchar) FROM FROM_TABLE WHERE %s"
                    .formatted(number, first, second, condition);
        }

        /**
         * Asks for the rows that satisfy each condition. The stock connector evaluates all conditions in one scan, which tells the
         * same rows in a fraction of the time; where they differ from ours, it is asked as we are.
         */
        private void askForRows(List<String> some) {
            Session session = session();
            List<String> queries = IntStream.range(0, some.size())
                    .mapToObj(number -> select(number, "id", "\"$path\"", some.get(number)))
                    .toList();
            Optional<Multiset<MaterializedRow>> scanned = rowsIn(
                    "hive",
                    session,
                    "SELECT CAST(id AS varchar), \"$path\", %s FROM FROM_TABLE".formatted(String.join(", ", some)));
            Optional<Multiset<MaterializedRow>> ours = rowsIn("lake", session, String.join("\nUNION ALL ", queries));
            if (scanned.isEmpty()
                    || ours.isEmpty()
                    || !ours.get().equals(ConditionScan.satisfying(scanned.get(), 2, some.size()))) {
                askTogether(queries, session);
            }
        }

        private void askTogether(List<String> queries) {
            askTogether(queries, session());
        }

        private void askTogether(List<String> queries, Session session) {
            String all = String.join("\nUNION ALL ", queries);
            Optional<Multiset<MaterializedRow>> stock = rowsIn("hive", session, all);
            Optional<Multiset<MaterializedRow>> ours =
                    stock.isEmpty() ? Optional.empty() : rowsIn("lake", session, all);
            if (stock.isPresent() && ours.isPresent() && stock.get().equals(ours.get())) {
                return;
            }
            // to name the one that differs, or because one fails for all
            for (String query : queries) {
                Optional<Multiset<MaterializedRow>> stockAlone = rowsIn("hive", session, query);
                if (stockAlone.isEmpty()) {
                    // it may be that what fails lies in what is skipped
                    continue;
                }
                assertThat(rowsIn("lake", session, query))
                        .as("seed %s, %s, row filter of %s: %s\n%s", seed, kind, session.getUser(), rowFilter, query)
                        .isEqualTo(stockAlone);
            }
        }

        private Session session() {
            Session.SessionBuilder session = Session.builder(
                            skipping(runner.getDefaultSession(), random.nextInt(15) > 0))
                    .setSystemProperty("task_concurrency", pick("1", "4"))
                    .setCatalogSessionProperty("lake", "skipping_max_merge_distance", pick("0B", "4kB", "1MB"))
                    .setCatalogSessionProperty("lake", "skipping_text_reader_enabled", pick("true", "true", "false"));
            if (random.nextInt(6) == 0) {
                session.setIdentity(Identity.ofUser(FILTERED));
            }
            return session.build();
        }

        /** A condition that fails on some rows fails, or does not, as in the stock connector. */
        private void askForFailure(String condition) {
            String query = select(0, "id", "\"$path\"", condition);
            assertThat(rowsIn("lake", on, query))
                    .as("seed %s, %s: %s", seed, kind, query)
                    .isEqualTo(rowsIn("hive", on, query));
        }

        /** Returns the rows of a query, or nothing if it fails for what is in a row. */
        private Optional<Multiset<MaterializedRow>> rowsIn(String catalog, Session session, String query) {
            try {
                MaterializedResultWithPlan result = runner.executeWithPlan(
                        session, query.replace("FROM_TABLE", "%s.%s.%s".formatted(catalog, SCHEMA, table)));
                if (catalog.equals("lake")) {
                    ScanMetrics.of(runner.getCoordinator().getQueryManager().getFullQueryInfo(result.queryId()))
                            .forEach(pruned::add);
                }
                return Optional.of(HashMultiset.create(result.result().getMaterializedRows()));
            } catch (RuntimeException e) {
                if (e instanceof QueryFailedException
                        && String.valueOf(e.getMessage())
                                .matches(
                                        "(?s).*(Cannot cast|Value cannot be cast|not a valid|out of range|overflow).*")) {
                    return Optional.empty();
                }
                throw new AssertionError("seed %s, %s, in %s: %s".formatted(seed, kind, catalog, query), e);
            }
        }
    }
}
