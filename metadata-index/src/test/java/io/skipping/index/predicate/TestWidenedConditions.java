// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.INTEGER;
import static io.skipping.index.value.ScalarType.REAL;
import static io.skipping.index.value.ScalarType.decimal;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexedColumn;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Conditions on an older version of a column, by summaries of a wider type. */
public class TestWidenedConditions {
    @DataProvider
    public Object[][] promotions() {
        return new Object[][] {{INTEGER, BIGINT}, {REAL, DOUBLE}, {decimal(9, 2), decimal(18, 2)}};
    }

    /** Checks that a value is in the widened set if and only if the set has it. */
    @Test(dataProvider = "promotions")
    public void testSets(ScalarType from, ScalarType to) {
        Promotion promotion = new Promotion(from, to);
        IndexedColumn narrow = new IndexedColumn("#3", from, "3:iceberg");
        IndexedColumn wide = new IndexedColumn("#3", to, "3:iceberg");
        int translated = 0;
        for (int seed = 0; seed < 4_000; seed++) {
            Random random = new Random(seed);
            KeySet set = set(from, random);
            if (random.nextInt(4) == 0) {
                set = set.complement();
            }
            Optional<Predicate> found = promotion.overWider(new Predicate.InSet(narrow, set), wide);
            if (found.isEmpty()) {
                assertThat(set.isZeroApart())
                        .as("%s, seed %s", set.ranges(), seed)
                        .isTrue();
                continue;
            }
            translated++;
            KeySet widened = ((Predicate.InSet) found.get()).values();
            assertThat(widened.mayHoldNan())
                    .as("%s, seed %s", set.ranges(), seed)
                    .isEqualTo(set.mayHoldNan());
            List<Key> values = new ArrayList<>(List.of(key(from, 0), key(from, 1), key(from, -1)));
            for (int value = 0; value < 20; value++) {
                values.add(key(from, random));
            }
            for (Key value : values) {
                assertThat(widened.contains(promotion.promoted(value)))
                        .as("%s of %s, seed %s", value, set.ranges(), seed)
                        .isEqualTo(set.contains(value));
            }
        }
        assertThat(translated).isGreaterThan(2_000);
    }

    /** Returns a set of few values near zero, of which some are its ends, or the neighbours of these. */
    private static KeySet set(ScalarType type, Random random) {
        List<KeyRange> ranges = new ArrayList<>();
        for (int range = random.nextInt(4); range >= 0; range--) {
            Optional<Key> low = random.nextInt(5) == 0 ? Optional.empty() : Optional.of(key(type, random));
            Optional<Key> high = random.nextInt(5) == 0
                    ? Optional.empty()
                    : random.nextInt(3) == 0 ? low : Optional.of(key(type, random));
            ranges.add(new KeyRange(low, random.nextBoolean(), high, random.nextBoolean()));
        }
        return KeySet.of(type, ranges).orElseThrow();
    }

    private static Key key(ScalarType type, Random random) {
        int number = random.nextInt(3) == 0 ? random.nextInt() / 4 : random.nextInt(7) - 3;
        return type.equals(REAL)
                ? Key.ofReal(random.nextBoolean() ? number / 8f : number * Float.MIN_VALUE)
                : Key.of(number);
    }

    private static Key key(ScalarType type, int number) {
        return type.equals(REAL) ? Key.ofReal(number) : Key.of(number);
    }

    @Test
    public void testOtherConditions() {
        IndexedColumn narrow = new IndexedColumn("#3", REAL, "3:iceberg");
        IndexedColumn wide = new IndexedColumn("#3", DOUBLE, "3:iceberg");
        Promotion promotion = new Promotion(REAL, DOUBLE);
        assertThat(promotion.overWider(new Predicate.IsNull(narrow), wide)).hasValue(new Predicate.IsNull(wide));
        ValueTest test = value -> value.equals(Optional.of(Key.ofReal(0.1f)));
        Optional<Predicate> found = promotion.overWider(new Predicate.Passing(narrow, test), wide);
        assertThat(found)
                .as("verdicts are remembered by equal predicates")
                .isEqualTo(promotion.overWider(new Predicate.Passing(narrow, test), wide));
        ValueTest widened = ((Predicate.Passing) found.orElseThrow()).test();
        assertThat(widened.mayPass(Optional.of(Key.ofDouble(0.1f)))).isTrue();
        assertThat(widened.mayPass(Optional.of(Key.ofDouble(0.5)))).isFalse();
        assertThat(widened.mayPass(Optional.empty())).isFalse();
        assertThat(widened.mayPass(Optional.of(Key.ofDouble(0.1))))
                .as("no value of the narrower type")
                .isTrue();
        assertThat(widened.mayPass(Optional.of(Key.ofDouble(Double.NaN)))).isTrue();
    }
}
