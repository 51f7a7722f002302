// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.skipping.index.value.ScalarType.BIGINT;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.ObjectVerdict.Known;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import io.skipping.index.type.CountingIndexType;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.Summaries;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.Vectors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** How often summaries are looked at, and that verdicts which begin with those on fewer conjuncts are what they would be otherwise. */
public class TestEvaluationInMemory {
    private static final long SEED = Long.getLong("property.seed", 1);
    private static final int RANGES = 100;
    private static final IndexedColumn A = new IndexedColumn("a", BIGINT, "0");
    private static final IndexedColumn B = new IndexedColumn("b", BIGINT, "1");
    private static final LiveObject OBJECT = new LiveObject(new ObjectVersion("object", RANGES, 1000), "csv");

    private final IndexTypes installed = IndexTypes.load(getClass().getClassLoader());
    private final AtomicInteger looks = new AtomicInteger();
    private HeapSnapshot snapshot;

    @BeforeMethod
    public void createSnapshot() {
        looks.set(0);
        snapshot = snapshot(2);
    }

    /**
     * Range n holds n as a, and 2 n and 2 n + 1 as b.
     *
     * @param nanos what bounds cost; values cost 100
     */
    private HeapSnapshot snapshot(int nanos) {
        IndexTypes types = new IndexTypes(List.of(
                new CountingIndexType("minmax", installed.get("minmax"), nanos, looks),
                new CountingIndexType("values", installed.get("values"), 100, looks)));
        List<IndexDefinition> definitions = List.of(
                new IndexDefinition("minmax", List.of(A), Map.of()),
                new IndexDefinition("values", List.of(B), Map.of()));
        MemorySegment.Builder segment = MemorySegment.builder("s", definitions, types);
        for (long range = 0; range < RANGES; range++) {
            List<ValueVector> columns = List.of(
                    Vectors.of(BIGINT, List.of(range, range)), Vectors.of(BIGINT, List.of(2 * range, 2 * range + 1)));
            segment.add(
                    OBJECT,
                    new ByteRange(range, 1),
                    2,
                    IntStream.range(0, 2)
                            .mapToObj(index -> Summaries.summarize(
                                    definitions.get(index), types, List.of(List.of(columns.get(index))), 1 << 20))
                            .toList());
        }
        return new HeapSnapshot("1", 0, List.of(segment.build()), types);
    }

    private static Predicate between(IndexedColumn column, long low, long high) {
        return new Predicate.InSet(
                column,
                KeySet.of(BIGINT, List.of(KeyRange.between(Key.of(low), Key.of(high))))
                        .orElseThrow());
    }

    private List<Verdict> verdicts(Predicate predicate) {
        return verdicts(snapshot, predicate);
    }

    private static List<Verdict> verdicts(HeapSnapshot snapshot, Predicate predicate) {
        Known known = (Known) snapshot.plan(predicate).lookup(List.of(OBJECT)).getFirst();
        return known.ranges().stream().map(RangeVerdict::verdict).collect(toImmutableList());
    }

    @Test
    public void testEqualPredicatesAreEvaluatedOnce() {
        List<Verdict> verdicts = verdicts(between(A, 10, 19));
        assertThat(verdicts.stream().filter(Verdict.MUST_MATCH::equals)).hasSize(10);
        assertThat(looks).hasValue(RANGES);
        assertThat(verdicts(between(A, 10, 19))).isEqualTo(verdicts);
        assertThat(snapshot.plan(between(A, 10, 19)).count(_ -> true)).isEqualTo(new RowCounts(180, 0, 20));
        assertThat(looks).hasValue(RANGES);
    }

