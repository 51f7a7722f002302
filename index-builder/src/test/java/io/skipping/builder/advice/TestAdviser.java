// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.skipping.builder.advice.Adviser.Asked;
import io.skipping.builder.advice.Adviser.Existing;
import io.skipping.command.TableName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.testng.annotations.Test;

/** Ten objects of a megabyte, each of one range of 10,000 rows, but where a test says otherwise. */
public class TestAdviser {
    private static final int OBJECTS = 10;
    private static final Existing BUILT = new Existing(true, Set.of("minmax(id)", "minmax(city)"), Set.of(), true);
    private static final FilterReader READER = new FilterReader(
            "lake",
            new TableName("grid", "meters"),
            new Columns(Map.of("id", "bigint", "city", "varchar", "day", "date")));

    private static Condition condition(String filter) {
        return READER.ofFilter(filter).getFirst();
    }

    /** The numbers of an object, in the order of {@link Measures#sql}. */
    private interface Numbers {
        long[] of(int object);
    }

    private static Advice advise(Existing existing, double now, long ranges, String filter, Numbers numbers) {
        Condition condition = condition(filter);
        Condition whole = new Condition("whole", new Condition.Undecidable(""));
        Map<String, String> types = Map.of("id", "bigint", "city", "varchar", "day", "date");
        SampleSql.Layout layout = SampleSql.Layout.of(List.of(condition, whole), types);
        List<SampledObject> objects = new ArrayList<>();
        List<long[]> rows = new ArrayList<>();
        for (int object = 0; object < OBJECTS; object++) {
            objects.add(new SampledObject("o" + object, 1 << 20, ranges, 10_000));
            long[] ofCondition = numbers.of(object);
            long[] row = Arrays.copyOf(ofCondition, ofCondition.length + 1);
            row[ofCondition.length] = ofCondition[0];
            rows.add(row);
        }
        assertThat(layout.sql()).as("numbers of the test").hasSize(rows.getFirst().length);
        return new Adviser(new MeasuredSample(objects, layout, rows, types), existing)
                .advise(List.of(new Asked(Question.of(List.of(condition)), List.of(now), List.of(whole))));
    }

    private static List<String> names(Advice advice) {
        return advice.proposals().stream().map(Advice.Proposal::name).toList();
    }

    @Test
    public void testIdsThatAreAnywhere() {
        // one object has it; all have it within their bounds; too many values to keep
        Advice advice = advise(BUILT, 1, 1, "id = 5", object -> new long[] {object == 3 ? 1 : 0, 1, 9_000, 1});
        assertThat(names(advice)).containsExactly("bloom(id)");
        Advice.Finding finding = advice.findings().getFirst();
        assertThat(finding.matching()).isCloseTo(0.1, within(1e-9));
        assertThat(finding.advised())
                .as("one object, and one in a hundred of the others")
                .isCloseTo(0.109, within(1e-6));
        assertThat(advice.proposals().getFirst().indexShare())
                .as("9,000 values of ten bits in a megabyte")
                .isCloseTo(9000 * 1.25 / (1 << 20), within(1e-6));
    }

    @Test
    public void testFewValuesNeedNoFilter() {
        Advice advice = advise(BUILT, 1, 1, "id = 5", object -> new long[] {object == 3 ? 1 : 0, 1, 100, 1});
        assertThat(names(advice)).containsExactly("values(id)");
        assertThat(advice.requests()).as("every build makes it").isEmpty();
    }

    @Test
    public void testBoundsOfATableWithoutIndex() {
        Existing none = new Existing(false, Set.of(), Set.of(), false);
        Advice advice =
                advise(none, 1, 1, "id > 5", object -> new long[] {object == 3 ? 1 : 0, object == 3 ? 1 : 0, 9_000, 1});
        assertThat(names(advice)).containsExactly("minmax(id)");
        assertThat(advice.requests()).isEmpty();
        assertThat(advice.needsBuild()).isTrue();
    }

