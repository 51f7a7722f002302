// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import io.skipping.index.ObjectVersion;
import java.io.Serializable;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FileStatus;

/**
 * Describes a file that is to be summarised, as it was listed.
 *
 * @param path as Hadoop has it
 * @param pathInIndex as the index has it
 * @param bytes its size
 * @param modifiedMillis by the clock of the store
 * @param tag of its content; 0 if the store gives none
 */
record ListedFile(String path, String pathInIndex, long bytes, long modifiedMillis, long tag) implements Serializable {
    ListedFile(FileStatus file, ObjectVersion version) {
        this(
                file.getPath().toString(),
                version.path(),
                version.size(),
                version.modifiedMillis(),
                version.tag().orElse(0));
    }

    /** Returns the version that was listed. */
    ObjectVersion version() {
        return new ObjectVersion(
                pathInIndex, bytes, modifiedMillis, tag == 0 ? OptionalLong.empty() : OptionalLong.of(tag));
    }
}
