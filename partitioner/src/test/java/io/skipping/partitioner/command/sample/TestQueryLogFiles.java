// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.command.TableName;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.train.Interval;
import io.skipping.partitioner.train.PastQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

public class TestQueryLogFiles {
    private static final List<Column> COLUMNS = List.of(
            new Column("x", ColumnType.DOUBLE),
            new Column("day", ColumnType.DATE),
            new Column("city", ColumnType.VARCHAR));

    private Path older;
    private Path newer;
    private Path wrong;

    @BeforeClass
    public void writeFiles() throws IOException {
        older = Files.createTempFile("queries", ".jsonl.1");
        newer = Files.createTempFile("queries", ".jsonl");
        wrong = Files.createTempFile("wrong", ".jsonl");
        Files.writeString(newer, """
                {"time":"2026-01-03T00:00:00Z","catalog":"lake","schema":"grid","table":"meters","conditions":{"x":[[3,4]]},"bytes":7}
                {"time":"2026-01-04T00:00:00Z","catalog":"sea","schema":"grid","table":"meters","conditions":{"x":[[4,5]]}}
                {"time":"2026-01-05T00:00:00Z","conditions":{"CAST(\\"x\\" AS double)":[[5,6]],"CAST(day AS date)":["1970-01-03"],"day":["1970-01-02"]}}
                """);
        Files.writeString(older, """
                {"time":"2026-01-01T00:00:00Z","catalog":"lake","schema":"grid","table":"meters","extents":{"x":1.5,"day":6.9,"city":null,"other":1}}
                {"time":"2026-01-02T00:00:00Z","catalog":"lake","schema":"grid","table":"others","conditions":{"x":[[2,3]]}}
                """);
        Files.writeString(wrong, """
                {"time":"2026-01-01T00:00:00Z","conditions":{}}
                {"time":"2026-01-01T00:00:00Z","conditions":{"x":[[1,2,3]]}}
                """);
    }

    @AfterClass(alwaysRun = true)
    public void deleteFiles() throws IOException {
        for (Path file : List.of(older, newer, wrong)) {
            Files.delete(file);
        }
    }

    @Test
    public void testAllFilesAreOneLog() throws IOException {
        assertThat(read(Optional.empty(), Optional.empty()))
                .extracting(query -> query.time().toString().substring(9, 10))
                .containsExactly("1", "2", "3", "4", "5");
    }

    @Test
    public void testOnlyOneTableCounts() throws IOException {
        assertThat(read(Optional.of("LAKE"), Optional.of(TableName.of("Grid.meters"))))
                .extracting(query -> query.time().toString().substring(9, 10))
                .as("the last one does not say which it is of")
                .containsExactly("1", "3", "5");
    }

