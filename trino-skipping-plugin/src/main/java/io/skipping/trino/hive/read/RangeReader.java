// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import com.google.inject.Inject;
import io.skipping.index.ByteRange;
import io.skipping.trino.hive.HiveFormat;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.filesystem.TrinoInputFile;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HivePageSourceFactory;
import io.trino.plugin.hive.HivePageSourceProvider;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.avro.AvroPageSourceFactory;
import io.trino.plugin.hive.line.CsvPageSourceFactory;
import io.trino.plugin.hive.line.JsonPageSourceFactory;
import io.trino.plugin.hive.line.OpenXJsonPageSourceFactory;
import io.trino.plugin.hive.line.RegexPageSourceFactory;
import io.trino.plugin.hive.line.SimpleSequenceFilePageSourceFactory;
import io.trino.plugin.hive.line.SimpleTextFilePageSourceFactory;
import io.trino.plugin.hive.rcfile.RcFilePageSourceFactory;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorPageSourceProvider;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.type.TypeManager;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Hive's own readers of streamed formats, over {@link RangeBytes}. Parquet and ORC are not among them: their readers ask
 * for just the bytes they want.
 */
public class RangeReader {
    /** Below this size the stock readers fetch the whole object for every split of it, in bytes. */
    static final long WHOLE_BELOW = 8 * 1024 * 1024;

    /** Bytes of an object held in memory at a time; a longer piece takes several requests. */
    private static final int LARGEST_FETCH = 8 * 1024 * 1024;

    /** The last row of a range of lines ends a line behind it, and the reader looks a buffer of 1 kB ahead. */
    private static final int LINE_SLACK = 4 * 1024;

    /** The last block of a range ends a block behind it. */
    private static final int BLOCK_SLACK = 64 * 1024;

    private final TrinoFileSystemFactory fileSystems;
    private final HiveConfig hiveConfig;
    private final TypeManager typeManager;

    @Inject
    public RangeReader(TrinoFileSystemFactory fileSystems, HiveConfig hiveConfig, TypeManager typeManager) {
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.hiveConfig = requireNonNull(hiveConfig, "hiveConfig is null");
        this.typeManager = requireNonNull(typeManager, "typeManager is null");
    }

    /** Whether a split of these columns is read by {@link #open}. */
    public static boolean canRead(HiveSplit split, List<ColumnHandle> columns) {
        return switch (HiveFormat.of(split.getSchema())) {
            // $file_size is filled in from the very number that makes the stock readers fetch small objects whole
            case LINES, BLOCKS ->
                columns.stream()
                        .noneMatch(column -> HiveColumnHandle.isFileSizeColumnHandle((HiveColumnHandle) column));
            case COLUMNAR, OTHER -> false;
        };
    }

    /** Opens the object of a split for reading this split once. */
    public OpenRange open(ConnectorSession session, HiveSplit split) {
        boolean reachesEnd = split.getStart() + split.getLength() == split.getEstimatedFileSize();
        // readers of blocks look into the header before they go to their range
        boolean straightOn = HiveFormat.of(split.getSchema()) == HiveFormat.LINES || split.getStart() == 0;
        // readers take some kilobytes at a time, which costs more CPU from a response than from memory
        boolean fitsInMemory = split.getLength() <= LARGEST_FETCH;
        return open(session, split, LARGEST_FETCH, reachesEnd && straightOn && !fitsInMemory);
    }

    /**
     * Opens the object of a split for reading all parts of this split, one after the other, out of one request.
     *
     * @param largestFetch bytes held in memory at a time
     */
    public OpenRange openForParts(ConnectorSession session, HiveSplit split, int largestFetch) {
        return open(session, split, largestFetch, false);
    }

    private OpenRange open(ConnectorSession session, HiveSplit split, int largestFetch, boolean toTheEnd) {
        Location location = Location.of(split.getPath());
        TrinoFileSystem fileSystem = fileSystems.create(session);
        TrinoInputFile object = fileSystem.newInputFile(
                location, split.getEstimatedFileSize(), Instant.ofEpochMilli(split.getFileModifiedTime()));
        RangeBytes bytes = new RangeBytes(
                object,
                split.getEstimatedFileSize(),
                new ByteRange(split.getStart(), split.getLength()),
                HiveFormat.of(split.getSchema()) == HiveFormat.LINES ? LINE_SLACK : BLOCK_SLACK,
                largestFetch);
        TrinoFileSystem bounded = new RangeFileSystem(fileSystem, location, new RangeInputFile(bytes, toTheEnd));
        return new OpenRange(new HivePageSourceProvider(typeManager, hiveConfig, readers(_ -> bounded)));
    }

    private Set<HivePageSourceFactory> readers(TrinoFileSystemFactory fileSystem) {
        return ImmutableSet.of(
                new CsvPageSourceFactory(fileSystem, hiveConfig),
                new JsonPageSourceFactory(fileSystem, hiveConfig),
                new OpenXJsonPageSourceFactory(fileSystem, hiveConfig),
                new RegexPageSourceFactory(fileSystem, hiveConfig),
                new SimpleTextFilePageSourceFactory(fileSystem, hiveConfig),
                new SimpleSequenceFilePageSourceFactory(fileSystem, hiveConfig),
                new RcFilePageSourceFactory(fileSystem, hiveConfig),
                new AvroPageSourceFactory(fileSystem));
    }

    /** An object opened for reading ranges of it. */
    public static final class OpenRange {
        private final ConnectorPageSourceProvider readers;

        private OpenRange(ConnectorPageSourceProvider readers) {
            this.readers = readers;
        }

        /** The rows that the stock reader would give for this split. */
        public ConnectorPageSource read(
                ConnectorTransactionHandle transaction,
                ConnectorSession session,
                HiveSplit split,
                ConnectorTableHandle table,
                List<ColumnHandle> columns,
                DynamicFilter dynamicFilter) {
            return readers.createPageSource(transaction, session, asLargeObject(split), table, columns, dynamicFilter);
        }

        /** Keeps the stock readers from fetching a small object whole. */
        private static HiveSplit asLargeObject(HiveSplit split) {
            if (split.getEstimatedFileSize() >= WHOLE_BELOW) {
                return split;
            }
            return new HiveSplit(
                    split.getPartitionName(),
                    split.getPath(),
                    split.getStart(),
                    split.getLength(),
                    WHOLE_BELOW,
                    split.getFileModifiedTime(),
                    split.getSchema(),
                    split.getPartitionKeys(),
                    split.getReadBucketNumber(),
                    split.getTableBucketNumber(),
                    split.isForceLocalScheduling(),
                    split.getHiveColumnCoercions(),
                    split.getBucketConversion(),
                    split.getBucketValidation(),
                    split.getAcidInfo(),
                    split.getSplitWeight());
        }
    }
}
