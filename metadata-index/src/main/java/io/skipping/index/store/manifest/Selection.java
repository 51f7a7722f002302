// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import com.google.common.collect.ImmutableList;
import io.skipping.index.LiveObject;
import io.skipping.index.store.manifest.Candidates.Finding;
import io.skipping.index.store.manifest.Candidates.Part;
import io.skipping.index.store.manifest.Candidates.Winner;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Selects the summaries that make up the next state.
 *
 * @param sources the sources of the {@link Candidates}
 * @param winners for each source, its objects that count
 * @param spread objects whose ranges are in several segments
 * @param objects number of objects in the next state
 * @param ranges number of ranges in the next state
 * @param added number of objects that the newest state does not have in this version
 * @param tooYoung number of objects left out because they are too young
 * @param dropped number of objects of the newest state that no longer exist
 * @param outdated number of objects of the newest state that no longer exist in this version
 */
record Selection(
        List<Source> sources,
        List<BitSet> winners,
        List<Winner> spread,
        long objects,
        long ranges,
        long added,
        long tooYoung,
        long dropped,
        long outdated) {
    Selection {
        sources = ImmutableList.copyOf(sources);
        winners = ImmutableList.copyOf(winners);
        spread = ImmutableList.copyOf(spread);
    }

    static Selection of(Candidates candidates, List<LiveObject> live) {
        List<Source> sources = candidates.sources();
        List<BitSet> winners = new ArrayList<>();
        sources.forEach(source -> winners.add(new BitSet()));
        List<Winner> spread = new ArrayList<>();
        long objects = 0;
        long ranges = 0;
        long added = 0;
        long tooYoung = 0;
        long knownPaths = 0;
        long knownVersions = 0;
        for (LiveObject object : live) {
            Finding finding = candidates.find(object);
            if (finding.knownPath()) {
                knownPaths++;
            }
            if (finding.knownVersion()) {
                knownVersions++;
            }
            if (finding.tooYoung()) {
                tooYoung++;
            }
            if (finding.winner().isEmpty()) {
                continue;
            }
            Winner winner = finding.winner().get();
            objects++;
            if (!finding.knownVersion()) {
                added++;
            }
            for (Part part : winner.parts()) {
                ranges += part.count();
            }
            if (isWhole(sources, winner)) {
                Part part = winner.parts().get(0);
                winners.get(part.source()).set(part.object());
            } else {
                spread.add(winner);
            }
        }
        long known = sources.stream()
                .filter(Source::named)
                .mapToLong(source -> source.live().cardinality())
                .sum();
        return new Selection(
                sources, winners, spread, objects, ranges, added, tooYoung, known - knownPaths, known - knownVersions);
    }

    private static boolean isWhole(List<Source> sources, Winner winner) {
        Part part = winner.parts().get(0);
        int[] firstRange = sources.get(part.source()).head().objects().firstRange();
        return winner.parts().size() == 1 && part.count() == firstRange[part.object() + 1] - firstRange[part.object()];
    }
}
