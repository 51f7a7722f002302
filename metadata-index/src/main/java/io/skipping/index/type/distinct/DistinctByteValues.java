// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.distinct;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.value.BytesVector;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.KeyHash;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.TextKeys;
import io.skipping.index.value.ValueVector;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A set of text or bytes in one buffer. */
final class DistinctByteValues implements DistinctValues {
    /** overhead of a value in addition to its bytes */
    private static final int LENGTH_BYTES = Integer.BYTES;

    private final ScalarType type;
    private final DistinctSlots slots = new DistinctSlots();
    private Slice bytes = Slices.allocate(256);
    /** where each value ends in the buffer */
    private int[] ends = new int[16];

    DistinctByteValues(ScalarType type) {
        this.type = type;
    }

    @Override
    public boolean add(ValueVector values, int limit, long maxBytes) {
        BytesVector texts = (BytesVector) values;
        Slice source = texts.buffer();
        int count = values.valueCount();
        for (int i = 0; i < count; i++) {
            int offset = texts.offset(i);
            int length = texts.length(i);
            if (slots.add(KeyHash.hash(source, offset, length), element -> isAt(element, source, offset, length))) {
                int end = end(slots.size() - 2);
                if (slots.size() > limit
                        || end + (long) length + (long) LENGTH_BYTES * slots.size() > maxBytes
                        || !TextKeys.isOrderedByBytes(type, source, offset, length)) {
                    return false;
                }
                append(source, offset, length, end);
            }
        }
        return true;
    }

    private boolean isAt(int element, Slice source, int offset, int length) {
        int start = end(element - 1);
        return bytes.equals(start, end(element) - start, source, offset, length);
    }

    private int end(int element) {
        return element < 0 ? 0 : ends[element];
    }

    private void append(Slice source, int offset, int length, int end) {
        if (end + length > bytes.length()) {
            Slice larger = Slices.allocate(Math.max(2 * bytes.length(), end + length));
            larger.setBytes(0, bytes, 0, end);
            bytes = larger;
        }
        bytes.setBytes(end, source, offset, length);
        int element = slots.size() - 1;
        if (element == ends.length) {
            ends = Arrays.copyOf(ends, 2 * ends.length);
        }
        ends[element] = end + length;
    }

    @Override
    public long bytes() {
        return end(slots.size() - 1) + (long) LENGTH_BYTES * slots.size();
    }

    @Override
    public boolean hasNan() {
        return false;
    }

    @Override
    public void write(ColumnBuilder builder) {
        IntStream.range(0, slots.size())
                .mapToObj(element -> bytes.slice(end(element - 1), end(element) - end(element - 1)))
                .sorted()
                .forEach(builder::append);
    }

    @Override
    public long retainedBytes() {
        return slots.retainedBytes() + bytes.getRetainedSize() + 4L * ends.length;
    }
}
