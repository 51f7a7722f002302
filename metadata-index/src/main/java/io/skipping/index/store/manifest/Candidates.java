// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static io.airlift.slice.Slices.utf8Slice;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.airlift.slice.XxHash64;
import io.skipping.index.LiveObject;
import io.skipping.index.snapshot.ObjectTable;
import io.skipping.index.store.segment.StoredDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds the summaries of an object in many segments, and selects those that count. Thread-safe. */
final class Candidates {
    private final List<Source> sources;

    // a hash table with chaining; entry i is object entryObject[i] of source entrySource[i]
    private final int[] heads;
    private final int[] next;
    private final int[] entrySource;
    private final int[] entryObject;

    Candidates(List<Source> sources) {
        this.sources = ImmutableList.copyOf(sources);
        int count =
                sources.stream().mapToInt(source -> source.live().cardinality()).sum();
        heads = new int[Math.max(16, Integer.highestOneBit(Math.max(1, count)) * 2)];
        Arrays.fill(heads, -1);
        next = new int[count];
        entrySource = new int[count];
        entryObject = new int[count];
        int entry = 0;
        for (int number = 0; number < sources.size(); number++) {
            Source source = sources.get(number);
            ObjectTable objects = source.head().objects();
            for (int object = source.live().nextSetBit(0);
                    object >= 0;
                    object = source.live().nextSetBit(object + 1)) {
                int from = objects.pathOffsets()[object];
                int slot = slot(XxHash64.hash(0, objects.paths(), from, objects.pathOffsets()[object + 1] - from));
                next[entry] = heads[slot];
                heads[slot] = entry;
                entrySource[entry] = number;
                entryObject[entry] = object;
                entry++;
            }
        }
    }

    List<Source> sources() {
        return sources;
    }

    /**
     * Holds what is known about one object.
     *
     * @param winner the summaries that count; empty if there are none
     * @param tooYoung whether there are summaries that would count if the object were not too young
     * @param knownPath whether the newest state has an object with this path
     * @param knownVersion whether the newest state has this version of the object
     */
    record Finding(Optional<Winner> winner, boolean tooYoung, boolean knownPath, boolean knownVersion) {}

    /**
     * Holds the summaries of an object that count.
     *
     * @param parts in the order of their ranges; a single one, unless several writers summarised the object
     */
    record Winner(List<Part> parts) {}

    /** Some ranges of an object: {@code count} ranges from {@code firstRange} on. */
    record Part(int source, int object, int firstRange, int count) {}

    Finding find(LiveObject wanted) {
        Slice path = utf8Slice(wanted.version().path());
        boolean tooYoung = false;
        boolean knownPath = false;
        boolean knownVersion = false;
        int bestSource = -1;
        int bestObject = -1;
        Map<String, List<Part>> fragments = null;
        for (int entry = heads[slot(XxHash64.hash(path))]; entry >= 0; entry = next[entry]) {
            Source source = sources.get(entrySource[entry]);
            int object = entryObject[entry];
            ObjectTable objects = source.head().objects();
            int from = objects.pathOffsets()[object];
            if (!objects.paths().equals(from, objects.pathOffsets()[object + 1] - from, path, 0, path.length())) {
                continue;
            }
            knownPath |= source.named();
            if (!objects.isVersion(object, wanted)) {
                continue;
            }
            knownVersion |= source.named();
            if (source.isComplete(object)) {
                if (source.isTooYoung(wanted.version().modifiedMillis())) {
                    tooYoung = true;
                } else if (bestSource < 0 || isBetter(source, sources.get(bestSource))) {
                    bestSource = entrySource[entry];
                    bestObject = object;
                }
            } else if (!source.named()) {
                if (fragments == null) {
                    fragments = new LinkedHashMap<>();
                }
                List<Part> ofBuild = fragments.computeIfAbsent(source.build(), build -> new ArrayList<>());
                for (int range = objects.firstRange()[object]; range < objects.firstRange()[object + 1]; range++) {
                    ofBuild.add(new Part(entrySource[entry], object, range, 1));
                }
            }
        }
        Optional<Winner> winner = bestSource < 0
                ? Optional.empty()
                : Optional.of(new Winner(List.of(new Part(
                        bestSource, bestObject, firstRange(bestSource, bestObject), ranges(bestSource, bestObject)))));
        if (fragments != null) {
            for (List<Part> ofBuild : fragments.values()) {
                Source source = sources.get(ofBuild.get(0).source());
                if (bestSource >= 0 && !isBetter(source, sources.get(bestSource))) {
                    continue;
                }
                Optional<Winner> whole = tile(ofBuild, wanted.version().size());
                if (whole.isPresent()) {
                    if (source.isTooYoung(wanted.version().modifiedMillis())) {
                        tooYoung = true;
                    } else {
                        winner = whole;
                        bestSource = ofBuild.get(0).source();
                    }
                }
            }
        }
        return new Finding(winner, tooYoung && winner.isEmpty(), knownPath, knownVersion);
    }

