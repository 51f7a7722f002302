// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static io.skipping.index.value.ScalarType.BIGINT;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.Summaries;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.Vectors;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.testng.annotations.Test;

/** Tests which summaries a snapshot fetches that a store can search: filters of all ranges may take gigabytes. */
public class TestSearchedSnapshot {
    private static final IndexedColumn A = new IndexedColumn("a", BIGINT, "0");
    private static final IndexDefinition BOUNDS = new IndexDefinition("minmax", List.of(A), Map.of());
    private static final IndexDefinition VALUES = new IndexDefinition("values", List.of(A), Map.of());
    private static final IndexDefinition BLOOM = new IndexDefinition("bloom", List.of(A), Map.of());
    private static final LiveObject OBJECT = new LiveObject(new ObjectVersion("object", 10, 1000), "csv");
    private static final Predicate.Leaf SEVEN = new Predicate.InSet(
            A,
            KeySet.of(BIGINT, List.of(KeyRange.between(Key.of(7), Key.of(7)))).orElseThrow());

    private final IndexTypes types = IndexTypes.load(getClass().getClassLoader());

    @Test
    public void testOnlySummariesThatHaveTheAnswerAreFetched() {
        Fetches segment = new Fetches(memorySegment(), Long.MAX_VALUE);
        HeapSnapshot snapshot = snapshot(segment);
        assertThat(snapshot.bounds(OBJECT, A).orElseThrow()).hasSize(10).allMatch(Optional::isPresent);
        assertThat(snapshot.sample(_ -> true, 1).bounds(A).orElseThrow()).allMatch(Optional::isPresent);
        assertThat(segment.fetched).containsOnly(BOUNDS);
        assertThat(snapshot.values(OBJECT, A).orElseThrow()).hasSize(10).allMatch(Optional::isPresent);
        assertThat(segment.fetched).containsOnly(BOUNDS, VALUES);
    }

    /** Filters are larger than all other summaries, and most conditions cannot be decided by them. */
    @Test
    public void testOnlySummariesThatMayDecideTheConditionAreFetched() {
        KeySet above = KeySet.of(BIGINT, List.of(new KeyRange(Optional.of(Key.of(7)), false, Optional.empty(), false)))
                .orElseThrow();
        assertThat(fetchedFor(SEVEN)).containsExactlyInAnyOrder(BOUNDS, VALUES, BLOOM);
        assertThat(fetchedFor(new Predicate.InSet(A, above))).containsExactlyInAnyOrder(BOUNDS, VALUES);
        assertThat(fetchedFor(new Predicate.IsNull(A))).containsExactlyInAnyOrder(BOUNDS, VALUES);
        assertThat(fetchedFor(Predicate.or(List.of(new Predicate.IsNull(A), SEVEN))))
                .containsExactlyInAnyOrder(BOUNDS, VALUES, BLOOM);
    }

    /** Returns the indexes whose summaries are fetched when a search has found all ranges, and when all are in memory. */
    private List<IndexDefinition> fetchedFor(Predicate predicate) {
        Fetches searched = new Fetches(memorySegment(), Long.MAX_VALUE);
        BitSet found = new BitSet();
        found.set(0, 10);
        SearchedSegment.evaluate(new OpenSegment(searched, types), found, "search", predicate, 1 << 20);
        Fetches inMemory = new Fetches(memorySegment(), Long.MAX_VALUE);
        new HeapSnapshot("s", 1000, List.of(inMemory), types).plan(predicate).lookup(List.of(OBJECT));
        assertThat(inMemory.fetched).containsExactlyInAnyOrderElementsOf(searched.fetched);
        return searched.fetched;
    }

    @Test
    public void testSummariesThatAreTooLarge() {
        Fetches segment = new Fetches(memorySegment(), 1 << 30);
        HeapSnapshot snapshot = snapshot(segment);
        assertThat(snapshot.bounds(OBJECT, A).orElseThrow()).hasSize(10).allMatch(Optional::isEmpty);
        assertThat(snapshot.sample(_ -> true, 1).bounds(A).orElseThrow()).allMatch(Optional::isEmpty);
        assertThat(snapshot.values(OBJECT, A).orElseThrow()).hasSize(10).allMatch(Optional::isEmpty);
        assertThat(snapshot.deciding(SEVEN)).containsExactly(BOUNDS, VALUES, BLOOM);
        assertThat(snapshot.hasSummaries(BLOOM)).isTrue();
        assertThat(segment.refused).as("tries").isEqualTo(3);

        List<String> described = new ArrayList<>();
        snapshot.forEachRange(range -> described.add(range.summaries().get(BOUNDS)));
        assertThat(described).hasSize(10).doesNotHaveDuplicates();
    }

    /** A segment of a store that may be asked for summaries of some bytes at a time. */
    private static final class Fetches extends ForwardingSegment {
        private final List<IndexDefinition> fetched = new ArrayList<>();
        private final long leastLimit;
        private int refused;

        /** @param leastLimit who wants less gets nothing */
        Fetches(Segment segment, long leastLimit) {
            super(segment);
            this.leastLimit = leastLimit == Long.MAX_VALUE ? 0 : leastLimit;
        }

        @Override
        public List<KeyColumn> summaries(IndexDefinition definition) {
            fetched.add(definition);
            return super.summaries(definition);
        }

        @Override
        public Map<IndexDefinition, List<KeyColumn>> summaries(
                Collection<IndexDefinition> definitions, int[] ranges, long limit) {
            if (limit < leastLimit) {
                refused++;
                throw new LargeSummariesException(name(), limit);
            }
            return super.summaries(definitions, ranges, limit);
        }
    }

    private HeapSnapshot snapshot(Segment segment) {
        return new HeapSnapshot("s", 1000, List.of(segment), types, Optional.of(new RangeSearch() {
            @Override
            public Found find(Predicate predicate) {
                throw new AssertionError("Nothing is searched");
            }

            @Override
            public OptionalLong storedBytes() {
                return OptionalLong.empty();
            }
        }));
    }

    /** Returns a segment of ten ranges, in each of which the column is the range's number. */
    private MemorySegment memorySegment() {
        List<IndexDefinition> definitions = List.of(BOUNDS, VALUES, BLOOM);
        MemorySegment.Builder segment = MemorySegment.builder("s", definitions, types);
        for (long range = 0; range < 10; range++) {
            List<Long> values = List.of(range);
            segment.add(
                    OBJECT,
                    new ByteRange(range, 1),
                    1,
                    definitions.stream()
                            .map(definition -> Summaries.summarize(
                                    definition, types, List.of(List.of(Vectors.of(BIGINT, values))), 1 << 20))
                            .toList());
        }
        return segment.build();
    }
}
