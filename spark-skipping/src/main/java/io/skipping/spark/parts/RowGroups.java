// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.parts;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Tells whether Spark finds each row group of a file in the part in which another reader has found it. Spark assigns a row group to
 * the range that its middle is in, and Trino to the one in which it begins. Ranges begin where row groups do, so that both are the same,
 * unless a writer has recorded other positions or sizes than the file has.
 */
final class RowGroups implements Serializable {
    /** what a file ends with if its footer is not encrypted */
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    private static final int TAIL = Integer.BYTES + MAGIC.length;

    private final Broadcast<SerializableConfiguration> configuration;

    RowGroups(SparkSession session, Configuration configuration) {
        this.configuration = JavaSparkContext.fromSparkContext(session.sparkContext())
                .broadcast(new SerializableConfiguration(requireNonNull(configuration, "configuration is null")));
    }

    /**
     * Returns whether Spark finds in the parts every row group that begins there.
     *
     * @param size of the file, in bytes
     */
    boolean areWholeIn(Path file, long size, FileParts parts) {
        if (!parts.isOfAnotherReader()) {
            return true;
        }
        try {
            return Util.readFileMetaData(new ByteArrayInputStream(footer(file, size))).getRow_groups().stream()
                    .filter(group -> parts.contains(begin(group)))
                    .allMatch(group -> parts.contains(middle(group)));
        } catch (IOException | RuntimeException e) {
            // whatever is wrong with the file, the reader of all of it says so
            return false;
        }
    }

    /** Returns the position by which Trino finds a row group. */
    private static long begin(RowGroup group) {
        ColumnMetaData first = firstColumn(group);
        return first.getDictionary_page_offset() <= 0 ? first.getData_page_offset() : firstPage(first);
    }

    /** Returns the position by which Parquet's filter of ranges, and so Spark, finds a row group. */
    private static long middle(RowGroup group) {
        long bytes = group.isSetTotal_compressed_size()
                ? group.getTotal_compressed_size()
                : group.getColumns().stream()
                        .mapToLong(column -> column.getMeta_data().getTotal_compressed_size())
                        .sum();
        return firstPage(firstColumn(group)) + bytes / 2;
    }

    private static long firstPage(ColumnMetaData column) {
        return column.isSetDictionary_page_offset()
                ? Math.min(column.getDictionary_page_offset(), column.getData_page_offset())
                : column.getData_page_offset();
    }

    private static ColumnMetaData firstColumn(RowGroup group) {
        return requireNonNull(group.getColumns().get(0).getMeta_data(), "The first column is encrypted");
    }

    private byte[] footer(Path file, long size) throws IOException {
        try (FSDataInputStream in =
                file.getFileSystem(configuration.value().value()).open(file)) {
            byte[] tail = new byte[TAIL];
            in.readFully(size - TAIL, tail);
            int length = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt();
            if (!Arrays.equals(MAGIC, Arrays.copyOfRange(tail, Integer.BYTES, TAIL))
                    || length < 0
                    || length > size - TAIL) {
                throw new IOException("%s has no plain footer".formatted(file));
            }
            byte[] footer = new byte[length];
            in.readFully(size - TAIL - length, footer);
            return footer;
        }
    }
}
