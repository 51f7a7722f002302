// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import io.skipping.committer.manifest.Line;
import io.skipping.committer.manifest.ListFile;
import io.skipping.committer.manifest.ListWriter;
import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.manifest.ManifestNames;
import io.skipping.committer.name.JobId;
import io.skipping.committer.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects lines to be published: in memory while they are few, in a list file once they are many. */
final class CollectedLines implements AutoCloseable {
    private final Store store;
    private final JobId job;
    private final int maxLines;
    private final List<Line> few = new ArrayList<>();
    private ListWriter many;

    CollectedLines(Store store, JobId job, int maxLines) {
        this.store = store;
        this.job = job;
        this.maxLines = maxLines;
    }

    void add(Line line) throws IOException {
        if (many != null) {
            many.add(line);
            return;
        }
        few.add(line);
        if (few.size() > maxLines) {
            spill();
        }
    }

    private void spill() throws IOException {
        String name = ManifestNames.newList(job, 0);
        many = new ListWriter(name, store.write(name));
        for (Line line : few) {
            many.add(line);
        }
        few.clear();
    }

    /** Completes and returns the list file, if the lines are in one. */
    Optional<ListFile> list() throws IOException {
        if (many == null) {
            return Optional.empty();
        }
        many.close();
        return Optional.of(many.file());
    }

    /** Completes and returns the list file, however few the lines are; empty if there are no lines. */
    Optional<ListFile> forceList() throws IOException {
        if (many == null && !few.isEmpty()) {
            spill();
        }
        return list();
    }

    /** Returns the lines, unless they are in a list file. */
    List<Line> lines() {
        return List.copyOf(few);
    }

    int size() {
        return few.size();
    }

    @Override
    public void close() throws IOException {
        if (many != null) {
            many.close();
        }
    }

    static CollectedLines of(Store store, JobId job) {
        return new CollectedLines(store, job, Manifest.MAX_LINES);
    }
}
