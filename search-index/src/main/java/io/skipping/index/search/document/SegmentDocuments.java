// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Iterables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Says which documents a segment file refers to, and counts whether all of them are there.
 *
 * @param layout of the documents, see {@link RangeDocument#layout}
 * @param summaryPaths what the documents must have been indexed with
 * @param batchSizes the batches of the documents, with the number of documents in each
 */
record SegmentDocuments(String layout, Set<String> summaryPaths, Map<Long, Long> batchSizes) {
    static final String WORD = "word";

    /** Search engines accept at most 1024 clauses by default, and each path takes one. */
    private static final int MOST_PATHS = 500;
    /** An answer may have 65,536 buckets, and each batch takes one. */
    private static final int MOST_BATCHES = 10_000;

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    SegmentDocuments {
        requireNonNull(layout, "layout is null");
        summaryPaths = ImmutableSet.copyOf(summaryPaths);
        batchSizes = ImmutableMap.copyOf(batchSizes);
    }

    /** Returns the same with other batches. */
    SegmentDocuments with(Map<Long, Long> others) {
        return new SegmentDocuments(layout, summaryPaths, others);
    }

    /**
     * Returns a query for the documents of batches.
     *
     * @param summaryPaths fields with which the documents must have been indexed; each takes one of the clauses that engines
     *     limit
     */
    static ObjectNode query(Collection<String> layouts, Collection<Long> batches, Collection<String> summaryPaths) {
        ObjectNode query = JSON.objectNode();
        ArrayNode filter = query.putObject("bool")
                .putArray("filter")
                .add(Conditions.terms("layout", layouts))
                .add(Conditions.terms(
                        "batch", batches.stream().map(String::valueOf).toList()));
        summaryPaths.forEach(path -> filter.add(Conditions.exists(path)));
        return query;
    }

    /**
     * Holds how many documents there are.
     *
     * @param there how many documents are there whole
     * @param written how many there should be
     */
    record Census(long there, long written) {}

    /** Returns the census of a layout of which documents are missing or in excess; empty if there is none. */
    static Optional<Census> wrong(TableDocuments documents, Collection<SegmentDocuments> segments) {
        for (SegmentDocuments ofLayout : byLayout(segments)) {
            Census census = ofLayout.count(documents);
            if (census.there() != census.written()) {
                return Optional.of(census);
            }
        }
        return Optional.empty();
    }

    /** Returns the batches of which documents are missing, are in excess, or lack a summary. */
    static Set<Long> wrongBatches(TableDocuments documents, Collection<SegmentDocuments> segments) {
        Set<Long> wrong = new HashSet<>();
        for (SegmentDocuments ofLayout : byLayout(segments)) {
            Census census = ofLayout.count(documents);
            if (census.there() != census.written()) {
                wrong.addAll(ofLayout.findWrongBatches(documents));
            }
        }
        return wrong;
    }

    /**
     * Counts the documents. Only primaries are asked, since other copies catch up.
     *
     * @return the first census that does not find what was written, or else the last
     */
    private Census count(TableDocuments documents) {
        long written = batchSizes.values().stream().mapToLong(Long::longValue).sum();
        long there = written;
        for (List<String> paths : pathGroups()) {
            there = documents.count(query(List.of(layout), batchSizes.keySet(), paths));
            if (there != written) {
                break;
            }
        }
        return new Census(there, written);
    }

    private Set<Long> findWrongBatches(TableDocuments documents) {
        Set<Long> wrong = new HashSet<>();
        for (List<Long> some : Iterables.partition(batchSizes.keySet(), MOST_BATCHES)) {
            for (List<String> paths : pathGroups()) {
                Map<String, Long> there = documents.batches(query(List.of(layout), some, paths));
                some.stream()
                        .filter(batch -> !batchSizes.get(batch).equals(there.get(batch.toString())))
                        .forEach(wrong::add);
            }
        }
        return wrong;
    }

    /**
     * Returns groups of paths that fit into a query each. The first of several has only what all have: if as many documents
     * as were written have that, and as many have the paths of each group as well, these are the same documents.
     */
    private List<List<String>> pathGroups() {
        ImmutableList.Builder<List<String>> groups = ImmutableList.builder();
        if (summaryPaths.size() == 0 || summaryPaths.size() > MOST_PATHS) {
            groups.add(List.of(WORD));
        }
        Iterables.partition(new TreeSet<>(summaryPaths), MOST_PATHS)
                .forEach(some -> groups.add(
                        ImmutableList.<String>builder().add(WORD).addAll(some).build()));
        return groups.build();
    }

    /** Joins segments with the same layout. Segments can have batches in common. */
    private static Collection<SegmentDocuments> byLayout(Collection<SegmentDocuments> segments) {
        Map<String, Map<Long, Long>> batchSizes = new LinkedHashMap<>();
        Map<String, Set<String>> paths = new HashMap<>();
        for (SegmentDocuments segment : segments) {
            batchSizes
                    .computeIfAbsent(segment.layout(), layout -> new HashMap<>())
                    .putAll(segment.batchSizes());
            paths.putIfAbsent(segment.layout(), segment.summaryPaths());
        }
        List<SegmentDocuments> joined = new ArrayList<>();
        batchSizes.forEach((layout, ofLayout) -> joined.add(new SegmentDocuments(layout, paths.get(layout), ofLayout)));
        return joined;
    }
}
