// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read;

import static com.google.common.base.Preconditions.checkState;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import com.google.common.base.Suppliers;
import com.google.common.io.ByteStreams;
import com.google.inject.Inject;
import io.skipping.index.ByteRange;
import io.skipping.trino.core.read.AnswerTimes;
import io.skipping.trino.core.read.PiecePageSource;
import io.skipping.trino.core.read.PieceTextFile;
import io.skipping.trino.core.read.RangeBytes;
import io.skipping.trino.core.read.RangeFileSystem;
import io.skipping.trino.core.read.RangeInputFile;
import io.skipping.trino.core.read.TextEndFinder;
import io.skipping.trino.core.read.gzip.MemberRanges;
import io.skipping.trino.core.read.gzip.MemberRanges.MemberRange;
import io.skipping.trino.core.read.text.TextEnds;
import io.skipping.trino.core.release.SplitRead;
import io.skipping.trino.hive.format.HiveFormat;
import io.skipping.trino.hive.read.text.TextReaders;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.TrinoInputStream;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HivePageSourceProvider;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.avro.AvroPageSourceFactory;
import io.trino.plugin.hive.line.SimpleSequenceFilePageSourceFactory;
import io.trino.plugin.hive.rcfile.RcFilePageSourceFactory;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.type.TypeManager;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Opens streamed formats through {@link RangeBytes}: with this project's text reader where possible, otherwise with
 * Hive's readers. Parquet and ORC are not handled here, because their readers request only the bytes they need.
 */
public class RangeReader {
    /** The largest piece, in bytes, that is fetched by one request. */
    private static final int LARGEST_FETCH = 8 * 1024 * 1024;

    /** Says of how many small objects one is read through bounded requests, where the store answers fast. */
    private static final int ONE_BOUNDED_OF = 50;

    /**
     * The bytes of each request for a piece that is too long for one. Several requests run at a time, and their
     * responses are held in memory.
     */
    private static final int FETCH_OF_LONG = 4 * 1024 * 1024;

    /**
     * The bytes fetched after a range of lines: its last row may end in the following line, and the reader reads 1 kB
     * ahead.
     */
    private static final int LINE_SLACK = 4 * 1024;

    /** The bytes fetched after a range of gzip members. It is smaller, because the text is compressed. */
    private static final int MEMBER_SLACK = 2 * 1024;

    /** The bytes fetched after a range of blocks: its last block may end after the range. */
    private static final int BLOCK_SLACK = 64 * 1024;

    /**
     * The bytes fetched after a range of row groups of RCFile, which have some megabytes: the last one ends anywhere in the
     * next range.
     */
    private static final int ROW_GROUP_SLACK = 512 * 1024;

    private final TrinoFileSystemFactory fileSystems;
    private final HiveConfig hiveConfig;
    private final TypeManager typeManager;
    private final AnswerTimes times = new AnswerTimes();

    @Inject
    public RangeReader(TrinoFileSystemFactory fileSystems, HiveConfig hiveConfig, TypeManager typeManager) {
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.hiveConfig = requireNonNull(hiveConfig, "hiveConfig is null");
        this.typeManager = requireNonNull(typeManager, "typeManager is null");
    }

    /** Returns whether {@link #open} can read a split. */
    public static boolean canRead(HiveSplit split) {
        return switch (HiveFormat.of(split.getSchema())) {
            case LINES, BLOCKS -> true;
            case COLUMNAR, OTHER -> false;
        };
    }

    /**
     * Returns whether requests of a split are better left to its reader: that of lines fetches a small object at once, and
     * where a store answers fast, nothing is gained by not waiting for that. Some are bounded all the same, to learn when the
     * store no longer does. (Readers of blocks also ask for the size.)
     */
    public boolean isBetterLeft(HiveSplit split) {
        return HiveFormat.of(split.getSchema()) == HiveFormat.LINES
                && split.getLength() == split.getEstimatedFileSize()
                && split.getLength() < LARGEST_FETCH
                && !times.areLong()
                && ThreadLocalRandom.current().nextInt(ONE_BOUNDED_OF) > 0;
    }

