// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.explain;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.INTEGER;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Iterables;
import io.airlift.slice.Slices;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.CallIn;
import io.skipping.index.predicate.Fragments;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.HeapSnapshot;
import io.skipping.index.snapshot.MemorySegment;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.Summaries;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryField;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.type.bloom.BloomIndexType;
import io.skipping.index.type.function.FunctionIndexType;
import io.skipping.index.type.minmax.MinMaxIndexType;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.Vectors;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The words for conditions, for an index over one column of four objects. */
public class TestConjunctFinding {
    private static final IndexTypes INDEX_TYPES = IndexTypes.load(TestConjunctFinding.class.getClassLoader());
    private static final IndexedColumn A = new IndexedColumn("a", BIGINT, "0");
    private static final IndexedColumn B = new IndexedColumn("b", BIGINT, "1");
    private static final IndexedColumn CAST = new IndexedColumn("CAST(t AS bigint)", BIGINT, "2:text:or null");
    private static final IndexedColumn UNCAST =
            new IndexedColumn("IF(TRY_CAST(t AS bigint) IS NULL, t)", VARCHAR, "2:text:uncast");
    private static final IndexDefinition MINMAX = new IndexDefinition("minmax", List.of(A), Map.of());
    private static final long BYTES = 1536;

    private final ExplainedIndex index = explained(INDEX_TYPES);

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

    /** Has the same filters as {@code bloom}, under a name of its own. */
    private static final class UsersFilter implements IndexType {
        private final BloomIndexType filter = new BloomIndexType();

        @Override
        public String name() {
            return "users_filter";
        }

        @Override
        public String description() {
            return filter.description();
        }

        @Override
        public void check(List<ScalarType> columns, Map<String, String> options) {
            filter.check(columns, options);
        }

        @Override
        public List<SummaryField> fields(List<ScalarType> columns) {
            return filter.fields(columns);
        }

        @Override
        public Fit fit(Predicate.Leaf condition) {
            return filter.fit(condition);
        }

        @Override
        public Map<String, String> roomier(Map<String, String> options) {
            return filter.roomier(options);
        }

        @Override
        public Summarizer summarizer(List<ScalarType> columns, Map<String, String> options, RangeContext range) {
            return filter.summarizer(columns, options, range);
        }

        @Override
        public SummaryReader open(List<ScalarType> columns, int version, SummaryVectors summaries) {
            return filter.open(columns, version, summaries);
        }
    }

    /** Keeps the results of a function of users. */
    private static final class Halves extends FunctionIndexType {
        Halves() {
            super("halves", "half", BIGINT);
        }

        @Override
        protected boolean accepts(ScalarType column) {
            return column.equals(BIGINT);
        }

        @Override
        protected Optional<Key> apply(Key value) {
            return Optional.of(Key.of(value.asLong() / 2));
        }
    }

    private static ExplainedIndex explained(IndexTypes types) {
        return new ExplainedIndex(
                snapshot(types),
                folder -> true,
                () -> List.of(new IndexDefinition("bloom", List.of(B), Map.of())),
                new Words());
    }

    /** Each object has ten values of its own, and 1000. */
    private static HeapSnapshot snapshot(IndexTypes types) {
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
        return new HeapSnapshot("1", 5, List.of(segment.build()), types);
    }

    private static LiveObject object(int number, long bytes) {
        return new LiveObject(new ObjectVersion("t/object-" + number, bytes, 1000), "csv");
    }

    private String text(Predicate conjunct) {
        return text(index, conjunct);
    }

    private static String text(ExplainedIndex index, Predicate conjunct) {
        return new ConjunctFinding(index, conjunct, index.left(Predicate.ALWAYS), index.left(conjunct))
                .finding()
                .text();
    }

