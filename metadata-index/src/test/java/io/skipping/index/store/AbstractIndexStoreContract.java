// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import static io.skipping.index.store.Labels.BY_LABEL;
import static io.skipping.index.store.Labels.COLUMN;
import static io.skipping.index.store.Labels.LABEL;
import static io.skipping.index.store.Labels.add;
import static io.skipping.index.store.Labels.contents;
import static io.skipping.index.store.Labels.number;
import static io.skipping.index.store.Labels.publish;
import static io.skipping.index.store.Labels.text;
import static io.skipping.index.store.Labels.write;
import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.reflect.Reflection;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedColumn;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.LiveObjects;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.LargeSummariesException;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.store.TableIndex.Known;
import io.skipping.index.store.TableIndex.KnownObject;
import io.skipping.index.store.TableIndex.PublishResult;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.SummaryField;
import io.skipping.index.value.KeyColumn;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** What every store of indexes must do. */
public abstract class AbstractIndexStoreContract {
    private static final LabelIndexType NUMBER =
            new LabelIndexType("number", List.of(new SummaryField("number", BIGINT)));
    private static final LabelIndexType EVERY = new LabelIndexType("every", SampleValues.fields());

    protected static final IndexTypes TYPES = new IndexTypes(List.of(LABEL, NUMBER, EVERY));
    private static final IndexDefinition BY_NUMBER =
            new IndexDefinition("number", List.of(COLUMN), Map.of("limit", "10"));
    private static final IndexDefinition BY_EVERY = new IndexDefinition("every", List.of(COLUMN), Map.of());

    private static final String PROFILE = "csv,delimiter=;";
    /** long before any build begins */
    private static final long LONG_AGO = 1_000_000_000_000L;

    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final Duration NOW = Duration.ZERO;
    private static final Duration LONG = Duration.ofDays(1);

    protected IndexedTable table;

    /** A store that has nothing in memory yet, over the same data as every other that this returns. */
    protected abstract IndexStore newStore(IndexTypes types);

    /** The files that indexes are in; of a store that keeps them elsewhere, any. */
    protected FileStore files() {
        return new MemoryFiles();
    }

    protected final IndexAccess access(String user) {
        return new IndexAccess(this::files, Optional.of(new IndexUser(user, Set.of())));
    }

    /** Where tables may be. */
    protected abstract String warehouse();

    @BeforeMethod
    public void newTable() {
        String name = "table_" + TABLES.incrementAndGet();
        table = new IndexedTable("grid", name, warehouse() + "/" + name);
    }

    protected TableIndex newIndex() {
        return newStore(TYPES).open(table, access("reader"));
    }

    @Test
    public void testNoIndexAtFirst() {
        TableIndex index = newIndex();
        assertThat(index.current()).isEmpty();
        assertThat(index.requested()).isEmpty();
        assertThat(index.coverage().covers(object("a"), List.of(BY_LABEL))).isFalse();
        assertThat(index.vacuum(NOW, false).files()).isEmpty();
    }

