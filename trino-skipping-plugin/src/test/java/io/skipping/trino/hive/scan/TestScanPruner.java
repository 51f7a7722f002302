// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.airlift.slice.Slice;
import io.airlift.units.DataSize;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.filter.ObjectFilter;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.Leftover;
import io.skipping.index.snapshot.ObjectSample;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import io.skipping.index.snapshot.RangeDescription;
import io.skipping.index.snapshot.RowCounts;
import io.skipping.index.snapshot.ScanPlan;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.RangeBounds;
import io.skipping.index.type.RangeRanks;
import io.skipping.index.value.Key;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.ScanTotals;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.read.text.TextEnds;
import io.skipping.trino.core.scan.RowLimit;
import io.skipping.trino.core.scan.ScanCounters;
import io.skipping.trino.core.scan.ScanDemand;
import io.skipping.trino.core.scan.ScanPruner;
import io.skipping.trino.core.value.TrinoKeys;
import io.skipping.trino.hive.format.HiveFormat;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingSplit;
import io.trino.hive.formats.HiveClassNames;
import io.trino.plugin.base.metrics.LongCount;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.Schema;
import io.trino.spi.SplitWeight;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.BigintType;
import io.trino.testing.TestingConnectorSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

public class TestScanPruner {
    private static final ConnectorSession SESSION = TestingConnectorSession.builder()
            .setPropertyMetadata(
                    new SkippingSessionProperties(new SkippingConfig().setMaxMergeDistance(DataSize.ofBytes(0)))
                            .getSessionProperties())
            .build();

    private static final String PROFILE = "profile";
    private static final Schema TEXT = new Schema(
            HiveClassNames.LAZY_SIMPLE_SERDE_CLASS,
            false,
            ImmutableMap.of("file.inputformat", HiveClassNames.TEXT_INPUT_FORMAT_CLASS));

    /** One huge object in many splits, as Hive hands them out: in order, and each batch has some of each object. */
    @Test
    public void testAHugeObjectInManySplits() {
        int size = 100_000 * 100;
        FakeIndex index = new FakeIndex();
        index.objects.put("huge", randomRanges(size, 100_000, new Random(1)));
        index.objects.put("all pruned", List.of(range(0, size, Verdict.CANNOT_MATCH, "minmax")));
        List<HiveSplit> huge = splits("huge", size, 10_000);
        List<HiveSplit> others = ImmutableList.<HiveSplit>builder()
                .addAll(splits("all pruned", size, 700))
                .addAll(splits("unknown", size, 700))
                .build();

        ScanCounters counters = new ScanCounters();
        ScanPruner pruner = pruner(index, counters);
        List<HiveSplit> kept = new ArrayList<>();
        for (int i = 0; i < huge.size(); i++) {
            List<HiveSplit> batch = new ArrayList<>(List.of(huge.get(i)));
            if (i < others.size()) {
                batch.add(others.get(i));
            }
            kept.addAll(prune(pruner, batch));
        }

        assertThat(index.asked)
                .as("times that the index was asked about an object that has many splits")
                .isEqualTo(Map.of("huge", 1, "all pruned", 1, "unknown", 1));
        List<RangeVerdict> ranges = index.objects.get("huge");
        List<RangeVerdict> pruned = ranges.stream()
                .filter(range -> range.verdict() == Verdict.CANNOT_MATCH)
                .toList();
        assertThat(joined(kept.stream()
                        .filter(split -> split.getPath().equals("huge"))
                        .map(split -> new ByteRange(split.getStart(), split.getLength()))
                        .toList()))
                .as("bytes that are read: of exactly those ranges that may match")
                .isEqualTo(joined(ranges.stream()
                        .filter(range -> range.verdict() != Verdict.CANNOT_MATCH)
                        .map(RangeVerdict::range)
                        .toList()));
        assertThat(kept.stream().filter(split -> split.getPath().equals("unknown")))
                .as("what the index does not know is read as it came")
                .isEqualTo(others.subList(700, 1400));
        assertThat(kept).noneMatch(split -> split.getPath().equals("all pruned"));

        ScanTotals totals = counters.totals();
        assertThat(totals.objectsConsidered()).isEqualTo(3);
        assertThat(totals.objectsPruned()).isEqualTo(1);
        assertThat(totals.objectsUnindexed()).isEqualTo(1);
        assertThat(totals.bytesConsidered()).isEqualTo(3L * size);
        assertThat(totals.bytesPruned())
                .isEqualTo(size
                        + pruned.stream()
                                .mapToLong(range -> range.range().length())
                                .sum());
        assertThat(totals.rangesPruned()).isEqualTo(pruned.size() + 1);
        assertThat(counters.toMetrics().getMetrics().get("skipping.bytes.pruned.by.bloom"))
                .isEqualTo(new LongCount(pruned.stream()
                        .filter(range -> range.reason().equals("bloom"))
                        .mapToLong(range -> range.range().length())
                        .sum()));
        assertThat(counters.toMetrics().getMetrics().get("skipping.pruned.by.bloom"))
                .isEqualTo(new LongCount(pruned.stream()
                        .filter(range -> range.reason().equals("bloom"))
                        .count()));
    }

