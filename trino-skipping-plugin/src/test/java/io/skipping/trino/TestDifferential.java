// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.partitioningBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Multiset;
import com.google.common.collect.Multisets;
import io.skipping.trino.SkippingTestTables.Scanned;
import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * The same queries on the plain Hive connector, on ours with skipping off, and with skipping on, over tables of every
 * format and type: equal results, and something skipped where something can be.
 */
@Test(groups = "servers")
public class TestDifferential extends AbstractLakeTest {
    private static final List<String> WRITTEN_FORMATS = List.of(
            "TEXTFILE", "JSON", "OPENX_JSON", "PARQUET", "ORC", "AVRO", "RCTEXT", "RCBINARY", "SEQUENCEFILE", "CSV");

    /**
     * Tables over objects that nobody wrote through SQL, as people have them.
     *
     * @param source the table whose objects' lines they have
     * @param headerLines that each object has before them
     * @param footerLines that each object has behind them
     * @param members whether the objects are compressed in members, cut in the middle of lines
     */
    private record InPlace(String source, int headerLines, int footerLines, boolean members) {}

    private static final String REGEX = "REGEX";

    /** Has objects that are not UTF-8. Some lines have no quotes; the releases of Trino read different values of these. */
    private static final String LATIN = "CSV_LATIN";

    private static final Map<String, InPlace> IN_PLACE = ImmutableMap.<String, InPlace>builder()
            .put(REGEX, new InPlace("TEXTFILE", 0, 0, false))
            .put("HEADER", new InPlace("TEXTFILE", 2, 0, false))
            .put("FOOTER", new InPlace("TEXTFILE", 1, 1, false))
            .put("CSV_HEADER", new InPlace("CSV", 1, 0, false))
            .put("CSV_FOOTER", new InPlace("CSV", 0, 3, false))
            .put("JSON_HEADER", new InPlace("JSON", 1, 0, false))
            .put("JSON_FOOTER", new InPlace("JSON", 3, 2, false))
            .put("MEMBERS", new InPlace("TEXTFILE", 0, 0, true))
            .put("CSV_MEMBERS", new InPlace("CSV", 0, 0, true))
            .put("JSON_MEMBERS", new InPlace("JSON", 0, 0, true))
            .put("CSV_HEADER_MEMBERS", new InPlace("CSV", 1, 0, true))
            .put("FOOTER_MEMBERS", new InPlace("TEXTFILE", 2, 2, true))
            .put(LATIN, new InPlace("CSV", 0, 0, false))
            .buildOrThrow();

    private static final String COMPRESSED = "GZIP";

    /**
     * Names formats whose objects are read as a whole or not at all, because rows have no place of their own in them, or
     * because they are a single row group, as small RCFiles are.
     */
    private static final Set<String> NOT_TO_BE_CUT = Set.of(COMPRESSED, "RCTEXT", "RCBINARY");

    private static final List<String> TABLES = ImmutableList.<String>builder()
            .addAll(WRITTEN_FORMATS)
            .add(COMPRESSED)
            .addAll(IN_PLACE.keySet())
            .build();

    private static final String ROWS = """
            SELECT
                n AS id,
                IF(n % 97 = 0, NULL, CAST(n % 100 AS tinyint)) AS tiny,
                CAST(n % 30000 AS smallint) AS small,
                CAST(n / 7 AS integer) AS int4,
                IF(n % 1009 = 0, nan(), IF(n = 4001, infinity(), CAST(n AS double) / 3 - 2000)) AS dbl,
                CAST(IF(n % 500 = 0, -0.0e0, n * 0.25e0) AS real) AS flt,
                CAST(n * 0.01 AS decimal(12, 2)) AS dec_short,
                CAST(n AS decimal(38, 5)) * 1000000000000000 AS dec_long,
                IF(n % 3 = 0, NULL, 'town-' || lpad(CAST(n / 50 AS varchar), 6, '0')) AS town,
                CAST(IF(n % 2 = 0, 'é' || CAST(n / 1000 AS varchar), 'b') AS char(5)) AS c5,
                CAST('v' || CAST(n % 17 AS varchar) AS varchar(20)) AS v20,
                date '2020-01-01' + interval '1' day * (n / 20) AS day,
                timestamp '2020-01-01 00:00:00.000' + interval '1' minute * n AS ts,
                n % 2 = 0 AS even,
                to_utf8('bin' || CAST(n / 100 AS varchar)) AS bin,
                ARRAY[n, n + 1] AS list,
                CAST(ROW(n, 'x') AS row(a bigint, b varchar)) AS nested
            FROM (SELECT x * 100 + y AS n
                  FROM UNNEST(sequence(FIRST, LAST)) AS t(x) CROSS JOIN UNNEST(sequence(0, 99)) AS u(y))
            """;

