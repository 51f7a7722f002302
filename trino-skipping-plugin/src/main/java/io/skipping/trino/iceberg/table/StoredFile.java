// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static java.util.Objects.requireNonNull;

import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.Profile;
import io.trino.plugin.iceberg.IcebergFileFormat;
import java.util.OptionalLong;

/**
 * Describes a data file as its manifest does.
 *
 * @param size in bytes
 * @param records the number of records in the file, deleted ones included
 * @param isEncrypted whether the file has a key
 */
public record StoredFile(String path, long size, long records, IcebergFileFormat format, boolean isEncrypted) {
    public StoredFile {
        requireNonNull(path, "path is null");
        requireNonNull(format, "format is null");
    }

    /** Returns the file as the index knows it. */
    public LiveObject object(Profile profile) {
        return object(path, size, profile);
    }

    /**
     * Returns a file as the index knows it. Data files never change, so a file has no modification time.
     *
     * @param path as in the manifest
     * @param size as in the manifest, in bytes
     */
    public static LiveObject object(String path, long size, Profile profile) {
        return new LiveObject(new ObjectVersion(path, size, 0, OptionalLong.empty()), profile);
    }
}
