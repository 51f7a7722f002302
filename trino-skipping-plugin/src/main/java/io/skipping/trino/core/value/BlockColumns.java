// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.value;

import static com.google.common.base.Preconditions.checkArgument;
import static java.lang.Math.toIntExact;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.value.BytesColumn;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ListColumn;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.LongColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.TextKeys;
import io.skipping.index.value.WideCodec;
import io.skipping.index.value.WideColumn;
import io.skipping.trino.core.release.Nulls;
import io.trino.spi.block.ArrayBlock;
import io.trino.spi.block.Block;
import io.trino.spi.block.ByteArrayBlock;
import io.trino.spi.block.ColumnarArray;
import io.trino.spi.block.DictionaryBlock;
import io.trino.spi.block.Fixed12Block;
import io.trino.spi.block.Int128ArrayBlock;
import io.trino.spi.block.IntArrayBlock;
import io.trino.spi.block.LongArrayBlock;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.block.ShortArrayBlock;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.block.VariableWidthBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Converts columns of keys to blocks, and back. */
public final class BlockColumns {
    private BlockColumns() {}

    /**
     * Returns the values of a block as keys. The bytes of text are not copied.
     *
     * @param type type of the values, or of the elements of arrays; must have keys
     * @param isList whether the values are arrays
     */
    public static KeyColumn column(ScalarType type, boolean isList, Block block) {
        Collector collector = collector(type, isList, block.getPositionCount());
        collector.add(block);
        return collector.build();
    }

    /**
     * Returns a collector that combines the values of many blocks into one column.
     *
     * @param positions minimum number of values
     */
    public static Collector collector(ScalarType type, boolean isList, int positions) {
        if (isList) {
            return new Lists(type, positions);
        }
        return switch (type.form()) {
            case LONG -> new Longs(type, positions);
            case WIDE -> new Wides(positions);
            case BYTES -> type.kind() == ScalarType.Kind.UUID ? new Uuids(positions) : new Texts(type, positions);
        };
    }

    /**
     * Returns a block with the same values. Zeros of real and double become positive.
     *
     * @param type type of the values, or of the elements of lists
     */
    public static Block block(ScalarType type, boolean isList, KeyColumn column) {
        if (!isList) {
            return valueBlock(type, column);
        }
        ListColumn lists = (ListColumn) column;
        int[] offsets = new int[lists.size() + 1];
        for (int position = 0; position < offsets.length; position++) {
            offsets[position] = lists.offset(position);
        }
        return ArrayBlock.fromElementBlock(
                lists.size(), Nulls.of(nulls(lists)), offsets, valueBlock(type, lists.elements()));
    }

    private static ValueBlock valueBlock(ScalarType type, KeyColumn column) {
        return switch (type.form()) {
            case LONG -> block(type, (LongColumn) column);
            case WIDE ->
                type.kind() == ScalarType.Kind.DECIMAL
                        ? decimals((WideColumn) column)
                        : timestamps((WideColumn) column);
            case BYTES ->
                type.kind() == ScalarType.Kind.UUID ? uuids((BytesColumn) column) : block((BytesColumn) column);
        };
    }

    /** Returns null if there is no NULL. */
    private static boolean[] nulls(KeyColumn column) {
        if (!column.hasNull()) {
            return null;
        }
        boolean[] nulls = new boolean[column.size()];
        for (int position = 0; position < nulls.length; position++) {
            nulls[position] = column.isNull(position);
        }
        return nulls;
    }

