// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DecimalType.createDecimalType;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.TimestampType.TIMESTAMP_MILLIS;
import static io.trino.spi.type.TimestampType.TIMESTAMP_NANOS;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.airlift.slice.Slices;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import io.skipping.trino.core.querylog.ColumnCondition.Interval;
import io.skipping.trino.core.value.TrinoKeys;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Int128;
import io.trino.spi.type.LongTimestamp;
import io.trino.spi.type.Type;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.testng.annotations.Test;

public class TestConditions {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final IndexedColumn A = column("a", BIGINT);
    private static final IndexedColumn B = column("b", BIGINT);

    @Test
    public void testEveryTypeHasItsWords() {
        assertThat(intervals(BIGINT, Range.range(BIGINT, 3L, false, 9L, false))).containsExactly(interval(4L, 8L));
        assertThat(intervals(createDecimalType(5, 2), Range.equal(createDecimalType(5, 2), 1234L)))
                .as("unscaled")
                .containsExactly(interval(1234L, 1234L));
        assertThat(intervals(DATE, Range.greaterThan(DATE, 0L))).containsExactly(interval("1970-01-02", null));
        assertThat(intervals(TIMESTAMP_MILLIS, Range.lessThan(TIMESTAMP_MILLIS, 1_000_000L)))
                .containsExactly(interval(null, "1970-01-01T00:00:00.999999"));
        assertThat(intervals(
                        TIMESTAMP_NANOS,
                        Range.range(
                                TIMESTAMP_NANOS,
                                new LongTimestamp(5, 1_000),
                                false,
                                new LongTimestamp(1_000_000, 0),
                                false)))
                .containsExactly(interval("1970-01-01T00:00:00.000005", "1970-01-01T00:00:00.999999"));
        assertThat(intervals(DOUBLE, Range.range(DOUBLE, 0.0, true, 1.0, false)))
                .containsExactly(interval(0.0, Math.nextDown(1.0)));
        assertThat(intervals(REAL, Range.equal(REAL, (long) Float.floatToIntBits(0.5f))))
                .containsExactly(interval(0.5, 0.5));
        assertThat(intervals(VARCHAR, Range.lessThan(VARCHAR, Slices.utf8Slice("é"))))
                .containsExactly(interval(null, "é"));
        assertThat(Conditions.of(in(column("c", BOOLEAN), ValueSet.of(BOOLEAN, true))))
                .as("layouts have no booleans")
                .isEmpty();
    }

    @Test
    public void testDecimalsBeyond64BitsAreTheNearestThatLayoutsHave() {
        Type type = createDecimalType(38, 2);
        Int128 much = Int128.valueOf(BigInteger.TEN.pow(30));
        assertThat(intervals(type, Range.range(type, Int128.valueOf(-5), false, Int128.valueOf(7), false)))
                .containsExactly(interval(-4L, 6L));
        assertThat(intervals(type, Range.range(type, Int128.valueOf(3), true, much, false)))
                .containsExactly(interval(3L, Long.MAX_VALUE));
        assertThat(intervals(
                        type,
                        Range.lessThanOrEqual(
                                type, Int128.valueOf(BigInteger.TEN.pow(30).negate()))))
                .containsExactly(interval(null, Long.MIN_VALUE));
        assertThat(intervals(type, Range.equal(type, much))).containsExactly(interval(Long.MAX_VALUE, Long.MAX_VALUE));
        assertThat(extent(type, Range.range(type, Int128.valueOf(1), true, Int128.valueOf(4), true)))
                .contains(3.0);
    }

    @Test
    public void testExtentsAreNumbers() {
        assertThat(extent(BIGINT, Range.range(BIGINT, 1L, true, 4L, true), Range.equal(BIGINT, 9L)))
                .contains(3.0);
        assertThat(extent(DATE, Range.equal(DATE, 9L))).contains(0.0);
        assertThat(extent(DOUBLE, Range.greaterThan(DOUBLE, 1.0))).as("no end").isEmpty();
        assertThat(extent(VARCHAR, Range.equal(VARCHAR, Slices.utf8Slice("a")))).isEmpty();
    }

    @Test
    public void testLongTextIsCutAndStillInside() {
        String text = "🛰".repeat(300);
        Interval interval =
                intervals(VARCHAR, Range.equal(VARCHAR, Slices.utf8Slice(text))).getFirst();
        assertThat(((String) interval.low().orElseThrow())).hasSize(400).isLessThan(text);
        assertThat(Slices.utf8Slice((String) interval.high().orElseThrow())).isGreaterThan(Slices.utf8Slice(text));
    }

    @Test
    public void testDemandsWithoutEndSayNothing() {
        assertThat(Conditions.of(in(A, ValueSet.all(BIGINT)))).isEmpty();
        assertThat(Conditions.of(in(A, ValueSet.of(BIGINT, 5L).complement())))
                .as("a <> 5")
                .isEmpty();
        assertThat(Conditions.of(Predicate.or(List.of(in(A, ValueSet.of(BIGINT, 5L)), new Predicate.IsNull(A)))))
                .as("NULL is in no interval")
                .isEmpty();
        assertThat(Conditions.of(in(A, ValueSet.none(BIGINT)))).isEmpty();
        assertThat(Conditions.of(Predicate.UNKNOWN)).isEmpty();
        assertThat(intervals(BIGINT, Range.lessThan(BIGINT, 1L), Range.greaterThan(BIGINT, 5L)))
                .as("a < 1 OR a > 5")
                .containsExactly(interval(null, 0L), interval(6L, null));
    }