    private static final List<String> PREDICATES = List.of(
            "id = 1234",
            "id <> 1234",
            "id < 300",
            "id >= 11900",
            "id BETWEEN 5000 AND 5100",
            "id IN (7, 4321, 9999, 123456)",
            "id NOT IN (7, 4321)",
            "id = 3 OR id = 11111",
            "NOT (id > 200)",
            "id IS NULL",
            "id IS NOT NULL AND id < 50",
            "id < 0",
            "int4 = 1000",
            "dbl > 1990",
            "dbl < -1990",
            "dbl <> 0",
            "dbl = infinity()",
            "is_nan(dbl)",
            "flt = 0",
            "flt = -0.0",
            "flt > 2900",
            "dec_short = 42.42",
            "dec_short BETWEEN 10 AND 10.5",
            "dec_long > decimal '11900000000000000000'",
            "dec_long = decimal '5000000000000000000'",
            "town = 'town-000100'",
            "town IS NULL AND id < 100",
            "town >= 'town-000230'",
            "town > 'zzz'",
            "town IN ('town-000001', 'town-000200', 'nowhere')",
            "day = date '2020-03-01'",
            "day > date '2021-08-20'",
            "day BETWEEN date '2020-02-01' AND date '2020-02-03'",
            "ts < timestamp '2020-01-01 01:00:00'",
            "ts = timestamp '2020-01-03 10:00:00'",
            "even AND id < 100",
            "even IS NULL",
            "id BETWEEN 100 AND 200 AND day = date '2020-01-09'",
            "id = 77 OR town = 'town-000077'",
            "id = 5 AND id = 6");

    private static final List<String> PREDICATES_ON_NESTED = List.of("nested.a = 500", "contains(list, 700)");

    private static final List<String> PREDICATES_NOT_IN_AVRO = List.of(
            "tiny = 42 AND id < 1000",
            "tiny IS NULL AND id < 500",
            "small > 11900",
            "c5 = 'é3'",
            "c5 = 'b'",
            "c5 > 'é8'",
            "v20 = 'v3' AND id < 200");

    private static final List<String> PREDICATES_ON_BINARY = List.of("bin = to_utf8('bin42')");

    /** All columns of a CSV table are text. */
    private static final String CSV_ROWS = """
            SELECT CAST(id AS varchar) AS id, CAST(dbl AS varchar) AS dbl, CAST(dec_short AS varchar) AS dec_short, town,
                   CAST(day AS varchar) AS day, CAST(ts AS varchar) AS ts, CAST(c5 AS varchar) AS c5,
                   IF(id %% 5 = 0, NULL, 'said "' || CAST(id / 100 AS varchar) || '", and ''left'' \\ ' || trim(CAST(c5 AS varchar))) AS remark
            FROM (%s)
            """;

    private static final List<String> CSV_PREDICATES = List.of(
            "id = '1234'",
            "id <> '1234'",
            "id < '1000'",
            "id >= '9990'",
            "id LIKE '77%'",
            "id IN ('7', '4321', 'none')",
            "CAST(id AS bigint) = 1234",
            "CAST(id AS bigint) BETWEEN 5000 AND 5100",
            "TRY_CAST(dbl AS double) > 1990",
            "dbl = 'NaN'",
            "dec_short = '42.42'",
            "town = 'town-000100'",
            "town = '' AND day = '2020-03-01'",
            "town IS NULL",
            "town > 'zzz'",
            "day = '2020-03-01'",
            "day > '2021-08-20'",
            "ts < '2020-01-01 01:00:00'",
            "ts = '2020-01-03 10:00:00.000'",
            "remark = 'said \"43\", and ''left'' \\ b'",
            "remark LIKE 'said \"43\",%'",
            "remark >= 'said \"98' AND id > '99'",
            "c5 = 'é3'",
            "c5 = U&'\\FFFD3'",
            "c5 < 'c' AND id < '1000'",
            "id = '77' OR town = 'town-000077'");