    /** The layout has text that the query reads as a number, in the order of text: -9.5 comes behind -9.4 there. */
    @Test
    public void testCastsOfWhatIsTextToTheLayoutSayWhatToDo() throws IOException {
        Path file = Files.createTempFile("queries", ".jsonl");
        try {
            Files.writeString(
                    file,
                    "{\"time\":\"2026-01-01T00:00:00Z\",\"conditions\":{\"CAST(city AS double)\":[[-9.5,-9.4]]}}");
            assertThatThrownBy(() ->
                            new QueryLog(List.of(file), Optional.empty(), Optional.empty(), 1).read(COLUMNS, Map.of()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Query 1 of " + file)
                    .hasMessageContaining("casts column city, which is text in the layout, to double")
                    .hasMessageContaining("--columns city:double");
            Files.writeString(
                    file,
                    "{\"time\":\"2026-01-01T00:00:00Z\",\"conditions\":{\"CAST(city AS double)\":[[-9.5,-9.4]],\"city\":[\"a\"]}}");
            assertThat(new QueryLog(List.of(file), Optional.empty(), Optional.empty(), 1)
                            .read(COLUMNS, Map.of())
                            .queries())
                    .as("what is said of the column itself comes before")
                    .hasSize(1);
        } finally {
            Files.delete(file);
        }
    }

    /** Nobody needs to be told of a column of the layout, nor twice of one that is also cast. */
    @Test
    public void testOnlyOtherColumnsAreElsewhere() throws IOException {
        Path file = Files.createTempFile("queries", ".jsonl");
        try {
            Files.writeString(file, """
                    {"time":"2026-01-01T00:00:00Z","extents":{"x":null,"other":1},"bytes":5}
                    {"time":"2026-01-01T00:00:00Z","extents":{"CAST(x AS bigint)":null},"bytes":5}
                    {"time":"2026-01-01T00:00:00Z","conditions":{"CAST(other AS double)":[[1,2]],"other":["1"]},"bytes":6}
                    {"time":"2026-01-01T00:00:00Z","conditions":{"CAST(\\"Other\\" AS double)":[[1,2]]},"bytes":7}
                    """);
            assertThat(new QueryLog(List.of(file), Optional.empty(), Optional.empty(), 10)
                            .read(COLUMNS, Map.of())
                            .elsewhere())
                    .extracting(scans -> scans.columns() + " " + scans.bytes().orElseThrow())
                    .containsExactlyInAnyOrder("other 6.0", "Other 7.0");
        } finally {
            Files.delete(file);
        }
    }

    /** The layout reads a column of text as another type, as with {@code --columns x:double}. */
    @Test
    public void testConditionsOnTextDoNotCountForLayoutsOfAnotherOrder() throws IOException {
        Column number = new Column("x", ColumnType.DOUBLE);
        Column timestamp = new Column("x", ColumnType.TIMESTAMP);
        for (String type : List.of("varchar", "varchar(10)", "char(10)")) {
            Map<String, String> text = Map.of("x", type);
            assertThat(asked(line("{\"x\":[[\"9\",\"10\"]]}"), number, text))
                    .as("9, 90 and 950000 are in it")
                    .isEmpty();
            assertThat(asked(line("{\"x\":[\"N/A\"]}"), number, text)).isEmpty();
            assertThat(asked(
                            line("{\"x\":[[\"2026-01-1\",\"2026-01-2\"]],\"CAST(x AS date)\":[\"1970-01-02\"]}"),
                            timestamp,
                            text))
                    .as("the cast counts instead")
                    .containsExactly((double) Intervals.MICROS_A_DAY + " " + (double) (2 * Intervals.MICROS_A_DAY - 1));
            assertThat(asked(line("{\"x\":[\"a\"]}"), new Column("x", ColumnType.VARCHAR), text))
                    .as("a layout by the order of text")
                    .hasSize(1);
            assertThat(asked(
                            "{\"time\":\"2026-01-01T00:00:00Z\",\"extents\":{\"x\":null,\"CAST(x AS double)\":3}}",
                            number,
                            text))
                    .as("without literals")
                    .containsExactly("0.0 3.0");
        }
    }

    @Test
    public void testConditionsOnTextThatCannotBeReadDoNotCountIfTheTableIsUnknown() throws IOException {
        Column number = new Column("x", ColumnType.DOUBLE);
        Column timestamp = new Column("x", ColumnType.TIMESTAMP);
        assertThat(asked(line("{\"x\":[\"N/A\"]}"), number, Map.of())).isEmpty();
        assertThat(asked(line("{\"x\":[[\"10\",\"9\"]]}"), number, Map.of()))
                .as("no interval of numbers")
                .isEmpty();
        assertThat(asked(line("{\"x\":[1,\"N/A\"]}"), number, Map.of()))
                .as("a part would be a wrong hint")
                .isEmpty();
        assertThat(asked(
                        line("{\"x\":[[\"2026-01-1\",\"2026-01-2\"]],\"CAST(x AS date)\":[[\"1970-01-02\",null]]}"),
                        timestamp,
                        Map.of()))
                .as("the cast counts instead")
                .containsExactly((double) Intervals.MICROS_A_DAY + " " + (double) Long.MAX_VALUE);
        assertThat(asked(line("{\"x\":[\"1970-01-01T00:00\"]}"), timestamp, Map.of()))
                .containsExactly("0.0 0.0");
        for (String wrong : List.of("{\"CAST(x AS double)\":[\"N/A\"]}", "{\"x\":[[2,1]]}", "{\"x\":[true]}")) {
            assertThatThrownBy(() -> asked(line(wrong), number, Map.of()))
                    .as(wrong)
                    .isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> asked(line("{\"x\":[\"N/A\"]}"), number, Map.of("x", "double")))
                .as("a column of numbers")
                .isInstanceOf(IOException.class);
    }

    /** From 9 to 10 is no interval in the order of text, and from 1 to 20 is another one. */
    @Test
    public void testNumbersOfWhatIsTextToTheLayoutSayWhatToDo() throws IOException {
        Column text = new Column("x", ColumnType.VARCHAR);
        Object[][] cases = {
            {"[[9,10]]", Map.of("x", "bigint"), "bigint"},
            {"[[1,20]]", Map.of("x", "integer"), "bigint"},
            {"[7,[null,20]]", Map.of("x", "decimal(9,2)"), "double"},
            {"[[9.5,null]]", Map.of("x", "real"), "double"},
            {"[[9,10]]", Map.of(), "bigint"},
            {"[[9,10.5]]", Map.of(), "double"},
        };
        for (Object[] one : cases) {
            @SuppressWarnings("unchecked")
            Map<String, String> types = (Map<String, String>) one[1];
            assertThatThrownBy(() -> asked(line("{\"x\":%s}".formatted(one[0])), text, types))
                    .as("%s of %s", one[0], types)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Query 1 of ")
                    .hasMessageContaining("a range of numbers of column x, which is text in the layout")
                    .hasMessageEndingWith("--columns x:" + one[2]);
        }
        assertThat(queries(line("{\"x\":[9]}"), List.of(text), Map.of("x", "bigint")))
                .as("a single value is the same in each order")
                .hasSize(1);
    }

    @Test
    public void testFractionsOfWhatTheLayoutReadsAsIntegers() throws IOException {
        Column integer = new Column("x", ColumnType.BIGINT);
        for (String name : List.of("x", "CAST(x AS double)")) {
            assertThat(asked(
                            line("{\"%s\":[5.0,[4.5,5.5],[-5.5,-4.5],[-1e300,1e300],[null,2.5],[6.5,6.5]]}"
                                    .formatted(name)),
                            integer,
                            Map.of()))
                    .as(name)
                    .containsExactly(
                            "5.0 5.0",
                            "4.0 6.0",
                            "-6.0 -4.0",
                            Long.MIN_VALUE + 0.0 + " " + (double) Long.MAX_VALUE,
                            Long.MIN_VALUE + 0.0 + " 3.0",
                            "6.0 7.0");
        }
        assertThat(asked(line("{\"CAST(x AS decimal(38,2))\":[[1,%s]]}".formatted("9".repeat(38))), integer, Map.of()))
                .as("decimals of more than 64 bits")
                .containsExactly("0.0 " + (double) Long.MAX_VALUE);
        assertThat(asked(line("{\"x\":[[1,%s]]}".formatted("9".repeat(38))), integer, Map.of("x", "decimal(38,2)")))
                .as("unscaled")
                .containsExactly("1.0 " + (double) Long.MAX_VALUE);
        assertThat(asked(line("{\"x\":[\"1e999999999\"]}"), integer, Map.of()))
                .as("text that would be a very long integer")
                .isEmpty();
    }

    @Test
    public void testCastsAreConditionsOnTheirColumn() throws IOException {
        PastQuery query = read(Optional.empty(), Optional.empty()).get(4);
        assertThat(query.conditions().get("x").get(0).low()).isEqualTo(5);
        assertThat(query.conditions().get("day"))
                .as("what is said of the column itself comes before")
                .extracting(Interval::low)
                .containsExactly(1.0);
    }

    @Test
    public void testExtentsHaveNoPlace() throws IOException {
        PastQuery query = read(Optional.empty(), Optional.empty()).get(0);
        assertThat(query.placed()).isFalse();
        assertThat(query.conditions()).containsOnlyKeys("x", "day");
        assertThat(query.conditions().get("x").get(0).high()
                        - query.conditions().get("x").get(0).low())
                .isEqualTo(1.5);
        assertThat(query.conditions().get("day").get(0).high()
                        - query.conditions().get("day").get(0).low())
                .isEqualTo(7);
    }

    @Test
    public void testALongLogIsDrawnFrom() throws IOException {
        Path file = Files.createTempFile("long", ".jsonl");
        try {
            StringBuilder text = new StringBuilder();
            for (int query = 0; query < 5_000; query++) {
                text.append("{\"time\":\"2026-01-01T00:00:00Z\",\"conditions\":{\"x\":[%d]}}\n".formatted(query));
            }
            Files.writeString(file, text);
            QueryLog.Lines lines =
                    new QueryLog(List.of(file), Optional.empty(), Optional.empty(), 1_000).read(COLUMNS, Map.of());
            assertThat(lines.lines()).isEqualTo(5_000);
            assertThat(lines.queries()).hasSize(1_000).doesNotHaveDuplicates();
            double mean = lines.queries().stream()
                    .mapToDouble(query -> query.conditions().get("x").get(0).low())
                    .average()
                    .orElseThrow();
            assertThat(mean).as("from all of it").isBetween(2_350.0, 2_650.0);
        } finally {
            Files.delete(file);
        }
    }

    @Test
    public void testSaysWhichLineIsWrong() {
        QueryLog log = new QueryLog(List.of(wrong), Optional.empty(), Optional.empty(), 10);
        assertThatThrownBy(() -> log.read(COLUMNS, Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Query 2 of " + wrong)
                .hasMessageContaining("Not a pair: [1,2,3]");
    }

    @Test
    public void testSaysWhichLineIsNoJson() throws IOException {
        String line = "{\"time\":\"2026-01-01T00:00:00Z\",\"conditions\":{\"x\":[1]}}\n";
        for (String broken : List.of(line.substring(0, 40), "}", "x", "{\"time\"}", "{\"x\":\"\u0001\"}")) {
            assertThatThrownBy(() -> queries(line + line + broken, COLUMNS, Map.of()))
                    .as(broken)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Query 3 of ")
                    .hasMessageContaining(": not JSON: ");
        }
    }

    @Test
    public void testSaysWhichLineHasNoTime() {
        String line = "{\"time\":\"2026-01-01T00:00:00Z\",\"conditions\":{\"x\":[1]}}\n";
        assertThatThrownBy(() -> queries(line + "{\"conditions\":{\"x\":[1]}}\n", COLUMNS, Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Query 2 of ")
                .hasMessageContaining(
                        "It has no time; every line needs one such as \"time\": \"2026-01-15T10:00:00Z\"");
        assertThatThrownBy(() -> queries(line.replace("T00:00:00Z", ""), COLUMNS, Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Query 1 of ")
                .hasMessageContaining("Its time is \"2026-01-01\"; every line needs one such as");
    }

    /** The log has decimals as unscaled values, and a layout has those of text or doubles as they are. */
    @Test
    public void testDecimalsOfAnotherScaleThanTheLayout() throws IOException {
        String cast = line("{\"CAST(latitude AS decimal(9,4))\":[[488400,488850],[null,-1],5]}");
        assertThat(intervals(cast, new Column("latitude", ColumnType.DOUBLE), Map.of()))
                .as("of text that queries cast")
                .containsExactly("48.84 48.885", "-Infinity -1.0E-4", "5.0E-4 5.0E-4");
        assertThat(intervals(cast, new Column("latitude", ColumnType.BIGINT), Map.of()))
                .as("as integers, with all that match")
                .containsExactly("48.0 49.0", Long.MIN_VALUE + 0.0 + " 0.0", "0.0 1.0");

        String plain = line("{\"price\":[[1230,1299]]}");
        assertThat(intervals(plain, new Column("price", ColumnType.DOUBLE), Map.of("price", "decimal(9,2)")))
                .as("of a column of decimals")
                .containsExactly("12.3 12.99");
        assertThat(intervals(plain, new Column("price", ColumnType.BIGINT), Map.of("price", "decimal(9,2)")))
                .as("of a layout that has unscaled values, too")
                .containsExactly("1230.0 1299.0");
        assertThat(intervals(plain, new Column("price", ColumnType.DOUBLE), Map.of()))
                .as("of doubles that are integers")
                .containsExactly("1230.0 1299.0");
        assertThat(intervals(
                        "{\"time\":\"2026-01-01T00:00:00Z\",\"extents\":{\"price\":69}}",
                        new Column("price", ColumnType.DOUBLE),
                        Map.of("price", "decimal(9,2)")))
                .as("without literals")
                .containsExactly("0.0 0.69");
    }

    /** Queries may cast the same text to dates and to timestamps; a layout has one type. */
    @Test
    public void testDatesAndTimestampsOfOneColumn() throws IOException {
        long day = Intervals.MICROS_A_DAY;
        String dates = line("{\"CAST(at AS date)\":[\"1970-01-02\",[\"1970-01-03\",null]]}");
        String timestamps = line(
                "{\"CAST(at AS timestamp(6))\":[\"1970-01-02T00:00\",[\"1969-12-31T23:59:59.5\",\"1970-01-03T10:00\"]]}");
        Column timestamp = new Column("at", ColumnType.TIMESTAMP);
        assertThat(intervals(dates, timestamp, Map.of()))
                .as("whole days")
                .containsExactly(
                        (double) day + " " + (double) (2 * day - 1),
                        (double) (2 * day) + " " + (double) Long.MAX_VALUE);
        assertThat(intervals(timestamps, timestamp, Map.of()))
                .containsExactly((double) day + " " + (double) day, "-500000.0 " + (2 * day + 36_000_000_000.0));
        Column date = new Column("at", ColumnType.DATE);
        assertThat(intervals(dates, date, Map.of())).containsExactly("1.0 1.0", "2.0 " + (double) Long.MAX_VALUE);
        assertThat(intervals(timestamps, date, Map.of())).containsExactly("1.0 1.0", "-1.0 2.0");
        assertThat(intervals(
                        line("{\"CAST(at AS date)\":[[\"-999999-01-01\",\"999999-01-01\"]]}"), timestamp, Map.of()))
                .as("more than 64 bits of microseconds")
                .hasSize(1);

        String extents = "{\"time\":\"2026-01-01T00:00:00Z\",\"extents\":{\"CAST(at AS %s)\":%s}}";
        assertThat(intervals(extents.formatted("date", 0), timestamp, Map.of()))
                .containsExactly("0.0 " + (double) (day - 1));
        assertThat(intervals(extents.formatted("timestamp(6)", 7 * day), date, Map.of()))
                .containsExactly("0.0 7.0");
        String plain = "{\"time\":\"2026-01-01T00:00:00Z\",\"extents\":{\"at\":%s}}";
        assertThat(intervals(plain.formatted(0), timestamp, Map.of("at", "date")))
                .as("of a column of dates, as with --columns at:timestamp")
                .containsExactly("0.0 " + (double) (day - 1));
        assertThat(intervals(plain.formatted(7 * day), date, Map.of("at", "timestamp(3)")))
                .as("of a column of timestamps, as with --columns at:date")
                .containsExactly("0.0 7.0");
        assertThat(intervals(plain.formatted(7), date, Map.of("at", "date"))).containsExactly("0.0 7.0");
        assertThat(intervals(plain.formatted(7 * day), timestamp, Map.of("at", "timestamp(6)")))
                .containsExactly("0.0 " + (double) (7 * day));
        assertThat(intervals(plain.formatted(7), date, Map.of()))
                .as("of a column of unknown type")
                .containsExactly("0.0 7.0");
    }

    private static String line(String conditions) {
        return "{\"time\":\"2026-01-01T00:00:00Z\",\"conditions\":%s}".formatted(conditions);
    }

    /** Returns what a query of a log asks of a column; nothing if it is not known to ask anything. */
    private static List<String> asked(String line, Column column, Map<String, String> types) throws IOException {
        return queries(line, List.of(column), types).get(0).conditions().getOrDefault(column.name(), List.of()).stream()
                .map(interval -> column.type().isText() ? "text" : interval.low() + " " + interval.high())
                .toList();
    }

    private static List<String> intervals(String line, Column column, Map<String, String> types) throws IOException {
        return queries(line, List.of(column), types).get(0).conditions().get(column.name()).stream()
                .map(interval -> interval.low() + " " + interval.high())
                .toList();
    }

    private static List<PastQuery> queries(String content, List<Column> columns, Map<String, String> types)
            throws IOException {
        Path file = Files.createTempFile("queries", ".jsonl");
        try {
            Files.writeString(file, content);
            return new QueryLog(List.of(file), Optional.empty(), Optional.empty(), 10)
                    .read(columns, types)
                    .queries();
        } finally {
            Files.delete(file);
        }
    }

    private List<PastQuery> read(Optional<String> catalog, Optional<TableName> table) throws IOException {
        return new QueryLog(List.of(newer, older), catalog, table, 10)
                .read(COLUMNS, Map.of())
                .queries();
    }
}
