// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.value;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.value.BytesVector;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.LongVector;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.TextKeys;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.WideCodec;
import io.skipping.index.value.WideVector;
import io.trino.spi.block.Block;
import io.trino.spi.block.ByteArrayBlock;
import io.trino.spi.block.DictionaryBlock;
import io.trino.spi.block.Fixed12Block;
import io.trino.spi.block.Int128ArrayBlock;
import io.trino.spi.block.IntArrayBlock;
import io.trino.spi.block.LongArrayBlock;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.block.ShortArrayBlock;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.block.VariableWidthBlock;
import java.util.Arrays;

/**
 * Fills a {@link ValueVector} from one block after another. A value that a dictionary or a run contains once is listed
 * once. Not thread-safe.
 */
public final class BlockVectors {
    static final int UUID_BYTES = 2 * Long.BYTES;

    private final ScalarType type;
    private final ValueVector vector;

    /** positions of the listed values in their value block */
    private int[] positions = new int[0];
    /** number of leading entries of {@link #positions} that equal their own index */
    private int inOrder;
    /** for each entry of a dictionary, the number of the listed value; -1 if no row has it, or it is NULL */
    private int[] numbers = new int[0];

    /**
     * Creates an empty vector.
     *
     * @param type type of the values, which must have keys
     */
    public BlockVectors(ScalarType type) {
        this.type = type;
        this.vector = ValueVector.of(type);
    }

    /** Returns the values of a block. The same vector is filled and returned by every call. */
    public ValueVector fill(Block block) {
        switch (block) {
            case RunLengthEncodedBlock run -> fillConstant(run);
            case DictionaryBlock dictionary
            when dictionary.getDictionary().getPositionCount() <= dictionary.getPositionCount() ->
                fillDictionary(dictionary);
            default -> fillRows(block);
        }
        return vector;
    }

    public long retainedBytes() {
        return vector.retainedBytes() + 4L * (positions.length + numbers.length);
    }

    private void fillConstant(RunLengthEncodedBlock run) {
        int rows = run.getPositionCount();
        boolean isNull = rows > 0 && run.isNull(0);
        boolean hasValue = rows > 0 && !isNull;
        if (hasValue) {
            ensurePositions(1);
            inOrder = 0;
            positions[0] = 0;
        }
        list(run.getUnderlyingValueBlock(), hasValue ? 1 : 0);
        vector.setConstant(rows, isNull);
    }

    private void fillDictionary(DictionaryBlock dictionary) {
        ValueBlock entries = dictionary.getUnderlyingValueBlock();
        int entryCount = entries.getPositionCount();
        if (numbers.length < entryCount) {
            numbers = new int[entryCount];
        }
        Arrays.fill(numbers, 0, entryCount, -1);
        int rowCount = dictionary.getPositionCount();
        ensurePositions(entryCount);
        inOrder = 0;
        int values = 0;
        int nulls = 0;
        int[] rows = vector.rows(rowCount);
        boolean mayHaveNull = entries.mayHaveNull();
        for (int row = 0; row < rowCount; row++) {
            int entry = dictionary.getId(row);
            if (mayHaveNull && entries.isNull(entry)) {
                rows[row] = -1;
                nulls++;
                continue;
            }
            if (numbers[entry] < 0) {
                numbers[entry] = values;
                positions[values++] = entry;
            }
            rows[row] = numbers[entry];
        }
        list(entries, values);
        vector.setRows(rowCount, values, nulls, false);
    }

    private void fillRows(Block block) {
        int rowCount = block.getPositionCount();
        ensurePositions(rowCount);
        if (!block.mayHaveNull()) {
            if (block instanceof ValueBlock) {
                for (; inOrder < rowCount; inOrder++) {
                    positions[inOrder] = inOrder;
                }
            } else {
                inOrder = 0;
                for (int row = 0; row < rowCount; row++) {
                    positions[row] = block.getUnderlyingValuePosition(row);
                }
            }
            list(block.getUnderlyingValueBlock(), rowCount);
            vector.setDistinctRows(rowCount);
            return;
        }
        inOrder = 0;
        int[] rows = vector.rows(rowCount);
        int values = 0;
        for (int row = 0; row < rowCount; row++) {
            if (block.isNull(row)) {
                rows[row] = -1;
            } else {
                rows[row] = values;
                positions[values++] = block.getUnderlyingValuePosition(row);
            }
        }
        list(block.getUnderlyingValueBlock(), values);
        vector.setRows(rowCount, values, rowCount - values, true);
    }

    private void ensurePositions(int count) {
        if (positions.length < count) {
            positions = new int[Math.max(count, 2 * positions.length)];
            inOrder = 0;
        }
    }

