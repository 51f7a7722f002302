// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * Says what a build has found in a batch of listed objects.
 *
 * @param build the name of the build
 * @param plannedObjects the number of newly found objects that need a summary
 * @param plannedBytes their size
 * @param currentObjects the number of newly found objects that need none
 * @param currentBytes their size
 * @param youngObjects the number of newly found objects that are left to the next build
 * @param youngBytes their size
 * @param failed newly found objects that cannot be indexed, though others of the table can
 * @param changes a description of how the indexes change, for people
 */
public record BuildReport(
        String build,
        long plannedObjects,
        long plannedBytes,
        long currentObjects,
        long currentBytes,
        long youngObjects,
        long youngBytes,
        List<FailedObject> failed,
        String changes) {
    /**
     * Describes an object that cannot be indexed.
     *
     * @param message says why, for people
     */
    public record FailedObject(String path, long bytes, String message) {
        public FailedObject {
            requireNonNull(path, "path is null");
            requireNonNull(message, "message is null");
        }
    }

    public BuildReport {
        requireNonNull(build, "build is null");
        failed = ImmutableList.copyOf(failed);
        requireNonNull(changes, "changes is null");
    }

    /** Returns a report that says nothing, for a split with work. */
    public static BuildReport none(String build) {
        return new BuildReport(build, 0, 0, 0, 0, 0, 0, ImmutableList.of(), "");
    }
}