    /** Predicates in a statement, each with a scan of its own, which saves the time of planning. */
    private static final int TOGETHER = 10;

    /** Says of how many predicates one is asked of a table; the next table is asked others. */
    private static final int EVERY = Integer.getInteger("skipping.test.differential-every", 1);

    @Override
    protected void createTables() throws Exception {
        for (String format : WRITTEN_FORMATS) {
            write(format, format, "NONE");
        }
        write(COMPRESSED, "TEXTFILE", "GZIP");
        for (String table : IN_PLACE.keySet()) {
            put(table);
        }
        for (String table : TABLES) {
            SkippingTestTables.BuildResult build = tables.build(name(table), "64kB");
            assertThat(build.failed())
                    .as("objects that could not be summarised: %s", table)
                    .isZero();
            assertThat(build.rows()).as("rows summarised: %s", table).isEqualTo(12_000);
        }
    }

    /** Whether all columns are text. */
    private static boolean isCsv(String table) {
        return table.startsWith("CSV");
    }

    private static String name(String table) {
        return "t_" + table.toLowerCase(Locale.ENGLISH);
    }

    /** Three objects, written through SQL. */
    private void write(String table, String format, String compression) {
        // one writer: rows stay in order, and there is one object for each insert; and several row groups or stripes in
        // it
        Session writer = Session.builder(runner.getDefaultSession())
                .setSystemProperty("task_concurrency", "1")
                .setSystemProperty("task_max_writer_count", "1")
                .setSystemProperty("task_min_writer_count", "1")
                .setSystemProperty("scale_writers", "false")
                .setCatalogSessionProperty("lake", "compression_codec", compression)
                .setCatalogSessionProperty("lake", "parquet_writer_block_size", "64kB")
                .setCatalogSessionProperty("lake", "orc_optimized_writer_max_stripe_rows", "1000")
                .build();
        for (int part = 0; part < 3; part++) {
            String rows =
                    ROWS.replace("FIRST", String.valueOf(part * 40)).replace("LAST", String.valueOf(part * 40 + 39));
            rows = switch (format) {
                // JSON has no word for them
                case "JSON", "OPENX_JSON" -> rows.replace("nan()", "NULL").replace("infinity()", "1e300");
                case "AVRO" ->
                    "SELECT id, int4, dbl, flt, dec_short, dec_long, town, day, ts, even, list, nested FROM (%s)"
                            .formatted(rows);
                case "CSV" -> CSV_ROWS.formatted(rows);
                default -> rows;
            };
            writeRows(
                    writer,
                    part == 0
                            ? "CREATE TABLE %s WITH (format = '%s') AS %s".formatted(name(table), format, rows)
                            : "INSERT INTO %s %s".formatted(name(table), rows));
        }
    }

