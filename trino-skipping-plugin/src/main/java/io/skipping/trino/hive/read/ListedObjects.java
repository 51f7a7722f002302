// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read;

import static io.trino.plugin.hive.HiveErrorCode.HIVE_FILESYSTEM_ERROR;

import io.skipping.index.ObjectVersion;
import io.skipping.trino.core.listed.S3Reads;
import io.skipping.trino.core.listed.StoreReads;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoInputFile;
import io.trino.plugin.hive.HiveSplit;
import io.trino.spi.TrinoException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Compares objects with what they were when they were listed. */
public final class ListedObjects {
    private ListedObjects() {}

    /**
     * Reads an object, or a part of it, and fails unless all of it is of the version that was listed. What a build has
     * read of another version must never be known under the listed one: the object may be that version again by the
     * time the build is published, if a version was deleted or a file moved back.
     *
     * <p>S3 names the version in its answers. Readers must send their requests in the thread that calls them, as those
     * of Hive do, or compare tags themselves, as {@link io.skipping.trino.core.read.RangeBytes} does. Other stores are
     * asked once more. Trino's cache of file content, which knows no versions, is not asked.
     *
     * @param fileSystem opens the files of the object; not called if there is a tag
     * @param tag the tag of the listed version, {@link ObjectVersion#tag}; empty if the listing had none
     */
    public static <T> T readAsListed(
            Supplier<TrinoFileSystem> fileSystem, HiveSplit split, OptionalLong tag, S3Reads.Reading<T> reading)
            throws IOException {
        T result;
        boolean isListed;
        if (tag.isPresent()) {
            AtomicBoolean another = new AtomicBoolean();
            result = StoreReads.read(() -> S3Reads.listen(
                    etag -> {
                        if (ObjectVersion.tag(etag) != tag.getAsLong()) {
                            another.set(true);
                        }
                    },
                    reading));
            isListed = !another.get();
        } else {
            result = StoreReads.read(reading);
            try {
                isListed = isAsListed(fileSystem.get(), split);
            } catch (IOException e) {
                throw new IOException(
                        "Cannot tell whether %s changed while it was summarised; the next build tries again: %s"
                                .formatted(split.getPath(), e.getMessage()),
                        e);
            }
        }
        if (!isListed) {
            throw new IOException(
                    "Object changed while it was summarised; the next build tries again: " + split.getPath());
        }
        return result;
    }

    /** Returns whether the object of a split of a query is still the one that was listed. Sends a request to the store. */
    static boolean isUnchanged(TrinoFileSystem fileSystem, HiveSplit split) {
        try {
            return isAsListed(fileSystem, split);
        } catch (IOException e) {
            throw new TrinoException(
                    HIVE_FILESYSTEM_ERROR,
                    "Cannot tell whether %s changed while the query ran: %s".formatted(split.getPath(), e.getMessage()),
                    e);
        }
    }

    /** Returns whether the object of a split still has the size and the modification time with which it was listed. */
    private static boolean isAsListed(TrinoFileSystem fileSystem, HiveSplit split) throws IOException {
        TrinoInputFile object = fileSystem.newInputFile(Location.of(split.getPath()));
        try {
            return object.length() == split.getEstimatedFileSize()
                    && ObjectVersion.isSameTime(split.getFileModifiedTime(), object.lastModified());
        } catch (FileNotFoundException _) {
            return false;
        }
    }
}
