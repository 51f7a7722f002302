// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.collect.ImmutableList;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.RangeSearch.Found;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Evaluates predicates by a search where the summaries are kept. It fetches summaries only of the ranges that the
 * search found, and only if these are few.
 */
final class EvaluationBySearch implements Evaluation {
    /**
     * Limits the ranges of a search whose summaries are fetched. Beyond that, fetching takes longer than it saves.
     */
    private static final int MOST_FETCHED = 2_000;

    /** Limits the summaries of a segment that are fetched for one predicate, which stay in memory meanwhile. */
    private static final long MOST_FETCHED_BYTES = 64 << 20;

    private static final int MOST_REMEMBERED = 16;

    private final List<OpenSegment> segments;
    private final RangeSearch search;
    /**
     * verdicts on the last predicates: a query asks about the same one several times, and a snapshot does not change
     */
    private final Cache<Predicate, List<Lazy<SegmentVerdicts>>> remembered =
            CacheBuilder.newBuilder().maximumSize(MOST_REMEMBERED).build();

    EvaluationBySearch(List<OpenSegment> segments, RangeSearch search) {
        this.segments = ImmutableList.copyOf(segments);
        this.search = requireNonNull(search, "search is null");
    }

    @Override
    public List<Lazy<SegmentVerdicts>> of(Predicate predicate) {
        List<Lazy<SegmentVerdicts>> known = remembered.getIfPresent(predicate);
        return known == null ? search(predicate) : known;
    }

    private List<Lazy<SegmentVerdicts>> search(Predicate predicate) {
        Lazy<Found> found = new Lazy<>(() -> search.find(predicate));
        List<Lazy<SegmentVerdicts>> verdicts = IntStream.range(0, segments.size())
                .mapToObj(number -> new Lazy<>(() -> evaluate(segments.get(number), number, found.get(), predicate)))
                .collect(toImmutableList());
        return verdicts.stream()
                .map(ofSegment -> new Lazy<>(() -> {
                    SegmentVerdicts evaluated = ofSegment.get();
                    // only now, so that other queries do not wait for a result that fails to arrive
                    if (EvaluationInMemory.isComparable(predicate, 0)) {
                        remembered.put(predicate, verdicts);
                    }
                    return evaluated;
                }))
                .collect(toImmutableList());
    }

    private static SegmentVerdicts evaluate(OpenSegment segment, int number, Found found, Predicate predicate) {
        BitSet ranges = found.mayMatch().get(number);
        if (found.count() <= MOST_FETCHED) {
            try {
                return SearchedSegment.evaluate(segment, ranges, found.reason(), predicate, MOST_FETCHED_BYTES);
            } catch (LargeSummariesException tooLarge) {
                // what the search has excluded stays excluded
            }
        }
        return SearchedSegment.of(segment, ranges, found.reason());
    }

    @Override
    public long retainedBytes() {
        return remembered.asMap().values().stream()
                .flatMap(List::stream)
                .flatMap(verdicts -> verdicts.ifPresent().stream())
                .mapToLong(SegmentVerdicts::retainedBytes)
                .sum();
    }
}
