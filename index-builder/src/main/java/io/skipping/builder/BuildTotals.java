// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import java.util.LinkedHashMap;
import java.util.Map;

/** What is known of a build so far. Not thread-safe. */
final class BuildTotals {
    /** Failed objects that are remembered by name; a table may have millions. */
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
        // a large object is several units of work, each of which may fail
        if (failures.containsKey(object)) {
            return;
        }
        failedObjects++;
        if (failures.size() < MAX_FAILURES_NAMED) {
            failures.put(object, event.message() == null ? "no reason given" : event.message());
        }
    }

    /** How the indexes differ from those before; empty if they do not. */
    String changes() {
        return changes;
    }

    /** Objects found that need work. */
    long plannedObjects() {
        return plannedObjects;
    }

    long plannedBytes() {
        return plannedBytes;
    }

    /** Objects that are summarised already. */
    long currentObjects() {
        return currentObjects;
    }

    long currentBytes() {
        return currentBytes;
    }

    /** Objects that are left to the next build. */
    long youngObjects() {
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

    /** Objects that could not be summarised; beyond {@link #MAX_FAILURES_NAMED} one may be counted more than once. */
    long failedObjects() {
        return failedObjects;
    }

    /** Bytes of work that is behind us, well done or not. */
    long processedBytes() {
        return doneBytes + failedBytes;
    }

    /** Objects whose work is behind us, well done or not; those of several units of work by their first. */
    long processedObjects() {
        return Math.min(plannedObjects, doneObjects + failedObjects);
    }

    long ranges() {
        return ranges;
    }

    long rows() {
        return rows;
    }

    /** Bytes that the new summaries take in their store. */
    long indexBytes() {
        return indexBytes;
    }

    /** Path and reason of the first objects that could not be summarised. */
    Map<String, String> failures() {
        return failures;
    }
}
