// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static io.trino.spi.type.TypeUtils.readNativeValue;
import static io.trino.spi.type.TypeUtils.writeNativeValue;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slices;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.DictionaryBlock;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.LongTimestampWithTimeZone;
import io.trino.spi.type.RealType;
import io.trino.spi.type.TimeType;
import io.trino.spi.type.TimeZoneKey;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.Type;
import io.trino.spi.type.UuidType;
import io.trino.spi.type.VarcharType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

public class TestColumnFilter {
    private static final List<Type> TYPES = List.of(
            BigintType.BIGINT,
            IntegerType.INTEGER,
            DateType.DATE,
            TimestampType.TIMESTAMP_MILLIS,
            TimestampWithTimeZoneType.TIMESTAMP_TZ_MICROS,
            TimeType.TIME_MICROS,
            UuidType.UUID,
            DecimalType.createDecimalType(10, 2),
            DecimalType.createDecimalType(30, 2),
            RealType.REAL,
            DoubleType.DOUBLE,
            BooleanType.BOOLEAN,
            VarcharType.VARCHAR);

    @Test
    public void testRowsArePickedByTheirValues() {
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            Type type = TYPES.get(random.nextInt(TYPES.size()));
            Domain domain = domain(type, random);
            if (!ValueFilter.isExact(domain)) {
                assertThat(type)
                        .as("types with values that domains do not tell")
                        .isIn(RealType.REAL, DoubleType.DOUBLE);
                continue;
            }
            Block block = block(type, random);
            int[] asked = IntStream.range(0, block.getPositionCount())
                    .filter(_ -> random.nextInt(4) > 0)
                    .toArray();
            int[] expected = Arrays.stream(asked)
                    .filter(position -> satisfies(domain, block, position))
                    .toArray();

            int[] positions = asked.clone();
            int kept = new ColumnFilter(domain).select(block, positions, positions.length);
            assertThat(Arrays.copyOf(positions, kept))
                    .as("%s of %s, seed %s", domain, block, seed)
                    .isEqualTo(expected);
        }
    }

    /** As SQL compares: of floating point, not by the order of domains. */
    private static boolean satisfies(Domain domain, Block block, int position) {
        Type type = domain.getType();
        Object value = readNativeValue(type, block, position);
        if (value == null) {
            return domain.isNullAllowed();
        }
        if (type.equals(DoubleType.DOUBLE) || type.equals(RealType.REAL)) {
            return domain.getValues().getRanges().getOrderedRanges().stream()
                    .anyMatch(range -> satisfies(range, value));
        }
        return domain.includesNullableValue(value);
    }

    private static boolean satisfies(Range range, Object value) {
        double number = number(value);
        boolean above = range.isLowUnbounded()
                || number > number(range.getLowBoundedValue())
                || (range.isLowInclusive() && number == number(range.getLowBoundedValue()));
        boolean below = range.isHighUnbounded()
                || number < number(range.getHighBoundedValue())
                || (range.isHighInclusive() && number == number(range.getHighBoundedValue()));
        return above && below && !Double.isNaN(number);
    }

    private static double number(Object value) {
        return value instanceof Double number ? number : Float.intBitsToFloat((int) (long) value);
    }

    private static Domain domain(Type type, Random random) {
        List<Range> ranges = new ArrayList<>();
        if (type.equals(BooleanType.BOOLEAN)) {
            ranges.add(Range.equal(type, random.nextBoolean()));
        } else {
            for (int i = random.nextInt(5); i > 0; i--) {
                ranges.add(range(type, random));
            }
        }
        return Domain.create(ValueSet.copyOfRanges(type, ranges), random.nextBoolean());
    }

    private static Range range(Type type, Random random) {
        Object first = value(type, random);
        switch (random.nextInt(6)) {
            case 0 -> {
                return Range.equal(type, first);
            }
            case 1 -> {
                return Range.lessThan(type, first);
            }
            case 2 -> {
                return Range.lessThanOrEqual(type, first);
            }
            case 3 -> {
                return Range.greaterThan(type, first);
            }
            default -> {
                Object second = value(type, random);
                try {
                    return Range.range(type, first, random.nextBoolean(), second, random.nextBoolean());
                } catch (IllegalArgumentException e) {
                    // upside down, or nothing in between
                    return Range.greaterThanOrEqual(type, first);
                }
            }
        }
    }

    private static Object value(Type type, Random random) {
        int small = random.nextInt(9) - 4;
        boolean extreme = random.nextInt(10) == 0;
        return switch (type) {
            case DoubleType _ ->
                extreme ? Double.POSITIVE_INFINITY : small == 0 && random.nextBoolean() ? -0.0 : small / 2.0;
            case RealType _ ->
                (long) Float.floatToRawIntBits(small == 0 && random.nextBoolean() ? -0.0f : small / 2.0f);
            case BooleanType _ -> random.nextBoolean();
            case DecimalType decimal when !decimal.isShort() -> Int128.valueOf(small);
            case VarcharType _ -> Slices.utf8Slice("é".repeat(small + 4));
            case UuidType _ -> UuidType.javaUuidToTrinoUuid(new UUID((long) small << 60, small));
            // some readers do not round to the type, and constants may be beyond all values
            case TimestampWithTimeZoneType _ -> moment(small, random.nextInt(8) == 0 ? 500_000 : 0);
            case BigintType _, TimestampType _ when extreme -> random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
            default -> (long) small;
        };
    }

    /**
     * Returns an instant next to the epoch, in any zone.
     *
     * @param picos less than a microsecond
     */
    private static LongTimestampWithTimeZone moment(int micros, int picos) {
        return LongTimestampWithTimeZone.fromEpochMillisAndFraction(
                Math.floorDiv(micros, 2),
                Math.floorMod(micros, 2) * 999_000_000 + picos,
                micros % 3 == 0 ? TimeZoneKey.UTC_KEY : TimeZoneKey.getTimeZoneKey("Asia/Kathmandu"));
    }

    private static Block block(Type type, Random random) {
        int kind = random.nextInt(3);
        ValueBlock values = values(type, kind == 0 ? 1 : random.nextInt(20) + 1, random);
        return switch (kind) {
            case 0 -> RunLengthEncodedBlock.create(values, random.nextInt(20) + 2);
            case 1 ->
                DictionaryBlock.create(
                        30,
                        values,
                        random.ints(30, 0, values.getPositionCount()).toArray());
            default -> values;
        };
    }

    private static ValueBlock values(Type type, int count, Random random) {
        BlockBuilder builder = type.createBlockBuilder(null, count);
        for (int i = 0; i < count; i++) {
            if (random.nextInt(6) == 0) {
                builder.appendNull();
            } else if (random.nextInt(6) == 0 && type.equals(DoubleType.DOUBLE)) {
                writeNativeValue(type, builder, Double.NaN);
            } else if (random.nextInt(6) == 0 && type.equals(RealType.REAL)) {
                writeNativeValue(type, builder, (long) Float.floatToRawIntBits(Float.NaN));
            } else {
                writeNativeValue(type, builder, value(type, random));
            }
        }
        return builder.buildValueBlock();
    }
}
