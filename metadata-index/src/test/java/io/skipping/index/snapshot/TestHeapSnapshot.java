// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static io.skipping.index.value.ScalarType.BIGINT;
import static java.util.Collections.nCopies;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.ObjectVerdict.Known;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import io.skipping.index.snapshot.ObjectVerdict.Stale;
import io.skipping.index.snapshot.ObjectVerdict.Stale.Change;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.Summaries;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.testng.annotations.Test;

public class TestHeapSnapshot {
    private static final IndexTypes INDEX_TYPES = IndexTypes.load(TestHeapSnapshot.class.getClassLoader());
    private static final IndexedColumn A = new IndexedColumn("a", BIGINT, "0");
    private static final IndexedColumn B = new IndexedColumn("b", BIGINT, "1");
    private static final IndexDefinition MINMAX_A = new IndexDefinition("minmax", List.of(A), ImmutableMap.of());
    private static final IndexDefinition VALUES_A = new IndexDefinition("values", List.of(A), ImmutableMap.of());
    private static final IndexDefinition BLOOM_A = new IndexDefinition("bloom", List.of(A), ImmutableMap.of());
    private static final IndexDefinition MINMAX_B = new IndexDefinition("minmax", List.of(B), ImmutableMap.of());
    private static final long RANGE_BYTES = 1 << 20;

    private static LiveObject object(String path, long size) {
        return new LiveObject(new ObjectVersion(path, size, 1000), "csv");
    }

    /** A segment of objects of one range each, with the values of column a in each. */
    private static MemorySegment segment(String name, List<IndexDefinition> definitions, Object... pathsAndValues) {
        MemorySegment.Builder segment = MemorySegment.builder(name, definitions, INDEX_TYPES);
        for (int i = 0; i < pathsAndValues.length; i += 2) {
            long[] values = (long[]) pathsAndValues[i + 1];
            segment.add(
                    object((String) pathsAndValues[i], RANGE_BYTES),
                    new ByteRange(0, RANGE_BYTES),
                    values.length,
                    summarize(definitions, values));
        }
        return segment.build();
    }

    private static List<List<KeyColumn>> summarize(List<IndexDefinition> definitions, long... values) {
        ValueVector vector = Vectors.of(BIGINT, LongStream.of(values).boxed().toList());
        return definitions.stream()
                .map(definition -> Summaries.summarize(definition, INDEX_TYPES, List.of(List.of(vector)), RANGE_BYTES))
                .toList();
    }

    private static HeapSnapshot snapshot(Segment... segments) {
        return new HeapSnapshot("1", 5, List.of(segments), INDEX_TYPES);
    }

    private static Predicate equal(IndexedColumn column, long value) {
        return new Predicate.InSet(
                column, KeySet.ofValues(column.type(), List.of(Key.of(value))).orElseThrow());
    }

    private static RangeVerdict only(HeapSnapshot snapshot, Predicate predicate, LiveObject object) {
        ObjectVerdict verdict =
                Iterables.getOnlyElement(snapshot.plan(predicate).lookup(List.of(object)));
        return Iterables.getOnlyElement(((Known) verdict).ranges());
    }