    @Test
    public void testClientsThatAskTheSameShareWhatIsEvaluated() throws Exception {
        int clients = 8;
        CyclicBarrier start = new CyclicBarrier(clients);
        try (ExecutorService executor = Executors.newFixedThreadPool(clients)) {
            List<Future<List<Verdict>>> answers = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                answers.add(executor.submit(() -> {
                    start.await();
                    return verdicts(between(A, 10, 19));
                }));
            }
            for (Future<List<Verdict>> answer : answers) {
                assertThat(answer.get()).isEqualTo(answers.getFirst().get());
            }
        }
        assertThat(looks).hasValue(RANGES);
    }

    @Test
    public void testMoreConjunctsAreEvaluatedWhereTheFirstLeaveSomething() {
        verdicts(between(A, 10, 19));
        assertThat(looks).hasValue(RANGES);
        assertThat(verdicts(Predicate.and(List.of(between(B, 0, 23), between(A, 10, 19)))))
                .isEqualTo(verdicts(Predicate.and(List.of(between(A, 10, 11), between(B, 20, 23)))));
        assertThat(looks)
                .as("of b, where a left something; and in the second question, all of a and of b what that left")
                .hasValue(RANGES + 10 + RANGES + 2);
    }

    @Test
    public void testCheapLegsComeFirst() {
        verdicts(Predicate.and(List.of(between(B, 20, 39), between(A, 10, 10))));
        assertThat(looks).as("of a all, of b one").hasValue(RANGES + 1);

        snapshot = snapshot(1000);
        looks.set(0);
        verdicts(Predicate.and(List.of(between(B, 20, 39), between(A, 10, 10))));
        assertThat(looks).as("of b all, of a ten").hasValue(RANGES + 10);
    }

    @Test
    public void testWhatNoIndexKnowsCostsNothing() {
        IndexedColumn c = new IndexedColumn("c", BIGINT, "2");
        assertThat(verdicts(Predicate.and(List.of(between(c, 1, 2), Predicate.UNKNOWN, between(A, 10, 19)))))
                .containsOnly(Verdict.CANNOT_MATCH, Verdict.MAY_MATCH)
                .filteredOn(Verdict.MAY_MATCH::equals)
                .hasSize(10);
        assertThat(verdicts(Predicate.or(List.of(between(c, 1, 2), between(A, 10, 19)))))
                .containsOnly(Verdict.MUST_MATCH, Verdict.MAY_MATCH);
        assertThat(verdicts(between(c, 1, 2))).containsOnly(Verdict.MAY_MATCH);
    }

    @Test
    public void testTestsOfTheEngineAreNotRemembered() {
        AtomicInteger asked = new AtomicInteger();
        Predicate filter = Predicate.and(List.of(between(A, 10, 19), new Predicate.Passing(B, value -> {
            asked.incrementAndGet();
            return value.equals(Optional.of(Key.of(20)));
        })));
        ScanPlan plan = snapshot.plan(filter);
        plan.lookup(List.of(OBJECT));
        int once = asked.get();
        plan.lookup(List.of(OBJECT));
        plan.count(_ -> true);
        assertThat(asked).as("a plan evaluates once").hasValue(once);
        assertThat(looks).as("a, and b where a left something").hasValue(RANGES + 10);

        verdicts(filter);
        assertThat(asked.get()).isEqualTo(2 * once);
        assertThat(looks).as("a is remembered").hasValue(RANGES + 20);
    }

    /** Of conditions that have conjuncts in common, in any order. */
    @Test
    public void testVerdictsDoNotDependOnWhatWasAskedBefore() {
        for (long seed = SEED; seed < SEED + 40; seed++) {
            Random random = new Random(seed);
            List<Predicate> conjuncts = new ArrayList<>(List.of(Predicate.UNKNOWN, new Predicate.IsNull(A)));
            for (int i = 0; i < 6; i++) {
                conjuncts.add(randomConjunct(random));
            }
            HeapSnapshot used = snapshot(2);
            for (int question = 0; question < 25; question++) {
                Collections.shuffle(conjuncts, random);
                Predicate predicate =
                        new Predicate.And(List.copyOf(conjuncts.subList(0, random.nextInt(conjuncts.size()))));
                assertThat(verdicts(used, predicate))
                        .as("seed %s: %s", seed, predicate)
                        .isEqualTo(verdicts(snapshot(2), predicate));
            }
        }
    }

    private static Predicate randomConjunct(Random random) {
        IndexedColumn column = random.nextBoolean() ? A : B;
        long low = random.nextInt(150) - 20;
        Predicate leaf = between(column, low, low + random.nextInt(100));
        return switch (random.nextInt(4)) {
            case 0 -> new Predicate.Or(List.of(leaf, between(A, 3, 5)));
            case 1 -> new Predicate.Or(List.of(new Predicate.And(List.of(leaf, between(B, 30, 90))), between(B, 7, 7)));
            case 2 ->
                new Predicate.Passing(
                        column, value -> value.isPresent() && value.get().asLong() % 3 == 0);
            default -> leaf;
        };
    }
}
