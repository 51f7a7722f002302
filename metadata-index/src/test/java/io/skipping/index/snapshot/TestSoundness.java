// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.google.common.collect.Maps;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Condition;
import io.skipping.index.predicate.Condition.Comparison;
import io.skipping.index.predicate.Condition.Comparisons;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.RandomValues;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.ObjectVerdict.Known;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.RangeRanks;
import io.skipping.index.type.RangeRanks.Ranked;
import io.skipping.index.value.PlainValues;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.testng.annotations.Test;

/**
 * The test above all others: of random tables, random indexes and random conditions, no verdict contradicts a row. The
 * rows are asked one by one, by SQL's comparisons and by Trino's sets, both apart from the code under test.
 */
public class TestSoundness {
    private static final long SEED = Long.getLong("property.seed", 20_260_801L);
    private static final int PAIRS = Integer.getInteger("property.pairs", 15_000);
    private static final int CONDITIONS_PER_TABLE = 12;
    /** Fewer pairs, when one failure is looked at, say nothing about how much is pruned. */
    private static final int PAIRS_TO_JUDGE = 12_000;

    private final IndexTypes indexTypes = RandomTable.indexTypes();

    /** How many ranges without a matching row there were, and how many of them were found out. */
    private static final class Share {
        private long prunable;
        private long pruned;

        double value() {
            return prunable == 0 ? 0 : (double) pruned / prunable;
        }

        @Override
        public String toString() {
            return "%s of %s".formatted(pruned, prunable);
        }
    }

    private final Map<String, Share> shares = new TreeMap<>();

