// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes segments as Parquet files in memory. The library gives schema and arrays, and an engine's Parquet library encodes and
 * decodes them. {@code docs/index-format.md} says how the values of each type stand in a file. Every implementation passes the same
 * contract test, with the same files. Thread-safe.
 */
public interface SegmentFormat {
    /**
     * One column of a file, in which any row may be NULL.
     *
     * @param name unique in the file
     * @param type of the values, which have keys
     * @param isList whether each row has a list of values, which may be NULL, too
     */
    record SegmentColumn(String name, ScalarType type, boolean isList) {
        public SegmentColumn {
            requireNonNull(name, "name is null");
            requireNonNull(type, "type is null");
            checkArgument(type.hasKeys(), "values of type %s cannot be in a segment", type);
        }
    }

    /** Begins a file of some columns. */
    Writer writer(List<SegmentColumn> columns);

    /**
     * Looks at what a file says of itself; every count in it is compared with what is there, before anything is decoded.
     *
     * @param name for messages
     * @param file the whole file
     * @param mostBytes of memory that its columns may take; a file that takes more is not opened
     * @throws MemoryLimit.ExceededException if they take more
     * @throws IOException with half a sentence that says what is wrong with the file
     */
    Reader open(String name, Slice file, long mostBytes) throws IOException;

    /** Writes a file in memory. Not thread-safe. */
    interface Writer {
        /**
         * Appends rows.
         *
         * @param columns in the order of the file's columns, of equal size
         */
        void write(List<KeyColumn> columns) throws IOException;

        long rows();

        /** Returns the bytes of the file so far, roughly. */
        long bytes();

        /**
         * Ends the file.
         *
         * @param metadata what the file says of itself, as key-value metadata
         * @return the whole file
         */
        Slice finish(Map<String, String> metadata) throws IOException;
    }

    /** A file in memory, whose columns are decoded when asked for. Thread-safe. */
    interface Reader {
        /** Returns the file's key-value metadata. */
        Map<String, String> metadata();

        long rows();

        /** Returns the bytes of all columns when decoded, if no text is longer than others. */
        long typicalBytes();

        /** Returns the bytes of all columns while they are decoded, at most. */
        long mostBytes();

        /**
         * Decodes whole columns. One that the file does not have is all NULL.
         *
         * @param columns any of the file's, in any order, with the types that they were written with
         * @return a column of {@link #rows} positions for each
         * @throws IOException with half a sentence that says what is wrong with the file
         */
        List<KeyColumn> read(List<SegmentColumn> columns) throws IOException;
    }
}
