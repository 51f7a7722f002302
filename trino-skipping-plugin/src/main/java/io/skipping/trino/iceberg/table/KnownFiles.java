// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.skipping.index.store.TableIndex.Known;
import io.skipping.index.store.TableIndex.KnownObject;
import io.trino.plugin.iceberg.IcebergFileFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Holds data files that an index knows.
 *
 * @param snapshots ids of snapshots of the table; {@code files} has all data files of these, and may have others
 */
record KnownFiles(Set<Long> snapshots, List<StoredFile> files) {
    static final KnownFiles NONE = new KnownFiles(ImmutableSet.of(), ImmutableList.of());

    KnownFiles {
        snapshots = ImmutableSet.copyOf(snapshots);
        files = ImmutableList.copyOf(files);
    }

    /**
     * Returns the files that the state of an index has.
     *
     * @param profiles how the files are read now. If some were summarised under another profile, nothing is known
     */
    static KnownFiles of(Known known, FileProfiles profiles) {
        ImmutableList.Builder<StoredFile> files = ImmutableList.builder();
        for (KnownObject object : known.objects()) {
            Optional<IcebergFileFormat> format =
                    profiles.format(object.object().profile().text());
            if (format.isEmpty()) {
                return NONE;
            }
            files.add(StoredFile.known(object.object().version(), object.rowCount(), format.get()));
        }
        return new KnownFiles(known.snapshots(), files.build());
    }
}
