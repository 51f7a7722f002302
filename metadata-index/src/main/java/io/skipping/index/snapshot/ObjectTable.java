// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.snapshot.ObjectVerdict.Stale.Change;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Holds the objects of a segment column by column, so that a million objects take only a few arrays.
 *
 * @param paths UTF-8 bytes of all paths, one after the other
 * @param pathOffsets where path {@code i} starts, with one more entry at the end
 * @param sizes bytes of each object
 * @param modifiedMillis modification time of each object, milliseconds since the epoch
 * @param tags {@link ObjectVersion#tag} of each object; 0 where the store gave none
 * @param profiles index in {@code profileNames} of the profile that each object was read under
 * @param firstRange first range of each object in the segment, with one more entry at the end; the ranges of an object
 *     are consecutive and ordered by their start
 */
public record ObjectTable(
        Slice paths,
        int[] pathOffsets,
        long[] sizes,
        long[] modifiedMillis,
        long[] tags,
        int[] profiles,
        List<String> profileNames,
        int[] firstRange) {
    public ObjectTable {
        profileNames = ImmutableList.copyOf(profileNames);
        int count = sizes.length;
        checkArgument(pathOffsets.length == count + 1, "expected %s path offsets", count + 1);
        checkArgument(modifiedMillis.length == count, "expected %s modification times", count);
        checkArgument(tags.length == count, "expected %s tags", count);
        checkArgument(profiles.length == count, "expected %s profiles", count);
        checkArgument(firstRange.length == count + 1, "expected %s first ranges", count + 1);
    }

    public int count() {
        return sizes.length;
    }

    /** Returns an object in the form in which a scan finds it. */
    public LiveObject object(int object) {
        return new LiveObject(
                new ObjectVersion(
                        path(object).toStringUtf8(),
                        sizes[object],
                        modifiedMillis[object],
                        tags[object] == 0 ? OptionalLong.empty() : OptionalLong.of(tags[object])),
                profile(object));
    }

    /**
     * Returns whether an object has the version and the profile of the live object with the same path. If either of the
     * two has no tag, size and modification time decide.
     */
    public boolean isVersion(int object, LiveObject live) {
        return change(object, live).isEmpty();
    }

    /** Returns in what a live object differs from the object with the same path; empty if it {@link #isVersion}. */
    Optional<Change> change(int object, LiveObject live) {
        ObjectVersion version = live.version();
        if (sizes[object] != version.size()) {
            return Optional.of(Change.SIZE);
        }
        if (modifiedMillis[object] != version.modifiedMillis()) {
            return Optional.of(Change.MODIFICATION_TIME);
        }
        if (tags[object] != 0 && version.tag().isPresent() && version.tag().getAsLong() != tags[object]) {
            return Optional.of(Change.TAG);
        }
        return live.profile().matches(profile(object)) ? Optional.empty() : Optional.of(Change.PROFILE);
    }

    /** Returns the text of the profile that an object was read under. */
    String profile(int object) {
        return profileNames.get(profiles[object]);
    }

    /**
     * Returns whether the ranges of an object cover all of it exactly once; otherwise a row may be in no range or in
     * two. An empty object has no range or only empty ones; in any other object an empty range is an error.
     *
     * @param rangeStarts first byte of each range of the segment
     * @param rangeLengths bytes of each range of the segment
     */
    public boolean isTiled(int object, long[] rangeStarts, long[] rangeLengths) {
        long size = sizes[object];
        long end = 0;
        for (int range = firstRange[object]; range < firstRange[object + 1]; range++) {
            long length = rangeLengths[range];
            if (rangeStarts[range] != end || length < 0 || length == 0 && size > 0) {
                return false;
            }
            end += length;
        }
        return end == size;
    }

    /** Returns a view of an object's path. */
    public Slice path(int object) {
        return paths.slice(pathOffsets[object], pathOffsets[object + 1] - pathOffsets[object]);
    }
}
