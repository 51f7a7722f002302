// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashMultiset;
import io.skipping.committer.codec.GzipMembersOutputStream;
import io.skipping.trino.SkippingTestTables.BuildResult;
import io.skipping.trino.SkippingTestTables.Scanned;
import io.skipping.trino.core.read.gzip.MemberRanges;
import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Objects of text with header and footer lines: all of them are skipped in ranges, and none of these lines is a row. */
public class TestHeaderLines extends AbstractLakeTest {
    private static final int ROWS = 20_000;
    private static final String RANGE_SIZE = "64kB";
    private static final int RANGE_BYTES = 64 * 1024;

    /** Longer than what a worker reads for one split of a build. */
    private static final int LARGE_ROWS = 35_000;

    private static final int PAD = 1000;

    private static final String LONG_LINE = "x".repeat(3 * RANGE_BYTES);

    /**
     * A table whose objects of rows have header and footer lines.
     *
     * @param lineEnd of each line
     * @param header each would be a row if it were not left out
     * @param footer in the same way
     */
    private record Table(String name, String lineEnd, List<String> header, List<String> footer) {
        String create(Path folder) {
            return """
                    CREATE TABLE hive.%s.%s (k varchar, name varchar)
                    WITH (format = 'CSV', external_location = 'local:///%s',
                        skip_header_line_count = %s, skip_footer_line_count = %s)
                    """.formatted(SCHEMA, name, folder.getFileName(), header.size(), footer.size());
        }
    }

    private static final List<Table> TABLES = List.of(
            new Table("one_line", "\n", List.of("k,name"), List.of()),
            new Table("long_line", "\r\n", List.of("00000500," + LONG_LINE), List.of()),
            new Table("several_lines", "\r\n", List.of("k,name", "", "00000500,not a row"), List.of()),
            new Table("long_lines", "\n", List.of("00000500," + LONG_LINE, "00000500," + LONG_LINE), List.of()),
            new Table("footer", "\n", List.of(), List.of("00000500,not a row", "")),
            new Table(
                    "long_footer", "\r", List.of("k,name"), List.of("00000500," + LONG_LINE, "00000500," + LONG_LINE)),
            new Table("both", "\r\n", List.of("k,name", "00000500,not a row"), List.of("00000500,not a row")));

    /** Nothing changes here, and both readers of ours are compared with the same answers. */
    @Override
    protected Optional<String> withSameRows(String query) {
        return Optional.of(query);
    }

    @Override
    protected void createTables() throws IOException {
        for (Table table : TABLES) {
            Path folder = Files.createDirectory(root.resolve(table.name));
            runner.execute(table.create(folder));
            write(folder.resolve("rows.csv"), table, rows(0, ROWS));
            write(folder.resolve("mark.csv"), table, rows(ROWS, 10), "\uFEFF");
            write(folder.resolve("no-rows.csv"), table, List.of());
            // lines of header and footer only, and not all of them
            write(
                    folder.resolve("short.csv"),
                    new Table("", "\n", List.of("00000500,not a row"), List.of()),
                    List.of());
            Files.createFile(folder.resolve("empty.csv"));
            BuildResult build = tables.build(table.name, RANGE_SIZE);
            assertThat(build.failed()).as(table.name).isZero();
        }
    }

    private static List<String> rows(int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(row -> "%08d,\"name, of %s\"".formatted(row, row))
                .toList();
    }

    private static void write(Path object, Table table, List<String> rows) throws IOException {
        write(object, table, rows, "");
    }

    private static void write(Path object, Table table, List<String> rows, String start) throws IOException {
        String lines = Stream.of(table.header, rows, table.footer)
                .flatMap(List::stream)
                .map(line -> line + table.lineEnd)
                .collect(joining());
        Files.writeString(object, start + lines, UTF_8);
    }

    @DataProvider
    public Object[][] tablesAndReaders() {
        return TABLES.stream()
                .flatMap(table -> Stream.of(new Object[] {table.name, true}, new Object[] {table.name, false}))
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "tablesAndReaders")
    public void testRowsAreThoseOfHive(String table, boolean ourReader) {
        // the connector's own splits, of what may be split, begin and end in ranges
        Session reader = SplitSizes.set(Session.builder(on), "lake", "90kB")
                .setCatalogSessionProperty("lake", "skipping_text_reader_enabled", String.valueOf(ourReader))
                .setCatalogSessionProperty("lake", "skipping_max_merge_distance", "0B")
                .build();
        for (String condition : List.of(
                "true",
                "k < '00000010'",
                "k = '00000500'",
                "k > '00019990'",
                "k = 'k'",
                "k = ''",
                "k BETWEEN '00002800' AND '00008000'")) {
            String query = "SELECT k, name, \"$path\" FROM CATALOG.%s WHERE %s".formatted(table, condition);
            assertThat(HashMultiset.create(rows(reader, query.replace("CATALOG", "lake." + SCHEMA))))
                    .as(query)
                    .isEqualTo(HashMultiset.create(plain(query)));
        }
        assertSameRows("SELECT count(*), count(name), min(k), max(k) FROM CATALOG." + table);
        assertSameRows("SELECT k FROM CATALOG.%s ORDER BY k DESC LIMIT 3".formatted(table));
    }

