// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.RangeSearch;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Uses the search engine to find the ranges of a snapshot that may match.
 *
 * <p>Ranges that are not found are taken not to match, so no document may be missing from the search. Documents are
 * never changed, and of a batch either all are deleted or none. Each search therefore also counts the documents of all
 * batches. If their number is the number of documents written, none was missing from it.
 * Documents without the searched fields are not counted: those that the engine rewrote from their source, which does not
 * contain these fields, and those of a copy that ignored the fields because it did not know them yet.
 */
final class DocumentSearch implements RangeSearch {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    /** An answer may have 65,536 buckets, and each word takes one. */
    private static final int MOST_WORDS = 60_000;
    /** Limits the documents of all batches together. Each takes four bytes, even if most of them are no longer used. */
    private static final long MOST_DOCUMENTS = 1 << 26;

    private final TableDocuments documents;
    private final List<DocumentSegment> segments;
    /**
     * for each batch, by position in it, the range of the document: its number among the ranges of all segments, plus
     * one
     */
    private final Map<Long, int[]> ranges = new HashMap<>();
    /** number of the first range of each segment, with one more entry at the end */
    private final int[] firstRanges;

    private final Map<Long, Long> batchSizes = new HashMap<>();
    private final long documentsOfBatches;
    /** groups of segments whose documents the same query can search */
    private final List<List<Integer>> byLayout;

    DocumentSearch(TableDocuments documents, List<DocumentSegment> segments) {
        this.documents = requireNonNull(documents, "documents is null");
        this.segments = ImmutableList.copyOf(segments);
        this.byLayout = byLayout(segments);
        this.firstRanges = new int[segments.size() + 1];
        for (int number = 0; number < segments.size(); number++) {
            DocumentSegment segment = segments.get(number);
            batchSizes.putAll(segment.batchSizes());
        }
        this.documentsOfBatches =
                batchSizes.values().stream().mapToLong(Long::longValue).sum();
        if (documentsOfBatches > MOST_DOCUMENTS) {
            throw new IndexUnavailableException(
                    "Index %s has %s documents, with those of ranges that no longer count, and more than %s cannot be searched: note which indexes are requested, delete it, request them again, then build with a larger range-size"
                            .formatted(documents.index(), documentsOfBatches, MOST_DOCUMENTS));
        }
        for (int number = 0; number < segments.size(); number++) {
            long[] slots = segments.get(number).slots();
            for (int range = 0; range < slots.length; range++) {
                long batch = Slots.batch(slots[range]);
                ranges.computeIfAbsent(batch, key -> new int[Math.toIntExact(batchSizes.get(key))])[
                                Slots.position(slots[range])] =
                        firstRanges[number] + range + 1;
            }
            firstRanges[number + 1] = firstRanges[number] + slots.length;
        }
    }

    @Override
    public Found find(Predicate predicate) {
        List<BitSet> found = segments.stream().map(segment -> new BitSet()).toList();
        Set<String> reasons = new TreeSet<>();
        for (List<Integer> numbers : byLayout) {
            DocumentSegment first = segments.get(numbers.get(0));
            Conditions conditions = new Conditions(first.definitionFields());
            Optional<ObjectNode> condition = conditions.mayMatch(predicate);
            if (condition.isEmpty()) {
                numbers.forEach(
                        number -> found.get(number).set(0, segments.get(number).slots().length));
                continue;
            }
            reasons.add(conditions.reason());
            if (!condition.get().equals(Conditions.none())) {
                find(numbers, condition.get(), conditions.summaryPaths(), found);
            }
        }
        return new Found(found, String.join("+", reasons));
    }

    private static List<List<Integer>> byLayout(List<DocumentSegment> segments) {
        Map<String, List<Integer>> numbers = new LinkedHashMap<>();
        for (int number = 0; number < segments.size(); number++) {
            numbers.computeIfAbsent(segments.get(number).layout(), layout -> new ArrayList<>())
                    .add(number);
        }
        return List.copyOf(numbers.values());
    }

