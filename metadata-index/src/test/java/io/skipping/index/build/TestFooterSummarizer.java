// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.FooterStatistics;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.PlainValues;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

public class TestFooterSummarizer {
    private static final IndexedColumn KNOWN = new IndexedColumn("known", BIGINT, "0");
    private static final IndexedColumn ONLY_NULLS_KNOWN = new IndexedColumn("only_nulls_known", BIGINT, "1");
    private static final IndexedColumn UNKNOWN = new IndexedColumn("unknown", BIGINT, "2");

    private static final IndexedColumn MEASURED = new IndexedColumn("measured", DOUBLE, "3");

    private static final List<Map<IndexedColumn, FooterStatistics>> GROUPS = List.of(
            Map.of(KNOWN, statistics(10, 1, 5L, 9L), ONLY_NULLS_KNOWN, nulls(10, 2)),
            Map.of(KNOWN, statistics(20, 3, -5L, 7L), ONLY_NULLS_KNOWN, nulls(20, 4)));

    @Test
    public void testBoundsOfAllGroupsAreMerged() {
        IndexDefinition bounds = definition("minmax", KNOWN);
        List<KeyColumn> summary = summarize(bounds, GROUPS).get(bounds);
        assertThat(PlainValues.read(summary.get(0), 0)).as("minimum").isEqualTo(Key.of(-5));
        assertThat(PlainValues.read(summary.get(1), 0)).as("maximum").isEqualTo(Key.of(9));
        assertThat(PlainValues.read(summary.get(2), 0)).as("NULLs").isEqualTo(Key.of(4));
    }

    @Test
    public void testNullsNeedNoBounds() {
        IndexDefinition nulls = definition("nulls", ONLY_NULLS_KNOWN);
        assertThat(PlainValues.read(summarize(nulls, GROUPS).get(nulls).getFirst(), 0))
                .isEqualTo(Key.of(6));
        assertThat(summarize(definition("minmax", ONLY_NULLS_KNOWN), GROUPS)).isEmpty();
    }

    @Test
    public void testValuesMustBeReadWhereFootersDoNotSuffice() {
        assertThat(summarize(definition("minmax", UNKNOWN), GROUPS))
                .as("a column that no footer speaks of")
                .isEmpty();
        assertThat(summarize(definition("values", KNOWN), GROUPS))
                .as("a summary of more than bounds")
                .isEmpty();
        assertThat(summarize(definition("minmax", KNOWN), List.of(GROUPS.getFirst(), Map.of())))
                .as("a group of which nothing is known")
                .isEmpty();
    }

    @Test
    public void testRanksAloneAreNotWorthReadingIfTheySaySo() {
        IndexDefinition onlyIfRead = new IndexDefinition("ranks", List.of(KNOWN), Map.of("if_read", "true"));
        IndexDefinition anyway = definition("ranks", KNOWN);
        IndexDefinition bounds = definition("minmax", KNOWN);
        Map<IndexDefinition, List<KeyColumn>> footersOnly = summarize(List.of(bounds, onlyIfRead), GROUPS);
        assertThat(footersOnly).containsOnlyKeys(bounds, onlyIfRead);
        assertThat(footersOnly.get(onlyIfRead)).hasSize(3).allMatch(field -> field.isNull(0));

        assertThat(summarize(List.of(bounds, anyway), GROUPS)).containsOnlyKeys(bounds);
        assertThat(summarize(List.of(onlyIfRead, bounds, definition("values", KNOWN)), GROUPS))
                .as("a column that is read for its values")
                .containsOnlyKeys(bounds);
        assertThat(summarize(List.of(onlyIfRead, definition("values", UNKNOWN)), GROUPS))
                .as("another column is read")
                .containsOnlyKeys(onlyIfRead);
    }

    @Test
    public void testDoublesAreReadForTheirNans() {
        List<Map<IndexedColumn, FooterStatistics>> bounded = List.of(Map.of(
                MEASURED, new FooterStatistics(9, 1, Optional.of(Key.ofDouble(0.5)), Optional.of(Key.ofDouble(2.5)))));
        List<Map<IndexedColumn, FooterStatistics>> onlyNulls = List.of(Map.of(MEASURED, nulls(9, 9)));
        IndexDefinition known = definition("minmax", MEASURED);
        IndexDefinition unknown = new IndexDefinition("minmax", List.of(MEASURED), Map.of("nans", "unknown"));
        IndexDefinition ranks = new IndexDefinition("ranks", List.of(MEASURED), Map.of("if_read", "true"));
        IndexDefinition nulls = definition("nulls", MEASURED);

        assertThat(summarize(List.of(nulls, known, ranks), bounded))
                .as("what is read for its NaNs has ranks, too")
                .containsOnlyKeys(nulls);
        assertThat(summarize(List.of(nulls, unknown, ranks), bounded))
                .as("as was asked for")
                .containsOnlyKeys(nulls, unknown, ranks);
        assertThat(summarize(List.of(nulls, known, ranks), onlyNulls))
                .as("without a value there is no NaN")
                .containsOnlyKeys(nulls, known, ranks);
        assertThat(summarize(List.of(known), List.of(bounded.getFirst(), onlyNulls.getFirst())))
                .as("one row group with values")
                .isEmpty();
    }

    private static Map<IndexDefinition, List<KeyColumn>> summarize(
            List<IndexDefinition> definitions, List<Map<IndexedColumn, FooterStatistics>> groups) {
        return FooterSummarizer.summarize(
                definitions, IndexTypes.load(TestFooterSummarizer.class.getClassLoader())::get, groups, 1000);
    }

    private static Map<IndexDefinition, List<KeyColumn>> summarize(
            IndexDefinition definition, List<Map<IndexedColumn, FooterStatistics>> groups) {
        return summarize(List.of(definition), groups);
    }

    private static IndexDefinition definition(String type, IndexedColumn column) {
        return new IndexDefinition(type, List.of(column), Map.of());
    }

    private static FooterStatistics statistics(long rows, long nulls, long minimum, long maximum) {
        return new FooterStatistics(rows, nulls, Optional.of(Key.of(minimum)), Optional.of(Key.of(maximum)));
    }

    private static FooterStatistics nulls(long rows, long nulls) {
        return new FooterStatistics(rows, nulls, Optional.empty(), Optional.empty());
    }
}