    @Test
    public void testWhatIsThereIsNotAdvised() {
        Numbers numbers = object -> new long[] {object == 3 ? 1 : 0, 1, 9_000, 1};
        Existing requested = new Existing(true, Set.of("bloom(id)"), Set.of("bloom(id)"), true);
        assertThat(advise(requested, 0.11, 1, "id = 5", numbers)
                        .findings()
                        .getFirst()
                        .reason())
                .contains("the index that is there skips what can be skipped");
        Advice fruitless = advise(requested, 1, 1, "id = 5", numbers);
        assertThat(names(fruitless)).isEmpty();
        assertThat(fruitless.findings().getFirst().reason()).contains("bloom(id) is there and leaves this much");
    }

    @Test
    public void testWhatNoIndexCanSkip() {
        Advice everywhere = advise(BUILT, 1, 1, "id = 5", object -> new long[] {7, 1, 100, 1});
        assertThat(everywhere.isEmpty()).isTrue();
        assertThat(everywhere.findings().getFirst().reason().orElseThrow())
                .startsWith("nearly all of the table holds rows that it asks for")
                .contains("a layout by id would bring them together");
        Advice random = advise(BUILT, 1, 1, "id < rand()", object -> new long[] {object == 0 ? 1 : 0});
        assertThat(random.findings().getFirst().reason().orElseThrow()).endsWith("it is random");
    }

    @Test
    public void testRangesWithinObjects() {
        // a row of each object matches, which is one of 20 ranges
        Advice advice = advise(BUILT, 1, 20, "id = 5", object -> new long[] {1, 1, 9_000, 1});
        assertThat(advice.findings().getFirst().matching()).isCloseTo(0.05, within(1e-9));
        assertThat(advice.findings().getFirst().advised()).isLessThan(0.07);
    }

    @Test
    public void testTexts() {
        assertThat(names(advise(BUILT, 1, 1, "city LIKE '%abc%'", object ->
                        new long[] {object == 3 ? 1 : 0, object < 2 ? 1 : 0})))
                .containsExactly("ngram(city)");
        assertThat(names(advise(BUILT, 1, 1, "city LIKE 'abc%'", object ->
                        new long[] {object == 3 ? 1 : 0, 1, 500, object == 3 ? 1 : 0})))
                .containsExactly("prefix(city)");
        Advice grams = advise(BUILT, 1, 1, "city LIKE '%abc%'", object -> new long[] {object == 3 ? 1 : 0, 500});
        assertThat(names(grams)).as("every object has these letters in a row").isEmpty();
        Advice test = advise(BUILT, 1, 1, "lower(city) = 'x'", object -> new long[] {object == 3 ? 1 : 0, 1500});
        assertThat(test.requests()).singleElement().satisfies(proposal -> {
            assertThat(proposal.name()).isEqualTo("values(city)");
            assertThat(proposal.options()).containsEntry("limit", "5000");
        });
    }

    @Test
    public void testALayoutIsNotAdvisedWithoutItsPrice() {
        Condition day = condition("day = DATE '2026-01-01'");
        Condition id = condition("id = 5");
        Advice.Finding skips =
                new Advice.Finding(Question.of(List.of(day)), 0.02, 0.01, 0.02, List.of(), java.util.Optional.empty());
        Advice.Finding reads = new Advice.Finding(
                Question.of(List.of(id)),
                1,
                0.9,
                1,
                List.of(),
                java.util.Optional.of("nearly all …; a layout by id would bring them together"));
        assertThat(AdviceText.questions(new Advice(List.of(skips, reads), List.of(), false)))
                .contains(
                        "A layout by id takes the table out of the order that lets this question skip now: day = DATE '2026-01-01' (reads 2.0 %, asked once)");
        assertThat(LayoutCosts.warning(new Advice(List.of(reads), List.of(), false)))
                .isEmpty();
    }

    @Test
    public void testShareReadFromAPlan() {
        String metrics =
                "'skipping.bytes.considered' = LongCount{total=%d} 'skipping.bytes.pruned' = LongCount{total=%d}";
        assertThat(ScanMetrics.shareRead(metrics.formatted(1000, 250), 1000)).isEqualTo(0.75);
        assertThat(ScanMetrics.shareRead(metrics.formatted(500, 250), 1000))
                .as("Hive left out other partitions")
                .isEqualTo(0.25);
        assertThat(ScanMetrics.shareRead("TableScan[table = lake:grid:meters]", 1000))
                .isEqualTo(1);
        assertThat(ScanMetrics.shareRead("Values[]", 1000)).isEqualTo(0);
    }
}