    @Test
    public void testALimitIsNotMetBeforeTheSplitsOfItsRowsCome() {
        FakeIndex index = new FakeIndex();
        index.objects.put(
                "chosen",
                List.of(
                        range(0, 1000, Verdict.MUST_MATCH, ""),
                        range(1000, 1000, Verdict.MUST_MATCH, ""),
                        range(2000, 1000, Verdict.MUST_MATCH, "")));
        ScanPruner pruner = pruner(
                index,
                new ScanCounters(),
                DynamicFilter.EMPTY,
                List.of(),
                Optional.of(new RowLimit(2, Optional.empty())));
        List<HiveSplit> splits = splits("chosen", 3000, 3);

        assertThat(prune(pruner, splits.subList(0, 1))).hasSize(1);
        assertThat(pruner.isComplete())
                .as("two rows are found, and the split of the second one has not come")
                .isFalse();
        assertThat(prune(pruner, splits.subList(1, 2))).hasSize(1);
        assertThat(pruner.isComplete()).isTrue();
        assertThat(prune(pruner, splits.subList(2, 3))).isEmpty();
    }

    /** The rows that a limit relies on are in a split of an object that is overwritten, and listed again, before the split comes. */
    @Test
    public void testALimitKeepsAnObjectWhoseTagChanges() {
        FakeIndex index = new FakeIndex();
        index.objects.put(
                "chosen",
                List.of(range(0, 1000, Verdict.CANNOT_MATCH, "index"), range(1000, 1000, Verdict.MUST_MATCH, "")));
        index.tag = OptionalLong.of(11);
        AtomicLong tag = new AtomicLong(11);
        ScanPruner pruner = pruner(
                index,
                new ScanCounters(),
                DynamicFilter.EMPTY,
                List.of(),
                Optional.of(new RowLimit(1, Optional.empty())),
                () -> OptionalLong.of(tag.get()));
        List<HiveSplit> splits = splits("chosen", 2000, 2);

        assertThat(prune(pruner, splits.subList(0, 1))).isEmpty();
        tag.set(22);
        assertThat(pruner.prune(List.copyOf(splits.subList(1, 2))))
                .singleElement()
                .as("reads what the limit relies on, and notices if it is gone")
                .isInstanceOf(SkippingSplit.class);
        assertThat(pruner.isComplete()).isTrue();
    }

    @Test
    public void testObjectsThatAFilterRejectsAreDropped() {
        FakeIndex index = new FakeIndex();
        index.objects.put("known", List.of(range(0, 1000, Verdict.MAY_MATCH, "")));
        ScanCounters counters = new ScanCounters();
        ScanPruner pruner =
                pruner(index, counters, DynamicFilter.EMPTY, List.of(filter("names", path -> !path.startsWith("old"))));
        assertThat(prune(
                        pruner,
                        ImmutableList.<HiveSplit>builder()
                                .addAll(splits("old", 500, 5))
                                .addAll(splits("known", 1000, 2))
                                .build()))
                .extracting(HiveSplit::getPath)
                .containsExactly("known", "known");
        assertThat(counters.totals().objectsPruned()).isEqualTo(1);
        assertThat(counters.totals().bytesPruned()).isEqualTo(500);
        assertThat(counters.toMetrics().getMetrics())
                .containsEntry("skipping.pruned.by.names", new LongCount(1))
                .containsEntry("skipping.bytes.pruned.by.names", new LongCount(500))
                .containsEntry("skipping.filter.failures", new LongCount(0));
    }