    /** Lists the values at the first positions, none of which is NULL. */
    private void list(ValueBlock block, int count) {
        switch (vector) {
            case LongVector longs -> list(block, count, longs);
            case WideVector wides -> list(block, count, wides);
            case BytesVector uuids when block instanceof Int128ArrayBlock wides -> list(wides, count, uuids);
            case BytesVector texts -> list((VariableWidthBlock) block, count, texts);
        }
    }

    private void list(ValueBlock block, int count, LongVector longs) {
        long[] keys = longs.fill(count, false);
        if (block instanceof LongArrayBlock values && inOrder >= count) {
            // without the indirection the compiler drops the checks of bounds, which halves the time
            for (int i = 0; i < count; i++) {
                keys[i] = values.getLong(i);
            }
        } else {
            read(type, block, positions, count, keys);
        }
        boolean negativeZero = toKeys(type, keys, count);
        if (negativeZero) {
            longs.setNegativeZero();
        }
    }

    /**
     * Reads the numbers at some positions as the block stores them; of timestamps with time zone, their microseconds. For NULL,
     * any number is read.
     */
    static void read(ScalarType type, ValueBlock block, int[] positions, int count, long[] numbers) {
        switch (block) {
            case LongArrayBlock longs -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] = longs.getLong(positions[i]);
                }
            }
            case IntArrayBlock integers -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] = integers.getInt(positions[i]);
                }
            }
            case ShortArrayBlock shorts -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] = shorts.getShort(positions[i]);
                }
            }
            case ByteArrayBlock bytes -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] = bytes.getByte(positions[i]);
                }
            }
            case Fixed12Block moments
            when type.kind() == ScalarType.Kind.TIMESTAMP_TZ -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] = moments.isNull(positions[i]) ? 0 : Moments.micros(moments, positions[i]);
                }
            }
            default ->
                throw new IllegalArgumentException(
                        "not a block of numbers: " + block.getClass().getName());
        }
    }

    /** Converts the numbers of a block to keys, in place; returns whether one of them was -0.0. */
    static boolean toKeys(ScalarType type, long[] numbers, int count) {
        boolean negativeZero = false;
        switch (type.kind()) {
            case DOUBLE -> {
                for (int i = 0; i < count; i++) {
                    negativeZero |= numbers[i] == Long.MIN_VALUE;
                    numbers[i] = LongCodec.doubleKey(numbers[i]);
                }
            }
            case REAL -> {
                for (int i = 0; i < count; i++) {
                    negativeZero |= (int) numbers[i] == Integer.MIN_VALUE;
                    numbers[i] = LongCodec.realKey((int) numbers[i]);
                }
            }
            default -> {}
        }
        return negativeZero;
    }

    private void list(ValueBlock block, int count, WideVector wides) {
        wides.fill(count);
        for (int i = 0; i < count; i++) {
            wides.set(i, high(block, positions[i]), low(block, positions[i]));
        }
    }

    static long high(ValueBlock block, int position) {
        return switch (block) {
            case Int128ArrayBlock decimals -> decimals.getInt128High(position);
            case Fixed12Block timestamps -> timestamps.getFixed12First(position);
            default -> throw unexpected(block);
        };
    }

    static long low(ValueBlock block, int position) {
        return switch (block) {
            case Int128ArrayBlock decimals -> WideCodec.flipLow(decimals.getInt128Low(position));
            case Fixed12Block timestamps -> timestamps.getFixed12Second(position);
            default -> throw unexpected(block);
        };
    }

    private static IllegalArgumentException unexpected(ValueBlock block) {
        return new IllegalArgumentException("not a block of long decimals or timestamps: "
                + block.getClass().getName());
    }

    private void list(Int128ArrayBlock block, int count, BytesVector uuids) {
        // the vector keeps the buffer until it is filled again
        Slice bytes = Slices.allocate(Math.multiplyExact(count, UUID_BYTES));
        uuids.fill(bytes, count);
        for (int i = 0; i < count; i++) {
            bytes.setLong(i * UUID_BYTES, block.getInt128High(positions[i]));
            bytes.setLong(i * UUID_BYTES + Long.BYTES, block.getInt128Low(positions[i]));
            uuids.set(i, i * UUID_BYTES, UUID_BYTES);
        }
    }

    private void list(VariableWidthBlock block, int count, BytesVector texts) {
        texts.fill(block.getRawSlice(), count);
        for (int i = 0; i < count; i++) {
            int offset = block.getRawSliceOffset(positions[i]);
            texts.set(
                    i,
                    offset,
                    TextKeys.normalizedLength(type, block.getRawSlice(), offset, block.getSliceLength(positions[i])));
        }
    }
}
