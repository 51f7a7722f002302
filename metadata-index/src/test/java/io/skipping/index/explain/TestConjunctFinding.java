// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.explain;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.INTEGER;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.HeapSnapshot;
import io.skipping.index.snapshot.MemorySegment;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.Summaries;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.Vectors;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.testng.annotations.Test;

/** The words for conditions, for an index over one column of four objects. */
public class TestConjunctFinding {
    private static final IndexTypes INDEX_TYPES = IndexTypes.load(TestConjunctFinding.class.getClassLoader());
    private static final IndexedColumn A = new IndexedColumn("a", BIGINT, "0");
    private static final IndexedColumn B = new IndexedColumn("b", BIGINT, "1");
    private static final IndexDefinition MINMAX = new IndexDefinition("minmax", List.of(A), Map.of());
    private static final long BYTES = 1536;

    private final ExplainedIndex index = new ExplainedIndex(
            snapshot(), folder -> true, () -> List.of(new IndexDefinition("bloom", List.of(B), Map.of())), new Words());

    /** Names what an engine would be asked for. */
    private static final class Words implements Remedies {
        @Override
        public Remedy build() {
            return Remedy.of("build");
        }

        @Override
        public Remedy create(String type, List<String> columns, Map<String, String> options) {
            return Remedy.of("create %s%s".formatted(type, columns), "build");
        }

        @Override
        public Remedy layOut(String column) {
            return Remedy.ofStatement("lay out by " + column);
        }
    }

    /** Each object has ten values of its own, and 1000. */
    private static HeapSnapshot snapshot() {
        MemorySegment.Builder segment = MemorySegment.builder("s", List.of(MINMAX), INDEX_TYPES);
        for (int object = 0; object < 4; object++) {
            ValueVector values = Vectors.of(
                    BIGINT,
                    LongStream.concat(LongStream.range(10L * object, 10L * object + 10), LongStream.of(1000))
                            .boxed()
                            .toList());
            segment.add(
                    object(object, BYTES),
                    new ByteRange(0, BYTES),
                    11,
                    List.of(Summaries.summarize(MINMAX, INDEX_TYPES, List.of(List.of(values)), BYTES)));
        }
        return new HeapSnapshot("1", 5, List.of(segment.build()), INDEX_TYPES);
    }

    private static LiveObject object(int number, long bytes) {
        return new LiveObject(new ObjectVersion("t/object-" + number, bytes, 1000), "csv");
    }

    private String text(Predicate conjunct) {
        return new ConjunctFinding(index, conjunct, index.left(Predicate.ALWAYS), index.left(conjunct))
                .finding()
                .text();
    }

    private static Predicate in(IndexedColumn column, KeyRange range) {
        return new Predicate.InSet(
                column, KeySet.of(column.type(), List.of(range)).orElseThrow());
    }

    private static Predicate equal(IndexedColumn column, long value) {
        return in(column, KeyRange.of(Key.of(value)));
    }

    @Test
    public void testWhatAnIndexLeaves() {
        assertThat(text(in(A, KeyRange.atMost(Key.of(5)))))
                .isEqualTo("minmax leaves 1 of 4 objects, 1 of 4 ranges, 1.50kB of 6kB");
        assertThat(text(equal(A, 25)))
                .isEqualTo(
                        "minmax leaves 3 of 4 objects, 3 of 4 ranges, 4.50kB of 6kB. An index of single values may exclude more: create bloom[a], then build");
        assertThat(text(in(A, KeyRange.atLeast(Key.of(1)))))
                .isEqualTo(
                        "nothing is excluded by minmax(a): matching values may be in each of the 4 ranges. The index excludes more of a table that is laid out by a: lay out by a");
        assertThat(text(Predicate.NEVER)).isEqualTo("all rows satisfy it, or none does");
    }

    @Test
    public void testWhyNoIndexDecides() {
        assertThat(text(Predicate.UNKNOWN)).startsWith("no index can decide it; ");
        assertThat(text(new Predicate.IsNull(new IndexedColumn("c", BIGINT, "2"))))
                .isEqualTo("there is no index over c: create nulls[c], then build");
        assertThat(text(equal(B, 1))).isEqualTo("bloom(b) was asked for and is not built: build");
        assertThat(text(equal(new IndexedColumn("a", INTEGER, "0"), 1)))
                .isEqualTo("the index has a as bigint, and the query as integer: build");
        assertThat(text(equal(new IndexedColumn("a", BIGINT, "7"), 1)))
                .isEqualTo("the index has values of a that are read in another way: build");
        assertThat(text(Predicate.or(List.of(equal(A, 1), new Predicate.IsNull(B)))))
                .startsWith("minmax(a) alone cannot decide it, and ");
    }

    @Test
    public void testObjectsThatTheIndexDoesNotKnow() {
        assertThat(UnknownObjects.of(index, List.of(object(0, BYTES), object(1, BYTES)), true)
                        .lines())
                .isEmpty();
        assertThat(UnknownObjects.of(index, List.of(object(0, BYTES), object(1, 7), object(9, BYTES)), false)
                        .lines())
                .containsExactly(
                        "of the first 3 objects of the scan, 1 are not indexed and are read, such as t/object-9: build",
                        "of the first 3 objects of the scan, 1 have changed since they were indexed (1 in size) and are read, such as t/object-1: build");
    }

    @Test
    public void testBytes() {
        assertThat(LongStream.of(0, 1023, 1024, 1536, 1 << 20, 124_000_000, 1L << 60)
                        .mapToObj(ByteText::of))
                .containsExactly("0B", "1023B", "1kB", "1.50kB", "1MB", "118.26MB", "1024PB");
    }
}
