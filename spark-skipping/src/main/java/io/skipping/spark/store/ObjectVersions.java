// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import io.skipping.index.IndexedTable;
import io.skipping.index.ObjectVersion;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Returns the versions of files as an index has them. */
public final class ObjectVersions {
    private ObjectVersions() {}

    /**
     * Returns the version of a file that a listing has shown.
     *
     * @param file below the location of the table
     */
    public static ObjectVersion of(IndexedTable table, FileStatus file) {
        return in(table).apply(file);
    }

    /** Returns {@link #of(IndexedTable, FileStatus)} for many files. */
    public static Function<FileStatus, ObjectVersion> in(IndexedTable table) {
        int location = Locations.inIndex(new Path(table.location())).length();
        return file -> new ObjectVersion(
                table.location() + Locations.inIndex(file.getPath()).substring(location),
                file.getLen(),
                file.getModificationTime(),
                tag(file));
    }

    /** Returns the version of a file that belongs to no index. */
    public static ObjectVersion of(FileStatus file) {
        return new ObjectVersion(
                Locations.inIndex(file.getPath()), file.getLen(), file.getModificationTime(), tag(file));
    }

    /**
     * Returns whether a file still is what a listing has shown. Tags decide if the listing and the file have one, and the time otherwise.
     *
     * @param now the file alone, as the store reports it now
     */
    public static boolean isStill(ObjectVersion listed, FileStatus now) {
        OptionalLong tag = tag(now);
        return now.getLen() == listed.size()
                && (listed.tag().isPresent() && tag.isPresent()
                        ? tag.equals(listed.tag())
                        : ObjectVersion.isSameTime(
                                listed.modifiedMillis(), Instant.ofEpochMilli(now.getModificationTime())));
    }

    private static OptionalLong tag(FileStatus file) {
        return file instanceof EtagSource tagged && tagged.getEtag() != null
                ? OptionalLong.of(ObjectVersion.tag(tagged.getEtag()))
                : OptionalLong.empty();
    }
}