    @Test
    public void testReasons() {
        HeapSnapshot snapshot = snapshot(segment("s", List.of(MINMAX_A, BLOOM_A), "oneAndNine", new long[] {1, 9}));
        LiveObject object = object("oneAndNine", RANGE_BYTES);
        assertThat(only(snapshot, equal(A, 20), object))
                .as("beyond the bounds")
                .isEqualTo(new RangeVerdict(new ByteRange(0, RANGE_BYTES), 2, Verdict.CANNOT_MATCH, "minmax"));
        assertThat(only(snapshot, equal(A, 5), object))
                .as("between the bounds, but not in the filter")
                .extracting(RangeVerdict::verdict, RangeVerdict::reason)
                .containsExactly(Verdict.CANNOT_MATCH, "bloom");
        assertThat(only(snapshot, equal(A, 9), object))
                .extracting(RangeVerdict::verdict, RangeVerdict::reason)
                .containsExactly(Verdict.MAY_MATCH, "");
        HeapSnapshot another = snapshot(segment("s", List.of(MINMAX_A, BLOOM_A), "oneAndNine", new long[] {1, 9}));
        assertThat(only(another, new Predicate.And(List.of(equal(A, 5), equal(A, 20))), object)
                        .reason())
                .as("the first conjunct that killed, if they cost the same")
                .isEqualTo("bloom");
        assertThat(only(snapshot, new Predicate.And(List.of(Predicate.UNKNOWN, equal(A, 20))), object)
                        .reason())
                .as("what is unknown takes nothing from what is proven")
                .isEqualTo("minmax");
        assertThat(only(snapshot, new Predicate.Or(List.of(equal(A, 20), Predicate.UNKNOWN)), object)
                        .verdict())
                .as("either may be true")
                .isEqualTo(Verdict.MAY_MATCH);
        assertThat(only(snapshot, Predicate.NEVER, object).reason()).isEqualTo("never");
        assertThat(only(snapshot, Predicate.ALWAYS, object).verdict()).isEqualTo(Verdict.MUST_MATCH);
    }

    /** A range with a stray value satisfies each of two conditions, and not both. */
    @Test
    public void testConditionsOnOneColumnAreJoined() {
        HeapSnapshot snapshot = snapshot(segment("s", List.of(MINMAX_A, VALUES_A), "stray", new long[] {1, 90, 91}));
        LiveObject object = object("stray", RANGE_BYTES);
        Predicate atLeast = in(KeyRange.atLeast(Key.of(5)));
        Predicate lessThan = in(KeyRange.lessThan(Key.of(10)));
        assertThat(only(snapshot, atLeast, object).verdict()).isEqualTo(Verdict.MAY_MATCH);
        assertThat(only(snapshot, lessThan, object).verdict()).isEqualTo(Verdict.MAY_MATCH);
        assertThat(only(snapshot, new Predicate.And(List.of(atLeast, lessThan)), object))
                .as("in one step, and where one of them has been evaluated before")
                .isEqualTo(only(
                        snapshot(segment("s", List.of(MINMAX_A, VALUES_A), "stray", new long[] {1, 90, 91})),
                        new Predicate.And(List.of(atLeast, lessThan)),
                        object))
                .extracting(RangeVerdict::verdict, RangeVerdict::reason)
                .containsExactly(Verdict.CANNOT_MATCH, "values");
        assertThat(only(snapshot, new Predicate.And(List.of(atLeast, in(KeyRange.lessThan(Key.of(91))))), object)
                        .verdict())
                .as("90 satisfies both")
                .isEqualTo(Verdict.MAY_MATCH);
    }

    private static Predicate in(KeyRange range) {
        return new Predicate.InSet(A, KeySet.of(BIGINT, List.of(range)).orElseThrow());
    }

    /** Tells what is left of objects, ranges and bytes. */
    @Test
    public void testLeft() {
        HeapSnapshot snapshot = snapshot(segment(
                "s",
                List.of(MINMAX_A, BLOOM_A),
                "a/low",
                new long[] {1, 2},
                "a/high",
                new long[] {80, 90},
                "b/both",
                new long[] {1, 90}));
        Leftover left = snapshot.plan(equal(A, 90)).left(_ -> true);
        assertThat(left.all()).isEqualTo(new Leftover.Amount(3, 3, 3 * RANGE_BYTES));
        assertThat(left.left()).isEqualTo(new Leftover.Amount(2, 2, 2 * RANGE_BYTES));
        assertThat(left.excluded()).containsExactlyEntriesOf(ImmutableMap.of("minmax", 1L));
        assertThat(snapshot.plan(equal(A, 90))
                        .left(path -> path.toStringUtf8().startsWith("b/"))
                        .all()
                        .objects())
                .isEqualTo(1);
        assertThat(snapshot.plan(equal(A, 85)).left(_ -> true).excluded())
                .containsExactlyEntriesOf(ImmutableMap.of("bloom", 2L, "minmax", 1L));
    }

