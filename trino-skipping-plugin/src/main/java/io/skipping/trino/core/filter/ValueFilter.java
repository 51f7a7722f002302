// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static com.google.common.base.Preconditions.checkArgument;
import static io.trino.spi.type.TypeUtils.readNativeValue;

import io.skipping.index.predicate.SignedZeros;
import io.skipping.trino.core.value.TrinoKeys;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.CharType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimeType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.UuidType;
import io.trino.spi.type.VarbinaryType;
import io.trino.spi.type.VarcharType;
import java.util.List;

/** Tests values that are not NULL by the engine's own comparison rules. */
public interface ValueFilter {
    /** Bounds the number of ranges, since they are sent along with each split. */
    int MOST_RANGES = 1000;

    boolean passes(ValueBlock block, int position);

    /** Returns whether a test of values decides exactly as the engine's filter does. */
    static boolean isExact(Domain domain) {
        return domain.getValues() instanceof SortedRangeSet values
                && values.getRangeCount() <= MOST_RANGES
                && switch (domain.getType()) {
                    case BooleanType _, TinyintType _, SmallintType _, IntegerType _, BigintType _ -> true;
                    case DecimalType _, DateType _, TimestampType _, VarcharType _, CharType _, VarbinaryType _ -> true;
                    case TimestampWithTimeZoneType _, TimeType _, UuidType _ ->
                        TrinoTypes.scalar(domain.getType()).hasKeys();
                    // the engine may compare reals by their bits
                    case RealType _ ->
                        isBounded(values)
                                && TrinoKeys.keys(values)
                                        .map(keys -> !SignedZeros.isLookedUp(keys))
                                        .orElse(false);
                    case DoubleType _ -> isBounded(values);
                    default -> false;
                };
    }

    /**
     * Returns whether the set is bounded on at least one side and no range ends at NaN. If it is unbounded on both
     * sides, it is not known whether NaN satisfies the filter from which the set was made.
     */
    private static boolean isBounded(SortedRangeSet values) {
        if (values.isNone()) {
            return true;
        }
        Range span = values.getSpan();
        return (!span.isLowUnbounded() || !span.isHighUnbounded())
                && values.getOrderedRanges().stream()
                        .noneMatch(range ->
                                Double.isNaN(FloatingRanges.low(range)) || Double.isNaN(FloatingRanges.high(range)));
    }

    static ValueFilter of(Domain domain) {
        checkArgument(isExact(domain), "no exact test for %s", domain);
        Type type = domain.getType();
        ValueSet values = domain.getValues();
        if (values.isAll()) {
            return (_, _) -> true;
        }
        List<Range> ranges = values.getRanges().getOrderedRanges();
        if (type instanceof RealType || type instanceof DoubleType) {
            return new FloatingRanges(type, ranges);
        }
        if (type.getJavaType() == long.class) {
            return LongRanges.of(type, ranges);
        }
        if (type instanceof TimestampWithTimeZoneType) {
            return LongRanges.ofMoments(ranges);
        }
        if (type instanceof VarcharType || type instanceof VarbinaryType || type instanceof UuidType) {
            return new SliceRanges(type, ranges);
        }
        return (block, position) -> values.containsValue(readNativeValue(type, block, position));
    }
}
