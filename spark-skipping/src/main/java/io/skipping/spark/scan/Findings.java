// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import io.skipping.spark.parts.FileParts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * Holds what indexes say about the files of a scan. A file that is in neither is read as a whole.
 *
 * @param skipped files that hold nothing of what the scan wants
 * @param parts of other files, what may hold something
 */
record Findings(Set<Path> skipped, Map<Path, FileParts> parts) {
    static final Findings NOTHING = new Findings(Set.of(), Map.of());

    Findings {
        skipped = Set.copyOf(skipped);
        parts = Map.copyOf(parts);
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
        return new Findings(allSkipped, allParts);
    }
}
