// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Collects a {@link KeyColumn} position by position. The builder for each form of keys accepts only values of that form
 * and throws {@link IllegalStateException} for others. Not thread-safe.
 */
public abstract sealed class ColumnBuilder {
    private static final int FIRST_CAPACITY = 16;

    private boolean[] nulls = new boolean[FIRST_CAPACITY];
    private boolean hasNull;
    private int size;

    private ColumnBuilder() {}

    /**
     * Returns a new builder for values of a type.
     *
     * @param isList whether positions are lists of values of the type
     */
    public static ColumnBuilder of(ScalarType type, boolean isList) {
        if (isList) {
            return new Lists(of(type, false));
        }
        switch (type.form()) {
            case LONG:
                return new Longs();
            case WIDE:
                return new Wides();
            default:
                return new Bytes();
        }
    }

    /** Returns the number of positions appended so far. */
    public final int size() {
        return size;
    }

    public final void appendNull() {
        hasNull = true;
        next(true);
    }

    public final void append(boolean value) {
        append(value ? 1L : 0L);
    }

    /** Appends a key of the form {@link ScalarType.KeyForm#LONG}. */
    public void append(long key) {
        throw unexpected();
    }

    /** Appends a key of the form {@link ScalarType.KeyForm#WIDE}. */
    public void append(long high, long low) {
        throw unexpected();
    }

    /** Appends a copy of the bytes. */
    public void append(Slice source, int offset, int length) {
        throw unexpected();
    }

    public final void append(Slice key) {
        append(key, 0, key.length());
    }

    public abstract void append(Key key);

    /** Appends a list of everything that the consumer appends to the builder passed to it. */
    public void appendList(Consumer<ColumnBuilder> elements) {
        throw unexpected();
    }

    /** Appends the value at a position of a column of the same form. */
    public final void append(KeyColumn from, int position) {
        if (from.isNull(position)) {
            appendNull();
        } else {
            appendValue(from, position);
        }
    }

    abstract void appendValue(KeyColumn from, int position);

    /** Returns the column of everything that was appended. Nothing can be appended afterwards. */
    public abstract KeyColumn build();

    /** Returns the approximate heap size in bytes. */
    public long retainedBytes() {
        return nulls.length;
    }

    /** Makes room for one more position and returns its number. */
    int next(boolean isNull) {
        if (size == nulls.length) {
            nulls = Arrays.copyOf(nulls, 2 * size);
        }
        nulls[size] = isNull;
        return size++;
    }

    final Optional<boolean[]> nulls() {
        return hasNull ? Optional.of(Arrays.copyOf(nulls, size)) : Optional.empty();
    }

    private IllegalStateException unexpected() {
        return new IllegalStateException(
                "not a value for %s".formatted(getClass().getSimpleName()));
    }

    private static final class Longs extends ColumnBuilder {
        private long[] keys = new long[FIRST_CAPACITY];

        @Override
        public void append(long key) {
            // first, because it may replace the array
            int position = next(false);
            keys[position] = key;
        }

        @Override
        public void append(Key key) {
            append(key.asLong());
        }

        @Override
        void appendValue(KeyColumn from, int position) {
            append(((LongColumn) from).key(position));
        }

        @Override
        int next(boolean isNull) {
            int position = super.next(isNull);
            if (position == keys.length) {
                keys = Arrays.copyOf(keys, 2 * position);
            }
            return position;
        }

        @Override
        public LongColumn build() {
            return new LongColumn(Arrays.copyOf(keys, size()), nulls());
        }

        @Override
        public long retainedBytes() {
            return super.retainedBytes() + 8L * keys.length;
        }
    }

    private static final class Wides extends ColumnBuilder {
        private long[] highs = new long[FIRST_CAPACITY];
        private long[] lows = new long[FIRST_CAPACITY];

        @Override
        public void append(long high, long low) {
            int position = next(false);
            highs[position] = high;
            lows[position] = low;
        }

