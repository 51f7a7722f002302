// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import io.skipping.committer.data.DataSet;
import io.skipping.committer.manifest.CommittedJob;
import io.skipping.committer.manifest.Line;
import io.skipping.committer.manifest.ListFile;
import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.manifest.ManifestFormatException;
import io.skipping.committer.manifest.ManifestNames;
import io.skipping.committer.manifest.ObjectLine;
import io.skipping.committer.manifest.Overwrite;
import io.skipping.committer.manifest.OverwrittenLine;
import io.skipping.committer.manifest.ReplacedLine;
import io.skipping.committer.name.JobId;
import io.skipping.committer.store.Store;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Computes the next generation of a manifest from the last one and from what a job adds and replaces. */
final class Merge {
    private final Store store;
    private final Output output;
    private final Overwrite overwrite;
    // the generation that the listing of objects to replace reflects
    private final long knownGeneration;

    Merge(Store store, Output output, Overwrite overwrite, long knownGeneration) {
        this.store = store;
        this.output = output;
        this.overwrite = overwrite;
        this.knownGeneration = knownGeneration;
    }

    /** Holds the merged manifest, and the list files that were written only for it. */
    record Result(Manifest manifest, List<String> newLists) {}

    Result after(Manifest last, long nowMillis) throws IOException {
        if (last.generation() >= ManifestNames.LARGEST_GENERATION) {
            // readers would not count what is published after it
            throw new ManifestFormatException(
                    "The manifest is of generation %d, the largest that there is, which no commit reaches. Restore the object from a copy, or write the data set anew"
                            .formatted(last.generation()));
        }
        long generation = last.generation() + 1;
        List<ListFile> lists = new ArrayList<>();
        List<String> newLists = new ArrayList<>();
        List<Line> lines = new ArrayList<>();
        List<CommittedJob> jobs = jobs(last, generation, nowMillis);
        FormerOverwrites formerOverwrites = new FormerOverwrites();
        List<Line> overwritten;
        try (CollectedLines former = CollectedLines.of(store, output.job())) {
            if (overwrite.isEverything()) {
                keepReplaced(last, former, formerOverwrites);
            } else {
                lists.addAll(last.lists());
                Set<Line> superseded = FormerOverwrites.superseded(last.lines(), overwrite);
                for (Line line : last.lines()) {
                    if (line instanceof OverwrittenLine before) {
                        formerOverwrites.add(before);
                    }
                    if (!isOverwritten(line) && !superseded.contains(line)) {
                        former.add(line);
                    }
                }
            }
            overwritten = overwrittenLines(last, formerOverwrites, jobs.get(0).generation());
            int own = output.list().isPresent() ? 0 : output.lines().size();
            int extra = output.list().isPresent() ? overwritten.size() : own + overwritten.size();
            Optional<ListFile> spilled =
                    former.size() + extra > Manifest.MAX_LINES ? former.forceList() : former.list();
            if (spilled.isPresent()) {
                newLists.add(spilled.get().name());
                lists.add(spilled.get());
            } else {
                lines.addAll(former.lines());
            }
        }
        if (overwritten.size() > Manifest.MAX_LINES - lines.size()) {
            try (CollectedLines many = new CollectedLines(store, output.job(), 0)) {
                for (Line line : overwritten) {
                    many.add(line);
                }
                ListFile list = many.forceList().orElseThrow();
                newLists.add(list.name());
                lists.add(list.at(generation));
            }
        } else {
            lines.addAll(overwritten);
        }
        output.list().ifPresent(list -> lists.add(list.at(generation)));
        output.lines().forEach(line -> lines.add(isOfBefore(line, generation) ? line : line.at(generation)));
        return new Result(
                new Manifest(
                        generation,
                        ManifestNames.newPublication(),
                        jobs,
                        lists,
                        lines,
                        overwrite.isEverything() ? 0 : last.lostMillis()),
                newLists);
    }

    /** Returns whether a line repeats what an earlier generation said, and must keep the number of that. */
    private static boolean isOfBefore(Line line, long generation) {
        return line.generation() != ObjectLine.UNPUBLISHED && line.generation() < generation;
    }

    private List<Line> overwrittenLines(Manifest last, FormerOverwrites former, long oldestJob) {
        if (overwrite.isEverything() && !last.isPublished()) {
            return List.of();
        }
        long generation = last.generation() + 1;
        // after an overwrite of everything no earlier object is left, so only vacuum needs its line
        return (overwrite.isEverything() ? List.of("") : overwrite.folders())
                .stream()
                        .map(folder -> (Line) former.line(folder, generation, oldestJob))
                        .toList();
    }

    private boolean isOverwritten(Line line) {
        return line instanceof ObjectLine object && overwrite.covers(object.path());
    }

    /**
     * Keeps lines on objects that were replaced after the listing. What was replaced before it and still exists is in
     * the listing. What was replaced after it may not be, and must not count again. Also collects earlier overwrites of
     * everything, for vacuum.
     */
    private void keepReplaced(Manifest last, CollectedLines former, FormerOverwrites formerOverwrites)
            throws IOException {
        if (!last.isPublished()) {
            return;
        }
        DataSet.forEachLine(last, new StoreFiles(store), "", line -> {
            if (line instanceof ReplacedLine && line.generation() > knownGeneration) {
                former.add(line);
            } else if (line instanceof OverwrittenLine overwritten
                    && overwritten.folder().isEmpty()) {
                formerOverwrites.add(overwritten);
            }
        });
    }

    private List<CommittedJob> jobs(Manifest last, long generation, long nowMillis) {
        List<CommittedJob> jobs = new ArrayList<>(last.jobs());
        JobId job = output.job();
        jobs.add(new CommittedJob(job, generation, nowMillis, output.objects(), output.bytes(), output.digest()));
        return jobs.subList(Math.max(0, jobs.size() - Manifest.MAX_JOBS), jobs.size());
    }
}