    @Test
    public void testTheStoreOffersWhatAnIndexNeeds() {
        TableIndex index = newIndex();
        assertThat(index.tryStore().lacks()).isEmpty();
        assertThat(index.vacuum(NOW, true).files()).as("what the trial leaves").isEmpty();
        assertThat(index.current()).isEmpty();
        // not all stores try anything where there is no index
        publish(index, "first", List.of(object("a")));
        assertThat(index.tryStore()).isEqualTo(TableIndex.Trial.of(List.of()));
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents("first", object("a")));
    }

    @Test
    public void testPublishedSummariesComeBack() {
        TableIndex index = newIndex();
        String build = index.beginBuild();
        write(index, build, "first", object("b", 30), object("a", 10));
        assertThat(newIndex().current()).as("not yet published").isEmpty();

        PublishResult result = index.publish(build, List.of(object("a", 10), object("b", 30)));

        assertThat(result.objects()).isEqualTo(2);
        assertThat(result.ranges()).isEqualTo(4);
        assertThat(result.added()).isEqualTo(2);
        assertThat(result.tooYoung()).isZero();
        assertThat(result.dropped()).isZero();
        Map<String, String> expected = contents("first", object("a", 10), object("b", 30));
        assertThat(contents(index.current().orElseThrow())).isEqualTo(expected);
        IndexSnapshot snapshot = newIndex().current().orElseThrow();
        assertThat(contents(snapshot)).isEqualTo(expected);
        assertThat(snapshot.objectCount()).isEqualTo(2);
        assertThat(snapshot.rangeCount()).isEqualTo(4);
        assertThat(snapshot.definitions()).containsExactly(BY_LABEL);
        assertThat(snapshot.storedBytes().orElseThrow()).isPositive();
        assertThat(snapshot.publishedMillis()).isPositive();
        assertThat(index.current().orElseThrow().id()).isEqualTo(result.state());
    }

    /** One field each of every type: values of that type at some ranges, NULL at the others. */
    @Test
    public void testEveryTypeComesBackExactly() {
        TableIndex index = newIndex();
        String build = index.beginBuild();
        List<List<KeyColumn>> rows = SampleValues.rows();
        List<LiveObject> objects = new ArrayList<>();
        Map<String, String> expected = new TreeMap<>();
        try (SegmentSink sink = index.newSegment(build, List.of(BY_EVERY, BY_LABEL))) {
            for (int row = 0; row < rows.size(); row++) {
                LiveObject object = object("row-%03d".formatted(row));
                objects.add(object);
                sink.add(object, new ByteRange(0, 10), row, List.of(rows.get(row), List.of(text("x" + row))));
                expected.put(
                        object.version().path() + "@0+10",
                        row + " rows "
                                + new TreeMap<>(Map.of(
                                        BY_EVERY.name(),
                                        EVERY.describe(rows.get(row), 0),
                                        BY_LABEL.name(),
                                        "<x" + row + ">")));
            }
            sink.finish();
        }
        index.publish(build, objects);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);

        // also when only some objects live on, and when segments are merged
        List<LiveObject> kept = objects.subList(1, objects.size());
        expected.remove(objects.getFirst().version().path() + "@0+10");
        index.publish(index.beginBuild(), kept);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);

        for (int more = 0; more < 12; more++) {
            String next = index.beginBuild();
            LiveObject object = object("more-" + more);
            kept = new ArrayList<>(kept);
            kept.add(object);
            try (SegmentSink sink = index.newSegment(next, List.of(BY_LABEL, BY_EVERY))) {
                sink.add(object, new ByteRange(0, 10), more, List.of(List.of(text("y")), rows.getLast()));
                sink.finish();
            }
            expected.put(
                    object.version().path() + "@0+10",
                    more + " rows "
                            + new TreeMap<>(Map.of(
                                    BY_EVERY.name(), EVERY.describe(rows.getLast(), 0), BY_LABEL.name(), "<y>")));
            index.publish(next, kept);
        }
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
    }

    @Test
    public void testNextBuildAddsReplacesAndDrops() {
        TableIndex index = newIndex();
        publish(index, "first", List.of(object("kept"), object("changed"), object("gone")));

        LiveObject changed = new LiveObject(new ObjectVersion(path("changed"), 20, LONG_AGO + 1), PROFILE);
        String build = index.beginBuild();
        write(index, build, "second", changed, object("new"));
        PublishResult result =
                index.publish(build, List.of(object("kept"), changed, object("new"), object("unindexed")));

        Map<String, String> expected = new TreeMap<>(contents("first", object("kept")));
        expected.putAll(contents("second", changed, object("new")));
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
        assertThat(result.objects()).isEqualTo(3);
        assertThat(result.added()).as("changed and new").isEqualTo(2);
        assertThat(result.dropped()).as("gone").isEqualTo(1);
        assertThat(verdicts(
                        newIndex().current().orElseThrow(),
                        object("kept"),
                        object("changed"),
                        object("gone"),
                        object("unindexed")))
                .containsExactly("known", "stale", "unindexed", "unindexed");
    }

    @Test
    public void testEverythingMayGo() {
        TableIndex index = newIndex();
        publish(index, "first", List.of(object("a"), object("b")));
        PublishResult result = index.publish(index.beginBuild(), List.of());
        assertThat(result.dropped()).isEqualTo(2);
        assertThat(newIndex().current().orElseThrow().objectCount()).isZero();
    }

    @Test
    public void testNothingNewPublishesNothing() {
        TableIndex index = newIndex();
        String before = publish(index, "first", List.of(object("a"))).state();
        PublishResult result = index.publish(index.beginBuild(), List.of(object("a")));
        assertThat(result.state()).isEqualTo(before);
        assertThat(result.added()).isZero();
    }

    @Test
    public void testIncompleteObjectsAreLeftOut() {
        TableIndex index = newIndex();
        String build = index.beginBuild();
        LiveObject tailMissing = object("tail-missing", 30);
        LiveObject headMissing = object("head-missing", 30);
        LiveObject gap = object("gap", 30);
        LiveObject overlap = object("overlap", 30);
        LiveObject complete = object("complete", 30);
        try (SegmentSink sink = index.newSegment(build, List.of(BY_LABEL))) {
            add(sink, "first", tailMissing, 0, 10);
            add(sink, "first", tailMissing, 10, 10);
            add(sink, "first", headMissing, 10, 20);
            add(sink, "first", gap, 0, 10);
            add(sink, "first", gap, 20, 10);
            add(sink, "first", overlap, 0, 20);
            add(sink, "first", overlap, 10, 20);
            add(sink, "first", complete, 20, 10);
            add(sink, "first", complete, 0, 10);
            add(sink, "first", complete, 10, 10);
            sink.finish();
        }
        List<LiveObject> all = List.of(tailMissing, headMissing, gap, overlap, complete);
        assertThat(all.stream().filter(object -> index.coverage().covers(object, List.of(BY_LABEL))))
                .containsExactly(complete);
        index.publish(build, all);
        IndexSnapshot snapshot = newIndex().current().orElseThrow();
        assertThat(contents(snapshot)).isEqualTo(contents("first", complete));
        assertThat(verdicts(snapshot, all.toArray(LiveObject[]::new)))
                .containsExactly("unindexed", "unindexed", "unindexed", "unindexed", "known");
    }

    @Test
    public void testObjectSpreadOverWriters() {
        TableIndex index = newIndex();
        String build = index.beginBuild();
        LiveObject large = object("large", 40);
        LiveObject huge = object("huge", 50);
        // ranges in no order, one of them twice, as when a worker was given up for dead
        for (int[] part : new int[][] {{30}, {0, 10}, {20, 10}}) {
            try (SegmentSink sink = index.newSegment(build, List.of(BY_LABEL))) {
                for (int start : part) {
                    add(sink, "first", large, start, 10);
                    add(sink, "first", huge, start, 10);
                }
                add(sink, "first", object("small-" + part.length + "-" + part[0]), 0, 10);
                sink.finish();
            }
        }
        try (SegmentSink sink = index.newSegment(build, List.of(BY_LABEL))) {
            add(sink, "first", huge, 40, 10);
            sink.finish();
        }
        List<LiveObject> live = List.of(large, huge, object("small-1-30"), object("small-2-0"), object("small-2-20"));
        assertThat(index.coverage().covers(huge, List.of(BY_LABEL))).isTrue();
        PublishResult result = index.publish(build, live);
        assertThat(result.objects()).isEqualTo(5);
        assertThat(result.ranges()).isEqualTo(12);
        IndexSnapshot snapshot = newIndex().current().orElseThrow();
        assertThat(contents(snapshot)).isEqualTo(contents("first", live.toArray(LiveObject[]::new)));
        assertThat(verdicts(snapshot, large, huge)).containsExactly("known", "known");

        // and they stay together
        publish(index, "second", List.of(object("new")), List.of(large, huge, object("new")));
        assertThat(verdicts(newIndex().current().orElseThrow(), large, huge, object("new")))
                .containsExactly("known", "known", "known");
    }

    /** Partitions may share a folder, so that a listing has its objects once for each of them. */
    @Test
    public void testObjectsThatAreListedTwice() {
        TableIndex index = newIndex();
        String build = index.beginBuild();
        LiveObject spread = object("spread", 20);
        // each listed object is summarised
        for (int partition = 0; partition < 2; partition++) {
            write(index, build, "first", object("whole", 20));
            for (int start : new int[] {0, 10}) {
                try (SegmentSink sink = index.newSegment(build, List.of(BY_LABEL))) {
                    add(sink, "first", spread, start, 10);
                    sink.finish();
                }
            }
        }
        List<LiveObject> live = List.of(object("whole", 20), spread, object("whole", 20), spread);
        PublishResult result = index.publish(build, live);
        assertThat(result.objects()).isEqualTo(2);
        assertThat(result.ranges()).isEqualTo(4);
        assertThat(contents(newIndex().current().orElseThrow()))
                .isEqualTo(contents("first", object("whole", 20), spread));
        assertThat(newIndex().coverage().covers(spread, List.of(BY_LABEL))).isTrue();

        PublishResult next = index.publish(index.beginBuild(), live);
        assertThat(next.added()).isZero();
        assertThat(next.dropped()).isZero();
    }

    @Test
    public void testPartsOfDifferentBuildsDoNotMakeAWhole() {
        TableIndex index = newIndex();
        String one = index.beginBuild();
        String two = index.beginBuild();
        LiveObject large = object("large", 20);
        try (SegmentSink sink = index.newSegment(one, List.of(BY_LABEL))) {
            add(sink, "first", large, 0, 10);
            sink.finish();
        }
        try (SegmentSink sink = index.newSegment(two, List.of(BY_LABEL))) {
            add(sink, "first", large, 10, 10);
            sink.finish();
        }
        assertThat(index.publish(two, List.of(large)).objects()).isZero();
    }

    @Test
    public void testYoungObjectsWaitForTheNextBuild() throws InterruptedException {
        TableIndex index = newIndex();
        String build = index.beginBuild();
        // young by a margin, also where a store tells time by whole seconds, and old soon
        LiveObject young =
                new LiveObject(new ObjectVersion(path("young"), 10, System.currentTimeMillis() - 1_500), PROFILE);
        LiveObject future =
                new LiveObject(new ObjectVersion(path("future"), 10, System.currentTimeMillis() + 3_600_000), PROFILE);
        List<LiveObject> live = List.of(object("old"), young, future);
        write(index, build, "first", live.toArray(LiveObject[]::new));
        assertThat(index.coverage().covers(young, List.of(BY_LABEL))).isFalse();

        PublishResult result = index.publish(build, live);
        assertThat(result.tooYoung()).isEqualTo(2);
        assertThat(result.objects()).isEqualTo(1);
        assertThat(verdicts(newIndex().current().orElseThrow(), live.toArray(LiveObject[]::new)))
                .containsExactly("known", "unindexed", "unindexed");

        // a store may tell time by whole seconds
        Thread.sleep(1_800);
        PublishResult next = publish(index, "second", List.of(young), live);
        assertThat(next.tooYoung()).isZero();
        assertThat(verdicts(newIndex().current().orElseThrow(), live.toArray(LiveObject[]::new)))
                .containsExactly("known", "known", "unindexed");
    }

    @Test
    public void testOtherVersionAndOtherProfileAreStale() {
        TableIndex index = newIndex();
        publish(index, "first", List.of(object("a")));
        LiveObject larger = new LiveObject(new ObjectVersion(path("a"), 11, LONG_AGO), PROFILE);
        LiveObject later = new LiveObject(new ObjectVersion(path("a"), 10, LONG_AGO + 1), PROFILE);
        LiveObject readOtherwise = new LiveObject(object("a").version(), "csv,delimiter=,");
        assertThat(verdicts(newIndex().current().orElseThrow(), larger, later, readOtherwise, object("a")))
                .containsExactly("stale", "stale", "stale", "known");
        assertThat(List.of(larger, later, readOtherwise, object("a")).stream()
                        .filter(object -> newIndex().coverage().covers(object, List.of(BY_LABEL))))
                .containsExactly(object("a"));
    }

    /** Shows that tags tell versions of one size and time apart. Where one of the two says nothing of its content, size and time decide. */
    @Test
    public void testTagsTellVersionsApart() {
        TableIndex index = newIndex();
        LiveObject tagged = tagged("a", "first");
        publish(index, "first", List.of(tagged, object("untold")));
        assertThat(verdicts(
                        newIndex().current().orElseThrow(),
                        tagged,
                        tagged("a", "second"),
                        object("a"),
                        tagged("untold", "any"),
                        object("untold")))
                .containsExactly("known", "stale", "known", "known", "known");
        assertThat(newIndex().coverage().covers(tagged("a", "second"), List.of(BY_LABEL)))
                .isFalse();

        // it replaces the other one, and its tag is kept when segments are merged
        LiveObject second = tagged("a", "second");
        List<LiveObject> live = new ArrayList<>(List.of(second, object("untold")));
        PublishResult result = publish(index, "second", List.of(second), live);
        assertThat(result.objects()).isEqualTo(2);
        for (int more = 0; more < 12; more++) {
            live.add(object("more-" + more));
            publish(index, "more", List.of(live.getLast()), live);
        }
        assertThat(verdicts(newIndex().current().orElseThrow(), second, tagged, object("untold")))
                .containsExactly("known", "stale", "known");
        assertThat(newIndex().coverage().covers(second, List.of(BY_LABEL))).isTrue();
    }

    private LiveObject tagged(String name, String etag) {
        return new LiveObject(
                new ObjectVersion(path(name), 10, LONG_AGO, OptionalLong.of(ObjectVersion.tag(etag))), PROFILE);
    }

    /**
     * Waits until a file that is written now is younger than those that were written before: a disk stamps files with a
     * clock that may move on every few milliseconds only, and object stores tell whole seconds.
     */
    private void awaitStoreClock() {
        FileStore files = files();
        long before = modifiedMillisOfWrite(files);
        while (modifiedMillisOfWrite(files) <= before) {
            Thread.onSpinWait();
        }
    }

    private long modifiedMillisOfWrite(FileStore files) {
        FileLocation folder = new FileLocation(warehouse() + "/clock/" + table.table());
        // no store need replace a file
        files.deleteFolder(folder.asFolder());
        files.write(folder.resolve("stamp"), ByteBuffer.wrap(new byte[1]));
        return files.list(folder.asFolder()).get(0).lastModified().toEpochMilli();
    }

    @Test
    public void testLeftoversOfADeadBuildAreAdopted() {
        TableIndex dead = newIndex();
        String deadBuild = dead.beginBuild();
        write(dead, deadBuild, "dead", object("a"), object("b"));

        TableIndex index = newIndex();
        assertThat(index.coverage().covers(object("a"), List.of(BY_LABEL))).isTrue();
        // of two builds whose markers have the same time, either may count as the newer one
        awaitStoreClock();
        String build = index.beginBuild();
        write(index, build, "alive", object("b"), object("c"));
        index.publish(build, List.of(object("a"), object("b"), object("c")));

        Map<String, String> expected = new TreeMap<>(contents("dead", object("a")));
        expected.putAll(contents("alive", object("b"), object("c")));
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);

        // the leftovers are still there; they undo nothing
        publish(index, "later", List.of(object("d")), List.of(object("a"), object("b"), object("c"), object("d")));
        expected.putAll(contents("later", object("d")));
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
    }

    @Test
    public void testUnfinishedSegmentLeavesNothing() {
        TableIndex index = newIndex();
        String build = index.beginBuild();
        try (SegmentSink sink = index.newSegment(build, List.of(BY_LABEL))) {
            add(sink, "first", object("a"), 0, 10);
        }
        try (SegmentSink empty = index.newSegment(build, List.of(BY_LABEL))) {
            assertThat(empty.finish()).isZero();
        }
        assertThat(index.coverage().covers(object("a"), List.of(BY_LABEL))).isFalse();
        assertThat(index.publish(build, List.of(object("a"))).objects()).isZero();
    }

    @Test
    public void testCoverageAsksForEveryDefinition() {
        TableIndex index = newIndex();
        publish(index, "first", List.of(object("a")));
        assertThat(index.coverage().covers(object("a"), List.of(BY_LABEL))).isTrue();
        assertThat(index.coverage().covers(object("a"), List.of(BY_LABEL, BY_NUMBER)))
                .isFalse();
        IndexDefinition otherOrigin =
                new IndexDefinition("label", List.of(new IndexedColumn("city", VARCHAR, "1:string")), Map.of());
        assertThat(index.coverage().covers(object("a"), List.of(otherOrigin))).isFalse();

        String build = index.beginBuild();
        try (SegmentSink sink = index.newSegment(build, List.of(BY_NUMBER, BY_LABEL))) {
            sink.add(object("a"), new ByteRange(0, 10), 7, List.of(List.of(number(5)), List.of(text("second"))));
            sink.finish();
        }
        index.publish(build, List.of(object("a")));
        assertThat(index.coverage().covers(object("a"), List.of(BY_LABEL, BY_NUMBER)))
                .isTrue();
        assertThat(contents(newIndex().current().orElseThrow()))
                .isEqualTo(Map.of(path("a") + "@0+10", "7 rows {label(city)=<second>, number(city)=<5>}"));
    }

    @Test
    public void testEqualNamesDoNotMix() {
        TableIndex index = newIndex();
        IndexDefinition upper =
                new IndexDefinition("label", List.of(new IndexedColumn("CITY", VARCHAR, "2")), Map.of());
        IndexDefinition odd = new IndexDefinition(
                "label", List.of(new IndexedColumn("a.\"b\"/ü \n", VARCHAR, "1")), Map.of("o", "p"));
        IndexDefinition other = new IndexDefinition("label", List.of(COLUMN), Map.of("o", "q"));
        String build = index.beginBuild();
        try (SegmentSink sink = index.newSegment(build, List.of(BY_LABEL, upper, odd, other))) {
            sink.add(
                    object("a"),
                    new ByteRange(0, 10),
                    7,
                    List.of(List.of(text("1")), List.of(text("2")), List.of(text("3")), List.of(text("4"))));
            sink.finish();
        }
        index.publish(build, List.of(object("a")));
        List<Map<IndexDefinition, String>> found = new ArrayList<>();
        newIndex().current().orElseThrow().forEachRange(range -> found.add(range.summaries()));
        assertThat(found).containsExactly(Map.of(BY_LABEL, "<1>", upper, "<2>", odd, "<3>", other, "<4>"));
    }

    @Test
    public void testTypeThatIsNotInstalledIsNotUsed() {
        TableIndex index = newIndex();
        publish(index, "first", List.of(object("a")));
        IndexTypes others = new IndexTypes(List.of(NUMBER));
        IndexSnapshot snapshot =
                newStore(others).open(table, access("u")).current().orElseThrow();
        assertThat(contents(snapshot)).isEqualTo(Map.of(path("a") + "@0+10", "1 rows {}"));
        IndexTypes changed =
                new IndexTypes(List.of(new LabelIndexType("label", List.of(new SummaryField("label", BIGINT)))));
        snapshot = newStore(changed).open(table, access("u")).current().orElseThrow();
        assertThat(contents(snapshot)).isEqualTo(Map.of(path("a") + "@0+10", "1 rows {}"));
    }

    /** Summaries of another version stay what they are, are read by whoever understands them, and by nobody else. */
    @Test
    public void testVersionsOfSummaries() {
        IndexTypes first = label(1, 1);
        IndexTypes second = label(2, 2);
        IndexTypes both = label(2, 1, 2);
        List<LiveObject> old = List.of(object("a"), object("b"));
        publish(newStore(first).open(table, access("u")), "first", old);
        String unread = "1 rows {}";
        String firstLabel = "1 rows {label(city)=<first0>}";
        String secondLabel = "1 rows {label(city)=v2<second0>}";

        TableIndex index = newStore(second).open(table, access("u"));
        assertThat(contents(index.current().orElseThrow())).isEqualTo(perObject(unread, old));
        assertThat(index.current().orElseThrow().definitions()).isEmpty();
        assertThat(index.coverage().covers(object("a"), List.of(BY_LABEL)))
                .as("it is to be summarised anew")
                .isFalse();
        TableIndex reading = newStore(both).open(table, access("u"));
        assertThat(contents(reading.current().orElseThrow())).isEqualTo(perObject(firstLabel, old));
        assertThat(reading.coverage().covers(object("a"), List.of(BY_LABEL))).isTrue();

        // so many segments of each that they are merged, though not with the other version's
        List<LiveObject> live = new ArrayList<>(old);
        Map<String, String> expected = new TreeMap<>(perObject(firstLabel, old));
        for (int more = 0; more < 12; more++) {
            live.add(object("first-" + more));
            publish(newStore(first).open(table, access("u")), "first", List.of(live.getLast()), live);
            expected.putAll(perObject(firstLabel, List.of(live.getLast())));
            live.add(object("second-" + more));
            publish(newStore(both).open(table, access("u")), "second", List.of(live.getLast()), live);
            expected.putAll(perObject(secondLabel, List.of(live.getLast())));
        }
        IndexSnapshot snapshot =
                newStore(both).open(table, access("u")).current().orElseThrow();
        assertThat(contents(snapshot)).isEqualTo(expected);
        assertThat(snapshot.segments().stream()
                        .map(segment -> segment.version(BY_LABEL))
                        .distinct())
                .containsExactlyInAnyOrder(1, 2);
        expected.replaceAll((range, label) -> label.equals(firstLabel) ? firstLabel : unread);
        assertThat(contents(newStore(first).open(table, access("u")).current().orElseThrow()))
                .as("by a release that knows the first only")
                .isEqualTo(expected);
    }

    /** Checks that what is written anew has the version of the installed type. */
    @Test
    public void testSummariesOfAnotherVersionAreNotCopied() {
        IndexTypes both = label(2, 1, 2);
        List<LiveObject> live = List.of(object("a"));
        publish(newStore(label(1, 1)).open(table, access("u")), "first", live);
        TableIndex from = newStore(both).open(table, access("u"));
        assertThat(from.current().orElseThrow().definitions()).containsExactly(BY_LABEL);
        TableIndex to = newStore(both).open(new IndexedTable("copies", table.table(), table.location()), access("u"));
        String build = to.beginBuild();
        IndexCopy.write(from.current().orElseThrow(), to, build, both);
        to.publish(build, live);
        assertThat(to.current().orElseThrow().definitions()).isEmpty();
    }

    @Test
    public void testWhatTheTargetHasIsNotCopied() {
        List<LiveObject> live = List.of(object("a"), object("b"), object("c"));
        TableIndex from = newIndex();
        publish(from, "first", live);
        TableIndex to = newStore(TYPES).open(new IndexedTable("copies", table.table(), table.location()), access("u"));
        publish(to, "second", List.of(object("b")));
        String build = to.beginBuild();
        IndexCopy.write(from.current().orElseThrow(), to, build, TYPES);
        to.publish(build, live);
        Map<String, String> expected = new TreeMap<>(contents("first", object("a"), object("c")));
        expected.putAll(contents("second", object("b")));
        assertThat(contents(to.current().orElseThrow())).isEqualTo(expected);
    }

    /** Copies summaries in parts that fit into memory, and an object whose summaries do not as a whole. */
    @Test
    public void testLargeSummariesAreCopiedInParts() {
        LiveObject large = object("large", 200);
        List<LiveObject> live = new ArrayList<>(List.of(object("a"), large));
        for (int number = 0; number < 40; number++) {
            live.add(object("small-" + number, 10));
        }
        TableIndex from = newIndex();
        publish(from, "first", live);
        List<Integer> asked = new ArrayList<>();
        List<Segment> limited = from.current().orElseThrow().segments().stream()
                .map(whole -> Reflection.newProxy(Segment.class, (_, called, arguments) -> {
                    if (called.getName().equals("summaries") && called.getParameterCount() == 3) {
                        int ranges = ((int[]) arguments[1]).length;
                        if (ranges > 7 && (long) arguments[2] < Long.MAX_VALUE) {
                            throw new LargeSummariesException("test", 7);
                        }
                        asked.add(ranges);
                    }
                    return called.invoke(whole, arguments);
                }))
                .toList();
        IndexSnapshot snapshot = Reflection.newProxy(IndexSnapshot.class, (_, called, _) -> {
            assertThat(called.getName()).isEqualTo("segments");
            return limited;
        });
        TableIndex to = newStore(TYPES).open(new IndexedTable("copies", table.table(), table.location()), access("u"));
        String build = to.beginBuild();
        IndexCopy.write(snapshot, to, build, TYPES);
        to.publish(build, live);
        assertThat(contents(to.current().orElseThrow())).isEqualTo(contents("first", live.toArray(LiveObject[]::new)));
        assertThat(asked).contains(20).filteredOn(ranges -> ranges > 7).hasSize(1);
    }

    @Test
    public void testKnownSnapshots() {
        TableIndex index = newIndex();
        assertThat(index.known()).as("no state").isEmpty();
        publish(index, "first", List.of(object("a", 30)));
        assertThat(newIndex().known()).as("a table without snapshots").isEmpty();

        String build = index.beginBuild();
        write(index, build, "first", object("b", 10));
        index.publish(build, new LiveObjects(List.of(object("a", 30), object("b", 10)), Set.of(7L, -3L)));
        Known known = newIndex().known().orElseThrow();
        assertThat(known.snapshots()).containsExactlyInAnyOrder(7L, -3L);
        assertThat(known.objects())
                .containsExactlyInAnyOrder(new KnownObject(object("a", 30), 3), new KnownObject(object("b", 10), 1));
        index.request(_ -> List.of(BY_LABEL));
        assertThat(newIndex().known()).as("after a request").contains(known);

        index.publish(
                index.beginBuild(), new LiveObjects(List.of(object("a", 30), object("b", 10)), Set.of(7L, -3L, 9L)));
        assertThat(newIndex().known().orElseThrow().snapshots())
                .as("a new snapshot without a new object")
                .containsExactlyInAnyOrder(7L, -3L, 9L);
        index.publish(index.beginBuild(), new LiveObjects(List.of(object("b", 10), object("c")), Set.of(11L)));
        assertThat(newIndex().known()).as("c has no summaries").isEmpty();
    }

    @Test
    public void testStateOfASnapshotIsRemembered() {
        IndexStore store = newStore(TYPES);
        IndexAccess reader = access("reader");
        TableIndex builder = newIndex();
        String build = builder.beginBuild();
        write(builder, build, "first", object("a"));
        builder.publish(build, new LiveObjects(List.of(object("a")), Set.of(7L)));
        assertThat(store.open(table, reader).remembered(7, LONG))
                .as("never seen")
                .isEmpty();
        IndexSnapshot first = store.open(table, reader).current().orElseThrow();
        assertThat(store.open(table, reader).remembered(7, LONG)).contains(first);
        assertThat(store.open(table, reader).remembered(7, Duration.ofSeconds(-1)))
                .as("too long ago")
                .isEmpty();
        assertThat(store.open(table, reader).remembered(8, LONG))
                .as("it may not have all of its objects")
                .isEmpty();
        assertThat(store.open(table, access("stranger")).remembered(7, LONG))
                .as("the store was not asked whether this user may see it")
                .isEmpty();

        TableIndex here = store.open(table, access("builder"));
        build = here.beginBuild();
        write(here, build, "second", object("b"));
        here.publish(build, new LiveObjects(List.of(object("a"), object("b")), Set.of(7L, 8L)));
        for (long snapshot : List.of(7L, 8L)) {
            assertThat(store.open(table, reader)
                            .remembered(snapshot, LONG)
                            .orElseThrow()
                            .objectCount())
                    .as("published by the same server")
                    .isEqualTo(2);
        }
        here.discard();
        assertThat(store.open(table, reader).remembered(7, LONG)).isEmpty();
    }

    /** Each state has all objects of the snapshots that it names, whoever comes last. */
    @Test
    public void testKnownSnapshotsOfTwoBuilders() {
        String slow = newIndex().beginBuild();
        write(newIndex(), slow, "first", object("a", 10));
        String fast = newIndex().beginBuild();
        write(newIndex(), fast, "second", object("b", 10));
        newIndex().publish(fast, new LiveObjects(List.of(object("a", 10), object("b", 10)), Set.of(1L, 2L)));
        assertThat(newIndex().known().orElseThrow().snapshots())
                .as("what the other builder has written counts")
                .containsExactlyInAnyOrder(1L, 2L);
        newIndex().publish(slow, new LiveObjects(List.of(object("a", 10)), Set.of(1L)));
        Known known = newIndex().known().orElseThrow();
        assertThat(known.snapshots()).containsExactly(1L);
        assertThat(known.objects()).containsExactly(new KnownObject(object("a", 10), 1));
    }

    /** A listing takes time: what is written and published meanwhile must stay in the index. */
    @Test
    public void testObjectIsPublishedWhileAnotherBuilderLists() {
        publish(newIndex(), "first", List.of(object("a"), object("changed", 10)));
        LiveObject changed = object("changed", 20);
        List<LiveObject> before = List.of(object("a"), object("b"), object("changed", 10));
        List<LiveObject> after = List.of(object("a"), object("b"), changed, object("late"));
        String slow = newIndex().beginBuild();
        write(newIndex(), slow, "first", object("b"));
        AtomicInteger listings = new AtomicInteger();
        PublishResult result = newIndex().publish(slow, () -> {
            if (listings.getAndIncrement() > 0) {
                return LiveObjects.of(after);
            }
            publish(newIndex(), "first", List.of(changed, object("late")), after);
            return LiveObjects.of(before);
        });
        assertThat(listings).hasValue(2);
        assertThat(result.objects()).isEqualTo(4);
        assertThat(result.dropped()).isZero();
        assertThat(contents(newIndex().current().orElseThrow()))
                .isEqualTo(contents("first", after.toArray(LiveObject[]::new)));
    }

    @Test
    public void testTableIsListedOnceIfNothingNewIsPublished() {
        publish(newIndex(), "first", List.of(object("a"), object("gone")));
        String build = newIndex().beginBuild();
        AtomicInteger listings = new AtomicInteger();
        PublishResult result = newIndex().publish(build, () -> {
            listings.incrementAndGet();
            return LiveObjects.of(List.of(object("a")));
        });
        assertThat(result.dropped()).isEqualTo(1);
        assertThat(listings).as("nobody else has published").hasValue(1);

        String next = newIndex().beginBuild();
        newIndex().publish(next, () -> {
            listings.incrementAndGet();
            newIndex().request(_ -> List.of(BY_LABEL));
            return LiveObjects.of(List.of(object("a")));
        });
        assertThat(listings).as("the other state has no other objects").hasValue(2);
        assertThat(newIndex().requested()).containsExactly(BY_LABEL);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents("first", object("a")));
    }

    private static IndexTypes label(int version, Integer... read) {
        return new IndexTypes(List.of(new LabelIndexType("label", LABEL.labels(), version, Set.of(read))));
    }

    private static Map<String, String> perObject(String content, List<LiveObject> objects) {
        Map<String, String> contents = new TreeMap<>();
        objects.forEach(object -> contents.put(object.version().path() + "@0+10", content));
        return contents;
    }

    @Test
    public void testManySmallSegments() {
        TableIndex index = newIndex();
        String build = index.beginBuild();
        List<LiveObject> live = new ArrayList<>();
        for (int segment = 0; segment < 40; segment++) {
            LiveObject[] objects = IntStream.range(segment * 5, segment * 5 + 5)
                    .mapToObj(number -> object("o-%03d".formatted(number), 20))
                    .toArray(LiveObject[]::new);
            live.addAll(List.of(objects));
            write(index, build, "first", objects);
        }
        index.publish(build, live);
        assertThat(contents(newIndex().current().orElseThrow()))
                .isEqualTo(contents("first", live.toArray(LiveObject[]::new)));
    }

    @Test
    public void testConcurrentPublishersLoseNothing() throws Exception {
        int builders = 16;
        List<LiveObject> live = IntStream.range(0, builders)
                .mapToObj(number -> object("o-" + number))
                .toList();
        inParallel(IntStream.range(0, builders)
                .<Callable<PublishResult>>mapToObj(number -> () -> {
                    TableIndex index = newIndex();
                    String build = index.beginBuild();
                    write(index, build, "first", object("o-" + number));
                    return index.publish(build, live);
                })
                .toList());
        assertThat(contents(newIndex().current().orElseThrow()))
                .isEqualTo(contents("first", live.toArray(LiveObject[]::new)));
    }

    @Test
    public void testConcurrentRequestsLoseNothing() throws Exception {
        int users = 16;
        publish(newIndex(), "first", List.of(object("a")));
        inParallel(IntStream.range(0, users)
                .<Callable<Void>>mapToObj(number -> () -> {
                    newIndex().request(before -> {
                        List<IndexDefinition> after = new ArrayList<>(before);
                        after.add(new IndexDefinition("label", List.of(COLUMN), Map.of("user", "" + number)));
                        return after;
                    });
                    return null;
                })
                .toList());
        assertThat(newIndex().requested()).hasSize(users).doesNotHaveDuplicates();
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents("first", object("a")));
    }

    @Test
    public void testRequestsSurviveBuilds() {
        TableIndex index = newIndex();
        index.request(_ -> List.of(BY_LABEL, BY_NUMBER));
        assertThat(newIndex().requested()).containsExactly(BY_LABEL, BY_NUMBER);
        publish(index, "first", List.of(object("a")));
        assertThat(newIndex().requested()).containsExactly(BY_LABEL, BY_NUMBER);
        index.request(before -> before.subList(1, 2));
        assertThat(newIndex().requested()).containsExactly(BY_NUMBER);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents("first", object("a")));
    }

    @Test
    public void testIndexesAreChosenUntilThatIsTurnedOff() {
        TableIndex index = newIndex();
        assertThat(index.isAutomatic()).as("without an index").isTrue();
        index.request(_ -> List.of(BY_LABEL));
        assertThat(newIndex().isAutomatic())
                .as("beside an index that was asked for")
                .isTrue();
        index.setAutomatic(false);
        assertThat(newIndex().isAutomatic()).isFalse();
        assertThat(newIndex().requested()).containsExactly(BY_LABEL);
        publish(index, "first", List.of(object("a")));
        index.request(_ -> List.of());
        assertThat(newIndex().isAutomatic())
                .as("after a build, with nothing asked for")
                .isFalse();
        index.setAutomatic(true);
        assertThat(newIndex().isAutomatic()).isTrue();
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents("first", object("a")));
    }

    @Test
    public void testPinnedStateIsNotDisturbed() {
        publish(newIndex(), "first", List.of(object("a"), object("b")));
        IndexSnapshot pinned = newIndex().current().orElseThrow();

        TableIndex index = newIndex();
        String build = index.beginBuild();
        LiveObject changed = new LiveObject(new ObjectVersion(path("a"), 10, LONG_AGO + 1), PROFILE);
        write(index, build, "second", changed);
        index.publish(build, List.of(changed));
        index.vacuum(NOW, false);

        assertThat(contents(pinned)).isEqualTo(contents("first", object("a"), object("b")));
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents("second", changed));
    }

    @Test
    public void testWhatAUserSawIsRemembered() {
        IndexStore store = newStore(TYPES);
        IndexAccess reader = access("reader");
        publish(newIndex(), "first", List.of(object("a")));
        assertThat(store.open(table, reader).remembered()).as("never seen").isEmpty();
        IndexSnapshot first = store.open(table, reader).current().orElseThrow();
        assertThat(store.open(table, reader).remembered()).contains(first);
        assertThat(store.open(table, access("stranger")).remembered())
                .as("the store was not asked whether this user may see it")
                .isEmpty();
        assertThat(store.open(
                                table,
                                new IndexAccess(this::files, Optional.of(new IndexUser("reader", Set.of("others")))))
                        .remembered())
                .isEmpty();

        IndexAccess withCredentials = new IndexAccess(this::files, Optional.empty());
        assertThat(store.open(table, withCredentials).current()).contains(first);
        assertThat(store.open(table, withCredentials).remembered())
                .as("who brings credentials may bring others next time")
                .isEmpty();

        publish(newIndex(), "second", List.of(object("a"), object("b")));
        assertThat(store.open(table, reader).remembered())
                .as("published elsewhere, and not seen yet")
                .contains(first);
        IndexSnapshot second = store.open(table, reader).current().orElseThrow();
        assertThat(second.objectCount()).isEqualTo(2);
        assertThat(store.open(table, reader).remembered()).contains(second);

        publish(store.open(table, access("builder")), "third", List.of(object("c")));
        assertThat(contents(store.open(table, reader).remembered().orElseThrow()))
                .as("published by the same server")
                .isEqualTo(contents("third", object("c")));
    }

    @Test
    public void testVacuumKeepsWhatIsNeeded() throws InterruptedException {
        TableIndex index = newIndex();
        publish(index, "first", List.of(object("a")));
        String build = index.beginBuild();
        write(index, build, "second", object("b"));
        assertThat(index.vacuum(LONG, false).files()).as("all is young").isEmpty();
        assertThat(index.coverage().covers(object("b"), List.of(BY_LABEL))).isTrue();
        index.publish(build, List.of(object("b")));
        Thread.sleep(1_100);

        TableIndex.VacuumResult dry = index.vacuum(NOW, true);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents("second", object("b")));
        TableIndex.VacuumResult real = index.vacuum(NOW, false);
        assertThat(real).isEqualTo(dry);
        assertThat(real.files()).isNotEmpty();
        assertThat(real.bytes()).isPositive();
        assertThat(index.vacuum(NOW, false).files()).isEmpty();
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents("second", object("b")));
    }

    @Test
    public void testVacuumKeepsABuildThatTakesLonger() throws InterruptedException {
        TableIndex index = newIndex();
        String build = index.beginBuild();
        write(index, build, "first", object("a"));
        // seconds, because some stores tell no parts of these
        Thread.sleep(5_200);
        write(index, build, "first", object("b"));
        assertThat(index.vacuum(Duration.ofSeconds(5), false).files()).isEmpty();
        index.publish(build, List.of(object("a"), object("b")));
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents("first", object("a"), object("b")));
    }

    @Test
    public void testBuildThatIsNotUnderWay() {
        TableIndex index = newIndex();
        String build = index.beginBuild();
        index.publish(build, List.of());
        assertThatThrownBy(() -> index.publish(build, List.of()))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining(build);
    }

    @Test
    public void testAbandonedBuild() {
        TableIndex index = newIndex();
        publish(index, "first", List.of(object("a")));
        String build = index.beginBuild();
        index.abandon(build);
        assertThatThrownBy(() -> index.publish(build, List.of()))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining(build);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents("first", object("a")));
    }

    @Test
    public void testNothingIsLeftOfADiscardedIndex() {
        IndexedTable twin = new IndexedTable(table.schema(), table.table() + "_twin", table.location());
        TableIndex other = newStore(TYPES).open(twin, access("u"));
        publish(other, "second", List.of(object("a")));
        TableIndex index = newIndex();
        index.request(_ -> List.of(BY_LABEL));
        publish(index, "first", List.of(object("a")));
        assertThat(index.current()).isPresent();

        index.discard();
        for (TableIndex asked : List.of(index, newIndex())) {
            assertThat(asked.current()).isEmpty();
            assertThat(asked.remembered()).isEmpty();
            assertThat(asked.requested()).isEmpty();
            assertThat(asked.coverage().covers(object("a"), List.of(BY_LABEL))).isFalse();
            assertThat(asked.vacuum(NOW, true).files()).isEmpty();
        }
        assertThat(contents(other.current().orElseThrow())).isEqualTo(contents("second", object("a")));
        newIndex().discard();

        // as for a table that was made anew
        publish(newIndex(), "third", List.of(object("b")));
        assertThat(contents(index.current().orElseThrow())).isEqualTo(contents("third", object("b")));
        assertThat(index.requested()).isEmpty();
    }

    @Test
    public void testDiscardingStopsOnceItIsNotWanted() {
        publish(newIndex(), "first", List.of(object("a")));
        newIndex().discard(() -> false);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents("first", object("a")));
    }

    @Test
    public void testABuildEndsWithItsIndex() {
        TableIndex index = newIndex();
        String build = index.beginBuild();
        write(index, build, "first", object("a"));
        index.discard();
        assertThatThrownBy(() -> index.publish(build, List.of(object("a"))))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining(build)
                .hasMessageContaining("the table was dropped");
        assertThat(newIndex().current()).isEmpty();

        String next = index.beginBuild();
        try (SegmentSink sink = index.newSegment(next, List.of(BY_LABEL))) {
            add(sink, "second", object("a"), 0, 10);
            index.discard();
            assertThatThrownBy(sink::finish)
                    .isInstanceOf(IndexUnavailableException.class)
                    .hasMessageContaining(next);
        }
        assertThat(newIndex().current()).isEmpty();
        assertThat(index.coverage().covers(object("a"), List.of(BY_LABEL))).isFalse();
    }

    @Test
    public void testTablesOverOneLocationHaveAnIndexEach() {
        publish(newIndex(), "first", List.of(object("a")));
        IndexedTable twin = new IndexedTable(table.schema(), table.table() + "_twin", table.location());
        TableIndex other = newStore(TYPES).open(twin, access("u"));
        assertThat(other.current()).isEmpty();
        publish(other, "second", List.of(object("a")));
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents("first", object("a")));
        assertThat(contents(other.current().orElseThrow())).isEqualTo(contents("second", object("a")));
    }

    // helpers, also for the tests of single stores

    protected String path(String name) {
        return table.location() + "/" + name;
    }

    protected LiveObject object(String name) {
        return object(name, 10);
    }

    protected LiveObject object(String name, long size) {
        return new LiveObject(new ObjectVersion(path(name), size, LONG_AGO), PROFILE);
    }

    private static List<String> verdicts(IndexSnapshot snapshot, LiveObject... objects) {
        return snapshot.plan(Predicate.ALWAYS).lookup(List.of(objects)).stream()
                .map(verdict -> switch (verdict) {
                    case ObjectVerdict.Known _ -> "known";
                    case ObjectVerdict.Stale _ -> "stale";
                    case ObjectVerdict.Unindexed _ -> "unindexed";
                })
                .toList();
    }

    private static <T> void inParallel(Collection<Callable<T>> tasks) throws Exception {
        try (ExecutorService executor = Executors.newFixedThreadPool(tasks.size())) {
            for (Future<T> future : executor.invokeAll(tasks)) {
                future.get();
            }
        }
    }
}