    /**
     * Returns the names of the published build's own segments that have nothing but parts of objects, of which the build lacks
     * others.
     */
    List<String> ownPartsAlone() {
        BitSet alone = new BitSet();
        IntStream.range(0, sources.size())
                .filter(number -> sources.get(number).own() && isOfParts(sources.get(number)))
                .forEach(alone::set);
        BitSet counting = new BitSet();
        // asked once, because a large object may have a part in each of these segments
        Map<LiveObject, Boolean> tooYoung = new HashMap<>();
        for (int number : alone.stream().toArray()) {
            ObjectTable objects = sources.get(number).head().objects();
            for (int object = 0; object < objects.count(); object++) {
                if (tooYoung.computeIfAbsent(objects.object(object), wanted -> isTooYoung(wanted, counting))) {
                    counting.set(number);
                }
            }
        }
        alone.andNot(counting);
        return alone.stream()
                .mapToObj(number -> sources.get(number).head().name())
                .toList();
    }

    private static boolean isOfParts(Source source) {
        return IntStream.range(0, source.head().objects().count()).noneMatch(source::isComplete);
    }

    /**
     * Returns whether an object is too young for parts that would count otherwise.
     *
     * @param counting gets the sources whose parts of the object count
     */
    private boolean isTooYoung(LiveObject object, BitSet counting) {
        Finding finding = find(object);
        finding.winner().ifPresent(winner -> winner.parts().forEach(part -> counting.set(part.source())));
        return finding.tooYoung();
    }

    /**
     * Returns whether a candidate counts instead of the best one so far: the younger build counts. Of equally old ones,
     * as those of one second are in many stores, the one that is being published does, because it had a reason to
     * summarise the object again; then the one that was published before.
     */
    private static boolean isBetter(Source candidate, Source best) {
        if (candidate.builtMillis() != best.builtMillis()) {
            return candidate.builtMillis() > best.builtMillis();
        }
        return candidate.own() != best.own() ? candidate.own() : candidate.named() && !best.named();
    }

    /** Returns ranges that tile the whole object; empty if there are none. A range may have been summarised twice. */
    private Optional<Winner> tile(List<Part> parts, long size) {
        List<Part> ordered = parts.stream()
                .sorted(Comparator.comparingLong(this::start)
                        // of ranges with the same start, the most likely one of a tiling first
                        .thenComparing(Comparator.comparingLong(this::length).reversed()))
                .toList();
        List<List<StoredDefinition>> definitions = new ArrayList<>();
        ImmutableList.Builder<Part> tiles = ImmutableList.builder();
        long end = 0;
        for (Part part : ordered) {
            if (start(part) == end && length(part) > 0) {
                tiles.add(part);
                definitions.add(sources.get(part.source()).head().metadata().definitions());
                end += length(part);
            }
        }
        return end == size
                        && definitions.stream()
                                        .map(stored -> stored.stream()
                                                .map(StoredDefinition::content)
                                                .toList())
                                        .distinct()
                                        .count()
                                == 1
                ? Optional.of(new Winner(tiles.build()))
                : Optional.empty();
    }

    private int firstRange(int source, int object) {
        return sources.get(source).head().objects().firstRange()[object];
    }

    private int ranges(int source, int object) {
        return firstRange(source, object + 1) - firstRange(source, object);
    }

    private long start(Part part) {
        return sources.get(part.source()).head().rangeStarts()[part.firstRange()];
    }

    private long length(Part part) {
        return sources.get(part.source()).head().rangeLengths()[part.firstRange()];
    }

    private int slot(long hash) {
        return (int) (hash ^ (hash >>> 32)) & (heads.length - 1);
    }
}
