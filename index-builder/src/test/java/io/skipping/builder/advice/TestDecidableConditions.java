// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.builder.advice.Condition.Area;
import io.skipping.builder.advice.Condition.Comparison;
import io.skipping.builder.advice.Condition.Containment;
import io.skipping.builder.advice.Condition.Element;
import io.skipping.builder.advice.Condition.Missing;
import io.skipping.builder.advice.Condition.Outermost;
import io.skipping.builder.advice.Condition.Span;
import io.skipping.command.TableName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

public class TestDecidableConditions {
    private static final Columns COLUMNS = new Columns(Map.of(
            "id",
            "bigint",
            "order",
            "varchar",
            "x",
            "varchar",
            "y",
            "varchar",
            "tags",
            "array(varchar)",
            "c",
            "varchar"));
    private static final FilterReader READER = new FilterReader("lake", new TableName("grid", "meters"), COLUMNS);
    private static final Map<String, String> TYPES = Map.of(
            "id", "bigint", "\"order\"", "varchar", "CAST(x AS double)", "double", "CAST(y AS double)", "double");

    private static List<Condition> conditions(String json, String filter) {
        String plan =
                "Fragment 0\n   └─ ScanFilter[table = lake:grid:meters\n                %s, filterPredicate = (x)]\n"
                        .formatted(json);
        return DecidableConditions.of(plan, COLUMNS).orElseThrow().conditions(Scan.of(READER.ofFilter(filter)), TYPES);
    }

    @Test
    public void testComparisons() {
        assertThat(conditions("{\"conditions\":{\"id\":[5,[7,9]],\"order\":[[\"a\",null]],\"unknown\":[1]}}", "id > 1"))
                .containsExactly(
                        new Condition(
                                "(id = TRY_CAST('5' AS bigint) OR (id >= TRY_CAST('7' AS bigint) AND id <= TRY_CAST('9' AS bigint)))",
                                new Comparison(
                                        "id",
                                        List.of("id"),
                                        List.of(
                                                Span.point("TRY_CAST('5' AS bigint)"),
                                                new Span(
                                                        Optional.of("TRY_CAST('7' AS bigint)"),
                                                        Optional.of("TRY_CAST('9' AS bigint)"))))),
                        new Condition(
                                "((\"order\" >= 'a'))",
                                new Comparison(
                                        "\"order\"",
                                        List.of("\"order\""),
                                        List.of(new Span(Optional.of("'a'"), Optional.empty())))));
    }

    @Test
    public void testTextsElementsAndNulls() {
        assertThat(conditions(
                        "{\"conditions\":{\"elements(tags)\":[\"b\"]},\"fragments\":[{\"column\":\"c\",\"alternatives\":[[\"abc\",\"d\"],[\"efgh\"]]},{\"column\":\"c\",\"alternatives\":[[\"ab\"]]}],\"missing\":[\"id\"]}",
                        "contains(tags, 'b') AND id IS NULL"))
                .containsExactly(
                        new Condition("(contains(tags, 'b'))", new Element("tags", List.of("elements(tags)"))),
                        new Condition(
                                "c IS NOT NULL",
                                new Containment("c", List.of("c"), List.of(List.of("abc"), List.of("efgh")))),
                        new Condition("id IS NULL", new Missing(List.of("id"))));
    }

    @Test
    public void testAreas() {
        String shapes = "\"shapes\":[[\"CAST(x AS double)\",\"CAST(y AS double)\"]]";
        List<String> columns = List.of("CAST(x AS double)", "CAST(y AS double)");
        assertThat(conditions(
                        "{\"conditions\":{\"CAST(x AS double)\":[[1,2]],\"CAST(y AS double)\":[[3,4]]},%s}"
                                .formatted(shapes),
                        "within(x, y) AND id = 3"))
                .as("the box around it")
                .last()
                .isEqualTo(new Condition(
                        "((CAST(x AS double) >= TRY_CAST('1' AS double) AND CAST(x AS double) <= TRY_CAST('2' AS double))) AND ((CAST(y AS double) >= TRY_CAST('3' AS double) AND CAST(y AS double) <= TRY_CAST('4' AS double)))",
                        new Area(columns)));
        assertThat(conditions("{\"conditions\":{},%s}".formatted(shapes), "within(x, y) AND id = 3"))
                .containsExactly(new Condition("(within(x, y))", new Area(columns)));
    }

    @Test
    public void testOrders() {
        assertThat(DecidableConditions.of(
                                "[{\"conditions\":{},\"top\":{\"column\":\"order\",\"rows\":20,\"ascending\":true}}]",
                                COLUMNS)
                        .orElseThrow()
                        .outermost())
                .contains(new Outermost(List.of("\"order\""), 20));
        assertThat(DecidableConditions.of("Values[]", COLUMNS)).isEmpty();
    }

    @Test
    public void testFiltersOfOneColumnCanBeTested() {
        assertThat(DecidableConditions.tests(
                        Scan.of(READER.ofFilter("lower(c) = 'x' AND x = y AND cardinality(tags) = 1 AND id < rand()")),
                        COLUMNS))
                .containsExactly(new Condition("lower(c) = 'x'", new Condition.Test("c")));
    }
}
