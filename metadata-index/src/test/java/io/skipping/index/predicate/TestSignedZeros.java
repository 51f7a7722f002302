// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.RealType.REAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexedColumn;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.ValueSet;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestSignedZeros {
    private static final IndexedColumn COLUMN = new IndexedColumn("d", DOUBLE, "0:double");

    @DataProvider
    public Object[][] sets() {
        return new Object[][] {
            {ValueSet.of(DOUBLE, 0.0, 1.0), true},
            {ValueSet.of(DOUBLE, -0.0), true},
            {ValueSet.of(DOUBLE, -0.0, -5.0), true},
            {ValueSet.of(DOUBLE, 0.0, 1.0).complement(), true},
            {ValueSet.of(REAL, bits(-0.0f), bits(1)), true},
            {ValueSet.of(REAL, bits(0), bits(1)).complement(), true},
            {ValueSet.ofRanges(Range.equal(DOUBLE, 0.0), Range.greaterThan(DOUBLE, 1.0)), true},
            {ValueSet.of(DOUBLE, 1.0, 2.0), false},
            {ValueSet.of(DOUBLE, 1.0, 2.0).complement(), false},
            {ValueSet.ofRanges(Range.greaterThan(DOUBLE, 0.0)), false},
            {ValueSet.ofRanges(Range.lessThanOrEqual(DOUBLE, -0.0)), false},
            {ValueSet.ofRanges(Range.lessThan(DOUBLE, 0.0), Range.greaterThan(DOUBLE, 1.0)), false},
            {ValueSet.all(DOUBLE), false},
            {ValueSet.none(DOUBLE), false},
            {ValueSet.of(BIGINT, 0L, 1L), false},
        };
    }

    @Test(dataProvider = "sets")
    public void setsThatMayHaveBeenLookups(ValueSet values, boolean lookedUp) {
        assertThat(SignedZeros.isLookedUp(values)).isEqualTo(lookedUp);
    }

    /** A range of zeros may match, and others are decided as before. */
    @Test
    public void zeroIsLeftOpen() {
        Predicate zero = new Predicate.InSet(COLUMN, ValueSet.of(DOUBLE, 0.0));
        Predicate maybe = Predicate.and(List.of(zero, Predicate.UNKNOWN));
        assertThat(Predicate.of(COLUMN, Domain.create(ValueSet.of(DOUBLE, -0.0, 1.0), false)))
                .isEqualTo(Predicate.and(List.of(
                        new Predicate.InSet(COLUMN, ValueSet.of(DOUBLE, 0.0, 1.0)),
                        Predicate.or(
                                List.of(new Predicate.InSet(COLUMN, ValueSet.of(DOUBLE, 1.0)), Predicate.UNKNOWN)))));
        assertThat(Predicate.inSet(COLUMN, ValueSet.of(DOUBLE, 0.0))).isEqualTo(maybe);
        ValueSet notOne = ValueSet.of(DOUBLE, 1.0).complement();
        assertThat(Predicate.inSet(COLUMN, ValueSet.of(DOUBLE, 0.0, 1.0).complement()))
                .isEqualTo(Predicate.or(
                        List.of(new Predicate.InSet(COLUMN, notOne.subtract(ValueSet.of(DOUBLE, 0.0))), maybe)));
        assertThat(Predicate.inSet(COLUMN, notOne)).isEqualTo(new Predicate.InSet(COLUMN, notOne));
    }

    private static long bits(float value) {
        return Float.floatToRawIntBits(value);
    }
}
