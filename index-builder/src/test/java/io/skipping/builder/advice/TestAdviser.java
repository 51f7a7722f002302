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
import java.util.Optional;
import java.util.Set;
import org.testng.annotations.Test;

/** Tests advice on ten objects of a megabyte, each of one range of 10,000 rows, but where a test says otherwise. */
public class TestAdviser {
    private static final int OBJECTS = 10;
    private static final Existing BUILT = new Existing(true, Set.of("minmax(id)", "minmax(city)"), Set.of(), true);
    private static final FilterReader READER = new FilterReader(
            "lake",
            new TableName("grid", "meters"),
            new Columns(Map.of("id", "bigint", "city", "varchar", "day", "date")));

    private static final Condition ID =
            new Condition("id = 5", new Condition.Comparison("id", List.of("id"), List.of(Condition.Span.point("5"))));

    private static Condition letters(String... texts) {
        return new Condition(
                "city IS NOT NULL", new Condition.Containment("city", List.of("city"), List.of(List.of(texts))));
    }

    /** The numbers of an object, in the order of {@link Measures#sql}. */
    private interface Numbers {
        long[] of(int object);
    }

    private static Advice advise(Existing existing, double now, long ranges, Condition condition, Numbers numbers) {
        return advise(existing, now, ranges, "id = 5", condition, numbers);
    }

    private static Advice advise(
            Existing existing, double now, long ranges, Condition condition, Numbers numbers, long rows) {
        return advise(existing, now, ranges, "id = 5", condition, numbers, rows);
    }

    private static Advice advise(
            Existing existing, double now, long ranges, String filter, Condition condition, Numbers numbers) {
        return advise(existing, now, ranges, filter, condition, numbers, 10_000);
    }

    private static Advice advise(
            Existing existing,
            double now,
            long ranges,
            String filter,
            Condition condition,
            Numbers numbers,
            long rowsOfObject) {
        Condition whole = Condition.counted("whole");
        Map<String, String> types = Map.of("id", "bigint", "city", "varchar", "day", "date", "x.id", "bigint");
        SampleSql.Layout layout = SampleSql.Layout.of(List.of(condition, whole), types);
        List<SampledObject> objects = new ArrayList<>();
        List<long[]> rows = new ArrayList<>();
        for (int object = 0; object < OBJECTS; object++) {
            objects.add(new SampledObject("o" + object, 1 << 20, ranges, rowsOfObject));
            long[] ofCondition = numbers.of(object);
            long[] row = Arrays.copyOf(ofCondition, ofCondition.length + 1);
            row[ofCondition.length] = ofCondition[0];
            rows.add(row);
        }
        assertThat(layout.sql()).as("numbers of the test").hasSize(rows.getFirst().length);
        return new Adviser(new MeasuredSample(objects, layout, rows, types), existing)
                .advise(List.of(new Asked(
                        Question.of(Scan.of(READER.ofFilter(filter))),
                        List.of(now),
                        List.of(condition.form() instanceof Condition.Counted ? List.of() : List.of(condition)),
                        List.of(whole))));
    }

    private static List<String> names(Advice advice) {
        return advice.proposals().stream().map(Advice.Proposal::name).toList();
    }

    @Test
    public void testIdsThatAreAnywhere() {
        // one object has it; all have it within their bounds; too many values to keep
        Advice advice = advise(BUILT, 1, 1, ID, object -> new long[] {object == 3 ? 1 : 0, 1, 9_000, 1});
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
        Advice advice = advise(BUILT, 1, 1, ID, object -> new long[] {object == 3 ? 1 : 0, 1, 100, 1});
        assertThat(names(advice)).containsExactly("values(id)");
        assertThat(advice.requests()).as("every build makes it").isEmpty();
    }

    @Test
    public void testBoundsOfATableWithoutIndex() {
        Condition above = new Condition(
                "id >= 5",
                new Condition.Comparison(
                        "id", List.of("id"), List.of(new Condition.Span(Optional.of("5"), Optional.empty()))));
        Existing none = new Existing(false, Set.of(), Set.of(), false);
        Advice advice =
                advise(none, 1, 1, above, object -> new long[] {object == 3 ? 1 : 0, object == 3 ? 1 : 0, 9_000, 1});
        assertThat(names(advice)).containsExactly("minmax(id)");
        assertThat(advice.requests()).isEmpty();
        assertThat(advice.needsBuild()).isTrue();
    }

    @Test
    public void testWhatIsThereIsNotAdvised() {
        Numbers numbers = object -> new long[] {object == 3 ? 1 : 0, 1, 9_000, 1};
        Existing requested = new Existing(true, Set.of("bloom(id)"), Set.of("bloom(id)"), true);
        assertThat(advise(requested, 0.11, 1, ID, numbers).findings().getFirst().reason())
                .contains("the index that is there skips what can be skipped");
        Advice fruitless = advise(requested, 1, 1, ID, numbers);
        assertThat(names(fruitless)).isEmpty();
        assertThat(fruitless.findings().getFirst().reason()).contains("bloom(id) is there and leaves this much");
    }

    @Test
    public void testWhatNoIndexCanSkip() {
        Advice everywhere = advise(BUILT, 1, 1, ID, object -> new long[] {7, 1, 100, 1});
        assertThat(everywhere.isEmpty()).isTrue();
        assertThat(everywhere.findings().getFirst().reason().orElseThrow())
                .startsWith("nearly all of the table holds rows that it asks for")
                .contains("a layout by id would bring them together");
        Advice random = advise(BUILT, 1, 1, "id < rand()", Condition.counted("id < rand()"), object ->
                new long[] {object == 0 ? 1 : 0});
        assertThat(random.findings().getFirst().reason().orElseThrow()).endsWith("it is random");
    }

