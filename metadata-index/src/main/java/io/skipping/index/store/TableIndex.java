// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.LiveObject;
import io.skipping.index.LiveObjects;
import io.skipping.index.snapshot.IndexSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Provides the index of one table. Every method may throw {@link IndexUnavailableException}, if the store is down, denies
 * access, or contains something unreadable. The query then proceeds as if the table had no index.
 */
public interface TableIndex {
    /** Returns the newest published state; empty if the table has no index. Costs one request if nothing is new. */
    Optional<IndexSnapshot> current();

    /**
     * Returns a published state that is in memory, perhaps not the newest, without any request; empty if there is none,
     * or if this user's access to the index was not confirmed within the last minutes. What a state says about a
     * version of an object stays true for ever, so an older state never leads to a wrong result, but it may not know
     * all objects.
     */
    Optional<IndexSnapshot> remembered();

    /**
     * Returns a published state that is in memory, without any request, if it has all objects of a snapshot of the table
     * and was the newest not long ago. A newer one could only have more indexes of these objects. Empty if there is
     * no such state, or if this user's access to the index was not confirmed within the last minutes.
     *
     * @param tableSnapshot id of a snapshot of the table, see {@link LiveObjects}
     * @param within how long ago it was the newest, at most
     */
    Optional<IndexSnapshot> remembered(long tableSnapshot, Duration within);

    /** Returns the indexes that the user requested. */
    List<IndexDefinition> requested();

    /**
     * Returns whether the builder chooses indexes in addition to those that the user requested. It does unless this is
     * turned off; for an index that an earlier release wrote, it does only if nothing was requested.
     */
    boolean isAutomatic();

    /** Sets whether the builder chooses indexes. */
    void setAutomatic(boolean automatic);

    /** Changes the user's requests atomically. The function may be called again if a concurrent change came first. */
    void request(UnaryOperator<List<IndexDefinition>> change);

    /**
     * Starts a build and returns its name. A summary of the build counts only if the object was last modified at least
     * 2 seconds before this moment, by the store's clock. Modification times may have a resolution of one second, so a
     * younger object could change again and look the same.
     */
    String beginBuild();

    /**
     * Returns which objects need not be summarised again, because of the newest state and of builds that never ended.
     */
    Coverage coverage();

    /**
     * Creates a segment for summaries, to be written by one thread. May be called on any node.
     *
     * @param build from {@link #beginBuild}
     * @param definitions indexes for which every added range has summaries
     */
    SegmentSink newSegment(String build, List<IndexDefinition> definitions);

    /**
     * Publishes one new state with the summaries of all live objects: those of the newest state, of this build, and of
     * builds that never ended. It leaves out objects that no longer exist, whose ranges are incomplete, or that are too
     * young (see {@link #beginBuild}). Builders that publish at the same time do not lose each other's work.
     *
     * @param live lists all objects of the table. If the new state has all of them, it is one of their snapshots, see
     *     {@link #known}. Called again if another builder has meanwhile published objects that are not among them, since
     *     they may have been written after the table was listed. So a listing from a cache will not do
     */
    PublishResult publish(String build, Supplier<LiveObjects> live);

    /** Publishes a new state of a table that nobody writes to, see {@link #publish(String, Supplier)}. */
    default PublishResult publish(String build, LiveObjects live) {
        return publish(build, () -> live);
    }

    /** Publishes a new state of a table that has no snapshots and that nobody writes to. */
    default PublishResult publish(String build, List<LiveObject> live) {
        return publish(build, LiveObjects.of(live));
    }

    /** Returns the objects of the newest state; empty if there is no state, or it is not known to have all of some snapshots. */
    Optional<Known> known();

    /**
     * Deletes everything that no state in use needs and that was written longer ago than {@code age}.
     *
     * @param dryRun whether to only return what would be deleted
     */
    VacuumResult vacuum(Duration age, boolean dryRun);

    /**
     * Ends a build that will not be published. Its segments are left for a vacuum. A failure is only logged: the marker of
     * the build does no harm if it remains.
     */
    void abandon(String build);

    /**
     * Removes the whole index because its table is gone, so that a later table with the same name does not inherit it.
     * Builds that are under way can no longer be published.
     */
    default void discard() {
        discard(() -> true);
    }

    /**
     * Removes the index as {@link #discard()} does, but stops when that is not wanted any more.
     *
     * @param isWanted asked again and again. Once it returns false, nothing is deleted that was written since
     */
    void discard(BooleanSupplier isWanted);

    /**
     * Returns the indexes of the newest state, and whether the store has its files and summaries. A server that has the state in
     * memory continues to use it, although others may no longer be able to read it; this method asks the store.
     */
    Inspection inspect();

    /** Tries out, with a small file that it deletes again, whether the store offers what an index needs. */
    Trial tryStore();

    /**
     * Holds the result of a trial of the store.
     *
     * @param untried why nothing was tried; empty if the store was tried
     * @param lacks what the store lacks, a clause each; empty if it lacks nothing
     */
    record Trial(Optional<String> untried, List<String> lacks) {
        public Trial {
            lacks = List.copyOf(lacks);
        }

        /** Returns the result of a trial that found this lacking. */
        public static Trial of(List<String> lacks) {
            return new Trial(Optional.empty(), lacks);
        }

        /** Returns the result if nothing was tried, so that nobody takes it for a success. */
        public static Trial untried(String reason) {
            return new Trial(Optional.of(reason), List.of());
        }
    }

    /**
     * Holds the result of an inspection.
     *
     * @param definitions indexes for which some objects have summaries
     * @param problem why the state cannot be read or used, and the remedy; empty if no problem was found. The contents of
     *     files are not read for this
     */
    record Inspection(List<IndexDefinition> definitions, Optional<String> problem) {}

    /**
     * Holds the objects of a state.
     *
     * @param snapshots ids of snapshots of the table; the state has all of their objects, and may have others
     */
    record Known(Set<Long> snapshots, List<KnownObject> objects) {
        public Known {
            snapshots = Set.copyOf(snapshots);
            objects = List.copyOf(objects);
        }
    }

    /** @param rowCount the number of rows in the object */
    record KnownObject(LiveObject object, long rowCount) {}

    /** Says which objects are already summarised. */
    interface Coverage {
        /** Returns whether the object has summaries of this very version for all these indexes. */
        boolean covers(LiveObject object, List<IndexDefinition> definitions);

        /** Returns whether the object was modified too shortly before the build began for its summaries to count. */
        boolean isTooYoung(LiveObject object, String build);
    }

    /**
     * Holds the result of a publication.
     *
     * @param state id of the published state, see {@link IndexSnapshot#id}
     * @param objects objects in it
     * @param ranges ranges in it
     * @param added objects that the state before did not have in this version
     * @param tooYoung objects left out because they were modified too shortly before the build; the next build takes
     *     them
     * @param dropped objects of the state before that no longer exist
     */
    record PublishResult(String state, long objects, long ranges, long added, long tooYoung, long dropped) {}

    /**
     * Holds the result of a vacuum.
     *
     * @param files locations that were deleted, or would be
     * @param bytes their total size
     */
    record VacuumResult(List<String> files, long bytes) {}
}
