// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.parts;

import static java.util.Objects.requireNonNull;

import io.skipping.index.ByteRange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.format.converter.ParquetMetadataConverter.MetadataFilter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
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
            byte[] footer = footer(file, size);
            Set<Long> found = new HashSet<>();
            for (ByteRange part : parts.all()) {
                begins(footer, ParquetMetadataConverter.range(part.start(), part.end()))
                        .forEach(found::add);
            }
            return begins(footer, ParquetMetadataConverter.NO_FILTER).stream()
                    .filter(parts::contains)
                    .allMatch(found::contains);
        } catch (IOException | RuntimeException e) {
            // whatever is wrong with the file, the reader of all of it says so
            return false;
        }
    }

    private List<Long> begins(byte[] footer, MetadataFilter filter) throws IOException {
        // without options, newer releases take no footer at all
        return new ParquetMetadataConverter(
                        HadoopReadOptions.builder(configuration.value().value()).build())
                .readParquetMetadata(new ByteArrayInputStream(footer), filter).getBlocks().stream()
                        .map(BlockMetaData::getStartingPos)
                        .collect(Collectors.toUnmodifiableList());
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