    @Test
    public void testRangesWithinObjects() {
        // a row of each object matches, which is one of 20 ranges
        Advice advice = advise(BUILT, 1, 20, ID, object -> new long[] {1, 1, 9_000, 1});
        assertThat(advice.findings().getFirst().matching()).isCloseTo(0.05, within(1e-9));
        assertThat(advice.findings().getFirst().advised()).isLessThan(0.07);
    }

    @Test
    public void testTexts() {
        assertThat(names(advise(
                        BUILT, 1, 1, letters("abc"), object -> new long[] {object == 3 ? 1 : 0, object < 2 ? 1 : 0})))
                .containsExactly("ngram(city)");
        Condition beginning = new Condition(
                "city",
                new Condition.Comparison(
                        "city",
                        List.of("city"),
                        List.of(new Condition.Span(Optional.of("'2026-01-01'"), Optional.of("'2026-01-02'")))));
        Advice prefix = advise(BUILT, 1, 1, beginning, object ->
                new long[] {object == 3 ? 1 : 0, 1, 9_000, 1, 500, object == 3 ? 1 : 0, 19});
        assertThat(prefix.requests()).singleElement().satisfies(proposal -> {
            assertThat(proposal.name()).isEqualTo("prefix(city)");
            assertThat(proposal.options())
                    .as("eight characters do not tell the days apart")
                    .containsExactly(Map.entry("length", "10"));
        });
        Advice grams = advise(BUILT, 1, 1, letters("abc"), object -> new long[] {object == 3 ? 1 : 0, 500});
        assertThat(names(grams)).as("every object has these letters in a row").isEmpty();
        Advice test = advise(BUILT, 1, 1, new Condition("lower(city) = 'x'", new Condition.Test("city")), object ->
                new long[] {object == 3 ? 1 : 0, 1500, 10});
        assertThat(test.requests()).singleElement().satisfies(proposal -> {
            assertThat(proposal.name()).isEqualTo("values(city)");
            assertThat(proposal.options()).containsEntry("limit", "5000");
        });
    }

    @Test
    public void testFiltersOfSmallObjectsHaveRoom() {
        // 30,000 values of ten bits are 3.6 % of a megabyte
        Advice advice = advise(BUILT, 1, 1, ID, object -> new long[] {object == 3 ? 1 : 0, 1, 30_000, 1}, 30_000);
        assertThat(advice.requests()).singleElement().satisfies(proposal -> {
            assertThat(proposal.name()).isEqualTo("bloom(id)");
            assertThat(proposal.options()).containsExactly(Map.entry("budget_percent", "4"));
        });
        Advice large = advise(BUILT, 1, 1, ID, object -> new long[] {object == 3 ? 1 : 0, 1, 90_000, 1}, 90_000);
        assertThat(names(large)).isEmpty();
    }

    @Test
    public void testWhatIsTooLargeIsNamed() {
        Condition test = new Condition("lower(city) = 'x'", new Condition.Test("city"));
        // 4,000 texts of 28 characters
        Advice advice = advise(BUILT, 1, 1, test, object -> new long[] {object == 3 ? 1 : 0, 4_000, 28});
        assertThat(names(advice)).isEmpty();
        assertThat(advice.findings().getFirst().reason())
                .contains("values(city) would help and take 12.2 % of the table, which is more than 5.0 %");
    }

    @Test
    public void testOfThoseThatLeaveAsLittleTheCheapestIsAdvised() {
        Condition.Span hour = new Condition.Span(Optional.of("5"), Optional.of("7"));
        Condition time =
                new Condition("id BETWEEN 5 AND 7", new Condition.Comparison("id", List.of("id"), List.of(hour)));
        assertThat(names(advise(
                        BUILT, 1, 1, time, object -> new long[] {object == 3 ? 1 : 0, 1, 900, object == 3 ? 1 : 0})))
                .containsExactly("gaps(id)");
        Condition driver = new Condition(
                "x.id = 5", new Condition.Comparison("x.id", List.of("x.id"), List.of(Condition.Span.point("5"))));
        Advice field =
                advise(BUILT, 1, 1, driver, object -> new long[] {object == 3 ? 1 : 0, object == 3 ? 1 : 0, 9, 1});
        assertThat(field.requests())
                .as("no build makes an index of a field by itself")
                .extracting(Advice.Proposal::name)
                .containsExactly("minmax(x.id)");
    }

    @Test
    public void testPlacesAndOrders() {
        Condition area = new Condition("x", new Condition.Area(List.of("x", "y")));
        assertThat(names(advise(BUILT, 1, 1, area, object -> new long[] {object == 3 ? 1 : 0})))
                .containsExactly("bbox(x,y)");
        Condition latest = new Condition("id >= 7", new Condition.Outermost(List.of("id"), 20));
        Advice ranks = advise(BUILT, 1, 1, latest, object -> new long[] {object == 3 ? 20 : 0});
        assertThat(ranks.requests()).singleElement().satisfies(proposal -> {
            assertThat(proposal.name()).isEqualTo("ranks(id)");
            assertThat(proposal.options()).containsExactly(Map.entry("ranks", "20"));
        });
    }

    @Test
    public void testALayoutIsNotAdvisedWithoutItsPrice() {
        Scan day = Scan.of(READER.ofFilter("day = DATE '2026-01-01'"));
        Scan id = Scan.of(READER.ofFilter("id = 5"));
        Advice.Finding skips =
                new Advice.Finding(Question.of(day), 0.02, 0.01, 0.02, List.of(), Set.of("day"), Optional.empty());
        Advice.Finding reads = new Advice.Finding(
                Question.of(id),
                1,
                0.9,
                1,
                List.of(),
                Set.of("id"),
                Optional.of("nearly all …; a layout by id would bring them together"));
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
