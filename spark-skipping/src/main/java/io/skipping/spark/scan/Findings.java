// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import io.skipping.spark.parts.FileParts;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Holds what indexes say about the files of a scan. A file that is neither skipped nor in parts is read as a whole.
 *
 * @param skipped files that hold nothing of what the scan wants
 * @param parts of other files, what may hold something
 * @param answers of files that an index was asked about, how it answered; the others are in no index
 */
record Findings(Set<Path> skipped, Map<Path, FileParts> parts, Map<Path, Answer> answers) {
    static final Findings NOTHING = new Findings(Set.of(), Map.of(), Map.of());

    /** Says how an index answered for a file; of several, the last of these counts. */
    enum Answer {
        UNINDEXED,
        /** it has the file in another version, or as another reader reads it */
        STALE,
        FAILED,
        /** it has the file, or none of the columns of the conditions */
        GIVEN
    }

    Findings {
        skipped = Set.copyOf(skipped);
        parts = Map.copyOf(parts);
        answers = Map.copyOf(answers);
    }

    /** Returns the findings of an index that has the same answer for each file. */
    static Findings all(Answer answer, Collection<FileStatus> files) {
        Map<Path, Answer> answers = new HashMap<>();
        files.forEach(file -> answers.put(file.getPath(), answer));
        return new Findings(Set.of(), Map.of(), answers);
    }

    /** Returns what findings of different files say. */
    static Findings ofAll(List<Findings> parts) {
        Set<Path> skipped = new HashSet<>();
        Map<Path, FileParts> cut = new HashMap<>();
        Map<Path, Answer> answers = new HashMap<>();
        for (Findings part : parts) {
            skipped.addAll(part.skipped);
            cut.putAll(part.parts);
            answers.putAll(part.answers);
        }
        return new Findings(skipped, cut, answers);
    }

    boolean isNothing() {
        return skipped.isEmpty() && parts.isEmpty();
    }

    /** Returns what either of two say; of a file in parts, the fewer bytes. */
    Findings plus(Findings other) {
        Set<Path> allSkipped = new HashSet<>(skipped);
        allSkipped.addAll(other.skipped);
        Map<Path, FileParts> allParts = new HashMap<>(parts);
        other.parts.forEach((file, more) ->
                allParts.merge(file, more, (left, right) -> left.bytes() <= right.bytes() ? left : right));
        allParts.keySet().removeAll(allSkipped);
        Map<Path, Answer> allAnswers = new HashMap<>(answers);
        other.answers.forEach((file, answer) ->
                allAnswers.merge(file, answer, (left, right) -> left.compareTo(right) >= 0 ? left : right));
        return new Findings(allSkipped, allParts, allAnswers);
    }

    /** Returns how many of the files that indexes were asked about are in each state, and how many bytes need not be read. */
    Map<ScanCount, Long> counts(Collection<FileStatus> asked) {
        Map<ScanCount, Long> counts = new HashMap<>();
        counts.put(ScanCount.PRUNED, (long) skipped.size());
        counts.put(ScanCount.CUT, (long) parts.size());
        for (FileStatus file : asked) {
            Path path = file.getPath();
            if (skipped.contains(path)) {
                counts.merge(ScanCount.PRUNED_BYTES, file.getLen(), Long::sum);
            } else if (parts.containsKey(path)) {
                counts.merge(
                        ScanCount.PRUNED_BYTES, file.getLen() - parts.get(path).bytes(), Long::sum);
            }
            switch (answers.getOrDefault(path, Answer.UNINDEXED)) {
                case UNINDEXED -> counts.merge(ScanCount.UNINDEXED, 1L, Long::sum);
                case STALE -> counts.merge(ScanCount.STALE, 1L, Long::sum);
                case FAILED -> counts.merge(ScanCount.UNANSWERED, 1L, Long::sum);
                case GIVEN -> {}
            }
        }
        return counts;
    }
}