    private static String text(ExplainedIndex index, Predicate given, Predicate conjunct) {
        return new ConjunctFinding(
                        index, given, conjunct, index.left(given), index.left(Predicate.and(List.of(given, conjunct))))
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

    @DataProvider
    public static Object[][] proposed() {
        IndexedColumn number = new IndexedColumn("c", BIGINT, "2");
        IndexedColumn text = new IndexedColumn("t", VARCHAR, "3");
        KeySet three = KeySet.ofValues(BIGINT, List.of(Key.of(3))).orElseThrow();
        return new Object[][] {
            {equal(number, 1), "there is no index over c: create values[c], then build"},
            {in(number, KeyRange.atMost(Key.of(5))), "there is no index over c: create minmax[c], then build"},
            {new Predicate.IsNull(number), "there is no index over c: create nulls[c], then build"},
            {new Predicate.Passing(number, _ -> true), "there is no index over c: create values[c], then build"},
            {new CallIn(number, "half", three), "there is no index over c: create values[c], then build"},
            {
                new Fragments(text, List.of(Slices.utf8Slice("word"))),
                "there is no index over t: create ngram[t], then build"
            },
            {
                new InBoxes(
                        List.of(new IndexedColumn("x", DOUBLE, "4"), new IndexedColumn("y", DOUBLE, "5")),
                        List.of(new InBoxes.Box(0, 1, 0, 1))),
                "there is no index over x, y: create bbox[x, y], then build"
            },
            // no type accepts the column
            {
                new Predicate.IsNull(new IndexedColumn("list", ScalarType.other("array(bigint)"), "6")),
                "there is no index over list"
            },
        };
    }

    @Test(dataProvider = "proposed")
    public void testTypesThatAreProposed(Predicate condition, String expected) {
        assertThat(text(condition)).isEqualTo(expected);
    }

    @Test
    public void testTypesOfUsersAreProposedAsBuiltInOnes() {
        IndexedColumn column = new IndexedColumn("c", BIGINT, "2");
        KeySet three = KeySet.ofValues(BIGINT, List.of(Key.of(3))).orElseThrow();
        ExplainedIndex both = explained(
                new IndexTypes(Iterables.concat(INDEX_TYPES.all(), List.of(new Halves(), new UsersFilter()))));
        assertThat(text(both, new CallIn(column, "half", three)))
                .as("a type that is made for the function")
                .isEqualTo("there is no index over c: create halves[c], then build");
        assertThat(text(both, new CallIn(column, "third", three))).contains("create values[c]");
        ExplainedIndex instead = explained(new IndexTypes(List.of(new MinMaxIndexType(), new UsersFilter())));
        assertThat(text(instead, equal(A, 25)))
                .endsWith("An index of single values may exclude more: create users_filter[a], then build");
        assertThat(text(instead, new CallIn(column, "third", three))).isEqualTo("there is no index over c");
    }

    /** Texts that do not cast matter only in ranges that the conditions before the CAST leave. */
    @Test
    public void testTextsThatDoNotCast() {
        String failing =
                "ranges that hold text that does not cast and are read, so that the query fails as it must (1)";
        ExplainedIndex texts = new ExplainedIndex(
                new HeapSnapshot("1", 5, List.of(texts()), INDEX_TYPES), folder -> true, List::of, new Words());
        Predicate cast = Predicate.or(
                List.of(in(CAST, KeyRange.atLeast(Key.of(25))), new Predicate.InSet(UNCAST, KeySet.all(VARCHAR))));
        assertThat(text(texts, cast)).startsWith("minmax leaves 2 of 4 objects").contains(failing);
        assertThat(text(texts, in(A, KeyRange.atMost(Key.of(1))), cast)).contains(failing);
        assertThat(text(texts, in(A, KeyRange.atLeast(Key.of(3))), cast))
                .as("the range with such a text is left out already")
                .startsWith(
                        "nothing is excluded by minmax(CAST(t AS bigint)): matching values may be in the only range");
        assertThat(text(texts, in(A, KeyRange.atLeast(Key.of(1))), cast))
                .startsWith("minmax leaves 1 of 3 objects")
                .doesNotContain("does not cast");
    }

    /** Each object has one row. Its number is {@code a}; {@code t} is ten times as much as text, and a word in the first object. */
    private static MemorySegment texts() {
        List<IndexDefinition> definitions = Stream.of(A, CAST, UNCAST)
                .map(column -> new IndexDefinition("minmax", List.of(column), Map.of()))
                .toList();
        MemorySegment.Builder segment = MemorySegment.builder("s", definitions, INDEX_TYPES);
        for (int object = 0; object < 4; object++) {
            List<ValueVector> values = List.of(
                    Vectors.of(BIGINT, List.of((long) object)),
                    Vectors.of(BIGINT, Collections.singletonList(object == 0 ? null : 10L * object)),
                    Vectors.of(VARCHAR, Collections.singletonList(object == 0 ? "word" : null)));
            segment.add(
                    object(object, BYTES),
                    new ByteRange(0, BYTES),
                    1,
                    IntStream.range(0, definitions.size())
                            .mapToObj(index -> Summaries.summarize(
                                    definitions.get(index), INDEX_TYPES, List.of(List.of(values.get(index))), BYTES))
                            .toList());
        }
        return segment.build();
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
