// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import io.skipping.committer.manifest.Line;
import io.skipping.committer.manifest.Overwrite;
import io.skipping.committer.manifest.OverwrittenLine;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keeps what earlier lines say of overwrites, without these lines. Readers need the last overwrite of each folder only.
 * Vacuum must know when an object was replaced, so that it spares those that a running query may read. So the last line
 * of a folder also has earlier generations that overwrote it.
 *
 * <p>There are few of these, however often a folder is overwritten: between two that are kept, others are left out if
 * the older one is at most twice as many generations ago as the newer one. Vacuum then takes an object for replaced at
 * the next generation that is kept, so it may wait for about twice its age limit, and does not wait for ever.
 */
final class FormerOverwrites {
    private final Map<String, NavigableSet<Long>> generations = new HashMap<>();

    /** Adds a line of the manifest before. */
    void add(OverwrittenLine line) {
        NavigableSet<Long> ofFolder = generations.computeIfAbsent(line.folder(), folder -> new TreeSet<>());
        ofFolder.add(line.generation());
        ofFolder.addAll(line.earlier());
    }

    /**
     * Returns the line of the last overwrite of a folder, with those before it.
     *
     * @param generation the one to be published
     * @param oldestJob the generation of the oldest job that the manifest will remember: nothing is known of the time of
     *     those before
     */
    OverwrittenLine line(String folder, long generation, long oldestJob) {
        Deque<Long> kept = new ArrayDeque<>();
        NavigableSet<Long> known =
                generations.getOrDefault(folder, new TreeSet<>()).tailSet(oldestJob, true);
        long newer = generation;
        for (Long candidate : known.descendingSet()) {
            Long older = known.lower(candidate);
            if (older == null || generation - older > 2 * (generation - newer)) {
                kept.addFirst(candidate);
                newer = candidate;
            }
        }
        return new OverwrittenLine(folder, generation, List.copyOf(kept));
    }

    /**
     * Returns the lines that readers can do without, because a later overwrite covers what they cover.
     *
     * @param lines the lines of the manifest before, of all kinds
     * @param next what the job to be published overwrites
     */
    static Set<Line> superseded(List<Line> lines, Overwrite next) {
        Map<String, Long> last = new HashMap<>();
        for (Line line : lines) {
            if (line instanceof OverwrittenLine overwritten) {
                last.merge(overwritten.folder(), overwritten.generation(), Math::max);
            }
        }
        next.folders().forEach(folder -> last.put(folder, Long.MAX_VALUE));
        Set<Line> superseded = new HashSet<>();
        for (Line line : lines) {
            if (line instanceof OverwrittenLine overwritten && isSuperseded(overwritten, last)) {
                superseded.add(line);
            }
        }
        return superseded;
    }

    private static boolean isSuperseded(OverwrittenLine line, Map<String, Long> last) {
        String folder = line.folder();
        for (int end = 0; end >= 0; end = end == folder.length() ? -1 : folder.indexOf('/', end) + 1) {
            if (last.getOrDefault(folder.substring(0, end), 0L) > line.generation()) {
                return true;
            }
        }
        return false;
    }
}