    @Test
    public void testDeciding() {
        HeapSnapshot snapshot = snapshot(segment("s", List.of(MINMAX_A, BLOOM_A), "object", new long[] {1, 9}));
        assertThat(snapshot.deciding((Predicate.Leaf) equal(A, 5))).containsExactly(MINMAX_A, BLOOM_A);
        assertThat(snapshot.deciding((Predicate.Leaf) in(KeyRange.atLeast(Key.of(5)))))
                .containsExactly(MINMAX_A);
        assertThat(snapshot.deciding((Predicate.Leaf) equal(B, 5))).isEmpty();
    }

    @Test
    public void testValues() {
        HeapSnapshot snapshot = snapshot(segment("s", List.of(MINMAX_A, VALUES_A), "few", new long[] {7, 1, 7}));
        assertThat(snapshot.values(object("few", RANGE_BYTES), A))
                .contains(List.of(Optional.of(List.of(Key.of(1), Key.of(7)))));
        assertThat(snapshot.values(object("few", RANGE_BYTES), B))
                .as("no index of b")
                .contains(List.of(Optional.empty()));
        assertThat(snapshot.values(object("few", RANGE_BYTES + 1), A))
                .as("of another version")
                .isEmpty();
    }

    /** Checks that rows without elements, of which summaries of elements know nothing, are never said to match. */
    @Test
    public void testElementsProveNoMatch() {
        IndexedColumn elements = new IndexedColumn("elements(tags)", BIGINT, "7");
        HeapSnapshot snapshot = snapshot(segment(
                "s", List.of(new IndexDefinition("minmax", List.of(elements), Map.of())), "object", new long[] {4, 4}));
        assertThat(only(snapshot, equal(elements, 4), object("object", RANGE_BYTES)))
                .extracting(RangeVerdict::verdict)
                .isEqualTo(Verdict.MAY_MATCH);
        assertThat(only(snapshot, equal(elements, 5), object("object", RANGE_BYTES)))
                .extracting(RangeVerdict::verdict)
                .isEqualTo(Verdict.CANNOT_MATCH);
    }

    @Test
    public void testCount() {
        HeapSnapshot snapshot = snapshot(
                segment(
                        "1",
                        List.of(MINMAX_A),
                        "a/small",
                        new long[] {1, 2, 3},
                        "a/replaced",
                        new long[] {1, 2, 3, 4},
                        "b/both",
                        new long[] {1, 9}),
                segment("2", List.of(MINMAX_A), "a/replaced", new long[] {8, 9, 9, 9, 9}));
        Predicate large = new Predicate.InSet(
                A, KeySet.of(BIGINT, List.of(KeyRange.atLeast(Key.of(8)))).orElseThrow());
        assertThat(snapshot.plan(large).count(_ -> true)).isEqualTo(new RowCounts(3, 2, 5));
        assertThat(snapshot.plan(large).count(path -> path.toStringUtf8().startsWith("a/")))
                .isEqualTo(new RowCounts(3, 0, 5));
        assertThat(snapshot.plan(Predicate.ALWAYS).count(_ -> true)).isEqualTo(new RowCounts(0, 0, 10));
        assertThat(snapshot.plan(Predicate.UNKNOWN).count(_ -> true).may()).isEqualTo(10);
    }

