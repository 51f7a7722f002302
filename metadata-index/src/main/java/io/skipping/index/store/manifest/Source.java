// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static java.util.Objects.requireNonNull;

import io.skipping.index.store.segment.SegmentFile;
import java.util.BitSet;

/**
 * A segment whose objects may become, or are, part of a state.
 *
 * @param checksum of the file
 * @param live objects to look at, by their order in the file
 * @param build the build that made it
 * @param builtMillis when that began, by the store's clock, milliseconds since the epoch
 * @param named whether the newest manifest names it
 * @param own whether it is of the build that is being published
 */
record Source(
        SegmentFile file, String checksum, BitSet live, String build, long builtMillis, boolean named, boolean own) {
    /** modification times may be whole seconds; see the document, "The 2 seconds" */
    static final long RACY_MILLIS = 2000;

    Source {
        requireNonNull(file, "file is null");
        requireNonNull(live, "live is null");
    }

    /** Whether an object could have changed after it was summarised and look the same. */
    boolean isTooYoung(long modifiedMillis) {
        return !named && isTooYoung(modifiedMillis, builtMillis);
    }

    /** @param builtMillis when the build began that summarised it, by the store's clock */
    static boolean isTooYoung(long modifiedMillis, long builtMillis) {
        return modifiedMillis > builtMillis - RACY_MILLIS;
    }

    /** Whether the ranges that this segment has of an object are all there are. */
    boolean isComplete(int object) {
        return file.objects().isTiled(object, file.rangeStarts(), file.rangeLengths());
    }
}