    @Test
    public void testManyValuesAreJoined() {
        ValueSet values = ValueSet.of(
                BIGINT,
                0L,
                LongStream.range(1, 1_000).map(value -> 10 * value).boxed().toArray());
        ColumnCondition condition = Conditions.of(in(A, values)).get("a");
        assertThat(condition.intervals())
                .hasSize(100)
                .startsWith(interval(0L, 90L))
                .endsWith(interval(9_900L, 9_990L));
        assertThat(condition.joined(2)).containsExactly(interval(0L, 4_990L), interval(5_000L, 9_990L));
        assertThat(condition.extent()).as("of the values as they are").contains(0.0);
    }

    @Test
    public void testPlacesAreTwoColumns() {
        IndexedColumn x = column("x", DOUBLE);
        IndexedColumn y = column("y", DOUBLE);
        Map<String, ColumnCondition> conditions = Conditions.of(
                new InBoxes(List.of(x, y), List.of(new InBoxes.Box(1, 2, 40, 41), new InBoxes.Box(5, 6, 40.5, 42))));
        assertThat(conditions.get("x").intervals()).containsExactly(interval(1.0, 2.0), interval(5.0, 6.0));
        assertThat(conditions.get("y").intervals()).containsExactly(interval(40.0, 42.0));
    }

    /** Listeners or not, each scan has conditions made of it: some queries have one leg for each of thousands of places. */
    @Test
    public void testLegsOfAnOrTakeMemoryByTheirNumber() {
        long few = bytesForLegs(1_000);
        assertThat(bytesForLegs(10_000))
                .as("bytes allocated for ten times the legs, of which fewer take %s", few)
                .isLessThan(20 * few);
    }

    private static long bytesForLegs(int legs) {
        List<Predicate> operands = LongStream.range(0, legs)
                .mapToObj(leg -> Predicate.and(List.of(
                        in(A, ValueSet.of(BIGINT, 10 * leg)), in(B, ValueSet.of(BIGINT, 10 * (leg * 7919 % legs))))))
                .toList();
        Predicate predicate = Predicate.or(operands);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Map<String, ColumnCondition> conditions = Conditions.of(predicate);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertThat(conditions.get("a").intervals()).hasSize(100);
        assertThat(conditions.get("b").intervals()).hasSize(100);
        return allocated;
    }

    /** What is said of a column must hold for every row of the predicate. */
    @Test
    public void testRowsOfAPredicateSatisfyItsConditions() {
        SplittableRandom random = new SplittableRandom(20);
        int restricted = 0;
        int excluded = 0;
        for (int round = 0; round < 2_000; round++) {
            Predicate predicate = predicate(random, 3);
            Map<String, ColumnCondition> conditions = Conditions.of(predicate);
            for (long a = 0; a < 12; a++) {
                for (long b = 0; b < 12; b++) {
                    boolean inside = holds(conditions.get("a"), a) && holds(conditions.get("b"), b);
                    if (satisfies(predicate, a, b)) {
                        assertThat(inside)
                                .as("a = %s, b = %s of %s, as %s", a, b, predicate, conditions)
                                .isTrue();
                    } else if (!inside) {
                        excluded++;
                    }
                }
            }
            restricted += conditions.size();
        }
        assertThat(restricted).as("conditions that were tested").isGreaterThan(1_000);
        assertThat(excluded).as("rows that they leave out").isGreaterThan(50_000);
    }

    private static Predicate predicate(SplittableRandom random, int depth) {
        int kind = random.nextInt(depth == 0 ? 4 : 8);
        IndexedColumn column = random.nextBoolean() ? A : B;
        long low = random.nextInt(12);
        long high = low + random.nextInt(4);
        return switch (kind) {
            case 0 -> Predicate.UNKNOWN;
            case 1 -> in(column, ValueSet.of(BIGINT, low, high));
            case 2 -> in(column, ValueSet.ofRanges(Range.greaterThan(BIGINT, low)));
            case 3 -> in(column, ValueSet.ofRanges(Range.range(BIGINT, low, true, high + 1, false)));
            default -> {
                List<Predicate> operands = new ArrayList<>();
                for (int operand = 0; operand < 2 + random.nextInt(2); operand++) {
                    operands.add(predicate(random, depth - 1));
                }
                yield kind % 2 == 0 ? Predicate.and(operands) : Predicate.or(operands);
            }
        };
    }

    private static boolean satisfies(Predicate predicate, long a, long b) {
        return switch (predicate) {
            case Predicate.And and -> and.operands().stream().allMatch(operand -> satisfies(operand, a, b));
            case Predicate.Or or -> or.operands().stream().anyMatch(operand -> satisfies(operand, a, b));
            case Predicate.InSet inSet ->
                inSet.values().contains(Key.of(inSet.column().equals(A) ? a : b));
            default -> true;
        };
    }

    private static boolean holds(ColumnCondition condition, long value) {
        return condition == null
                || condition.intervals().stream()
                        .anyMatch(interval -> (long) interval.low().orElse(Long.MIN_VALUE) <= value
                                && value <= (long) interval.high().orElse(Long.MAX_VALUE));
    }

    private static List<Interval> intervals(Type type, Range... ranges) {
        return condition(type, ranges).intervals();
    }

    private static Optional<Double> extent(Type type, Range... ranges) {
        return condition(type, ranges).extent();
    }

    private static ColumnCondition condition(Type type, Range... ranges) {
        return Conditions.of(in(column("c", type), ValueSet.ofRanges(List.of(ranges))))
                .get("c");
    }

    private static Interval interval(Object low, Object high) {
        return new Interval(Optional.ofNullable(low), Optional.ofNullable(high));
    }

    private static Predicate in(IndexedColumn column, ValueSet values) {
        return new Predicate.InSet(column, TrinoKeys.keys(values).orElseThrow());
    }

    private static IndexedColumn column(String name, Type type) {
        return new IndexedColumn(name, TrinoTypes.scalar(type), "0:any");
    }
}
