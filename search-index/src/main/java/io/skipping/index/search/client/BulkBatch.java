// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slice;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds the documents of one bulk request, each as a line with the action and a line with the document.
 *
 * @param ends where the lines of each document end
 */
record BulkBatch(Slice lines, List<Integer> ends) {
    BulkBatch {
        requireNonNull(lines, "lines is null");
        requireNonNull(ends, "ends is null");
    }

    int count() {
        return ends.size();
    }

    /** Returns a batch with only the documents at these positions. */
    BulkBatch only(List<Integer> positions) {
        Builder builder = new Builder(lines.length());
        for (int position : positions) {
            int start = position == 0 ? 0 : ends.get(position - 1);
            builder.lines.writeBytes(lines, start, ends.get(position) - start);
            builder.ends.add(builder.lines.size());
        }
        return builder.build();
    }

    /** Collects documents. Not thread-safe. */
    static final class Builder {
        private final DynamicSliceOutput lines;
        private final List<Integer> ends = new ArrayList<>();

        Builder(int bytes) {
            lines = new DynamicSliceOutput(bytes);
        }

        void add(Slice action, Slice document) {
            lines.writeBytes(action);
            lines.writeByte('\n');
            lines.writeBytes(document);
            lines.writeByte('\n');
            ends.add(lines.size());
        }

        int bytes() {
            return lines.size();
        }

        int count() {
            return ends.size();
        }

        BulkBatch build() {
            return new BulkBatch(lines.slice(), ends);
        }
    }
}