    @Test(dataProvider = "tablesAndReaders")
    public void testAPointQueryReadsOneRange(String table, boolean ourReader) {
        Session reader = Session.builder(on)
                .setCatalogSessionProperty("lake", "skipping_text_reader_enabled", String.valueOf(ourReader))
                .build();
        Map<String, Long> metrics =
                tables.metrics(reader, "SELECT * FROM lake.%s.%s WHERE k = '00010000'".formatted(SCHEMA, table));
        assertThat(metrics.get("skipping.bytes.considered") - metrics.get("skipping.bytes.pruned"))
                .as("bytes read of %s", metrics)
                .isEqualTo(RANGE_BYTES);
        assertThat(metrics).containsEntry("skipping.objects.unindexed", 0L);
    }

    @DataProvider
    public Object[][] ends() {
        return new Object[][] {{1, 0, false}, {2, 3, false}, {2, 3, true}};
    }

    /** Several workers summarise a part of the object each; of gzip members, one finds them in several parts. */
    @Test(dataProvider = "ends")
    public void testALargeObjectIsSummarisedInParts(int headerLines, int footerLines, boolean members)
            throws IOException {
        Table table = new Table(
                "large_%s_%s".formatted(headerLines, members),
                "\n",
                List.of("k,name", "00000500,").subList(0, headerLines),
                rows(0, 3).subList(0, footerLines));
        Path folder = Files.createDirectory(root.resolve(table.name));
        runner.execute(table.create(folder));
        Path object = folder.resolve("rows.csv");
        Random random = new Random(1);
        byte[] pad = new byte[PAD / 2];
        write(
                object,
                table,
                rows(0, LARGE_ROWS).stream()
                        .map(row -> {
                            random.nextBytes(pad);
                            return row + HexFormat.of().formatHex(pad);
                        })
                        .toList());
        if (members) {
            byte[] text = Files.readAllBytes(object);
            Files.delete(object);
            object = folder.resolve("rows.gz");
            try (GzipMembersOutputStream out = new GzipMembersOutputStream(Files.newOutputStream(object), 100_000)) {
                out.write(text);
            }
            assertThat(Files.size(object)).as("more than is fetched at a time").isGreaterThan(MemberRanges.WINDOW);
        }
        BuildResult build = tables.build(table.name, "256kB");
        assertThat(build.failed()).isZero();
        assertThat(build.rows()).isEqualTo(LARGE_ROWS);
        String query = "SELECT k FROM lake.%s.%s WHERE k = '00030000'".formatted(SCHEMA, table.name);
        Scanned scanned = tables.scan(on, query);
        assertThat(scanned.rows()).containsExactly(new MaterializedRow(List.of("00030000")));
        Map<String, Long> metrics = scanned.metrics();
        assertThat(metrics.get("skipping.bytes.considered") - metrics.get("skipping.bytes.pruned"))
                .as("bytes read of %s", metrics)
                .isPositive()
                .isLessThanOrEqualTo(members ? 1024 * 1024 : 256 * 1024);
        assertSameRows("SELECT count(*), min(k), max(k) FROM CATALOG." + table.name);
        assertSameRows("SELECT k FROM CATALOG.%s WHERE k < '00000003' OR k > '00034990'".formatted(table.name));
    }

    /** Trino writes no such objects, but leaves out rows of those that it finds. */
    @Test
    public void testRowsOfSequenceFilesAreLeftOutAsByHive() throws IOException {
        writeRows(
                "CREATE TABLE hive.%s.sequence_rows WITH (format = 'SEQUENCEFILE') AS SELECT lpad(CAST(x AS varchar), 8, '0') AS k, rpad('name', 500, 'x') AS name FROM UNNEST(sequence(1, 2000)) AS t(x)"
                        .formatted(SCHEMA));
        Path folder = Files.createDirectory(root.resolve("sequence"));
        try (Stream<Path> objects =
                Files.list(root.resolve("metastore").resolve(SCHEMA).resolve("sequence_rows"))) {
            for (Path object : objects.filter(
                            each -> !each.getFileName().toString().startsWith("."))
                    .toList()) {
                Files.copy(object, folder.resolve(object.getFileName()));
            }
        }
        runner.execute("""
                CREATE TABLE hive.%s.sequence (k varchar, name varchar)
                WITH (format = 'SEQUENCEFILE', external_location = 'local:///sequence',
                    extra_properties = MAP(ARRAY['skip.header.line.count', 'skip.footer.line.count'], ARRAY['2', '1']))
                """.formatted(SCHEMA));
        assertThat(tables.build("sequence", RANGE_SIZE).failed()).isZero();
        assertSameRows("SELECT k FROM CATALOG.sequence WHERE k < '00000010' OR k > '00001990'");
        assertSameRows("SELECT count(*), min(k), max(k) FROM CATALOG.sequence");
    }
}
