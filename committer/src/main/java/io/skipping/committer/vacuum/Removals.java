// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.vacuum;

import io.skipping.committer.data.DataSet;
import io.skipping.committer.manifest.CommittedJob;
import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.manifest.OverwrittenLine;
import io.skipping.committer.name.JobId;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Knows when overwrites removed objects from a data set. A query that began before may still read them.
 *
 * <p>All times are those of the commits, in milliseconds. Commits before those that the manifest remembers are so long
 * ago that their time does not matter: theirs is {@link Long#MIN_VALUE}.
 */
final class Removals {
    private final DataSet dataSet;
    private final NavigableMap<Long, Long> millisByGeneration = new TreeMap<>();
    private final Map<JobId, Long> generationByJob = new HashMap<>();
    private final Map<String, NavigableSet<Long>> overwritten = new HashMap<>();

    private Removals(DataSet dataSet) {
        this.dataSet = dataSet;
    }

    static Removals of(DataSet dataSet) throws IOException {
        Removals removals = new Removals(dataSet);
        for (CommittedJob job : dataSet.jobs()) {
            removals.millisByGeneration.put(job.generation(), job.committedMillis());
            removals.generationByJob.putIfAbsent(job.id(), job.generation());
        }
        dataSet.forEachLine(line -> {
            if (line instanceof OverwrittenLine overwrite) {
                NavigableSet<Long> generations =
                        removals.overwritten.computeIfAbsent(overwrite.folder(), folder -> new TreeSet<>());
                generations.add(overwrite.generation());
                generations.addAll(overwrite.earlier());
            }
        });
        return removals;
    }

    /** Returns when this version of an object was replaced; empty if the manifest does not say that it was. */
    OptionalLong replaced(String path, long size, long modifiedMillis) {
        OptionalLong generation = dataSet.replacedBy(path, size, modifiedMillis);
        return generation.isPresent() ? OptionalLong.of(millis(generation.getAsLong())) : OptionalLong.empty();
    }

    /**
     * Returns when the first overwrite after a job removed an object of it, if the job committed the object; empty if
     * no overwrite did. If the manifest has forgotten the job, the object may have counted until the first overwrite of
     * those that it remembers. Overwrites before that may be older than the object.
     *
     * @param path of an object that the manifest does not list
     */
    OptionalLong overwritten(String path, JobId job) {
        Long committed = generationByJob.get(job);
        if (committed == null && !mayHaveForgotten(job)) {
            // the job did not commit here
            return OptionalLong.empty();
        }
        OptionalLong first = firstOverwrite(path, committed == null ? millisByGeneration.firstKey() - 1 : committed);
        if (first.isEmpty() && committed == null) {
            first = firstOverwrite(path, 0);
        }
        return first.isPresent() ? OptionalLong.of(millis(first.getAsLong())) : first;
    }

    /** Returns whether the job may have committed here before those that the manifest remembers. */
    boolean mayHaveForgotten(JobId job) {
        return dataSet.jobs().size() >= Manifest.MAX_JOBS && !generationByJob.containsKey(job);
    }

    /** Returns whether all jobs that the manifest remembers committed after a time. */
    boolean remembersOnlyAfter(long millis) {
        return !millisByGeneration.isEmpty() && millisByGeneration.firstEntry().getValue() > millis;
    }

    /** Returns the first generation after another one that overwrote a folder of an object. */
    private OptionalLong firstOverwrite(String path, long after) {
        OptionalLong first = OptionalLong.empty();
        for (int end = 0; ; ) {
            NavigableSet<Long> generations = overwritten.get(path.substring(0, end));
            Long next = generations == null ? null : generations.higher(after);
            if (next != null && (first.isEmpty() || next < first.getAsLong())) {
                first = OptionalLong.of(next);
            }
            int slash = path.indexOf('/', end);
            if (slash < 0) {
                return first;
            }
            end = slash + 1;
        }
    }

    private long millis(long generation) {
        if (millisByGeneration.isEmpty() || generation < millisByGeneration.firstKey()) {
            return Long.MIN_VALUE;
        }
        Map.Entry<Long, Long> commit = millisByGeneration.ceilingEntry(generation);
        return commit == null ? Long.MIN_VALUE : commit.getValue();
    }
}
