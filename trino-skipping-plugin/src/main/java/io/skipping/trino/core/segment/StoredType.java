// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.segment;

import static io.trino.spi.type.DecimalType.createDecimalType;
import static io.trino.spi.type.TimestampType.TIMESTAMP_MICROS;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import io.skipping.index.store.segment.SegmentFormat.SegmentColumn;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.release.Nulls;
import io.skipping.trino.core.value.BlockColumns;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.block.ArrayBlock;
import io.trino.spi.block.Block;
import io.trino.spi.block.ColumnarArray;
import io.trino.spi.block.Fixed12Block;
import io.trino.spi.block.Int128ArrayBlock;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.Type;
import java.math.BigInteger;

/**
 * Converts the values of a column between keys and the Trino blocks that a segment file stores. Both directions are
 * exact.
 */
final class StoredType {
    /** seconds with twelve decimals, that is picoseconds, which any tool can read */
    private static final DecimalType LONG_SECONDS = createDecimalType(38, 12);

    private static final int PICOS_PER_MICRO = 1_000_000;
    private static final BigInteger MICRO = BigInteger.valueOf(PICOS_PER_MICRO);

    /** the type as which the keys are stored, which has the same keys */
    private final ScalarType values;

    private final boolean isList;
    private final boolean isLongSeconds;
    private final Type type;

    private StoredType(SegmentColumn column) {
        this.values = stored(column.type());
        this.isList = column.isList();
        this.isLongSeconds = values.kind() == ScalarType.Kind.TIMESTAMP && values.form() == ScalarType.KeyForm.WIDE;
        Type element = element();
        this.type = isList ? new ArrayType(element) : element;
    }

    static StoredType of(SegmentColumn column) {
        return new StoredType(requireNonNull(column, "column is null"));
    }

    /**
     * Returns a type that the engine's writer of Parquet supports, whose values have the same keys.
     */
    private static ScalarType stored(ScalarType type) {
        return switch (type.kind()) {
            case TIMESTAMP_TZ -> ScalarType.timestamp(type.precision());
            case TIME -> ScalarType.BIGINT;
            case UUID -> ScalarType.VARBINARY;
            default -> type;
        };
    }

    private Type element() {
        return switch (values.kind()) {
            // unbounded, so that no reader truncates or pads text
            case VARCHAR, CHAR -> VARCHAR;
            // microseconds even for precisions below 6, as in Trino's own representation
            case TIMESTAMP -> isLongSeconds ? LONG_SECONDS : TIMESTAMP_MICROS;
            default -> TrinoTypes.trino(values);
        };
    }

    /** Returns the type of the stored values. */
    Type type() {
        return type;
    }

    /** Returns the values as the file stores them. */
    Block encode(KeyColumn column) {
        Block block = BlockColumns.block(values, isList, column);
        if (!isLongSeconds) {
            return block;
        }
        return isList ? mapElements(block, true) : picosOfTimestamps((Fixed12Block) block);
    }

    /** Returns a decoder for the stored values. */
    Decoder decoder(int positions) {
        return new Decoder(BlockColumns.collector(values, isList, positions));
    }

    /** Collects the values of a column. Not thread-safe. */
    final class Decoder {
        private final BlockColumns.Collector collector;

        private Decoder(BlockColumns.Collector collector) {
            this.collector = collector;
        }

        void add(Block stored) {
            if (!isLongSeconds) {
                collector.add(stored);
            } else {
                collector.add(isList ? mapElements(stored, false) : timestampsOfPicos(stored));
            }
        }

        KeyColumn build() {
            return collector.build();
        }
    }

    private static Block mapElements(Block block, boolean encode) {
        ColumnarArray arrays = ColumnarArray.toColumnarArray(block);
        int count = arrays.getPositionCount();
        int[] offsets = new int[count + 1];
        boolean[] nulls = new boolean[count];
        for (int position = 0; position < count; position++) {
            nulls[position] = arrays.isNull(position);
            offsets[position + 1] = offsets[position] + arrays.getLength(position);
        }
        Block elements = arrays.getElementsBlock();
        return ArrayBlock.fromElementBlock(
                count,
                Nulls.of(nulls),
                offsets,
                encode ? picosOfTimestamps((Fixed12Block) elements) : timestampsOfPicos(elements));
    }

    private static Block picosOfTimestamps(Fixed12Block timestamps) {
        int count = timestamps.getPositionCount();
        boolean[] nulls = new boolean[count];
        long[] picos = new long[2 * count];
        for (int position = 0; position < count; position++) {
            if (timestamps.isNull(position)) {
                nulls[position] = true;
                continue;
            }
            Int128 value = Int128.valueOf(BigInteger.valueOf(timestamps.getFixed12First(position))
                    .multiply(MICRO)
                    .add(BigInteger.valueOf(timestamps.getFixed12Second(position))));
            picos[2 * position] = value.getHigh();
            picos[2 * position + 1] = value.getLow();
        }
        return new Int128ArrayBlock(count, Nulls.of(nulls), picos);
    }

    private static Block timestampsOfPicos(Block block) {
        Int128ArrayBlock picos = (Int128ArrayBlock) block.getUnderlyingValueBlock();
        int count = block.getPositionCount();
        boolean[] nulls = new boolean[count];
        int[] timestamps = new int[3 * count];
        for (int position = 0; position < count; position++) {
            if (block.isNull(position)) {
                nulls[position] = true;
                continue;
            }
            // rounds down, so that the remainder is not negative before the epoch
            BigInteger[] parts = picos.getInt128(block.getUnderlyingValuePosition(position))
                    .toBigInteger()
                    .divideAndRemainder(MICRO);
            boolean negative = parts[1].signum() < 0;
            Fixed12Block.encodeFixed12(
                    parts[0].longValueExact() - (negative ? 1 : 0),
                    parts[1].intValueExact() + (negative ? PICOS_PER_MICRO : 0),
                    timestamps,
                    position);
        }
        return new Fixed12Block(count, Nulls.of(nulls), timestamps);
    }
}