    @Test
    public void testSample() {
        HeapSnapshot snapshot = snapshot(
                segment(
                        "1",
                        List.of(MINMAX_A),
                        "a/1",
                        new long[] {1},
                        "a/2",
                        new long[] {5, 5, 5, 5, 5},
                        "b/1",
                        new long[] {2, 2}),
                segment("2", List.of(MINMAX_A), "b/2", new long[] {3, 3, 3}, "a/2", new long[] {4, 4, 4, 4}));
        ObjectSample all = snapshot.sample(_ -> true, 100);
        assertThat(all.allBytes()).isEqualTo(4 * RANGE_BYTES);
        assertThat(all.bytes()).isEqualTo(4 * RANGE_BYTES);
        assertThat(all.rowCounts()).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
        assertThat(minima(all, A)).as("each with its row count").isEqualTo(all.rowCounts());
        assertThat(all.bounds(B)).as("no index of b").contains(nCopies(4, Optional.empty()));
        ObjectSample one = snapshot.sample(folder -> folder.toStringUtf8().equals("a/"), 1);
        assertThat(one.allBytes()).as("of those not picked too").isEqualTo(2 * RANGE_BYTES);
        assertThat(one.bytes()).isEqualTo(RANGE_BYTES);
        assertThat(one.rowCounts()).singleElement().isIn(1L, 4L);
        ObjectSample none = snapshot.sample(_ -> false, 100);
        assertThat(none.allBytes()).isZero();
        assertThat(none.rowCounts()).isEmpty();
        assertThat(none.bounds(A)).contains(List.of());
    }

    /** Objects whose ranges do not cover them are not known, but they are there. */
    @Test
    public void testSampleOfBrokenObjects() {
        HeapSnapshot snapshot = snapshot(MemorySegment.builder("1", List.of(MINMAX_A), INDEX_TYPES)
                .add(object("half", 2 * RANGE_BYTES), new ByteRange(0, RANGE_BYTES), 1, summarize(List.of(MINMAX_A), 1))
                .build());
        ObjectSample sample = snapshot.sample(_ -> true, 100);
        assertThat(sample.allBytes()).isEqualTo(2 * RANGE_BYTES);
        assertThat(sample.bytes()).isZero();
        assertThat(sample.rowCounts()).isEmpty();
    }

    /** A sample is spread over the objects, whatever the order that they were indexed in. */
    @Test
    public void testSampleIsSpread() {
        for (int objects : new int[] {1, 2, 3, 10, 64, 997}) {
            MemorySegment.Builder segment = MemorySegment.builder("s", List.of(MINMAX_A), INDEX_TYPES);
            for (int object = 0; object < objects; object++) {
                segment.add(
                        object("d/%06d".formatted(object), RANGE_BYTES),
                        new ByteRange(0, RANGE_BYTES),
                        1,
                        summarize(List.of(MINMAX_A), object));
            }
            HeapSnapshot snapshot = snapshot(segment.build());
            for (int wanted : new int[] {1, 7, 100, objects}) {
                List<Long> picked = minima(snapshot.sample(_ -> true, wanted), A).stream()
                        .sorted()
                        .toList();
                assertThat(picked).doesNotHaveDuplicates().hasSize(Math.min(wanted, objects));
                long last = 0;
                for (long object : picked) {
                    assertThat(object - last)
                            .as("%s of %s", wanted, objects)
                            .isLessThanOrEqualTo(3L * Math.ceilDiv(objects, wanted));
                    last = object;
                }
                assertThat(objects - last).isLessThanOrEqualTo(3L * Math.ceilDiv(objects, wanted));
            }
        }
    }

    private static List<Long> minima(ObjectSample sample, IndexedColumn column) {
        return sample.bounds(column).orElseThrow().stream()
                .map(bounds -> bounds.orElseThrow().minimum().orElseThrow().asLong())
                .toList();
    }

    @Test
    public void testOtherColumns() {
        HeapSnapshot snapshot = snapshot(segment("s", List.of(MINMAX_A), "one", new long[] {1}));
        LiveObject object = object("one", RANGE_BYTES);
        assertThat(only(snapshot, equal(B, 5), object).verdict())
                .as("no index of b")
                .isEqualTo(Verdict.MAY_MATCH);
        assertThat(only(snapshot, equal(new IndexedColumn("a", BIGINT, "another origin"), 5), object)
                        .verdict())
                .as("a column of the same name that the reader takes from elsewhere")
                .isEqualTo(Verdict.MAY_MATCH);
        assertThat(only(snapshot, new Predicate.Or(List.of(equal(A, 5), equal(B, 5))), object)
                        .verdict())
                .as("b = 5 may be true")
                .isEqualTo(Verdict.MAY_MATCH);
        assertThat(only(snapshot, new Predicate.And(List.of(equal(B, 5), equal(A, 5))), object)
                        .verdict())
                .as("a = 5 is not")
                .isEqualTo(Verdict.CANNOT_MATCH);
    }