    /**
     * Throws if the split is part of an object that the stock reader can only read whole: it would return rows of other
     * parts.
     */
    public static void checkStockReads(HiveSplit split) {
        checkState(
                textOfParts(split).isEmpty(),
                "Bytes %s to %s of %s cannot be read by Hive's reader",
                split.getStart(),
                split.getStart() + split.getLength(),
                split.getPath());
    }

    /**
     * Returns a function that makes a file from the text of a part, if the stock reader can read the object only whole.
     */
    private static Optional<BiFunction<TrinoInputFile, ByteRange, PieceTextFile>> textOfParts(HiveSplit split) {
        if (split.getLength() == split.getEstimatedFileSize()) {
            return Optional.empty();
        }
        return switch (HiveFormat.cutting(split)) {
            case ANYWHERE, NOWHERE -> Optional.empty();
            case BETWEEN_ENDS -> Optional.of(PieceTextFile::ofLines);
            case AT_MEMBERS -> Optional.of(PieceTextFile::ofMembers);
        };
    }

    /** Opens the object of a split to read this split once. */
    public OpenRange open(ConnectorSession session, HiveSplit split) {
        boolean reachesEnd = split.getStart() + split.getLength() == split.getEstimatedFileSize();
        // block readers read the header before they go to their range
        boolean straightOn = HiveFormat.of(split.getSchema()) == HiveFormat.LINES || split.getStart() == 0;
        // readers read a few kilobytes at a time, which costs more CPU from a response than from memory
        boolean toTheEnd = reachesEnd && straightOn && split.getLength() > LARGEST_FETCH;
        return open(
                session,
                split,
                LARGEST_FETCH,
                OptionalLong.empty(),
                toTheEnd,
                straightOn && !toTheEnd && times.areLong());
    }

    /**
     * Opens the object of a split to read all parts of the split, one after another.
     *
     * @param largestFetch the most bytes fetched by one request; a longer split takes several requests
     * @param tag the tag of the version to read, {@link io.skipping.index.ObjectVersion#tag}; empty if it has none
     */
    public OpenRange openForParts(ConnectorSession session, HiveSplit split, int largestFetch, OptionalLong tag) {
        return open(session, split, largestFetch, tag, false, false);
    }

    private OpenRange open(
            ConnectorSession session,
            HiveSplit split,
            int largestFetch,
            OptionalLong tag,
            boolean toTheEnd,
            boolean begins) {
        Location location = Location.of(split.getPath());
        TrinoFileSystem fileSystem = fileSystems.create(session);
        TrinoInputFile object = fileSystem.newInputFile(
                location, split.getEstimatedFileSize(), Instant.ofEpochMilli(split.getFileModifiedTime()));
        RangeBytes bytes = new RangeBytes(
                object,
                split.getEstimatedFileSize(),
                new ByteRange(split.getStart(), split.getLength()),
                slack(split),
                split.getLength() <= largestFetch ? largestFetch : FETCH_OF_LONG,
                times,
                tag);
        return new OpenRange(fileSystem, location, bytes, new RangeInputFile(bytes, toTheEnd), begins);
    }

