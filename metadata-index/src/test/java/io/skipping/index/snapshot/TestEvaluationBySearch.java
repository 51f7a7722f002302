// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static io.skipping.index.value.ScalarType.BIGINT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.Summaries;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.Vectors;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

/** Tests what is done with the ranges that a search finds, by whether their summaries can be fetched. */
public class TestEvaluationBySearch {
    private static final IndexedColumn A = new IndexedColumn("a", BIGINT, "0");
    private static final IndexDefinition BOUNDS = new IndexDefinition("minmax", List.of(A), Map.of());
    private static final LiveObject OBJECT = new LiveObject(new ObjectVersion("object", 10, 1000), "csv");

    private final IndexTypes types = IndexTypes.load(getClass().getClassLoader());

    @Test
    public void testSummariesOfWhatWasFound() {
        assertThat(mayMatch(memorySegment())).containsExactly(7);
    }

    @Test
    public void testSummariesThatAreTooLargeToFetch() {
        assertThat(mayMatch(failing(memorySegment(), new LargeSummariesException("s", 5))))
                .as("what the search has found")
                .containsExactly(1, 7);
    }

    @Test
    public void testSummariesThatCannotBeFetched() {
        Segment segment = failing(memorySegment(), new IndexUnavailableException("The engine is gone"));
        assertThatThrownBy(() -> mayMatch(segment)).hasMessage("The engine is gone");
    }

    /** Returns the ranges that are read for the row 7, if a search finds it in the ranges 1 and 7 of ten. */
    private List<Integer> mayMatch(Segment segment) {
        Predicate seven = new Predicate.InSet(
                A,
                KeySet.of(BIGINT, List.of(KeyRange.between(Key.of(7), Key.of(7))))
                        .orElseThrow());
        BitSet found = new BitSet();
        found.set(1);
        found.set(7);
        RangeSearch search = new RangeSearch() {
            @Override
            public Found find(Predicate predicate) {
                return new Found(List.of(found), "minmax");
            }

            @Override
            public OptionalLong storedBytes() {
                return OptionalLong.empty();
            }
        };
        SegmentVerdicts verdicts = new EvaluationBySearch(List.of(new OpenSegment(segment, types)), search)
                .of(seven)
                .getFirst()
                .get();
        return IntStream.range(0, 10)
                .filter(range -> verdicts.ranges().verdict(range) != Verdict.CANNOT_MATCH)
                .boxed()
                .toList();
    }

    /** Returns a segment of ten ranges, in each of which the column is the range's number. */
    private MemorySegment memorySegment() {
        MemorySegment.Builder segment = MemorySegment.builder("s", List.of(BOUNDS), types);
        for (long range = 0; range < 10; range++) {
            segment.add(
                    OBJECT,
                    new ByteRange(range, 1),
                    1,
                    List.of(Summaries.summarize(
                            BOUNDS, types, List.of(List.of(Vectors.of(BIGINT, List.of(range)))), 1 << 20)));
        }
        return segment.build();
    }

    /** Returns the segment, of which no summary can be had. */
    private static Segment failing(Segment segment, IndexUnavailableException failure) {
        return new ForwardingSegment(segment) {
            @Override
            public List<KeyColumn> summaries(IndexDefinition definition) {
                throw failure;
            }
        };
    }
}
