// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static java.util.Objects.requireNonNull;

import io.skipping.index.store.segment.SegmentHead;
import java.util.BitSet;

/**
 * A segment whose objects are or may become part of a state.
 *
 * @param checksum of the file
 * @param live objects to consider, by their order in the file
 * @param build the build that made it
 * @param builtMillis when that build began, by the store's clock, milliseconds since the epoch
 * @param named whether the newest manifest names it
 * @param own whether it belongs to the build that is being published
 */
record Source(
        SegmentHead head, String checksum, BitSet live, String build, long builtMillis, boolean named, boolean own) {
    /** modification times may be whole seconds; see {@code docs/index-format.md}, "The 2 seconds" */
    static final long RACY_MILLIS = 2000;

    Source {
        requireNonNull(head, "head is null");
        requireNonNull(live, "live is null");
    }

    /** Returns whether an object could have changed after it was summarised and still look the same. */
    boolean isTooYoung(long modifiedMillis) {
        return !named && isTooYoung(modifiedMillis, builtMillis);
    }

    /**
     * Returns whether an object was modified too shortly before the build that summarised it began.
     *
     * @param builtMillis when the build that summarised it began, by the store's clock, milliseconds since the epoch
     */
    static boolean isTooYoung(long modifiedMillis, long builtMillis) {
        return modifiedMillis > builtMillis - RACY_MILLIS;
    }

    /** Returns whether this segment has all ranges of an object. */
    boolean isComplete(int object) {
        return head.objects().isTiled(object, head.rangeStarts(), head.rangeLengths());
    }
}
