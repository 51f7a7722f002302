// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.command.TableName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.testng.annotations.Test;

public class TestLoggedQueries {
    private static final TableName TABLE = new TableName("grid", "meters");
    private static final Map<String, String> TYPES = Map.of(
            "id",
            "bigint",
            "price",
            "decimal(9,2)",
            "at",
            "timestamp(3)",
            "day",
            "date",
            "CAST(t AS double)",
            "double",
            "small",
            "tinyint",
            "\"order\"",
            "bigint",
            "\"2nd \"\"id\"\"\"",
            "bigint");
    private static final Columns COLUMNS = new Columns(Map.of(
            "id",
            "bigint",
            "price",
            "decimal(9,2)",
            "at",
            "timestamp(3)",
            "day",
            "date",
            "t",
            "varchar",
            "small",
            "tinyint",
            "order",
            "bigint",
            "2nd \"id\"",
            "bigint"));
    private static final FilterReader READER = new FilterReader("lake", TABLE, COLUMNS);

    private static LoggedQueries read(String... lines) throws IOException {
        Path file = Files.createTempFile("log", ".jsonl");
        try {
            Files.write(file, List.of(lines));
            return LoggedQueries.read(List.of(file), "lake", TABLE);
        } finally {
            Files.delete(file);
        }
    }

    private static String line(String rest) {
        return "{\"time\":\"2026-01-01T00:00:00Z\",\"catalog\":\"lake\",\"schema\":\"grid\",\"table\":\"meters\","
                + rest + "}";
    }

    @Test
    public void testLinesThatDifferInValuesAreOneQuestion() throws IOException {
        LoggedQueries log = read(
                line("\"conditions\":{\"id\":[1],\"day\":[[\"2026-01-01\",\"2026-01-31\"]]},\"bytes\":100"),
                line("\"conditions\":{\"id\":[2],\"day\":[[\"2026-02-01\",\"2026-02-28\"]]},\"bytes\":300"),
                line("\"conditions\":{\"id\":[1,2]}"),
                line("\"conditions\":{}"),
                line("\"conditions\":{\"id\":[1]}").replace("meters", "others"),
                line("\"extents\":{\"price\":0}"));
        assertThat(log.lines()).isEqualTo(5);
        assertThat(log.unconditional()).isEqualTo(1);
        assertThat(log.withoutValues()).containsExactly(Map.entry("price", 1L));
        assertThat(log.expressions(COLUMNS)).containsExactlyInAnyOrder("id", "day");
        List<Question> questions = log.questions(READER, COLUMNS, TYPES).questions();
        assertThat(questions)
                .extracting(Question::text)
                .containsExactly("id = ? AND day BETWEEN ? AND ?", "id IN (?, …)");
        assertThat(questions).extracting(Question::asked).containsExactly(2L, 1L);
        assertThat(questions.getFirst().bytesRead()).isEqualTo(OptionalDouble.of(200));
        assertThat(questions.getFirst().variants()).hasSize(2);
        assertThat(questions.getLast().variants().getFirst().text())
                .isEqualTo("(id = TRY_CAST('1' AS bigint)) OR (id = TRY_CAST('2' AS bigint))");
    }

    @Test
    public void testValuesAreWrittenByType() throws IOException {
        assertThat(only("\"price\":[1250]")).isEqualTo("price = TRY_CAST('12.50' AS decimal(9, 2))");
        assertThat(only("\"at\":[[\"2026-01-01T10:00\",null]]"))
                .isEqualTo("\"at\" >= TRY_CAST('2026-01-01 10:00:00' AS timestamp(3))".replace("\"", ""));
        assertThat(only("\"CAST(t AS double)\":[[null,1.5]]"))
                .isEqualTo("CAST(t AS double) <= TRY_CAST('1.5' AS double)");
    }

    @Test
    public void testEndsBeyondTheTypeAreNoBounds() throws IOException {
        assertThat(only("\"small\":[[null,7],[128,null]]"))
                .as("small + 1 < 9, or it overflows")
                .isEqualTo("(small <= TRY_CAST('7' AS tinyint)) OR (small >= TRY_CAST('128' AS tinyint))");
        assertThat(only("\"small\":[[-129,7]]")).isEqualTo("small <= TRY_CAST('7' AS tinyint)");
        assertThat(only("\"small\":[[7,128]]")).isEqualTo("small >= TRY_CAST('7' AS tinyint)");
        assertThat(only("\"small\":[[7,127]]"))
                .isEqualTo("small BETWEEN TRY_CAST('7' AS tinyint) AND TRY_CAST('127' AS tinyint)");
        assertThat(only("\"small\":[[-129,128]]")).as("all but NULL").isEqualTo("small IS NOT NULL");
        assertThat(only("\"small\":[[null,-129]]")).as("no value").isEqualTo("small <= TRY_CAST('-129' AS tinyint)");
        assertThat(only("\"id\":[[5,9223372036854775808]]")).isEqualTo("id >= TRY_CAST('5' AS bigint)");
        assertThat(only("\"price\":[[-1000000000,999999999]]"))
                .isEqualTo("price <= TRY_CAST('9999999.99' AS decimal(9, 2))");
        assertThat(only("\"day\":[[\"-5877641-06-22\",\"+5881580-07-12\"]]")).isEqualTo("day IS NOT NULL");
        assertThat(only("\"small\":[\"Paris\"]"))
                .as("the column was text, which Trino turns into NULL")
                .isEqualTo("small = TRY_CAST('Paris' AS tinyint)");
    }

