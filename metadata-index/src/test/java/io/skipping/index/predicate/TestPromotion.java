// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.DATE;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.INTEGER;
import static io.skipping.index.value.ScalarType.REAL;
import static io.skipping.index.value.ScalarType.decimal;
import static io.skipping.index.value.ScalarType.timestamp;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexedColumn;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.PlainValues;
import io.skipping.index.value.ScalarType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestPromotion {
    @DataProvider
    public Object[][] promotions() {
        return new Object[][] {
            {INTEGER, BIGINT},
            {REAL, DOUBLE},
            {decimal(9, 2), decimal(18, 2)},
            {decimal(9, 0), decimal(38, 0)},
            {decimal(18, 3), decimal(19, 3)},
            {decimal(20, 10), decimal(38, 10)},
        };
    }

    @Test(dataProvider = "promotions")
    public void testValuesKeepTheirOrder(ScalarType from, ScalarType to) {
        Promotion promotion = Promotion.of(from, to).orElseThrow();
        Random random = new Random(1);
        for (int run = 0; run < 3_000; run++) {
            Object left = value(from, random);
            Object right = value(from, random);
            Key leftPromoted = promotion.promoted(PlainValues.key(from, left));
            assertThat(leftPromoted).isEqualTo(PlainValues.key(to, wider(left)));
            if (!PlainValues.isNan(left) && !PlainValues.isNan(right)) {
                assertThat(Integer.signum(leftPromoted.compareTo(promotion.promoted(PlainValues.key(from, right)))))
                        .as("%s and %s", left, right)
                        .isEqualTo(Integer.signum(PlainValues.key(from, left).compareTo(PlainValues.key(from, right))));
            }
        }
    }

    /** Checks that a value is in the narrowed set if and only if it is in the set once it is promoted. */
    @Test(dataProvider = "promotions")
    public void testSets(ScalarType from, ScalarType to) {
        Promotion promotion = Promotion.of(from, to).orElseThrow();
        for (int seed = 0; seed < 4_000; seed++) {
            Random random = new Random(seed);
            KeySet set = set(from, to, random);
            if (random.nextInt(4) == 0) {
                set = set.complement();
            }
            KeySet narrowed = promotion.narrowed(set);
            assertThat(narrowed.type()).isEqualTo(from);
            if (from.isFloatingPoint()) {
                assertThat(narrowed.mayHoldNan())
                        .as("%s, seed %s", set.ranges(), seed)
                        .isEqualTo(set.mayHoldNan());
            }
            List<Key> values = new ArrayList<>();
            for (int value = 0; value < 20; value++) {
                Object plain = value(from, random);
                if (!PlainValues.isNan(plain)) {
                    values.add(PlainValues.key(from, plain));
                }
            }
            narrowed.ranges().forEach(range -> {
                range.low().ifPresent(values::add);
                range.high().ifPresent(values::add);
            });
            for (Key value : values) {
                assertThat(narrowed.contains(value))
                        .as("%s of %s, seed %s", value, set.ranges(), seed)
                        .isEqualTo(set.contains(promotion.promoted(value)));
            }
        }
    }

    @Test
    public void testConditions() {
        IndexedColumn now = new IndexedColumn("#3", BIGINT, "3:iceberg");
        IndexedColumn former = new IndexedColumn("#3", INTEGER, "3:iceberg");
        Promotion promotion = new Promotion(INTEGER, BIGINT);
        Key beyond = Key.of(1L << 40);
        assertThat(promotion.over(new Predicate.InSet(now, set(BIGINT, KeyRange.of(beyond))), former))
                .as("no value of the former type, but a condition on that column, which later files do not have")
                .hasValue(new Predicate.InSet(former, KeySet.none(INTEGER)));
        assertThat(promotion.over(new Predicate.InSet(now, set(BIGINT, KeyRange.lessThan(beyond))), former))
                .hasValueSatisfying(condition -> assertThat(
                                ((Predicate.InSet) condition).values().contains(Key.of(Integer.MAX_VALUE)))
                        .isTrue());
        assertThat(promotion.over(new Predicate.IsNull(now), former)).hasValue(new Predicate.IsNull(former));
        ValueTest test = value -> value.equals(Optional.of(Key.of(5)));
        Predicate.Passing passing = (Predicate.Passing)
                promotion.over(new Predicate.Passing(now, test), former).orElseThrow();
        assertThat(passing.column()).isEqualTo(former);
        assertThat(passing.test().mayPass(Optional.of(Key.of(5)))).isTrue();
        assertThat(passing.test().mayPass(Optional.empty())).isFalse();
        assertThat(promotion.over(new Predicate.Passing(now, test), former))
                .as("verdicts are remembered by equal predicates")
                .hasValue(passing);
    }

    @Test
    public void testOtherTypes() {
        assertThat(Promotion.of(BIGINT, INTEGER)).isEmpty();
        assertThat(Promotion.of(INTEGER, INTEGER)).isEmpty();
        assertThat(Promotion.of(INTEGER, DOUBLE)).isEmpty();
        assertThat(Promotion.of(decimal(9, 2), decimal(12, 3))).isEmpty();
        assertThat(Promotion.of(decimal(12, 2), decimal(9, 2))).isEmpty();
        assertThat(Promotion.of(DATE, timestamp(6))).isEmpty();
    }

    private static KeySet set(ScalarType type, KeyRange range) {
        return KeySet.of(type, List.of(range)).orElseThrow();
    }

    /** Returns a set whose ends are values of the former type, their neighbours, or any others. */
    private static KeySet set(ScalarType from, ScalarType to, Random random) {
        List<KeyRange> ranges = new ArrayList<>();
        for (int range = random.nextInt(4); range >= 0; range--) {
            Optional<Key> low = random.nextInt(5) == 0 ? Optional.empty() : Optional.of(end(from, to, random));
            Optional<Key> high = random.nextInt(5) == 0
                    ? Optional.empty()
                    : random.nextInt(3) == 0 ? low : Optional.of(end(from, to, random));
            ranges.add(new KeyRange(low, random.nextBoolean(), high, random.nextBoolean()));
        }
        return KeySet.of(to, ranges).orElseThrow();
    }

    private static Key end(ScalarType from, ScalarType to, Random random) {
        Object value = random.nextInt(3) == 0 ? value(to, random) : wider(value(from, random));
        if (value instanceof Double number) {
            value = switch (random.nextInt(4)) {
                case 0 -> Math.nextUp(number);
                case 1 -> Math.nextDown(number);
                default -> number;
            };
        }
        return PlainValues.isNan(value) ? end(from, to, random) : PlainValues.key(to, value);
    }

    private static Object value(ScalarType type, Random random) {
        // a new one each time, since each keeps to a window
        return new RandomValues(type, random).next();
    }

    private static Object wider(Object value) {
        return value instanceof Float real ? (Object) (double) real : value;
    }
}