    /** Three objects, put into a folder of their own and declared as a table afterwards. */
    private void put(String table) throws IOException {
        InPlace what = IN_PLACE.get(table);
        Path folder = Files.createDirectory(root.resolve("in-place-" + name(table)));
        for (Path object : objects(name(what.source))) {
            List<String> lines = Files.readAllLines(object);
            if (table.equals(LATIN)) {
                lines.replaceAll(line -> line.contains("said") ? line : line.replace("\"", ""));
            }
            // lines that would be rows if they were not left out
            List<String> head = lines.subList(5, 5 + what.headerLines);
            List<String> foot = lines.subList(7, 7 + what.footerLines);
            byte[] text = Stream.of(head, lines, foot)
                    .flatMap(List::stream)
                    .map(line -> line + "\n")
                    .collect(joining())
                    .getBytes(table.equals(LATIN) ? ISO_8859_1 : UTF_8);
            Path target = folder.resolve(object.getFileName() + (what.members ? ".gz" : ""));
            Files.write(target, what.members ? members(text) : text);
        }
        String location = "external_location = 'local:///%s'".formatted(root.relativize(folder));
        if (table.equals(REGEX)) {
            runner.execute("CREATE TABLE hive.%s.%s (%s) WITH (format = 'REGEX', %s, regex = '%s')"
                    .formatted(SCHEMA, name(table), """
                            id bigint, tiny tinyint, small smallint, int4 integer, dbl double, flt real,
                            dec_short decimal(12, 2), dec_long decimal(38, 5), town varchar, c5 char(5),
                            v20 varchar(20), day date, ts timestamp, even boolean
                            """, location, "([^\\x01]*)\\x01".repeat(14) + ".*"));
            return;
        }
        // of JSON, Trino says nothing of these lines in SQL, but leaves them out where Hive's metastore says so
        String ends = what.source.equals("JSON")
                ? "extra_properties = MAP(ARRAY['skip.header.line.count', 'skip.footer.line.count'], ARRAY['%s', '%s'])"
                : "skip_header_line_count = %s, skip_footer_line_count = %s";
        runner.execute("CREATE TABLE hive.%s.%s (LIKE hive.%s.%s) WITH (format = '%s', %s, %s)"
                .formatted(
                        SCHEMA,
                        name(table),
                        SCHEMA,
                        name(what.source),
                        what.source,
                        location,
                        ends.formatted(what.headerLines, what.footerLines)));
    }

    private static byte[] members(byte[] text) throws IOException {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        int memberText = 10_000;
        // the last member is empty
        for (int start = 0; start < text.length + memberText; start += memberText) {
            GZIPOutputStream member = new GZIPOutputStream(object);
            int from = Math.min(start, text.length);
            member.write(text, from, Math.min(memberText, text.length - from));
            member.finish();
        }
        return object.toByteArray();
    }

    private List<Path> objects(String table) throws IOException {
        try (Stream<Path> files =
                Files.list(root.resolve("metastore").resolve(SCHEMA).resolve(table))) {
            List<Path> objects = files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .toList();
            assertThat(objects).as("objects of %s", table).hasSize(3);
            return objects;
        }
    }

    @DataProvider
    public Object[][] queries() {
        List<Object[]> queries = new ArrayList<>();
        for (String table : TABLES) {
            asked(table).stream().collect(partitioningBy(TestDifferential::readsTimestamps)).values().stream()
                    .filter(alike -> !alike.isEmpty())
                    .forEach(alike -> queries.add(new Object[] {table, alike}));
        }
        return queries.toArray(Object[][]::new);
    }

    /**
     * Returns what is asked of a table: all predicates if its format is one of its own; of those whose lines are those of
     * another table, which has the same summaries, every second one, and of the next table the others.
     */
    private static List<String> asked(String table) {
        List<String> predicates = predicates(table);
        int number = TABLES.indexOf(table);
        int every = WRITTEN_FORMATS.contains(table) ? EVERY : 2 * EVERY;
        return IntStream.range(0, predicates.size())
                .filter(predicate -> (predicate + number) % every == 0)
                .mapToObj(predicates::get)
                .toList();
    }

    private static List<String> predicates(String table) {
        if (isCsv(table)) {
            return CSV_PREDICATES;
        }
        ImmutableList.Builder<String> predicates =
                ImmutableList.<String>builder().addAll(PREDICATES);
        if (!table.equals("AVRO")) {
            predicates.addAll(PREDICATES_NOT_IN_AVRO);
        }
        if (!table.equals(REGEX)) {
            predicates.addAll(PREDICATES_ON_NESTED);
        }
        if (!table.equals("AVRO") && !table.equals(REGEX)) {
            predicates.addAll(PREDICATES_ON_BINARY);
        }
        return predicates.build();
    }

    @Test(dataProvider = "queries")
    public void testResultsAreEqual(String table, List<String> predicates) {
        Multiset<MaterializedRow> plain = inOneScan(on, "hive", table, predicates);
        assertEqual("skipping off", inOneScan(off, "lake", table, predicates), plain, predicates);
        // what is handed to the reader with skipping off is what the stock connector hands to it, so that a few will do
        List<String> few = predicates.subList(0, Math.min(2, predicates.size()));
        assertEqual(
                "skipping off, one by one",
                rows(_ -> off, table, few),
                Multisets.filter(plain, row -> (int) row.getField(0) < few.size()),
                few);
        assertEqual("skipping on", rows(this::merging, table, predicates), plain, predicates);
    }