    private void find(List<Integer> numbers, ObjectNode condition, Set<String> summaryPaths, List<BitSet> found) {
        ObjectNode all = all(numbers, summaryPaths);
        for (List<Long> some : partition(batches(numbers))) {
            ObjectNode query = SegmentDocuments.query(List.of(layout(numbers)), some, Set.of());
            ((ArrayNode) query.path("bool").path("filter")).add(condition);
            checkNothingIsMissing(documents.find(query, all, (word, bits) -> add(word, bits, found)));
        }
    }

    private String layout(List<Integer> numbers) {
        return segments.get(numbers.get(0)).layout();
    }

    private Set<Long> batches(List<Integer> numbers) {
        return numbers.stream()
                .flatMap(number -> segments.get(number).batchSizes().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Groups the batches such that all words of a group fit into one answer. */
    private List<List<Long>> partition(Set<Long> batches) {
        List<List<Long>> parts = new ArrayList<>();
        List<Long> part = new ArrayList<>();
        long words = 0;
        for (long batch : batches) {
            long ofBatch = batchSizes.get(batch) / Slots.WORD_SLOTS + 1;
            if (words + ofBatch > MOST_WORDS && !part.isEmpty()) {
                parts.add(part);
                part = new ArrayList<>();
                words = 0;
            }
            part.add(batch);
            words += ofBatch;
        }
        parts.add(part);
        return parts;
    }

    private void add(long word, long bits, List<BitSet> found) {
        long first = Slots.firstSlot(word);
        int[] ofBatch = ranges.get(Slots.batch(first));
        for (long rest = bits; ofBatch != null && rest != 0; rest &= rest - 1) {
            int position = Slots.position(first) + Long.numberOfTrailingZeros(rest);
            int range = position < ofBatch.length ? ofBatch[position] - 1 : -1;
            if (range >= 0) {
                int segment = segment(range);
                found.get(segment).set(range - firstRanges[segment]);
            }
        }
    }

    private int segment(int range) {
        int segment = 0;
        while (firstRanges[segment + 1] <= range) {
            segment++;
        }
        return segment;
    }

    /**
     * Returns a query for the documents of all batches. Its clauses, which engines limit, do not grow with the number of
     * layouts.
     *
     * @param searched the segments whose documents are searched
     * @param summaryPaths what these documents must have been indexed with
     */
    private ObjectNode all(List<Integer> searched, Set<String> summaryPaths) {
        ObjectNode whole = JSON.objectNode();
        ObjectNode bool = whole.putObject("bool");
        ArrayNode should = bool.put("minimum_should_match", 1).putArray("should");
        should.add(SegmentDocuments.query(List.of(layout(searched)), batches(searched), summaryPaths));
        List<List<Integer>> others =
                byLayout.stream().filter(numbers -> !numbers.equals(searched)).toList();
        if (!others.isEmpty()) {
            should.add(SegmentDocuments.query(
                    others.stream().map(this::layout).toList(),
                    others.stream()
                            .flatMap(numbers -> batches(numbers).stream())
                            .collect(Collectors.toCollection(TreeSet::new)),
                    Set.of()));
        }
        // when somebody runs an update or reindex by query, the engine rewrites documents without their searched fields
        bool.putArray("filter").add(Conditions.exists(SegmentDocuments.WORD));
        return whole;
    }

    private void checkNothingIsMissing(long there) {
        if (there != documentsOfBatches) {
            throw new IndexUnavailableException(
                    "Index %s is incomplete, or a copy of it lags behind: %s documents are there unchanged instead of %s; if this stays so, run index-builder build to repair it"
                            .formatted(documents.index(), there, documentsOfBatches));
        }
    }

    @Override
    public OptionalLong storedBytes() {
        return documents.storedBytes();
    }
}