    private static ValueBlock block(ScalarType type, LongColumn column) {
        int count = column.size();
        boolean[] nulls = nulls(column);
        return switch (type.kind()) {
            case BOOLEAN, TINYINT -> {
                byte[] bytes = new byte[count];
                for (int position = 0; position < count; position++) {
                    bytes[position] = (byte) column.key(position);
                }
                yield new ByteArrayBlock(count, Nulls.of(nulls), bytes);
            }
            case SMALLINT -> {
                short[] shorts = new short[count];
                for (int position = 0; position < count; position++) {
                    shorts[position] = (short) column.key(position);
                }
                yield new ShortArrayBlock(count, Nulls.of(nulls), shorts);
            }
            case INTEGER, DATE -> {
                int[] integers = new int[count];
                for (int position = 0; position < count; position++) {
                    integers[position] = (int) column.key(position);
                }
                yield new IntArrayBlock(count, Nulls.of(nulls), integers);
            }
            case REAL -> {
                int[] bits = new int[count];
                for (int position = 0; position < count; position++) {
                    bits[position] = Float.floatToRawIntBits(LongCodec.toReal(column.key(position)));
                }
                yield new IntArrayBlock(count, Nulls.of(nulls), bits);
            }
            case DOUBLE -> {
                long[] bits = new long[count];
                for (int position = 0; position < count; position++) {
                    bits[position] = Double.doubleToRawLongBits(LongCodec.toDouble(column.key(position)));
                }
                yield new LongArrayBlock(count, Nulls.of(nulls), bits);
            }
            case TIMESTAMP_TZ -> {
                int[] values = new int[3 * count];
                for (int position = 0; position < count; position++) {
                    if (!column.isNull(position)) {
                        Moments.encode(column.key(position), values, position);
                    }
                }
                yield new Fixed12Block(count, Nulls.of(nulls), values);
            }
            default -> new LongArrayBlock(count, Nulls.of(nulls), column.keys());
        };
    }

    private static ValueBlock decimals(WideColumn column) {
        int count = column.size();
        long[] values = new long[2 * count];
        for (int position = 0; position < count; position++) {
            values[2 * position] = column.high(position);
            values[2 * position + 1] = WideCodec.flipLow(column.low(position));
        }
        return new Int128ArrayBlock(count, Nulls.of(nulls(column)), values);
    }

    private static ValueBlock timestamps(WideColumn column) {
        int count = column.size();
        int[] values = new int[3 * count];
        for (int position = 0; position < count; position++) {
            if (!column.isNull(position)) {
                Fixed12Block.encodeFixed12(column.high(position), toIntExact(column.low(position)), values, position);
            }
        }
        return new Fixed12Block(count, Nulls.of(nulls(column)), values);
    }

    private static ValueBlock block(BytesColumn column) {
        int count = column.size();
        int[] offsets = new int[count + 1];
        for (int position = 0; position < count; position++) {
            int length = column.isNull(position) ? 0 : column.length(position);
            offsets[position + 1] = Math.addExact(offsets[position], length);
        }
        Slice texts = Slices.allocate(offsets[count]);
        for (int position = 0; position < count; position++) {
            texts.setBytes(
                    offsets[position],
                    column.buffer(),
                    column.isNull(position) ? 0 : column.offset(position),
                    offsets[position + 1] - offsets[position]);
        }
        return new VariableWidthBlock(count, texts, offsets, Nulls.of(nulls(column)));
    }

    private static ValueBlock uuids(BytesColumn column) {
        int count = column.size();
        long[] values = new long[2 * count];
        for (int position = 0; position < count; position++) {
            if (!column.isNull(position)) {
                values[2 * position] = column.buffer().getLong(column.offset(position));
                values[2 * position + 1] = column.buffer().getLong(column.offset(position) + Long.BYTES);
            }
        }
        return new Int128ArrayBlock(count, Nulls.of(nulls(column)), values);
    }

    /** Collects a column from several blocks. Not thread-safe. */
    public abstract static sealed class Collector {
        private boolean[] nulls = new boolean[0];
        private int size;

        private Collector() {}