    @Test
    public void testColumnsWhoseNamesNeedQuotes() throws IOException {
        String asked = line("\"conditions\":{\"order\":[1],\"2nd \\\"id\\\"\":[[2,3]],\"CAST(t AS double)\":[1]}");
        assertThat(read(asked).expressions(COLUMNS))
                .as("columns alone have no quotes in the log")
                .containsExactly("\"order\"", "\"2nd \"\"id\"\"\"", "CAST(t AS double)");
        assertThat(read(asked).questions(READER, COLUMNS, TYPES).questions())
                .singleElement()
                .satisfies(question -> assertThat(question.variants().getFirst().filters())
                        .extracting(Filter::columns)
                        .containsExactlyInAnyOrder(Set.of("order"), Set.of("2nd \"id\""), Set.of("t")));
    }

    private static String only(String conditions) throws IOException {
        return read(line("\"conditions\":{" + conditions + "}"))
                .questions(READER, COLUMNS, TYPES)
                .questions()
                .getFirst()
                .variants()
                .getFirst()
                .text();
    }

    @Test
    public void testTextsOfQueries() throws IOException {
        String query = "\"query\":\"SELECT 1 FROM meters WHERE lower(t) = '%s' AND id = %d\",\"conditions\":{}";
        LoggedQueries.Questions questions = read(
                        line(query.formatted("it''s", 1)),
                        line(query.formatted("b", 22)),
                        line("\"query\":\"SELECT 1 FROM elsewhere\",\"conditions\":{}"))
                .questions(READER, COLUMNS, TYPES);
        assertThat(questions.questions()).singleElement().satisfies(question -> {
            assertThat(question.asked()).isEqualTo(2);
            assertThat(question.text()).isEqualTo("lower(t) = ? AND id = ?");
            assertThat(question.variants()).hasSize(2);
        });
        assertThat(questions.unreadable()).singleElement().asString().contains("does not read lake.grid.meters");
    }

    /** Queries of views, statements that write, and those that a driver has prepared have texts that advice does not read. */
    @Test
    public void testConditionsServeWhereTheTextDoesNot() throws IOException {
        LoggedQueries log = read(
                line("\"query\":\"SELECT 1 FROM recent WHERE x\",\"conditions\":{\"id\":[1]},\"bytes\":100"),
                line("\"query\":\"EXECUTE s USING 7\",\"conditions\":{\"id\":[7]},\"bytes\":200"),
                line("\"conditions\":{\"id\":[8]},\"bytes\":300"),
                line("\"query\":\"SELECT 1 FROM meters WHERE id = 9\",\"conditions\":{\"id\":[9]},\"bytes\":400"));
        assertThat(log.expressions(COLUMNS)).containsExactly("id");
        LoggedQueries.Questions questions = log.questions(READER, COLUMNS, TYPES);
        assertThat(questions.unreadable()).isEmpty();
        assertThat(questions.questions()).hasSize(2);
        Question ofConditions = questions.questions().getFirst();
        assertThat(ofConditions.asked()).isEqualTo(3);
        assertThat(ofConditions.bytesRead()).isEqualTo(OptionalDouble.of(200));
        assertThat(ofConditions.variants()).hasSize(3);
        assertThat(questions.questions().getLast().asked())
                .as("the text that can be read counts once")
                .isEqualTo(1);
    }

    /** A polygon in WKT is as long. */
    @Test
    public void testLongLiterals() {
        String text = "SELECT 1 FROM meters WHERE t = '%s' AND id = 1".formatted("it''s 1 ".repeat(50_000));
        assertThat(LoggedQueries.withoutConstants(text)).isEqualTo("SELECT ? FROM meters WHERE t = ? AND id = ?");
    }

    @Test
    public void testNotALog() {
        assertThatThrownBy(() -> read(line("\"conditions\":{}"), "nonsense"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is no query log: line 2 cannot be read")
                .hasMessageContaining("docs/query-log.md");
    }
}
