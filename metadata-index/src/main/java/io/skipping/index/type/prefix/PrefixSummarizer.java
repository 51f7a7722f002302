// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.prefix;

import static io.skipping.index.value.ScalarType.VARCHAR;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.type.distinct.DistinctValues;
import io.skipping.index.value.BytesVector;
import io.skipping.index.value.ValueVector;
import java.util.List;
import java.util.Optional;

/** Collects the prefixes of a range until they exceed the limits. */
final class PrefixSummarizer implements Summarizer {
    private final int length;
    private final int limit;
    private final long maxBytes;
    private final BytesVector cut = new BytesVector();
    /** empty once they exceed the limits */
    private Optional<DistinctValues> prefixes = Optional.of(DistinctValues.of(VARCHAR));

    /**
     * @param length number of characters in a prefix
     * @param limit maximum number of prefixes
     * @param maxBytes maximum size of the prefixes in bytes
     */
    PrefixSummarizer(int length, int limit, long maxBytes) {
        this.length = length;
        this.limit = limit;
        this.maxBytes = maxBytes;
    }

    @Override
    public void add(List<ValueVector> columns) {
        if (prefixes.isEmpty()) {
            return;
        }
        BytesVector texts = (BytesVector) columns.get(0);
        Slice bytes = texts.buffer();
        int count = texts.valueCount();
        cut.fill(bytes, count);
        for (int i = 0; i < count; i++) {
            int offset = texts.offset(i);
            cut.set(i, offset, prefixLength(bytes, offset, texts.length(i)));
        }
        cut.setDistinctRows(count);
        if (!prefixes.get().add(cut, limit, maxBytes)) {
            prefixes = Optional.empty();
        }
        // releases the engine's buffer
        cut.fill(Slices.EMPTY_SLICE, 0);
    }

    /**
     * Returns the length of a text's prefix in bytes. All bytes after the first byte of a character belong to it,
     * whether or not they are proper UTF-8.
     */
    private int prefixLength(Slice text, int offset, int textLength) {
        int characters = 0;
        for (int i = 0; i < textLength; i++) {
            boolean isFirst = (text.getByte(offset + i) & 0xC0) != 0x80;
            if (isFirst && characters++ == length) {
                return i;
            }
        }
        return textLength;
    }

    @Override
    public void finish(SummaryWriter to) {
        prefixes.ifPresentOrElse(set -> to.field(0).appendList(set::write), to::appendNothing);
    }

    @Override
    public long retainedBytes() {
        return cut.retainedBytes() + prefixes.map(DistinctValues::retainedBytes).orElse(0L);
    }
}