        /** Appends all values of a block. */
        public final void add(Block block) {
            int count = block.getPositionCount();
            int end = Math.addExact(size, count);
            ensureCapacity(end);
            if (block.mayHaveNull()) {
                if (nulls.length < end) {
                    nulls = Arrays.copyOf(nulls, Math.max(end, capacity()));
                }
                for (int position = 0; position < count; position++) {
                    nulls[size + position] = block.isNull(position);
                }
            }
            append(block, size, count);
            size = end;
        }

        /** Returns everything that was appended. Nothing can be appended afterwards. */
        public abstract KeyColumn build();

        /** Ensures that there is room for {@code end} values. */
        abstract void ensureCapacity(int end);

        abstract int capacity();

        /** Copies the values of a block to a position with enough room. For NULLs, any value may be copied. */
        abstract void append(Block block, int to, int count);

        final int size() {
            return size;
        }

        final Optional<boolean[]> nulls() {
            for (int position = 0; position < Math.min(size, nulls.length); position++) {
                if (nulls[position]) {
                    return Optional.of(nulls.length == size ? nulls : Arrays.copyOf(nulls, size));
                }
            }
            return Optional.empty();
        }

        static int larger(int capacity, int end) {
            return Math.max(end, (int) Math.min(Integer.MAX_VALUE - 8, 2L * capacity));
        }

        static long[] trimmed(long[] values, int size) {
            return values.length == size ? values : Arrays.copyOf(values, size);
        }

        static int[] trimmed(int[] values, int size) {
            return values.length == size ? values : Arrays.copyOf(values, size);
        }

        /** Returns the positions of a block's values in its underlying value block. */
        static int[] positions(Block block, int count) {
            int[] positions = new int[count];
            for (int position = 0; position < count; position++) {
                positions[position] = block.getUnderlyingValuePosition(position);
            }
            return positions;
        }
    }

    private static final class Longs extends Collector {
        private final ScalarType type;
        private long[] keys;

        private Longs(ScalarType type, int positions) {
            this.type = requireNonNull(type, "type is null");
            this.keys = new long[positions];
        }

        @Override
        void ensureCapacity(int end) {
            if (keys.length < end) {
                keys = Arrays.copyOf(keys, larger(keys.length, end));
            }
        }

        @Override
        int capacity() {
            return keys.length;
        }

        @Override
        void append(Block block, int to, int count) {
            if (block instanceof RunLengthEncodedBlock run) {
                if (count > 0) {
                    read(run.getValue(), to, 1);
                    Arrays.fill(keys, to, to + count, keys[to]);
                }
                return;
            }
            if (block instanceof ValueBlock values) {
                read(values, to, count);
                return;
            }
            long[] numbers = new long[count];
            BlockVectors.read(type, block.getUnderlyingValueBlock(), positions(block, count), count, numbers);
            System.arraycopy(numbers, 0, keys, to, count);
        }

        /** Reads the first values of a block. */
        private void read(ValueBlock block, int to, int count) {
            switch (block) {
                case LongArrayBlock longs -> {
                    for (int position = 0; position < count; position++) {
                        keys[to + position] = longs.getLong(position);
                    }
                }
                case IntArrayBlock integers -> {
                    for (int position = 0; position < count; position++) {
                        keys[to + position] = integers.getInt(position);
                    }
                }
                case ShortArrayBlock shorts -> {
                    for (int position = 0; position < count; position++) {
                        keys[to + position] = shorts.getShort(position);
                    }
                }
                case ByteArrayBlock bytes -> {
                    for (int position = 0; position < count; position++) {
                        keys[to + position] = bytes.getByte(position);
                    }
                }
                case Fixed12Block moments
                when type.kind() == ScalarType.Kind.TIMESTAMP_TZ -> {
                    for (int position = 0; position < count; position++) {
                        if (!moments.isNull(position)) {
                            keys[to + position] = Moments.micros(moments, position);
                        }
                    }
                }
                default ->
                    throw new IllegalArgumentException(
                            "not a block of numbers: " + block.getClass().getName());
            }
        }