    @Test
    public void testAfterAFilterHasFailedItIsNotAsked() {
        List<String> asked = new ArrayList<>();
        ObjectFilter failing = filter("failing", path -> {
            asked.add(path);
            throw new IllegalStateException("a filter that fails");
        });
        ScanCounters counters = new ScanCounters();
        ScanPruner pruner = pruner(
                new FakeIndex(),
                counters,
                DynamicFilter.EMPTY,
                List.of(failing, filter("good", path -> !path.equals("b"))));
        List<HiveSplit> splits = ImmutableList.<HiveSplit>builder()
                .addAll(splits("a", 10, 1))
                .addAll(splits("b", 10, 1))
                .addAll(splits("c", 10, 1))
                .build();
        assertThat(prune(pruner, splits)).extracting(HiveSplit::getPath).containsExactly("a", "c");
        assertThat(asked).containsExactly("a");
        assertThat(counters.toMetrics().getMetrics()).containsEntry("skipping.filter.failures", new LongCount(1));
    }

    private static ObjectFilter filter(String name, java.util.function.Predicate<String> paths) {
        return new ObjectFilter() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public boolean mayMatch(Predicate predicate, Candidate object) {
                return paths.test(object.version().path());
            }
        };
    }

    /** What was asked before a dynamic filter arrived does not answer for the splits that come after it. */
    @Test
    public void testAnAnswerIsForOnePredicateOnly() {
        FakeIndex index = new FakeIndex();
        index.objects.put("object", List.of(range(0, 1000, Verdict.MAY_MATCH, "")));
        SettableFilter filter = new SettableFilter();
        ScanPruner pruner = pruner(index, new ScanCounters(), filter);
        List<HiveSplit> splits = splits("object", 1000, 2);
        assertThat(prune(pruner, splits.subList(0, 1))).hasSize(1);

        filter.current = TupleDomain.none();
        index.objects.put("object", List.of(range(0, 1000, Verdict.CANNOT_MATCH, "minmax")));
        assertThat(prune(pruner, splits.subList(1, 2)))
                .as("asked again, now that more is demanded")
                .isEmpty();
    }

    /** The ends of ranges are known to lie between header and footer lines; those of splits are not. */
    @Test
    public void testTextWithFooterLinesIsCutBetweenRanges() {
        FakeIndex index = new FakeIndex();
        index.objects.put(
                "object",
                List.of(
                        range(0, 300, Verdict.CANNOT_MATCH, "minmax"),
                        range(300, 300, Verdict.MAY_MATCH, ""),
                        range(600, 400, Verdict.CANNOT_MATCH, "minmax")));
        Schema schema = HiveFormat.withTextEnds(TEXT, new TextEnds(0, 1));
        HiveSplit whole = split("object", 1000, 0, 1000, schema);
        assertThat(prune(pruner(index, new ScanCounters()), List.of(whole)))
                .extracting(HiveSplit::getStart, HiveSplit::getLength)
                .containsExactly(tuple(300L, 300L));
        HiveSplit part = split("object", 1000, 0, 500, schema);
        assertThat(prune(pruner(index, new ScanCounters()), List.of(part))).containsExactly(part);
    }

    private static List<RangeVerdict> randomRanges(int size, int count, Random random) {
        List<Integer> bounds = new ArrayList<>(random.ints(1, size)
                .distinct()
                .limit(count - 1)
                .sorted()
                .boxed()
                .toList());
        bounds.add(size);
        List<RangeVerdict> ranges = new ArrayList<>();
        int start = 0;
        for (int end : bounds) {
            boolean prune = random.nextInt(3) > 0;
            ranges.add(range(
                    start,
                    end - start,
                    prune ? Verdict.CANNOT_MATCH : Verdict.MAY_MATCH,
                    prune ? random.nextBoolean() ? "minmax" : "bloom" : ""));
            start = end;
        }
        return ranges;
    }

    private static RangeVerdict range(long start, long length, Verdict verdict, String reason) {
        return new RangeVerdict(new ByteRange(start, length), 1, verdict, reason);
    }

    private static List<HiveSplit> splits(String path, int size, int count) {
        List<HiveSplit> splits = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long start = (long) size * i / count;
            long end = (long) size * (i + 1) / count;
            splits.add(split(path, size, start, end - start));
        }
        return splits;
    }

    private static HiveSplit split(String path, int size, long start, long length) {
        return split(path, size, start, length, TEXT);
    }

    private static HiveSplit split(String path, int size, long start, long length, Schema schema) {
        return new HiveSplit(
                "",
                path,
                start,
                length,
                size,
                1,
                schema,
                ImmutableList.of(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                false,
                ImmutableMap.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                SplitWeight.standard());
    }

    /** The same bytes in as few ranges as possible. */
    private static List<ByteRange> joined(List<ByteRange> ranges) {
        List<ByteRange> joined = new ArrayList<>();
        for (ByteRange range : ranges) {
            if (!joined.isEmpty() && joined.getLast().end() == range.start()) {
                joined.set(
                        joined.size() - 1,
                        new ByteRange(
                                joined.getLast().start(),
                                range.end() - joined.getLast().start()));
            } else {
                joined.add(range);
            }
        }
        return joined;
    }

    /** Each piece of an object that its reader fetches as a whole would fetch it once more. */
    @Test
    public void testObjectsThatAreFetchedAsAWholeAreReadInOnePiece() {
        FakeIndex index = new FakeIndex();
        index.objects.put(
                "small",
                IntStream.range(0, 7)
                        .mapToObj(
                                i -> range(i * 10, 10, i % 2 == 0 ? Verdict.CANNOT_MATCH : Verdict.MAY_MATCH, "minmax"))
                        .toList());
        List<HiveSplit> whole = List.of(split("small", 70, 0, 70));
        assertThat(pieces(prune(pruner(index, 69), whole)))
                .containsExactly(new ByteRange(10, 10), new ByteRange(30, 10), new ByteRange(50, 10));
        assertThat(pieces(prune(pruner(index, 70), whole))).containsExactly(new ByteRange(10, 50));
    }

    private static List<ByteRange> pieces(List<HiveSplit> splits) {
        return splits.stream()
                .map(split -> new ByteRange(split.getStart(), split.getLength()))
                .toList();
    }

    private static ScanPruner pruner(FakeIndex index, long smallFileBytes) {
        return pruner(
                index,
                new ScanCounters(),
                DynamicFilter.EMPTY,
                List.of(),
                Optional.empty(),
                OptionalLong::empty,
                smallFileBytes);
    }

    private static ScanPruner pruner(FakeIndex index, ScanCounters counters) {
        return pruner(index, counters, DynamicFilter.EMPTY);
    }

    private static ScanPruner pruner(FakeIndex index, ScanCounters counters, DynamicFilter filter) {
        return pruner(index, counters, filter, List.of());
    }

    private static ScanPruner pruner(
            FakeIndex index, ScanCounters counters, DynamicFilter filter, List<ObjectFilter> filters) {
        return pruner(index, counters, filter, filters, Optional.empty());
    }

    private static ScanPruner pruner(
            FakeIndex index,
            ScanCounters counters,
            DynamicFilter filter,
            List<ObjectFilter> filters,
            Optional<RowLimit> limit) {
        return pruner(index, counters, filter, filters, limit, OptionalLong::empty);
    }

    /** @param tag supplies the tag that an object has at the moment */
    private static ScanPruner pruner(
            FakeIndex index,
            ScanCounters counters,
            DynamicFilter filter,
            List<ObjectFilter> filters,
            Optional<RowLimit> limit,
            Supplier<OptionalLong> tag) {
        return pruner(index, counters, filter, filters, limit, tag, 0);
    }

    private static ScanPruner pruner(
            FakeIndex index,
            ScanCounters counters,
            DynamicFilter filter,
            List<ObjectFilter> filters,
            Optional<RowLimit> limit,
            Supplier<OptionalLong> tag,
            long smallFileBytes) {
        ScanDemand demand = new ScanDemand(
                TupleDomain.all(),
                TrinoKeys.predicate(
                        new IndexedColumn("k", ScalarType.BIGINT, "0:bigint"),
                        Domain.singleValue(BigintType.BIGINT, 1L)),
                Set.of(),
                Set.of(),
                limit,
                Optional.empty());
        HiveSplitUnits units = new HiveSplitUnits(
                demand,
                filter,
                split -> new LiveObject(
                        new ObjectVersion(
                                split.getPath(), split.getEstimatedFileSize(), split.getFileModifiedTime(), tag.get()),
                        PROFILE),
                schema -> smallFileBytes,
                SkippingSessionProperties.maxMergeDistance(SESSION));
        return new ScanPruner(
                new SchemaTableName("test", "t"),
                Optional.of(index),
                demand,
                units,
                HiveColumns.HANDLES,
                filters,
                SESSION,
                counters);
    }

    private static List<HiveSplit> prune(ScanPruner pruner, List<HiveSplit> batch) {
        return pruner.prune(List.copyOf(batch)).stream()
                .map(HiveSplit.class::cast)
                .toList();
    }

    /** Knows objects by path, and counts how often it is asked about each. */
    private static final class FakeIndex implements IndexSnapshot {
        private final Map<String, List<RangeVerdict>> objects = new HashMap<>();
        private final Map<String, Integer> asked = new HashMap<>();
        private OptionalLong tag = OptionalLong.empty();

        @Override
        public ScanPlan plan(Predicate predicate) {
            return new ScanPlan() {
                @Override
                public List<ObjectVerdict> lookup(List<LiveObject> objects) {
                    return objects.stream().map(FakeIndex.this::verdict).collect(toImmutableList());
                }

                @Override
                public RowCounts count(java.util.function.Predicate<Slice> paths) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public Leftover left(java.util.function.Predicate<Slice> paths) {
                    throw new UnsupportedOperationException();
                }
            };
        }

        private ObjectVerdict verdict(LiveObject object) {
            String path = object.version().path();
            asked.merge(path, 1, Integer::sum);
            return objects.containsKey(path) && object.version().tag().equals(tag)
                    ? ObjectVerdict.Known.of(objects.get(path))
                    : ObjectVerdict.UNINDEXED;
        }

        @Override
        public String id() {
            return "fake";
        }

        @Override
        public long publishedMillis() {
            return 0;
        }

        @Override
        public List<IndexDefinition> definitions() {
            return ImmutableList.of();
        }

        @Override
        public List<IndexDefinition> deciding(Predicate.Leaf condition) {
            return ImmutableList.of();
        }

        @Override
        public boolean hasSummaries(IndexDefinition definition) {
            return false;
        }

        @Override
        public List<Segment> segments() {
            return ImmutableList.of();
        }

        @Override
        public IndexTypes indexTypes() {
            return new IndexTypes(List.of());
        }

        @Override
        public long objectCount() {
            return objects.size();
        }

        @Override
        public long rangeCount() {
            return objects.values().stream().mapToLong(List::size).sum();
        }

        @Override
        public OptionalLong storedBytes() {
            return OptionalLong.of(0);
        }

        @Override
        public Optional<List<Optional<RangeBounds>>> bounds(LiveObject object, IndexedColumn column) {
            return Optional.empty();
        }

        @Override
        public Optional<List<Optional<RangeRanks>>> ranks(LiveObject object, IndexedColumn column) {
            return Optional.empty();
        }

        @Override
        public Optional<List<Optional<List<Key>>>> values(LiveObject object, IndexedColumn column) {
            return Optional.empty();
        }

        @Override
        public ObjectSample sample(java.util.function.Predicate<Slice> paths, int mostRanges) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void forEachRange(Consumer<RangeDescription> consumer) {
            throw new UnsupportedOperationException();
        }
    }

    /** A dynamic filter that is whatever the test says. */
    private static final class SettableFilter implements DynamicFilter {
        private TupleDomain<ColumnHandle> current = TupleDomain.all();

        @Override
        public Set<ColumnHandle> getColumnsCovered() {
            return Set.of();
        }

        @Override
        public CompletableFuture<?> isBlocked() {
            return NOT_BLOCKED;
        }

        @Override
        public boolean isComplete() {
            return false;
        }

        @Override
        public boolean isAwaitable() {
            return false;
        }

        @Override
        public TupleDomain<ColumnHandle> getCurrentPredicate() {
            return current;
        }
    }
}
