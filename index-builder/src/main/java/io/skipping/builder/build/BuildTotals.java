// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.build;

import io.skipping.builder.catalog.BuildEvent;
import io.skipping.command.progress.Progress;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sums up the events of a build so far. Not thread-safe. */
public final class BuildTotals {
    /** The number of failed objects whose names are kept. A table may have millions of them. */
    static final int MAX_FAILURES_NAMED = 20;

    private final Map<String, String> failures = new LinkedHashMap<>();
    private long plannedObjects;
    private long plannedBytes;
    private long currentObjects;
    private long currentBytes;
    private long youngObjects;
    private long youngBytes;
    private long doneObjects;
    private long doneBytes;
    private long failedObjects;
    private long failedBytes;
    private long ranges;
    private long rows;
    private long indexBytes;
    private String changes = "";

    void add(BuildEvent event) {
        switch (event.kind()) {
            case PLANNED -> {
                plannedObjects += event.objects();
                plannedBytes += event.bytes();
                if (event.message() != null) {
                    changes = event.message();
                }
            }
            case CURRENT -> {
                currentObjects += event.objects();
                currentBytes += event.bytes();
            }
            case YOUNG -> {
                youngObjects += event.objects();
                youngBytes += event.bytes();
            }
            case DONE -> {
                doneObjects += event.objects();
                doneBytes += event.bytes();
                ranges += event.ranges();
                rows += event.rows();
                indexBytes += event.indexBytes();
            }
            case FAILED -> addFailure(event);
            case OTHER -> {}
        }
    }

    private void addFailure(BuildEvent event) {
        failedBytes += event.bytes();
        String object = event.object() == null ? "(unnamed object)" : event.object();
        // a large object consists of several units of work, and each may fail
        if (failures.containsKey(object)) {
            return;
        }
        failedObjects++;
        if (failures.size() < MAX_FAILURES_NAMED) {
            failures.put(object, event.message() == null ? "no reason given" : event.message());
        }
    }

    /** Returns how the indexes differ from before; empty if they do not. */
    String changes() {
        return changes;
    }

    /** Returns whether the table has other indexes than before: it was built for the first time, or they have changed. */
    public boolean isAnew() {
        return !changes.isEmpty() || (doneObjects > 0 && currentObjects == 0);
    }

    /** Returns the number of objects found that need work. */
    public long plannedObjects() {
        return plannedObjects;
    }

    long plannedBytes() {
        return plannedBytes;
    }

    /** Returns the number of objects that have been summarised already. */
    long currentObjects() {
        return currentObjects;
    }

    long currentBytes() {
        return currentBytes;
    }

    /** Returns the number of objects that are left to the next build. */
    public long youngObjects() {
        return youngObjects;
    }

    long youngBytes() {
        return youngBytes;
    }

    long doneObjects() {
        return doneObjects;
    }

    long doneBytes() {
        return doneBytes;
    }

    /**
     * Returns the number of objects that could not be summarised. Beyond {@link #MAX_FAILURES_NAMED}, an object may be
     * counted more than once.
     */
    public long failedObjects() {
        return failedObjects;
    }

    /** Returns the bytes of work that is finished, successful or not. */
    long processedBytes() {
        return doneBytes + failedBytes;
    }

    /**
     * Returns the number of objects whose work is finished, successful or not. An object of several units counts from
     * its first unit.
     */
    long processedObjects() {
        return Math.min(plannedObjects, doneObjects + failedObjects);
    }

    /** Returns how far the build has got. */
    Progress.Work work() {
        return new Progress.Work(
                plannedObjects(), processedObjects(), currentObjects(), plannedBytes(), processedBytes());
    }

    long ranges() {
        return ranges;
    }

    long rows() {
        return rows;
    }

    /** Returns the bytes that the new summaries take in their store. */
    long indexBytes() {
        return indexBytes;
    }

    /** Returns the paths of the first objects that could not be summarised, with the reasons. */
    Map<String, String> failures() {
        return failures;
    }
}