        @Override
        public LongColumn build() {
            BlockVectors.toKeys(type, keys, size());
            return new LongColumn(trimmed(keys, size()), nulls());
        }
    }

    private static final class Wides extends Collector {
        private long[] highs;
        private long[] lows;

        private Wides(int positions) {
            this.highs = new long[positions];
            this.lows = new long[positions];
        }

        @Override
        void ensureCapacity(int end) {
            if (highs.length < end) {
                int capacity = larger(highs.length, end);
                highs = Arrays.copyOf(highs, capacity);
                lows = Arrays.copyOf(lows, capacity);
            }
        }

        @Override
        int capacity() {
            return highs.length;
        }

        @Override
        void append(Block block, int to, int count) {
            ValueBlock values = block.getUnderlyingValueBlock();
            for (int position = 0; position < count; position++) {
                int place = block.getUnderlyingValuePosition(position);
                highs[to + position] = BlockVectors.high(values, place);
                lows[to + position] = BlockVectors.low(values, place);
            }
        }

        @Override
        public WideColumn build() {
            return new WideColumn(trimmed(highs, size()), trimmed(lows, size()), nulls());
        }
    }

    private static final class Uuids extends Collector {
        /** high and low half of each value, as blocks have them */
        private long[] halves;

        private Uuids(int positions) {
            this.halves = new long[2 * positions];
        }

        @Override
        void ensureCapacity(int end) {
            if (capacity() < end) {
                halves = Arrays.copyOf(halves, Math.multiplyExact(2, larger(capacity(), end)));
            }
        }

        @Override
        int capacity() {
            return halves.length / 2;
        }

        @Override
        void append(Block block, int to, int count) {
            Int128ArrayBlock values = (Int128ArrayBlock) block.getUnderlyingValueBlock();
            for (int position = 0; position < count; position++) {
                int place = block.getUnderlyingValuePosition(position);
                halves[2 * (to + position)] = values.getInt128High(place);
                halves[2 * (to + position) + 1] = values.getInt128Low(place);
            }
        }

        @Override
        public BytesColumn build() {
            Slice bytes = Slices.allocate(Math.multiplyExact(size(), BlockVectors.UUID_BYTES));
            int[] offsets = new int[size()];
            int[] lengths = new int[size()];
            for (int position = 0; position < size(); position++) {
                offsets[position] = position * BlockVectors.UUID_BYTES;
                lengths[position] = BlockVectors.UUID_BYTES;
                bytes.setLong(offsets[position], halves[2 * position]);
                bytes.setLong(offsets[position] + Long.BYTES, halves[2 * position + 1]);
            }
            return new BytesColumn(bytes, offsets, lengths, nulls());
        }
    }

    /** Collects texts, and copies the texts of a dictionary only once. */
    private static final class Texts extends Collector {
        private static final int LARGEST_BUFFER = Integer.MAX_VALUE - 8;

        private final ScalarType type;
        private int[] offsets;
        private int[] lengths;

        /** the slices that are concatenated to the buffer */
        private final List<Slice> parts = new ArrayList<>();

        private int bufferLength;
        private ValueBlock lastDictionary;
        /** the difference between an offset in the buffer and the corresponding offset in the dictionary's raw slice */
        private int lastShift;

        private Texts(ScalarType type, int positions) {
            this.type = requireNonNull(type, "type is null");
            this.offsets = new int[positions];
            this.lengths = new int[positions];
        }

        @Override
        void ensureCapacity(int end) {
            if (offsets.length < end) {
                int capacity = larger(offsets.length, end);
                offsets = Arrays.copyOf(offsets, capacity);
                lengths = Arrays.copyOf(lengths, capacity);
            }
        }

        @Override
        int capacity() {
            return offsets.length;
        }

