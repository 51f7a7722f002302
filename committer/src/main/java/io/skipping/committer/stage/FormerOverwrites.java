// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import io.skipping.committer.manifest.Line;
import io.skipping.committer.manifest.Overwrite;
import io.skipping.committer.manifest.OverwrittenLine;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Selects the lines on earlier overwrites that a manifest can do without. Readers need the last overwrite of each
 * folder only. Vacuum must know when an object was replaced, so that it spares those that a running query may read. So
 * the manifest also keeps the latest of the others.
 */
final class FormerOverwrites {
    /** The number of lines that are kept for vacuum. It is as large as that of the jobs, whose times they refer to. */
    static final int MAX = 1_000;

    private FormerOverwrites() {}

    /**
     * Returns the lines that can be left out.
     *
     * @param lines the lines of the manifest before, of all kinds
     * @param next what the job to be published overwrites
     */
    static Set<Line> dispensable(List<Line> lines, Overwrite next) {
        Map<String, Long> last = new HashMap<>();
        for (Line line : lines) {
            if (line instanceof OverwrittenLine overwritten) {
                last.merge(overwritten.folder(), overwritten.generation(), Math::max);
            }
        }
        next.folders().forEach(folder -> last.put(folder, Long.MAX_VALUE));
        List<Line> superseded = lines.stream()
                .filter(line -> line instanceof OverwrittenLine overwritten && isSuperseded(overwritten, last))
                .sorted(Comparator.comparingLong(Line::generation).reversed())
                .toList();
        return superseded.size() <= MAX ? Set.of() : new HashSet<>(superseded.subList(MAX, superseded.size()));
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