        @Override
        public void append(Key key) {
            Key.OfWide wide = (Key.OfWide) key;
            append(wide.high(), wide.low());
        }

        @Override
        void appendValue(KeyColumn from, int position) {
            WideColumn wides = (WideColumn) from;
            append(wides.high(position), wides.low(position));
        }

        @Override
        int next(boolean isNull) {
            int position = super.next(isNull);
            if (position == highs.length) {
                highs = Arrays.copyOf(highs, 2 * position);
                lows = Arrays.copyOf(lows, 2 * position);
            }
            return position;
        }

        @Override
        public WideColumn build() {
            return new WideColumn(Arrays.copyOf(highs, size()), Arrays.copyOf(lows, size()), nulls());
        }

        @Override
        public long retainedBytes() {
            return super.retainedBytes() + 16L * highs.length;
        }
    }

    private static final class Bytes extends ColumnBuilder {
        private Slice bytes = Slices.allocate(8 * FIRST_CAPACITY);
        private int end;
        private int[] offsets = new int[FIRST_CAPACITY];
        private int[] lengths = new int[FIRST_CAPACITY];

        @Override
        public void append(Slice source, int offset, int length) {
            if (length > bytes.length() - end) {
                Slice larger = Slices.allocate(Math.max(
                        Math.addExact(end, length), (int) Math.min(Integer.MAX_VALUE - 64, 2L * bytes.length())));
                larger.setBytes(0, bytes, 0, end);
                bytes = larger;
            }
            int position = next(false);
            bytes.setBytes(end, source, offset, length);
            offsets[position] = end;
            lengths[position] = length;
            end += length;
        }

        @Override
        public void append(Key key) {
            append(key.asBytes());
        }

        @Override
        void appendValue(KeyColumn from, int position) {
            BytesColumn texts = (BytesColumn) from;
            append(texts.buffer(), texts.offset(position), texts.length(position));
        }

        @Override
        int next(boolean isNull) {
            int position = super.next(isNull);
            if (position == offsets.length) {
                offsets = Arrays.copyOf(offsets, 2 * position);
                lengths = Arrays.copyOf(lengths, 2 * position);
            }
            return position;
        }

        @Override
        public BytesColumn build() {
            return new BytesColumn(
                    bytes.copy(0, end), Arrays.copyOf(offsets, size()), Arrays.copyOf(lengths, size()), nulls());
        }

        @Override
        public long retainedBytes() {
            return super.retainedBytes() + bytes.getRetainedSize() + 8L * offsets.length;
        }
    }

    private static final class Lists extends ColumnBuilder {
        private final ColumnBuilder elements;
        private int[] ends = new int[FIRST_CAPACITY];

        private Lists(ColumnBuilder elements) {
            this.elements = requireNonNull(elements, "elements is null");
        }

        @Override
        public void append(Key key) {
            throw new IllegalStateException("a single key is no list");
        }

        @Override
        public void appendList(Consumer<ColumnBuilder> appended) {
            int before = elements.size();
            appended.accept(elements);
            checkState(elements.size() >= before, "elements vanished");
            next(false);
        }

        @Override
        void appendValue(KeyColumn from, int position) {
            checkArgument(from instanceof ListColumn, "not a list");
            ListColumn lists = (ListColumn) from;
            appendList(appended -> {
                for (int element = lists.offset(position); element < lists.offset(position + 1); element++) {
                    appended.append(lists.elements(), element);
                }
            });
        }

        @Override
        int next(boolean isNull) {
            int position = super.next(isNull);
            if (position == ends.length) {
                ends = Arrays.copyOf(ends, 2 * position);
            }
            ends[position] = elements.size();
            return position;
        }

        @Override
        public ListColumn build() {
            int[] offsets = new int[size() + 1];
            System.arraycopy(ends, 0, offsets, 1, size());
            return new ListColumn(elements.build(), offsets, nulls());
        }

        @Override
        public long retainedBytes() {
            return super.retainedBytes() + elements.retainedBytes() + 4L * ends.length;
        }
    }
}