    @Test
    public void testNoVerdictContradictsARow() {
        for (int pair = 0; pair < PAIRS; pair += CONDITIONS_PER_TABLE) {
            long seed = SEED + pair / CONDITIONS_PER_TABLE;
            try {
                checkTable(new Random(scramble(seed)));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        "%s\nTo see this again: mvn test -pl metadata-index -Dtest=TestSoundness -Dproperty.seed=%s -Dproperty.pairs=1"
                                .formatted(e.getMessage(), seed),
                        e);
            }
        }
        if (PAIRS >= PAIRS_TO_JUDGE) {
            checkShares();
        }
    }

    /** Neighbouring seeds of {@link Random} begin alike. */
    private static long scramble(long seed) {
        return seed * 0x9E37_79B9_7F4A_7C15L;
    }

    private void checkTable(Random random) {
        RandomTable table = new RandomTable(random, indexTypes);
        HeapSnapshot snapshot = table.snapshot();
        List<LiveObject> objects = List.copyOf(table.objects().keySet());
        assertThat(snapshot.objectCount()).isEqualTo(objects.size());
        assertThat(snapshot.rangeCount())
                .isEqualTo(
                        table.objects().values().stream().mapToLong(List::size).sum());
        snapshot.forEachRange(range -> assertThat(range.summaries().values()).doesNotContain(""));
        checkRanks(table, snapshot);
        RandomConditions conditions = new RandomConditions(random, table);
        for (int i = 0; i < CONDITIONS_PER_TABLE; i++) {
            Condition condition = conditions.next();
            ScanPlan prepared = snapshot.plan(condition.predicate());
            List<ObjectVerdict> verdicts = prepared.lookup(objects);
            assertThat(verdicts).hasSameSizeAs(objects);
            for (int object = 0; object < objects.size(); object++) {
                checkObject(table, condition, objects.get(object), verdicts.get(object));
            }
            assertThat(prepared.lookup(table.replaced()))
                    .as("a version that was replaced")
                    .allMatch(ObjectVerdict.Stale.class::isInstance);
            assertThat(prepared.lookup(List.of(new LiveObject(new ObjectVersion("memory:///t/unknown", 1, 1), "p0"))))
                    .containsExactly(ObjectVerdict.UNINDEXED);
        }
    }

    /** As many rows as a rank says do not come behind its value, and fewer come before it. */
    private void checkRanks(RandomTable table, HeapSnapshot snapshot) {
        for (LiveObject object : table.objects().keySet()) {
            for (IndexedColumn column : table.columns()) {
                List<Optional<RangeRanks>> ranks =
                        snapshot.ranks(object, column).orElseThrow();
                for (int range = 0; range < ranks.size(); range++) {
                    RangeRanks known = ranks.get(range).orElse(RangeRanks.NONE);
                    List<Map<IndexedColumn, Object>> rows =
                            table.objects().get(object).get(range).rows();
                    known.smallest().forEach(ranked -> checkRank(rows, column, ranked, "<=", "<"));
                    known.largest().forEach(ranked -> checkRank(rows, column, ranked, ">=", ">"));
                    share("ranks").pruned += known.smallest().size();
                }
            }
        }
        assertThat(snapshot.ranks(
                        new LiveObject(new ObjectVersion("memory:///t/unknown", 1, 1), "p0"),
                        table.columns().getFirst()))
                .isEmpty();
    }

    private static void checkRank(
            List<Map<IndexedColumn, Object>> rows,
            IndexedColumn column,
            Ranked ranked,
            String notBehind,
            String before) {
        Object value = PlainValues.value(column.type(), ranked.value());
        assertThat(rows.stream().filter(row -> compares(row, column, notBehind, value)))
                .as("rows %s %s", notBehind, ranked)
                .hasSizeGreaterThanOrEqualTo((int) ranked.rank());
        assertThat(rows.stream().filter(row -> compares(row, column, before, value)))
                .as("rows %s %s", before, ranked)
                .hasSizeLessThan((int) ranked.rank());
    }

    private static boolean compares(
            Map<IndexedColumn, Object> row, IndexedColumn column, String operator, Object value) {
        return Comparisons.of(column, List.of(List.of(new Comparison(operator, value))), false)
                .isTrue(row);
    }

    private void checkObject(RandomTable table, Condition condition, LiveObject object, ObjectVerdict verdict) {
        List<RandomTable.Range> ranges = table.objects().get(object);
        assertThat(verdict).as("an object of the newest version").isInstanceOf(Known.class);
        List<RangeVerdict> found = ((Known) verdict).ranges();
        assertThat(found).hasSameSizeAs(ranges);
        for (int i = 0; i < found.size(); i++) {
            checkRange(table, condition, ranges.get(i), found.get(i));
        }
    }

    private void checkRange(RandomTable table, Condition condition, RandomTable.Range range, RangeVerdict verdict) {
        assertThat(verdict.rowCount()).isEqualTo(range.rows().size());
        assertThat(verdict.reason().isEmpty())
                .as("only what cannot match has a reason")
                .isEqualTo(verdict.verdict() != Verdict.CANNOT_MATCH);
        boolean someMatch = false;
        for (Map<IndexedColumn, Object> row : range.rows()) {
            boolean bySql = condition.isTrue(row);
            boolean bySets = condition.isTrueBySets(row);
            someMatch |= bySql || bySets;
            if (verdict.verdict() == Verdict.CANNOT_MATCH && (bySql || bySets)
                    || verdict.verdict() == Verdict.MUST_MATCH && !(bySql && bySets)) {
                fail("%s (%s) is said of a range, but the row %s is %s by SQL, %s by sets\ncondition: %s\nindexes: %s"
                        .formatted(
                                verdict.verdict(),
                                verdict.reason(),
                                Maps.transformValues(row, Condition::show),
                                bySql,
                                bySets,
                                condition,
                                range.definitions()));
            }
        }
        if (!someMatch && !range.rows().isEmpty()) {
            count(table, condition, range, verdict);
        }
        if (someMatch && verdict.verdict() == Verdict.MUST_MATCH) {
            share("proven to match").pruned++;
        }
    }

    private void count(RandomTable table, Condition condition, RandomTable.Range range, RangeVerdict verdict) {
        boolean pruned = verdict.verdict() == Verdict.CANNOT_MATCH;
        if (pruned) {
            share("reason " + verdict.reason()).pruned++;
        }
        table.onlyType().flatMap(type -> family(type, condition)).ifPresent(family -> count(share(family), pruned));
        boxes(condition, range).ifPresent(family -> count(share(family), pruned));
        if (condition instanceof Condition.ContainsElement) {
            count(share("elements"), pruned);
        }
        if (table.onlyType().filter("minmax"::equals).isPresent() && condition instanceof Comparisons comparisons) {
            count(share("minmax over " + comparisons.column().type().kind()), pruned);
        }
    }

    /** That a condition is decided by boxes alone. */
    private static Optional<String> boxes(Condition condition, RandomTable.Range range) {
        return condition.predicate() instanceof InBoxes inBoxes
                        && range.definitions().stream()
                                .anyMatch(definition -> definition.type().equals("bbox")
                                        && definition.columns().equals(inBoxes.shape()))
                ? Optional.of(inBoxes.shape().size() == 2 ? "bbox: points" : "bbox: geometries")
                : Optional.empty();
    }

    private static Optional<String> family(String indexType, Condition condition) {
        String kind = switch (condition) {
            case Comparisons comparisons
            when comparisons.anyOfAll().stream()
                    .allMatch(
                            all -> all.size() == 1 && all.getFirst().operator().equals("=")) -> "equality";
            case Comparisons comparisons
            when comparisons.anyOfAll().stream()
                    .flatMap(List::stream)
                    .anyMatch(comparison -> comparison.operator().equals("<>")) -> "inequality";
            case Comparisons _ -> "comparison";
            case Condition.IsNull _ -> "IS NULL";
            case Condition.IsNotNull _ -> "IS NOT NULL";
            case Condition.Function _ -> "function";
            case Condition.All _, Condition.Any _ -> "tree";
            default -> null;
        };
        return Optional.ofNullable(kind).map(name -> indexType + ": " + name);
    }

    private static void count(Share share, boolean pruned) {
        share.prunable++;
        share.pruned += pruned ? 1 : 0;
    }

    private Share share(String name) {
        return shares.computeIfAbsent(name, _ -> new Share());
    }

    /** That nothing is pruned wrongly would be easily had by pruning nothing. */
    private void checkShares() {
        // what they decide exactly
        assertPruned("nulls: IS NULL", 1);
        assertPruned("nulls: IS NOT NULL", 1);
        assertPruned("minmax: IS NULL", 1);
        // clustered ranges are missed only where a value lies between the bounds
        assertPruned("minmax: comparison", 0.8);
        assertPruned("minmax: equality", 0.6);
        assertPruned("minmax: inequality", 0.8);
        assertPruned("minmax: tree", 0.7);
        RandomValues.TYPES.stream()
                .map(ScalarType::kind)
                .distinct()
                .forEach(type -> assertPruned("minmax over " + type, 0.6));
        // missed where the values are too many or, of char, not in the order of their bytes
        assertPruned("values: comparison", 0.9);
        assertPruned("values: equality", 0.9);
        assertPruned("values: inequality", 0.9);
        assertPruned("values: tree", 0.8);
        // missed also where there is a NaN
        assertPruned("values: function", 0.7);
        // an empty range has no filter, and a long list hits by chance
        assertPruned("bloom: equality", 0.5);
        // of some ranges there are none
        assertPruned("bbox: points", 0.7);
        assertPruned("bbox: geometries", 0.8);
        assertPruned("elements", 0.6);
        for (String reason : List.of("nulls", "minmax", "values", "bloom", "gaps")) {
            assertThat(share("reason " + reason).pruned)
                    .as("ranges of mixed indexes that %s pruned: %s", reason, shares)
                    .isGreaterThan(PAIRS / 20);
        }
        for (String reason : List.of("ngram", "bbox", "prefix", BucketIndexType.NAME)) {
            assertThat(share("reason " + reason).pruned)
                    .as("ranges of mixed indexes that %s pruned: %s", reason, shares)
                    .isGreaterThan(PAIRS / 400);
        }
        assertThat(share("ranks").pruned).as("ranks that are known").isGreaterThan(PAIRS / 4);
        assertThat(share("proven to match").pruned)
                .as("ranges proven to match: %s", shares)
                .isGreaterThan(PAIRS / 4);
    }

    private void assertPruned(String family, double atLeast) {
        assertThat(share(family).value())
                .as("share pruned of the ranges without a matching row, by %s: %s", family, shares)
                .isGreaterThanOrEqualTo(atLeast);
    }
}
