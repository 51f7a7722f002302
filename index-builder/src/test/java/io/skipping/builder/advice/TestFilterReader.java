// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.builder.advice.Condition.Beginning;
import io.skipping.builder.advice.Condition.Comparison;
import io.skipping.builder.advice.Condition.Containment;
import io.skipping.builder.advice.Condition.Element;
import io.skipping.builder.advice.Condition.Form;
import io.skipping.builder.advice.Condition.Missing;
import io.skipping.builder.advice.Condition.Span;
import io.skipping.builder.advice.Condition.Undecidable;
import io.skipping.command.TableName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestFilterReader {
    private static final Columns COLUMNS = columns();
    private static final FilterReader READER = new FilterReader("lake", new TableName("grid", "meters"), COLUMNS);

    private static Columns columns() {
        Map<String, String> types = new LinkedHashMap<>();
        types.put("id", "bigint");
        types.put("load", "double");
        types.put("city", "varchar");
        types.put("order", "varchar(10)");
        types.put("at", "timestamp(3)");
        types.put("on", "boolean");
        types.put("tags", "array(varchar)");
        types.put("attributes", "map(varchar, varchar)");
        types.put("place", "row(city varchar, x double)");
        return new Columns(types);
    }

    private static Span between(String low, String high) {
        return new Span(Optional.of(low), true, Optional.of(high), true);
    }

    @DataProvider
    public Object[][] forms() {
        return new Object[][] {
            {"id = 5", new Comparison("id", "id", List.of(Span.point("5")))},
            {"5 = id", new Comparison("id", "id", List.of(Span.point("5")))},
            {"5 < id", new Comparison("id", "id", List.of(new Span(Optional.of("5"), false, Optional.empty(), true)))},
            {
                "load <= 1.5",
                new Comparison("load", "load", List.of(new Span(Optional.empty(), true, Optional.of("1.5"), true)))
            },
            {"id IN (1, 2)", new Comparison("id", "id", List.of(Span.point("1"), Span.point("2")))},
            {"id = 1 OR id = 2", new Comparison("id", "id", List.of(Span.point("1"), Span.point("2")))},
            {"id BETWEEN 1 AND 2 OR id = 9", new Comparison("id", "id", List.of(between("1", "2"), Span.point("9")))},
            {"\"on\"", new Comparison("\"on\"", "\"on\"", List.of(Span.point("true")))},
            {"\"order\" = 'a'", new Comparison("\"order\"", "\"order\"", List.of(Span.point("'a'")))},
            {
                "CAST(city AS double) BETWEEN 1 AND 2",
                new Comparison("TRY_CAST(city AS double)", "CAST(city AS double)", List.of(between("1", "2")))
            },
            {
                "TRY_CAST(NULLIF(city, '') AS double) = 1",
                new Comparison("TRY_CAST(city AS double)", "CAST(city AS double)", List.of(Span.point("1")))
            },
            {"CAST(id AS double) = 1", new Comparison("CAST(id AS double)", "id", List.of(Span.point("1")))},
            {"id + 1 = 7", new Comparison("(id + 1)", "id", List.of(Span.point("7")))},
            {"place.x = 1", new Comparison("place.x", "place.x", List.of(Span.point("1")))},
            {
                "attributes['agent'] = 'x'",
                new Comparison(
                        "element_at(attributes, 'agent')",
                        "element_at(attributes, 'agent')",
                        List.of(Span.point("'x'")))
            },
            {"city LIKE 'Ly%'", new Beginning("city", "city", "Ly")},
            {"starts_with(city, 'Ly')", new Beginning("city", "city", "Ly")},
            {"strpos(city, 'Ly') = 1", new Beginning("city", "city", "Ly")},
            {"substr(city, 1, 2) = 'Ly'", new Beginning("city", "city", "Ly")},
            {"regexp_like(city, '^Lyon')", new Beginning("city", "city", "Lyon")},
            {"city LIKE '%yon%'", new Containment("city", "city", List.of("yon"))},
            {"city LIKE '%y!_on%' ESCAPE '!'", new Containment("city", "city", List.of("y_on"))},
            {"strpos(city, 'yon') > 0", new Containment("city", "city", List.of("yon"))},
            {"regexp_like(city, 'Lyon.*France')", new Containment("city", "city", List.of("Lyon", "France"))},
            {"contains(tags, 'x')", new Element("tags", "elements(tags)")},
            {"city IS NULL", new Missing("city", "city")},
            {"lower(city) = 'lyon'", new Condition.Test("city")},
            {"city LIKE '%yo%'", new Condition.Test("city")},
            {"id % 7 = 0", new Condition.Test("id")},
            {"city = 'a' OR lower(city) = 'b'", new Condition.Test("city")},
            {"city <> 'Lyon'", new Undecidable("nearly every row satisfies it")},
            {"city IS NOT NULL", new Undecidable("nearly every row satisfies it")},
            {"id = 1 OR city = 'a'", new Undecidable("it is over several columns of a row")},
            {"id < rand()", new Undecidable("it is random")},
            {"cardinality(tags) = 2", new Undecidable("no index tests values of type array(varchar)")},
        };
    }

    @Test(dataProvider = "forms")
    public void testForms(String filter, Form form) {
        assertThat(READER.ofFilter(filter))
                .singleElement()
                .extracting(Condition::form)
                .isEqualTo(form);
    }

    @Test
    public void testMeasuredWithoutBetween() {
        assertThat(READER.ofFilter("CAST(city AS double) BETWEEN 1 AND 2 OR id = 3"))
                .singleElement()
                .extracting(Condition::test)
                .asString()
                .isEqualTo("(((CAST(city AS double) >= 1) AND (CAST(city AS double) <= 2)) OR (id = 3)".substring(1));
    }

    @Test
    public void testScansOfAQuery() {
        assertThat(texts("SELECT * FROM meters WHERE id = 1 AND city = 'a' AND load > 2;"))
                .containsExactly(List.of("id = 1", "city = 'a'", "load > 2"));
        assertThat(
                        texts(
                                "SELECT * FROM lake.grid.meters m JOIN other o ON m.id = o.id AND m.load > 2 WHERE m.city = 'a' AND o.x = 1"))
                .as("what is compared with another table is no filter")
                .containsExactly(List.of("city = 'a'", "load > 2"));
        assertThat(texts("SELECT * FROM other o LEFT JOIN meters m ON m.load > 2"))
                .as("a left join keeps rows that do not satisfy its condition")
                .containsExactly(List.of());
        assertThat(texts("WITH a AS (SELECT * FROM grid.meters WHERE id = 1) SELECT * FROM a, meters b WHERE b.id = 2"))
                .containsExactlyInAnyOrder(List.of("id = 1"), List.of("id = 2"));
        assertThat(texts("SELECT * FROM meters WHERE id IN (SELECT id FROM other) AND load > 2"))
                .containsExactly(List.of("load > 2"));
    }

    private static List<List<String>> texts(String query) {
        return READER.ofQuery(query).stream()
                .map(scan -> scan.stream().map(Condition::text).toList())
                .toList();
    }

    @Test
    public void testPartitionColumns() {
        Columns partitioned = new Columns(Map.of("id", "bigint", "day", "date"), Set.of("day"));
        assertThat(new FilterReader("lake", new TableName("grid", "meters"), partitioned)
                        .ofFilter("day = DATE '2026-01-01' AND id = 1"))
                .extracting(Condition::form)
                .containsExactly(
                        new Undecidable("it is over a partition column, by which Hive skips partitions"),
                        new Comparison("id", "id", List.of(Span.point("1"))));
        assertThat(ColumnProbes.probed(partitioned)).containsExactly("id");
    }

    @Test
    public void testMistakes() {
        assertThatThrownBy(() -> READER.ofQuery("SELEC 1"))
                .hasMessageStartingWith("The query is not SQL of Trino: line 1:1");
        assertThatThrownBy(() -> READER.ofQuery("DELETE FROM meters"))
                .hasMessage("Only a SELECT has advice: DELETE FROM meters");
        assertThatThrownBy(() -> READER.ofQuery("SELECT 1 FROM elsewhere.meters"))
                .hasMessageStartingWith("The query does not read lake.grid.meters");
    }
}