    @Test
    public void testVersions() {
        HeapSnapshot snapshot = snapshot(
                segment("old", List.of(MINMAX_A), "changed", new long[] {1}, "kept", new long[] {1}),
                segment("new", List.of(MINMAX_A), "changed", new long[] {5}, "added", new long[] {5}));
        assertThat(snapshot.objectCount()).isEqualTo(3);
        assertThat(snapshot.rangeCount()).isEqualTo(3);
        assertThat(only(snapshot, equal(A, 5), object("changed", RANGE_BYTES)).verdict())
                .as("the newer segment's value")
                .isEqualTo(Verdict.MUST_MATCH);
        assertThat(only(snapshot, equal(A, 5), object("kept", RANGE_BYTES)).verdict())
                .isEqualTo(Verdict.CANNOT_MATCH);
        assertThat(snapshot.plan(equal(A, 5))
                        .lookup(List.of(
                                object("kept", RANGE_BYTES + 1),
                                new LiveObject(new ObjectVersion("kept", RANGE_BYTES, 1001), "csv"),
                                new LiveObject(new ObjectVersion("kept", RANGE_BYTES, 1000), "json"),
                                object("unknown", RANGE_BYTES))))
                .containsExactly(
                        new Stale(Change.SIZE, "csv"),
                        new Stale(Change.MODIFICATION_TIME, "csv"),
                        new Stale(Change.PROFILE, "csv"),
                        ObjectVerdict.UNINDEXED);
        List<String> paths = new ArrayList<>();
        snapshot.forEachRange(range -> {
            paths.add(range.object().version().path());
            assertThat(range.summaries().get(MINMAX_A)).startsWith("[").endsWith("], 0 NULLs");
        });
        assertThat(paths).as("in order").containsExactly("added", "changed", "kept");
    }

    @Test
    public void testTiling() {
        MemorySegment.Builder segment = MemorySegment.builder("s", List.of(MINMAX_A), INDEX_TYPES);
        addRanges(segment, object("whole", 100), new ByteRange(0, 60), new ByteRange(60, 40));
        addRanges(segment, object("gap", 100), new ByteRange(0, 50), new ByteRange(60, 40));
        addRanges(segment, object("overlap", 100), new ByteRange(0, 70), new ByteRange(60, 40));
        addRanges(segment, object("tooShort", 100), new ByteRange(0, 60));
        addRanges(segment, object("lateStart", 100), new ByteRange(10, 90));
        addRanges(segment, object("emptyRange", 100), new ByteRange(0, 0), new ByteRange(0, 100));
        addRanges(segment, object("noRanges", 100));
        addRanges(segment, object("empty", 0));
        addRanges(segment, object("emptyOfOneRange", 0), new ByteRange(0, 0));
        addRanges(segment, object("emptyWithMore", 0), new ByteRange(0, 0), new ByteRange(0, 10));
        HeapSnapshot snapshot = snapshot(segment.build());
        ScanPlan prepared = snapshot.plan(equal(A, 5));
        assertThat(((Known) prepared.lookup(List.of(object("whole", 100))).getFirst()).ranges())
                .extracting(RangeVerdict::verdict)
                .containsExactly(Verdict.CANNOT_MATCH, Verdict.CANNOT_MATCH);
        assertThat(prepared.lookup(List.of(
                        object("gap", 100),
                        object("overlap", 100),
                        object("tooShort", 100),
                        object("lateStart", 100),
                        object("emptyRange", 100),
                        object("noRanges", 100),
                        object("emptyWithMore", 0))))
                .as("rows may be in no range, or in two")
                .allMatch(ObjectVerdict.UNINDEXED::equals);
        assertThat(prepared.lookup(List.of(object("empty", 0))))
                .as("nothing to cover")
                .containsExactly(Known.of(List.of()));
        assertThat(((Known) prepared.lookup(List.of(object("emptyOfOneRange", 0)))
                                .getFirst())
                        .ranges())
                .as("an empty object is summarised as one empty range")
                .extracting(RangeVerdict::range)
                .containsExactly(new ByteRange(0, 0));
    }

