// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.command.TableName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    @Test
    public void testExpressionsOverColumns() {
        for (String expression : List.of(
                "id",
                "\"order\"",
                "CAST(city AS double)",
                "date_parse(city, '%Y--%m /*')",
                "attributes['key']",
                "place.x",
                "json_extract_scalar(city, '$.\"a\"')")) {
            assertThat(READER.isOverColumns(expression)).as(expression).isTrue();
        }
        for (String expression : List.of(
                "gone",
                "lower(gone)",
                "1",
                "random()",
                "(SELECT max(id) FROM lake.hr.salaries)",
                "id IN (SELECT id FROM lake.hr.salaries)",
                "EXISTS (SELECT 1 FROM lake.hr.salaries WHERE id = 1)",
                "id > ALL (SELECT id FROM lake.hr.salaries)",
                "id FROM lake.hr.salaries",
                "id --",
                "id /* ' */ + length('*/')",
                "not SQL",
                "")) {
            assertThat(READER.isOverColumns(expression)).as(expression).isFalse();
        }
    }

    @Test
    public void testMeasuredWithoutBetween() {
        assertThat(READER.ofFilter("CAST(city AS double) BETWEEN 1 AND 2 OR id = 3"))
                .singleElement()
                .satisfies(filter -> {
                    assertThat(filter.test())
                            .isEqualTo("((CAST(city AS double) >= 1) AND (CAST(city AS double) <= 2)) OR (id = 3)");
                    assertThat(filter.columns()).containsExactlyInAnyOrder("city", "id");
                });
    }

    @Test
    public void testFirstRowsOfAnOrder() {
        Scan.Order latest = new Scan.Order("at", false, 20);
        assertThat(READER.ofQuery("SELECT id, at AS t FROM meters ORDER BY at DESC LIMIT 20"))
                .containsExactly(new Scan(List.of(), Optional.of(latest)));
        assertThat(READER.ofQuery("SELECT id, m.at AS t FROM meters m ORDER BY t DESC, id LIMIT 20"))
                .containsExactly(new Scan(List.of(), Optional.of(latest)));
        assertThat(READER.ofQuery("SELECT at FROM meters ORDER BY 1 DESC LIMIT 20"))
                .containsExactly(new Scan(List.of(), Optional.of(latest)));
        assertThat(READER.ofQuery("SELECT id FROM meters ORDER BY CAST(city AS double) LIMIT 5"))
                .extracting(Scan::text)
                .containsExactly("ORDER BY CAST(city AS double) LIMIT 5");
        assertThat(READER.ofQuery("SELECT max(m.at) FROM meters m"))
                .containsExactly(new Scan(List.of(), Optional.of(new Scan.Order("at", false, 1))));
        for (String query : List.of(
                "SELECT id FROM meters ORDER BY at",
                "SELECT max(id), count(*) FROM meters",
                "SELECT city, max(id) FROM meters GROUP BY city ORDER BY city LIMIT 5",
                "SELECT m.id FROM meters m, other ORDER BY m.id LIMIT 5")) {
            assertThat(READER.ofQuery(query)).as(query).allMatch(Scan::isUnconditional);
        }
        assertThat(READER.ofQuery("SELECT id FROM meters WHERE id > 5 ORDER BY at LIMIT 5"))
                .extracting(Scan::text)
                .as("a filter is between the order and the scan")
                .containsExactly("id > 5");
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
                .map(scan -> scan.filters().stream().map(Filter::text).toList())
                .toList();
    }

    @Test
    public void testPartitionColumns() {
        Columns partitioned = new Columns(Map.of("id", "bigint", "day", "date"), Set.of("day"));
        assertThat(new FilterReader("lake", new TableName("grid", "meters"), partitioned)
                        .ofFilter("day = DATE '2026-01-01' AND id = 1"))
                .extracting(Filter::undecidable)
                .containsExactly(
                        Optional.of("it is over a partition column, by which Hive skips partitions"), Optional.empty());
        assertThat(READER.ofFilter("id < rand()"))
                .extracting(Filter::undecidable)
                .containsExactly(Optional.of("it is random"));
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