    /** @param ends the header and footer lines that the readers skip */
    private static HiveSplit part(HiveSplit split, ByteRange range, TextEnds ends) {
        return new HiveSplit(
                split.getPartitionName(),
                split.getPath(),
                range.start(),
                range.length(),
                split.getEstimatedFileSize(),
                split.getFileModifiedTime(),
                HiveFormat.withTextEnds(split.getSchema(), ends),
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

    private static int slack(HiveSplit split) {
        if (HiveFormat.of(split.getSchema()) != HiveFormat.LINES) {
            return HiveFormat.isRcFile(split.getSchema()) ? ROW_GROUP_SLACK : BLOCK_SLACK;
        }
        return HiveFormat.cutting(split) == HiveFormat.Cutting.AT_MEMBERS ? MEMBER_SLACK : LINE_SLACK;
    }

    private HivePageSourceProvider readers(TrinoFileSystem fileSystem) {
        TrinoFileSystemFactory fixed = _ -> fileSystem;
        return new HivePageSourceProvider(
                typeManager,
                hiveConfig,
                Stream.concat(
                                TextReaders.of(fixed, hiveConfig).stream(),
                                Stream.of(
                                        new SimpleSequenceFilePageSourceFactory(fixed, hiveConfig),
                                        new RcFilePageSourceFactory(fixed, hiveConfig),
                                        new AvroPageSourceFactory(fixed)))
                        .map(LargeObjectReader::new)
                        .collect(toImmutableSet()));
    }

    /** Represents an object that was opened to read ranges of it. */
    public final class OpenRange {
        private final TrinoFileSystem fileSystem;
        private final Location location;
        private final RangeBytes bytes;
        private final TrinoInputFile object;
        private final boolean begins;
        private final Supplier<HivePageSourceProvider> asIs;

        /** @param begins whether to fetch at once what a reader will read first, from the start of the range */
        private OpenRange(
                TrinoFileSystem fileSystem,
                Location location,
                RangeBytes bytes,
                TrinoInputFile object,
                boolean begins) {
            this.fileSystem = fileSystem;
            this.location = location;
            this.bytes = bytes;
            this.object = object;
            this.begins = begins;
            this.asIs = Suppliers.memoize(() -> readers(new RangeFileSystem(fileSystem, location, object)));
        }

        /**
         * Returns the rows that belong to this split. These are the rows that the stock reader would return, where it
         * can read the split.
         */
        public ConnectorPageSource read(SplitRead read, HiveSplit split, List<? extends ColumnHandle> columns) {
            // with a dynamic filter, the reader may find that it need not read at all
            if (begins && read.dynamicFilter().getCurrentPredicate().isAll()) {
                bytes.begin();
            }
            Optional<BiFunction<TrinoInputFile, ByteRange, PieceTextFile>> textOfParts = textOfParts(split);
            if (textOfParts.isEmpty()) {
                return new PiecePageSource(
                        () -> read.open(asIs.get(), split, columns), ConnectorPageSource::getCompletedBytes, bytes);
            }
            ByteRange piece = new ByteRange(split.getStart(), split.getLength());
            PieceTextFile text = textOfParts.get().apply(object, piece);
            TextEnds ends = HiveFormat.textEnds(split.getSchema());
            // the line at the start of a part belongs to the preceding part
            TextEnds ofText = new TextEnds(
                    piece.start() == 0 ? ends.headerLines() : 1, piece.end() == bytes.size() ? ends.footerLines() : 0);
            HiveSplit part = part(split, text.split(), ofText);
            return new PiecePageSource(
                    () -> read.open(readers(new RangeFileSystem(fileSystem, location, text)), part, columns),
                    rows -> text.compressedBytes().orElseGet(rows::getCompletedBytes),
                    bytes);
        }

        /** Returns the range within which the object, uncompressed text, may be cut at any byte. */
        public ByteRange rowBytes(TextEnds ends) throws IOException {
            return TextEndFinder.rowBytes(object, ends);
        }

        /**
         * Returns the ranges into which the opened part of a gzip object may be cut.
         *
         * @param textBytes the bytes of text of a range, as in {@link MemberRanges#find}
         */
        public List<MemberRange> memberRanges(long textBytes) throws IOException {
            ByteRange window = bytes.range();
            try (TrinoInputStream compressed = object.newStream()) {
                compressed.seek(window.start());
                return MemberRanges.find(
                        ByteStreams.limit(compressed, window.length()), window, bytes.size(), textBytes);
            }
        }
    }
}
