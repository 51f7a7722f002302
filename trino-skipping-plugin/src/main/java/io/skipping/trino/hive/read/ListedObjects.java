// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read;

import static io.trino.plugin.hive.HiveErrorCode.HIVE_FILESYSTEM_ERROR;

import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoInputFile;
import io.trino.plugin.hive.HiveSplit;
import io.trino.spi.TrinoException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;

/** Compares objects with what they were when they were listed. */
final class ListedObjects {
    private ListedObjects() {}

    /**
     * Returns whether the object of a split still has the size and the modification time with which it was listed.
     * Sends a request to the store.
     */
    static boolean isUnchanged(TrinoFileSystem fileSystem, HiveSplit split) {
        TrinoInputFile object = fileSystem.newInputFile(Location.of(split.getPath()));
        try {
            return object.length() == split.getEstimatedFileSize()
                    && isSameTime(split.getFileModifiedTime(), object.lastModified());
        } catch (FileNotFoundException _) {
            return false;
        } catch (IOException e) {
            throw new TrinoException(
                    HIVE_FILESYSTEM_ERROR,
                    "Cannot tell whether %s changed while the query ran: %s".formatted(split.getPath(), e.getMessage()),
                    e);
        }
    }

    /**
     * Compares modification times. Some stores report milliseconds in listings but only seconds for a single object.
     */
    static boolean isSameTime(long listedMillis, Instant found) {
        return listedMillis == found.toEpochMilli()
                || (found.getNano() == 0 && Math.floorDiv(listedMillis, 1000L) == found.getEpochSecond());
    }
}
