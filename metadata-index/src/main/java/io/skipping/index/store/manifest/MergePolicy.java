// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import io.skipping.index.store.segment.SegmentHead;
import io.skipping.index.store.segment.StoredDefinition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Selects the segments to rewrite; {@code docs/index-format.md} gives the reasons under "Merging". */
final class MergePolicy {
    private static final int MAX_SMALL_SEGMENTS = 8;
    private static final long SMALL_BYTES = 32L << 20;
    private static final int MAX_DEAD_RUNS = 10_000;
    private static final double MAX_DEAD_PART = 0.25;

    private MergePolicy() {}

    /**
     * Returns the numbers of the sources to rewrite.
     *
     * @param joins whether to merge small ones that could remain as they are
     */
    static BitSet rewritten(Selection selection, boolean joins) {
        BitSet rewritten = new BitSet();
        Map<Set<StoredDefinition.Content>, List<Integer>> small = new HashMap<>();
        for (int number = 0; number < selection.sources().size(); number++) {
            Source source = selection.sources().get(number);
            BitSet winners = selection.winners().get(number);
            if (winners.isEmpty()) {
                continue;
            }
            int objects = source.head().objects().count();
            boolean adopted = !source.named() && !source.own();
            if (adopted
                    || objects - winners.cardinality() > MAX_DEAD_PART * objects
                    || SegmentEntry.deadRuns(winners, objects).size() > MAX_DEAD_RUNS) {
                rewritten.set(number);
            } else if (joins && liveBytes(selection, number) < SMALL_BYTES) {
                small.computeIfAbsent(source.head().metadata().content(), content -> new ArrayList<>())
                        .add(number);
            }
        }
        small.values().forEach(numbers -> smallest(selection, numbers).forEach(rewritten::set));
        return rewritten;
    }

    /**
     * Returns the smallest sources: as many as necessary, and further ones while the next is not much larger than all
     * of these together.
     */
    private static List<Integer> smallest(Selection selection, List<Integer> numbers) {
        if (numbers.size() <= MAX_SMALL_SEGMENTS) {
            return List.of();
        }
        List<Integer> ordered = numbers.stream()
                .sorted(Comparator.comparingLong(number -> liveBytes(selection, number)))
                .toList();
        int enough = numbers.size() - MAX_SMALL_SEGMENTS + 1;
        long bytes = 0;
        int merged = 0;
        while (merged < ordered.size() && (merged < enough || liveBytes(selection, ordered.get(merged)) <= 2 * bytes)) {
            bytes += liveBytes(selection, ordered.get(merged));
            merged++;
        }
        return ordered.subList(0, merged);
    }

    private static long liveBytes(Selection selection, int number) {
        SegmentHead head = selection.sources().get(number).head();
        return head.bytes()
                * selection.winners().get(number).cardinality()
                / Math.max(1, head.objects().count());
    }
}
