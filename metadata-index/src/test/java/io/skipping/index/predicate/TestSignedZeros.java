// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import static io.skipping.index.value.KeyRange.atLeast;
import static io.skipping.index.value.KeyRange.atMost;
import static io.skipping.index.value.KeyRange.greaterThan;
import static io.skipping.index.value.KeyRange.lessThan;
import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.REAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexedColumn;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.PlainValues;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestSignedZeros {
    private static final IndexedColumn COLUMN = new IndexedColumn("d", DOUBLE, "0:double");

    @DataProvider
    public Object[][] sets() {
        return new Object[][] {
            {values(DOUBLE, 0.0, 1.0), true},
            {values(DOUBLE, -0.0), true},
            {values(DOUBLE, -0.0, -5.0), true},
            {values(DOUBLE, 0.0, 1.0).complement(), true},
            // a neighbour, which a range would have beside it
            {values(DOUBLE, 0.0, Double.MIN_VALUE, -Double.MIN_VALUE), true},
            {values(REAL, -0.0f, 1f), true},
            {values(REAL, 0f, 1f).complement(), true},
            {ranges(DOUBLE, KeyRange.of(Key.ofDouble(0.0)), greaterThan(Key.ofDouble(1.0))), true},
            {values(DOUBLE, 1.0, 2.0), false},
            // no key lies between zero and its neighbour
            {values(DOUBLE, 0.0, Double.MIN_VALUE).complement(), true},
            {values(REAL, 0.0f, Float.MIN_VALUE).complement(), true},
            {values(DOUBLE, 0.0, -Double.MIN_VALUE, Double.MIN_VALUE).complement(), true},
            {
                values(DOUBLE, 0.0, Double.MIN_VALUE)
                        .complement()
                        .intersect(ranges(DOUBLE, lessThan(Key.ofDouble(100.0)))),
                true
            },
            {values(DOUBLE, 1.0, 2.0).complement(), false},
            {ranges(DOUBLE, greaterThan(Key.ofDouble(0.0))), false},
            {ranges(DOUBLE, atMost(Key.ofDouble(-0.0))), false},
            {ranges(DOUBLE, lessThan(Key.ofDouble(0.0)), greaterThan(Key.ofDouble(1.0))), false},
            {KeySet.all(DOUBLE), false},
            {KeySet.none(DOUBLE), false},
            {values(BIGINT, 0, 1), false},
        };
    }

    private static KeySet values(ScalarType type, Object... values) {
        return KeySet.ofValues(
                        type,
                        Stream.of(values)
                                .map(value -> PlainValues.key(type, value))
                                .toList())
                .orElseThrow();
    }

    private static KeySet ranges(ScalarType type, KeyRange... ranges) {
        return KeySet.of(type, List.of(ranges)).orElseThrow();
    }

    @Test(dataProvider = "sets")
    public void testSetsThatMayHaveBeenLookups(KeySet values, boolean lookedUp) {
        assertThat(SignedZeros.isLookedUp(values)).isEqualTo(lookedUp);
    }

    @Test
    public void testZeroThatIsLeftOutBesideItsNeighbourMayMatch() {
        KeySet values = values(DOUBLE, 0.0, Double.MIN_VALUE).complement();
        assertThat(Predicate.inSet(COLUMN, values))
                .isEqualTo(Predicate.or(List.of(
                        new Predicate.InSet(COLUMN, values),
                        Predicate.and(List.of(new Predicate.InSet(COLUMN, values(DOUBLE, 0.0)), Predicate.UNKNOWN)))));
    }

    @Test
    public void testAllNumbersAreNotAllValues() {
        KeySet numbers = ranges(DOUBLE, atMost(Key.ofDouble(0.0)), atLeast(Key.ofDouble(Double.MIN_VALUE)));
        assertThat(Predicate.of(COLUMN, numbers, true))
                .as("a NaN does not satisfy x <= 0 OR x >= 4.9E-324 OR x IS NULL")
                .isNotEqualTo(Predicate.ALWAYS);
    }

    /** A range of zeros may match, and others are decided as before. */
    @Test
    public void testZeroIsLeftOpen() {
        Predicate zero = new Predicate.InSet(COLUMN, values(DOUBLE, 0.0));
        Predicate maybe = Predicate.and(List.of(zero, Predicate.UNKNOWN));
        assertThat(Predicate.of(COLUMN, values(DOUBLE, -0.0, 1.0), false))
                .isEqualTo(Predicate.and(List.of(
                        new Predicate.InSet(COLUMN, values(DOUBLE, 0.0, 1.0)),
                        Predicate.or(List.of(new Predicate.InSet(COLUMN, values(DOUBLE, 1.0)), Predicate.UNKNOWN)))));
        assertThat(Predicate.inSet(COLUMN, values(DOUBLE, 0.0))).isEqualTo(maybe);
        KeySet notOne = values(DOUBLE, 1.0).complement();
        assertThat(Predicate.inSet(COLUMN, values(DOUBLE, 0.0, 1.0).complement()))
                .isEqualTo(Predicate.or(
                        List.of(new Predicate.InSet(COLUMN, notOne.subtract(values(DOUBLE, 0.0))), maybe)));
        assertThat(Predicate.inSet(COLUMN, notOne)).isEqualTo(new Predicate.InSet(COLUMN, notOne));
    }
}
