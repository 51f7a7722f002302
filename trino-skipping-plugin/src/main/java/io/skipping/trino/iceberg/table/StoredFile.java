// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static java.util.Objects.requireNonNull;

import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.Profile;
import io.skipping.trino.iceberg.release.DataSplits;
import io.trino.plugin.iceberg.IcebergFileFormat;
import io.trino.plugin.iceberg.IcebergSplit;
import java.util.OptionalLong;

/**
 * Describes a data file as its manifest does.
 *
 * @param size in bytes
 * @param records the number of records in the file, deleted ones included
 * @param sequenceNumber the data sequence number, which the file got when it was added to the table; 0 in tables of format version 1,
 *     and empty if it is not known
 * @param isEncrypted whether the file has a key
 */
public record StoredFile(
        String path,
        long size,
        long records,
        OptionalLong sequenceNumber,
        IcebergFileFormat format,
        boolean isEncrypted) {
    public StoredFile {
        requireNonNull(path, "path is null");
        requireNonNull(sequenceNumber, "sequenceNumber is null");
        requireNonNull(format, "format is null");
    }

    /** Returns the file as the index knows it. */
    public LiveObject object(Profile profile) {
        return new LiveObject(version(path, size, records, sequenceNumber), profile);
    }

    /** Returns the file of a split as the index knows it. */
    public static LiveObject object(IcebergSplit split, Profile profile) {
        return new LiveObject(
                version(
                        DataSplits.path(split),
                        DataSplits.fileSize(split),
                        DataSplits.fileRecordCount(split),
                        DataSplits.sequenceNumber(split)),
                profile);
    }

    /**
     * Returns the version of a file. Data files should never change, so a file has no modification time. Other programs may replace
     * a file all the same, and add it once more: its tag tells.
     */
    private static ObjectVersion version(String path, long size, long records, OptionalLong sequenceNumber) {
        return new ObjectVersion(
                path,
                size,
                0,
                sequenceNumber.isEmpty()
                        ? OptionalLong.empty()
                        : OptionalLong.of(tag(records, sequenceNumber.getAsLong())));
    }

    /** Returns the sequence number, or without one the complement of the number of records, which is negative. */
    private static long tag(long records, long sequenceNumber) {
        return sequenceNumber > 0 ? sequenceNumber : ~records;
    }

    /**
     * Returns a file that an index knows.
     *
     * @param rows the number of rows that a build has read
     */
    static StoredFile known(ObjectVersion version, long rows, IcebergFileFormat format) {
        OptionalLong tag = version.tag();
        boolean tellsRecords = tag.isPresent() && tag.getAsLong() < 0;
        return new StoredFile(
                version.path(),
                version.size(),
                tellsRecords ? ~tag.getAsLong() : rows,
                tellsRecords ? OptionalLong.of(0) : tag,
                format,
                // an encrypted file has no summaries
                false);
    }

    /** Returns whether the file was added to the table later than another one of the same path. */
    boolean isLaterThan(StoredFile other) {
        return sequenceNumber.orElse(-1) > other.sequenceNumber.orElse(-1);
    }
}