    private static void addRanges(MemorySegment.Builder segment, LiveObject object, ByteRange... ranges) {
        segment.addObject(object);
        for (ByteRange range : ranges) {
            segment.add(object, range, 1, summarize(List.of(MINMAX_A), 1));
        }
    }

    @Test
    public void testManyPaths() {
        Object[] pathsAndValues = LongStream.range(0, 5000)
                .boxed()
                .flatMap(i -> Stream.of("part-" + i, new long[] {i}))
                .toArray();
        HeapSnapshot snapshot = snapshot(segment("s", List.of(MINMAX_A), pathsAndValues));
        assertThat(snapshot.objectCount()).isEqualTo(5000);
        List<LiveObject> objects = LongStream.range(0, 5000)
                .mapToObj(i -> object("part-" + i, RANGE_BYTES))
                .toList();
        List<ObjectVerdict> verdicts = snapshot.plan(equal(A, 4321)).lookup(objects);
        for (int i = 0; i < 5000; i++) {
            assertThat(((Known) verdicts.get(i)).ranges().getFirst().verdict())
                    .isEqualTo(i == 4321 ? Verdict.MUST_MATCH : Verdict.CANNOT_MATCH);
        }
    }

    /** More ranges than are evaluated at a time, and an end in the midst of a stretch and of a zone. */
    @Test
    public void testManyRanges() {
        int count = 3 * (1 << 16) + 300;
        MemorySegment.Builder segment = MemorySegment.builder("s", List.of(MINMAX_A, VALUES_A, BLOOM_A), INDEX_TYPES);
        LiveObject object = object("one", count);
        segment.addObject(object);
        List<List<List<KeyColumn>>> summaries = LongStream.range(0, 8)
                .mapToObj(value -> summarize(List.of(MINMAX_A, VALUES_A, BLOOM_A), value))
                .toList();
        for (int range = 0; range < count; range++) {
            segment.add(object, new ByteRange(range, 1), 1, summaries.get(valueOf(range)));
        }
        HeapSnapshot snapshot = snapshot(segment.build());
        for (long value = 0; value < 9; value++) {
            Predicate predicate = new Predicate.Or(List.of(
                    equal(A, value), new Predicate.And(List.of(equal(A, 8 - value), equal(A, 8 - value)))));
            List<RangeVerdict> verdicts =
                    ((Known) Iterables.getOnlyElement(snapshot.plan(predicate).lookup(List.of(object)))).ranges();
            assertThat(verdicts).hasSize(count);
            for (int range = 0; range < count; range++) {
                boolean matches = valueOf(range) == value || valueOf(range) == 8 - value;
                assertThat(verdicts.get(range).verdict())
                        .isEqualTo(matches ? Verdict.MUST_MATCH : Verdict.CANNOT_MATCH);
                assertThat(verdicts.get(range).range().start()).isEqualTo(range);
            }
        }
    }

    /** Runs of 5,000 alike, so that some zones are decided at one look and some are not. */
    private static int valueOf(int range) {
        return (range / 5000) % 8;
    }

    @Test
    public void testDeepTree() {
        HeapSnapshot snapshot = snapshot(segment("s", List.of(MINMAX_A), "one", new long[] {1}));
        LiveObject object = object("one", RANGE_BYTES);
        Predicate chain = equal(A, 5);
        Predicate alternating = equal(A, 5);
        for (int i = 0; i < 20_000; i++) {
            chain = new Predicate.Or(List.of(chain, equal(A, 6)));
            alternating = i % 2 == 0
                    ? new Predicate.Or(List.of(alternating, equal(A, 6)))
                    : new Predicate.And(List.of(alternating, Predicate.UNKNOWN));
        }
        assertThat(only(snapshot, chain, object).verdict())
                .as("a chain of OR is as good as one long OR")
                .isEqualTo(Verdict.CANNOT_MATCH);
        assertThat(only(snapshot, alternating, object).verdict())
                .as("too deep to look into")
                .isEqualTo(Verdict.MAY_MATCH);
    }

