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
 * Reads and writes segments as Parquet files in memory. The library provides schema and arrays, and an engine's Parquet
 * library encodes and decodes them. {@code docs/index-format.md} specifies how a file stores the values of each type.
 * Every implementation passes the same contract test, with the same files. Thread-safe.
 */
public interface SegmentFormat {
    /**
     * Describes one column of a file, in which any row may be NULL.
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

    /** Begins a file with the given columns. */
    Writer writer(List<SegmentColumn> columns);

    /**
     * Opens a file and checks every count in it against the actual contents before anything is decoded.
     *
     * @param name for messages
     * @param file the whole file
     * @param mostBytes maximum memory of its columns in bytes; a file that needs more is not opened
     * @throws MemoryLimit.ExceededException if the columns need more
     * @throws IOException with half a sentence that says what is wrong with the file
     */
    Reader open(String name, Slice file, long mostBytes) throws IOException;

    /** Writes a file in memory. Not thread-safe. */
    interface Writer {
        /**
         * Appends rows.
         *
         * @param columns in the order of the file's columns, with equal sizes
         */
        void write(List<KeyColumn> columns) throws IOException;

        long rows();

        /** Returns the approximate size of the file so far, in bytes. */
        long bytes();

        /**
         * Finishes the file.
         *
         * @param metadata key-value metadata of the file
         * @return the whole file
         */
        Slice finish(Map<String, String> metadata) throws IOException;
    }

    /** Gives access to a file in memory. Columns are decoded on request. Thread-safe. */
    interface Reader {
        /** Returns the file's key-value metadata. */
        Map<String, String> metadata();

        long rows();

        /** Returns the typical size of all decoded columns in bytes, which assumes that texts have similar lengths. */
        long typicalBytes();

        /** Returns the maximum size of all columns in bytes while they are decoded. */
        long mostBytes();

        /**
         * Decodes whole columns. A column that the file does not have is all NULL.
         *
         * @param columns any columns of the file, in any order, with the types with which they were written
         * @return one column with {@link #rows} positions for each
         * @throws IOException with half a sentence that says what is wrong with the file
         */
        List<KeyColumn> read(List<SegmentColumn> columns) throws IOException;
    }
}
