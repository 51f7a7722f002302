// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

public class TestSampleSql {
    /** Trino's default of query.max-length. */
    private static final int MOST_CHARACTERS = 1_000_000;

    @Test
    public void testMeasuresAreGroupedByTheLengthOfTheirText() {
        List<String> measures = List.of("aaaa", "bbb", "ccc", "d".repeat(20), "e");
        assertThat(SampleSql.groups(measures, 7))
                .containsExactly(List.of("aaaa", "bbb"), List.of("ccc"), List.of("d".repeat(20)), List.of("e"));
        assertThat(SampleSql.groups(measures, 1000)).containsExactly(measures);
        assertThat(SampleSql.groups(List.of(), 7)).as("the rows are counted").containsExactly(List.of());
    }

    @Test
    public void testStatementsOfATableWithManyColumnsAreShortEnough() {
        List<String> measures = IntStream.range(0, 15_000)
                .mapToObj(
                        "count_if(\"column_%d\" BETWEEN 0 AND 1000000000000000000 AND \"column_0\" IS NOT NULL)"
                                ::formatted)
                .toList();
        SampleSql sql = new SampleSql("lake.grid.meters", List.of("s3://b/" + "p".repeat(1000)));
        assertThat(sql.measures(measures).length()).as("of all of them").isGreaterThan(MOST_CHARACTERS);
        List<List<String>> groups = SampleSql.groups(measures);
        assertThat(groups).allMatch(group -> sql.measures(group).length() < MOST_CHARACTERS / 2);
        assertThat(groups.stream().flatMap(List::stream)).containsExactlyElementsOf(measures);
    }

    @Test
    public void testGroupsArePutTogether() {
        GroupedMeasures measures = new GroupedMeasures(3);
        measures.add(2, List.of(row("a", "10", "1", "2"), row("b", "20", "3", null), row("gone", "5", "1", "1")));
        measures.add(1, List.of(row("b", "20", "4"), row("came", "7", "1"), row("a", "10", "5")));
        Map<String, GroupedMeasures.Measured> complete = measures.complete();
        assertThat(complete).as("objects that are in both groups").containsOnlyKeys("a", "b");
        assertThat(complete.get("a").rows()).isEqualTo(10);
        assertThat(complete.get("a").numbers()).containsExactly(1, 2, 5);
        assertThat(complete.get("b").rows()).isEqualTo(20);
        assertThat(complete.get("b").numbers()).containsExactly(3, 0, 4);
    }

    private static List<String> row(String... values) {
        return Arrays.asList(values);
    }
}