    @Test
    public void testEvaluatedOnceAndOnlyWhatIsNeeded() {
        AtomicInteger opened = new AtomicInteger();
        MemorySegment segment = segment("s", List.of(MINMAX_A, MINMAX_B), "one", new long[] {1}, "two", new long[] {2});
        HeapSnapshot snapshot = snapshot(new ForwardingSegment(segment) {
            @Override
            public List<KeyColumn> summaries(IndexDefinition definition) {
                assertThat(definition).as("b is not spoken of").isEqualTo(MINMAX_A);
                opened.incrementAndGet();
                return super.summaries(definition);
            }
        });
        long before = snapshot.retainedBytes();
        ScanPlan prepared = snapshot.plan(equal(A, 1));
        assertThat(opened).as("nothing was asked yet").hasValue(0);
        prepared.lookup(List.of(object("one", RANGE_BYTES)));
        prepared.lookup(List.of(object("two", RANGE_BYTES)));
        snapshot.plan(equal(A, 2)).lookup(List.of(object("two", RANGE_BYTES)));
        assertThat(opened).as("opened once for all predicates").hasValue(1);
        assertThat(snapshot.retainedBytes()).as("now also the bounds").isGreaterThan(before);
    }

    @Test
    public void testUnreadableSegment() {
        HeapSnapshot snapshot = snapshot(new ForwardingSegment(segment("s", List.of(MINMAX_A), "one", new long[] {1})) {
            @Override
            public List<KeyColumn> summaries(IndexDefinition definition) {
                throw new IllegalStateException("damaged");
            }
        });
        ScanPlan prepared = snapshot.plan(equal(A, 1));
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> prepared.lookup(List.of(object("one", RANGE_BYTES))))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("damaged");
        }
        assertThat(only(snapshot, equal(B, 1), object("one", RANGE_BYTES)).verdict())
                .as("what is damaged is not needed")
                .isEqualTo(Verdict.MAY_MATCH);
    }

    @Test
    public void testUnknownIndexType() {
        IndexDefinition unknown = new IndexDefinition("wavelet", List.of(A), ImmutableMap.of());
        HeapSnapshot snapshot = snapshot(new ForwardingSegment(segment("s", List.of(MINMAX_A), "one", new long[] {1})) {
            @Override
            public List<IndexDefinition> definitions() {
                return List.of(unknown, MINMAX_A);
            }
        });
        assertThat(only(snapshot, equal(A, 5), object("one", RANGE_BYTES)).reason())
                .as("the index whose type is not installed is left alone")
                .isEqualTo("minmax");
        assertThat(snapshot.definitions()).containsExactly(unknown, MINMAX_A);
    }

    /** Summaries that say something else than the installed type understands are as if they were not there. */
    @Test
    public void testUnknownVersion() {
        Segment segment = segment("s", List.of(MINMAX_A, BLOOM_A), "one", new long[] {1});
        HeapSnapshot snapshot = snapshot(new ForwardingSegment(segment) {
            @Override
            public int version(IndexDefinition definition) {
                return definition.equals(MINMAX_A) ? 1_000 : super.version(definition);
            }

            @Override
            public List<KeyColumn> summaries(IndexDefinition definition) {
                assertThat(definition)
                        .as("what is not understood is not opened")
                        .isNotEqualTo(MINMAX_A);
                return super.summaries(definition);
            }
        });
        LiveObject object = object("one", RANGE_BYTES);
        assertThat(only(snapshot, equal(A, 5), object).reason())
                .as("the index of another version is left alone")
                .isEqualTo("bloom");
        assertThat(snapshot.bounds(object, A)).contains(List.of(Optional.empty()));
        assertThat(snapshot.definitions()).containsExactly(MINMAX_A, BLOOM_A);
        snapshot.forEachRange(range -> assertThat(range.summaries()).doesNotContainKey(MINMAX_A));
    }

    @Test
    public void testLeaveOut() {
        List<RangeVerdict> ranges = List.of(
                new RangeVerdict(new ByteRange(0, 10), 1, Verdict.MUST_MATCH, ""),
                new RangeVerdict(new ByteRange(10, 10), 2, Verdict.CANNOT_MATCH, "minmax"),
                new RangeVerdict(new ByteRange(20, 5), 3, Verdict.MAY_MATCH, ""),
                new RangeVerdict(new ByteRange(25, 5), 4, Verdict.MUST_MATCH, ""));
        Known known = Known.of(ranges);
        assertThat(known.ranges()).isEqualTo(ranges);
        List<Integer> asked = new ArrayList<>();
        Known left = known.leaveOut(
                range -> {
                    asked.add(range);
                    return range > 0;
                },
                "limit");
        assertThat(asked).as("those that are not excluded, in order").containsExactly(0, 2, 3);
        assertThat(left.ranges())
                .containsExactly(
                        ranges.get(0),
                        ranges.get(1),
                        new RangeVerdict(new ByteRange(20, 5), 3, Verdict.CANNOT_MATCH, "limit"),
                        new RangeVerdict(new ByteRange(25, 5), 4, Verdict.CANNOT_MATCH, "limit"));
        assertThat(known.ranges()).as("as before").isEqualTo(ranges);
        assertThat(left).isNotEqualTo(known).isEqualTo(Known.of(left.ranges()));
    }

    /** Of an object in the midst of a segment. */
    @Test
    public void testColumns() {
        MemorySegment.Builder segment = MemorySegment.builder("s", List.of(MINMAX_A), INDEX_TYPES);
        addRanges(segment, object("first", 10), new ByteRange(0, 10));
        LiveObject object = object("second", 100);
        segment.add(object, new ByteRange(0, 60), 2, summarize(List.of(MINMAX_A), 1, 2));
        segment.add(object, new ByteRange(60, 40), 3, summarize(List.of(MINMAX_A), 5, 5, 5));
        addRanges(segment, object("third", 10), new ByteRange(0, 10));
        Known known = (Known) snapshot(segment.build())
                .plan(equal(A, 5))
                .lookup(List.of(object))
                .getFirst();
        List<RangeVerdict> expected = List.of(
                new RangeVerdict(new ByteRange(0, 60), 2, Verdict.CANNOT_MATCH, "minmax"),
                new RangeVerdict(new ByteRange(60, 40), 3, Verdict.MUST_MATCH, ""));
        assertThat(known.ranges()).isEqualTo(expected);
        assertThat(known.count()).isEqualTo(2);
        for (int range = 0; range < 2; range++) {
            assertThat(known.start(range)).isEqualTo(expected.get(range).range().start());
            assertThat(known.length(range))
                    .isEqualTo(expected.get(range).range().length());
            assertThat(known.end(range)).isEqualTo(expected.get(range).range().end());
            assertThat(known.rowCount(range)).isEqualTo(expected.get(range).rowCount());
            assertThat(known.verdict(range)).isEqualTo(expected.get(range).verdict());
            assertThat(known.reason(range)).isEqualTo(expected.get(range).reason());
        }
        assertThatThrownBy(() -> known.verdict(2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(known.leaveOut(range -> true, "top").ranges())
                .extracting(RangeVerdict::range, RangeVerdict::reason)
                .containsExactly(tuple(new ByteRange(0, 60), "minmax"), tuple(new ByteRange(60, 40), "top"));
    }

    @Test
    public void testUserLeaf() {
        HeapSnapshot snapshot = snapshot(segment("s", List.of(MINMAX_A), "one", new long[] {1}));
        Predicate.Leaf constant = Set::of;
        assertThat(only(snapshot, constant, object("one", RANGE_BYTES)).verdict())
                .as("a leaf without columns is nobody's")
                .isEqualTo(Verdict.MAY_MATCH);
    }
}