        @Override
        void append(Block block, int to, int count) {
            if (count == 0) {
                return;
            }
            switch (block) {
                case VariableWidthBlock texts -> {
                    int shift = take(texts);
                    for (int position = 0; position < count; position++) {
                        offsets[to + position] = texts.getRawSliceOffset(position) + shift;
                        lengths[to + position] = texts.getSliceLength(position);
                    }
                }
                case RunLengthEncodedBlock run -> {
                    VariableWidthBlock text = (VariableWidthBlock) run.getValue();
                    int shift = take(text);
                    Arrays.fill(offsets, to, to + count, text.getRawSliceOffset(0) + shift);
                    Arrays.fill(lengths, to, to + count, text.getSliceLength(0));
                }
                case DictionaryBlock dictionary -> append(dictionary, to, count);
                case ValueBlock other ->
                    throw new IllegalArgumentException(
                            "not a block of texts: " + other.getClass().getName());
            }
        }

        private void append(DictionaryBlock block, int to, int count) {
            VariableWidthBlock dictionary = (VariableWidthBlock) block.getUnderlyingValueBlock();
            if (dictionary != lastDictionary) {
                if (dictionary.getPositionCount() > count) {
                    // most of the dictionary is not needed
                    append(dictionary.copyPositions(positions(block, count), 0, count), to, count);
                    return;
                }
                lastShift = take(dictionary);
                lastDictionary = dictionary;
            }
            for (int position = 0; position < count; position++) {
                int entry = block.getId(position);
                offsets[to + position] = dictionary.getRawSliceOffset(entry) + lastShift;
                lengths[to + position] = dictionary.getSliceLength(entry);
            }
        }

        /**
         * Adds the bytes of a block. Returns the difference between an offset in the buffer and the corresponding
         * offset in the block's raw slice.
         */
        private int take(VariableWidthBlock block) {
            int last = block.getPositionCount() - 1;
            int start = block.getRawSliceOffset(0);
            int length = block.getRawSliceOffset(last) + block.getSliceLength(last) - start;
            checkArgument(length <= LARGEST_BUFFER - bufferLength, "its texts are too long");
            int shift = bufferLength - start;
            if (length > 0) {
                parts.add(block.getRawSlice().slice(start, length));
                bufferLength += length;
            }
            return shift;
        }

        @Override
        public BytesColumn build() {
            Slice buffer = buffer();
            if (type.kind() == ScalarType.Kind.CHAR) {
                for (int position = 0; position < size(); position++) {
                    lengths[position] = TextKeys.normalizedLength(type, buffer, offsets[position], lengths[position]);
                }
            }
            return new BytesColumn(buffer, trimmed(offsets, size()), trimmed(lengths, size()), nulls());
        }

        private Slice buffer() {
            if (parts.size() == 1) {
                return parts.getFirst();
            }
            Slice buffer = Slices.allocate(bufferLength);
            int end = 0;
            for (Slice part : parts) {
                buffer.setBytes(end, part);
                end += part.length();
            }
            parts.clear();
            return buffer;
        }
    }

    private static final class Lists extends Collector {
        private final Collector elements;
        private int[] offsets;

        private Lists(ScalarType type, int positions) {
            this.elements = collector(type, false, positions);
            this.offsets = new int[positions + 1];
        }

        @Override
        void ensureCapacity(int end) {
            if (offsets.length < end + 1) {
                offsets = Arrays.copyOf(offsets, larger(offsets.length, end + 1));
            }
        }

        @Override
        int capacity() {
            return offsets.length - 1;
        }

        @Override
        void append(Block block, int to, int count) {
            ColumnarArray arrays = ColumnarArray.toColumnarArray(block);
            for (int position = 0; position < count; position++) {
                checkArgument(!arrays.isNull(position) || arrays.getLength(position) == 0, "a NULL has elements");
                offsets[to + position + 1] = offsets[to + position] + arrays.getLength(position);
            }
            elements.add(arrays.getElementsBlock());
        }

        @Override
        public ListColumn build() {
            return new ListColumn(elements.build(), trimmed(offsets, size() + 1), nulls());
        }
    }
}