    /** Returns a session for predicates. Ranges are of 64 kB: of an object of three, the second may be read for those around it. */
    private Session merging(List<String> predicates) {
        long distance = Math.floorMod(predicates.hashCode(), 2) * 64L;
        return Session.builder(on)
                .setCatalogSessionProperty("lake", "skipping_max_merge_distance", distance + "kB")
                .build();
    }

    private static void assertEqual(
            String name, Multiset<MaterializedRow> actual, Multiset<MaterializedRow> plain, List<String> predicates) {
        assertThat(Multisets.difference(plain, actual))
                .as("rows missing with %s; the first column is the number of the predicate: %s", name, predicates)
                .isEmpty();
        assertThat(Multisets.difference(actual, plain))
                .as("rows too many with %s; the first column is the number of the predicate: %s", name, predicates)
                .isEmpty();
    }

    private Multiset<MaterializedRow> inOneScan(
            Session session, String catalog, String table, List<String> predicates) {
        return ConditionScan.rows(
                query -> local.rows(session, query),
                "%s.%s.%s".formatted(catalog, SCHEMA, name(table)),
                columns(predicates),
                predicates);
    }

    /** Every predicate has a scan of its own. */
    private Multiset<MaterializedRow> rows(
            Function<List<String>, Session> sessions, String table, List<String> predicates) {
        Multiset<MaterializedRow> rows = HashMultiset.create();
        for (int first = 0; first < predicates.size(); first += TOGETHER) {
            List<String> some = predicates.subList(first, Math.min(predicates.size(), first + TOGETHER));
            rows.addAll(local.rows(
                    sessions.apply(some),
                    ConditionScan.conditionByCondition(
                            "lake.%s.%s".formatted(SCHEMA, name(table)), columns(predicates), some, first)));
        }
        return rows;
    }

    private static List<String> columns(List<String> predicates) {
        return List.of("id", "dbl", "town", readsTimestamps(predicates.getFirst()) ? "ts" : "NULL", "\"$path\"");
    }

    /** Half of the time of reading is that of timestamps: those asked for are compared, and once those of nearly all rows. */
    private static boolean readsTimestamps(String predicate) {
        return predicate.startsWith("ts ") || predicate.startsWith("id <> ");
    }

    @DataProvider
    public Object[][] tables() {
        return TABLES.stream().map(table -> new Object[] {table}).toArray(Object[][]::new);
    }

    @Test(dataProvider = "tables")
    public void testObjectsAndRangesAreSkipped(String table) {
        String query = "SELECT count(*) FROM lake.%s.%s WHERE day = %s '2020-09-07'"
                .formatted(SCHEMA, name(table), isCsv(table) ? "" : "date");
        Scanned scanned = tables.scan(runner.getDefaultSession(), query);
        assertThat(scanned.rows()).containsExactly(new MaterializedRow(List.of(20L)));
        Map<String, Long> metrics = scanned.metrics();
        assertThat(metrics)
                .as("the rows of two objects are all outside")
                .containsEntry("skipping.objects.considered", 3L)
                .containsEntry("skipping.objects.pruned", 2L)
                .containsEntry("skipping.objects.unindexed", 0L)
                .containsEntry("skipping.objects.stale", 0L);

        long size = (long) value("SELECT max(\"$file_size\") FROM hive.%s.%s WHERE day = %s '2020-09-07'"
                .formatted(SCHEMA, name(table), isCsv(table) ? "" : "date"));
        long read = metrics.get("skipping.bytes.considered") - metrics.get("skipping.bytes.pruned");
        if (NOT_TO_BE_CUT.contains(table)) {
            assertThat(read).as("bytes of the object that is left").isEqualTo(size);
        } else {
            assertThat(read)
                    .as("bytes of the ranges of the object that are left, of %s", size)
                    .isPositive()
                    .isLessThan(size);
        }
    }
}
