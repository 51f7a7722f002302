// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.LiveObject;
import io.skipping.index.snapshot.IndexSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The index of one table. Every method may throw {@link IndexUnavailableException}: the store is down, refuses us, or
 * holds something unreadable. A query then reads everything.
 */
public interface TableIndex {
    /** The newest published state; empty if the table has no index. Costs one request when nothing is new. */
    Optional<IndexSnapshot> current();

    /**
     * A published state that is in memory, perhaps not the newest, without a request to anybody; empty if there is none, or
     * if this user has not been shown the index for some minutes. What it says of a version of an object is true for ever,
     * so an older state makes no wrong answer; but an object may be there that it does not know.
     */
    Optional<IndexSnapshot> remembered();

    /** The indexes that the user asked for. */
    List<IndexDefinition> requested();

    /**
     * Returns whether the builder chooses indexes beside those that the user asked for. It does unless that is turned off; but of an
     * index that an earlier release wrote, only if nothing was asked for.
     */
    boolean isAutomatic();

    /** Turns on or off that the builder chooses indexes. */
    void setAutomatic(boolean automatic);

    /** Changes what the user asked for, atomically; the function may be called again when another was faster. */
    void request(UnaryOperator<List<IndexDefinition>> change);

    /**
     * Starts a build and returns its name. What the build summarises counts only if it was last modified 2 seconds
     * before this moment or earlier, by the store's clock: modification times may have a resolution of one second, so
     * a younger object could change again and look the same.
     */
    String beginBuild();

    /** What need not be summarised again: the newest state, and what builds that never ended left behind. */
    Coverage coverage();

    /**
     * A place for summaries, written by one thread. May be called on any node.
     *
     * @param build from {@link #beginBuild}
     * @param definitions the indexes that every range added has summaries of
     */
    SegmentSink newSegment(String build, List<IndexDefinition> definitions);

    /**
     * Publishes, as one new state, the summaries of all objects that live: those of the newest state, of this build, and
     * of builds that never ended. Objects that live no more, whose ranges are incomplete, or that are too young (see
     * {@link #beginBuild}) are left out. Builders that publish at the same time do not lose each other's work.
     *
     * @param live all objects of the table now
     */
    PublishResult publish(String build, List<LiveObject> live);

    /** Deletes what no state that is still in use needs, and was written longer ago than {@code age}. */
    VacuumResult vacuum(Duration age, boolean dryRun);

    /**
     * Removes the whole index, since its table is gone: a table of the same name that is made later has none of it. Builds that
     * are under way cannot be published any more.
     */
    void discard();

    /**
     * Returns what the newest state names, and whether the store has it. A server that has the state in memory answers from there for as long as
     * it runs, though others cannot read it any more; this asks the store.
     */
    Inspection inspect();

    /**
     * @param definitions indexes that some objects have summaries of
     * @param problem why the state cannot be read; empty if nothing speaks against it. Files are not read for this
     */
    record Inspection(List<IndexDefinition> definitions, Optional<String> problem) {}

    /** Which objects are summarised already. */
    interface Coverage {
        /** Whether the object has summaries, of this very version, for all these indexes. */
        boolean covers(LiveObject object, List<IndexDefinition> definitions);

        /** Returns whether the object was modified too shortly before the build began for its summaries to count. */
        boolean isTooYoung(LiveObject object, String build);
    }

    /**
     * @param snapshot the state that was published
     * @param objects objects in it
     * @param ranges ranges in it
     * @param added objects that the state before did not have in this version
     * @param tooYoung objects left out because they were modified too shortly before the build; the next build takes them
     * @param dropped objects of the state before that live no more
     */
    record PublishResult(IndexSnapshot snapshot, long objects, long ranges, long added, long tooYoung, long dropped) {}

    /**
     * @param files locations deleted, or that would be
     * @param bytes their size
     */
    record VacuumResult(List<String> files, long bytes) {}
}
