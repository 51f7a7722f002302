// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static io.skipping.index.store.Labels.BY_LABEL;
import static io.skipping.index.store.Labels.LABEL;
import static io.skipping.index.store.Labels.add;
import static io.skipping.index.store.Labels.contents;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.LiveObjects;
import io.skipping.index.ObjectVersion;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.MemoryFiles;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.TableIndex.PublishResult;
import io.skipping.index.store.manifest.Publisher.Published;
import io.skipping.index.store.segment.ArraySegmentFormat;
import io.skipping.index.store.segment.MemoryLimit;
import io.skipping.index.store.segment.SegmentFile;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.store.segment.SegmentSchema;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.KeyColumn;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.Test;

/** Tests publications of more segments than may be in memory, as the first build of a large table leaves them. */
public class TestManySegments {
    private static final String WAREHOUSE = "memory:///warehouse";
    private static final IndexedTable TABLE = new IndexedTable("grid", "readings", WAREHOUSE + "/readings");
    private static final IndexLayout LAYOUT = IndexLayout.of(TABLE, Optional.empty());
    private static final IndexTypes TYPES = new IndexTypes(List.of(LABEL));
    private static final int OBJECTS = 250;
    private static final int RANGES = 10;

    /** Counts how often each segment is fetched. */
    private static class CountingFiles extends MemoryFiles {
        private final Map<String, Integer> fetched = new ConcurrentHashMap<>();

        @Override
        public byte[] read(FileLocation location, long bytes) {
            if (location.text().contains("/" + IndexLayout.SEGMENTS + "/")) {
                fetched.merge(location.text(), 1, Integer::sum);
            }
            return super.read(location, bytes);
        }

        Map<String, Integer> fetched() {
            return fetched;
        }

        List<StoredFile> segments() {
            return list(LAYOUT.folder(IndexLayout.SEGMENTS));
        }
    }

    /** Watches what a merge has in memory. */
    private static final class WatchedFormat implements SegmentFormat {
        private final SegmentFormat format = new ArraySegmentFormat();
        private boolean merging;
        private int opened;
        private long waiting;
        private int mostOpened;
        private long mostWaiting;

        @Override
        public Writer writer(List<SegmentColumn> columns) {
            Writer writer = format.writer(columns);
            return (Writer) Proxy.newProxyInstance(
                    Writer.class.getClassLoader(), new Class<?>[] {Writer.class}, (_, method, arguments) -> {
                        if (method.getName().equals("write") && merging) {
                            wrote(((List<?>) arguments[0]));
                        }
                        return method.invoke(writer, arguments);
                    });
        }

        private synchronized void wrote(List<?> columns) {
            waiting -= ((KeyColumn) columns.getFirst()).size();
        }

        @Override
        public synchronized Reader open(String name, Slice file, long mostBytes) throws IOException {
            opened++;
            Reader reader = format.open(name, file, mostBytes);
            return (Reader) Proxy.newProxyInstance(
                    Reader.class.getClassLoader(), new Class<?>[] {Reader.class}, (_, method, arguments) -> {
                        if (method.getName().equals("read")
                                && ((List<?>) arguments[0]).size() > SegmentSchema.OBJECT_COLUMNS.size()) {
                            decoded(reader.rows());
                        }
                        return method.invoke(reader, arguments);
                    });
        }

        /** Counts the rows that a merge decodes, and the segments that it has opened before. */
        private synchronized void decoded(long rows) {
            if (merging) {
                mostOpened = Math.max(mostOpened, opened);
            }
            merging = true;
            opened = 0;
            waiting += rows;
            mostWaiting = Math.max(mostWaiting, waiting);
        }
    }

    /** Small segments that would be too large for memory as one remain as they are, and the publication succeeds. */
    @Test
    public void testSmallSegmentsThatAreTooLargeTogether() {
        CountingFiles files = new CountingFiles();
        TableIndex index = open(files, new SmallFormat(5));
        List<LiveObject> live = new ArrayList<>();
        for (int number = 0; number < 12; number++) {
            LiveObject object = object(number, 1);
            live.add(object);
            String build = index.beginBuild();
            try (SegmentSink sink = index.newSegment(build, List.of(BY_LABEL))) {
                add(sink, "first", object, 0, 10);
                sink.finish();
            }
            assertThat(index.publish(build, live).objects()).isEqualTo(live.size());
        }
        assertThat(files.segments()).as("that are not merged").hasSize(live.size());
        assertThat(contents(open(files).current().orElseThrow()))
                .isEqualTo(contents("first", live.toArray(LiveObject[]::new)));
    }

    /** Takes segments of more than some rows for too large. */
    private record SmallFormat(SegmentFormat format, long mostRows) implements SegmentFormat {
        SmallFormat(long mostRows) {
            this(new ArraySegmentFormat(), mostRows);
        }

        @Override
        public Writer writer(List<SegmentColumn> columns) {
            return format.writer(columns);
        }

        @Override
        public Reader open(String name, Slice file, long mostBytes) throws IOException {
            Reader reader = format.open(name, file, mostBytes);
            if (reader.rows() > mostRows) {
                throw MemoryLimit.exceeded(mostBytes);
            }
            return reader;
        }
    }

    private static TableIndex open(MemoryFiles files) {
        return open(files, new ArraySegmentFormat());
    }

    private static TableIndex open(MemoryFiles files, SegmentFormat format) {
        return new ObjectStoreIndexStore(format, TYPES, new ObjectStoreIndexStore.Options(Optional.empty(), 64 << 20))
                .open(TABLE, new IndexAccess(() -> files, Optional.empty()));
    }

    private static LiveObject object(int number, int ranges) {
        return new LiveObject(
                new ObjectVersion(
                        "%s/readings/%05d.csv".formatted(WAREHOUSE, number), ranges * 10L, 1_000_000_000_000L),
                "csv");
    }

    private static List<LiveObject> objects() {
        List<LiveObject> objects = new ArrayList<>();
        for (int number = 0; number < OBJECTS; number++) {
            objects.add(object(number, RANGES));
        }
        return objects;
    }

    /** Writes each range of each object in a segment of its own, in random order. */
    private static void writeScattered(TableIndex index, String build, List<LiveObject> objects) {
        List<Runnable> writers = new ArrayList<>();
        for (LiveObject object : objects) {
            for (long start = 0; start < object.version().size(); start += 10) {
                long begin = start;
                writers.add(() -> {
                    try (SegmentSink sink = index.newSegment(build, List.of(BY_LABEL))) {
                        add(sink, "first", object, begin, 10);
                        sink.finish();
                    }
                });
            }
        }
        Collections.shuffle(writers, new Random(7));
        writers.forEach(Runnable::run);
    }

    @Test
    public void testMoreSegmentsThanMemoryHolds() {
        CountingFiles files = new CountingFiles();
        WatchedFormat format = new WatchedFormat();
        TableIndex index = open(files, format);
        String build = index.beginBuild();
        List<LiveObject> live = objects();
        writeScattered(index, build, live);
        List<StoredFile> segments = files.segments();
        assertThat(segments).hasSize(OBJECTS * RANGES);

        PublishResult result = index.publish(build, live);

        assertThat(result.objects()).isEqualTo(OBJECTS);
        assertThat(result.ranges()).isEqualTo(OBJECTS * RANGES);
        assertThat(format.mostOpened)
                .as("segments in memory beside what is kept")
                .isBetween(10, 64);
        assertThat(format.mostWaiting)
                .as("rows of objects that are not complete")
                .isBetween((long) RANGES, 2L * RANGES);
        // what was not fetched again was in memory
        assertThat(files.fetched.values().stream().filter(count -> count == 1)).hasSize(1000);
        assertThat(files.fetched.values().stream().filter(count -> count == 2)).hasSize(OBJECTS * RANGES - 1000);
        IndexSnapshot snapshot = index.current().orElseThrow();
        assertThat(snapshot.id()).isEqualTo(result.state());
        assertThat(files.fetched.keySet()).as("what was merged is in memory").hasSameSizeAs(segments);
        Map<String, String> expected = contents("first", live.toArray(LiveObject[]::new));
        assertThat(contents(snapshot)).isEqualTo(new TreeMap<>(expected));
        assertThat(contents(open(files).current().orElseThrow())).isEqualTo(expected);
        assertThat(open(files).coverage().covers(live.get(7), List.of(BY_LABEL)))
                .isTrue();
    }

    /** Checks that incomplete objects are left out, however the segments are ordered. */
    @Test
    public void testIncompleteObjectsAmongManySegments() {
        CountingFiles files = new CountingFiles();
        TableIndex index = open(files);
        String build = index.beginBuild();
        List<LiveObject> whole = new ArrayList<>();
        for (int number = 0; number < 110; number++) {
            whole.add(object(number, RANGES));
        }
        writeScattered(index, build, whole);
        LiveObject incomplete = object(1000, 3);
        try (SegmentSink sink = index.newSegment(build, List.of(BY_LABEL))) {
            add(sink, "first", incomplete, 10, 10);
            sink.finish();
        }
        List<LiveObject> live = new ArrayList<>(whole);
        live.add(incomplete);
        assertThat(index.publish(build, live).objects()).isEqualTo(whole.size());
        assertThat(contents(open(files).current().orElseThrow()))
                .isEqualTo(contents("first", whole.toArray(LiveObject[]::new)));
    }

    /** A segment that is damaged after it was fetched first is left out, and everything else is published. */
    @Test
    public void testSegmentIsDamagedBeforeItIsFetchedAgain() {
        List<LiveObject> live = objects();
        CountingFiles files = new CountingFiles() {
            private String damaged = "";

            @Override
            public byte[] read(FileLocation location, long bytes) {
                byte[] content = super.read(location, bytes);
                if (damaged.isEmpty() && fetched().getOrDefault(location.text(), 0) == 2) {
                    damaged = location.text();
                }
                if (location.text().equals(damaged)) {
                    content[content.length / 2]++;
                }
                return content;
            }
        };
        TableIndex index = open(files);
        String build = index.beginBuild();
        writeScattered(index, build, live);
        PublishResult result = index.publish(build, live);
        assertThat(result.objects()).isEqualTo(OBJECTS - 1);
        assertThat(contents(open(files).current().orElseThrow())).hasSize((OBJECTS - 1) * RANGES);
        assertThat(files.segments())
                .as("what the first attempt had merged is deleted, and the other parts of the object that lacks one")
                .hasSize((OBJECTS - 1) * RANGES + 2);
    }

    @Test
    public void testTableIsDroppedBeforeSegmentsAreFetchedAgain() {
        List<LiveObject> live = objects();
        CountingFiles files = new CountingFiles() {
            @Override
            public byte[] read(FileLocation location, long bytes) {
                if (fetched().getOrDefault(location.text(), 0) == 1) {
                    deleteFolder(LAYOUT.directory(), () -> true);
                }
                return super.read(location, bytes);
            }
        };
        TableIndex index = open(files);
        String build = index.beginBuild();
        writeScattered(index, build, live);
        assertThatThrownBy(() -> index.publish(build, live))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("or the table was dropped");
        assertThat(files.list(LAYOUT.directory())).isEmpty();
    }

    /** Checks that segments merged for a number that somebody else takes do not stay in memory. */
    @Test
    public void testManyLostRaces() {
        AtomicInteger races = new AtomicInteger(20);
        CountingFiles files = new CountingFiles() {
            private boolean isOther;

            @Override
            public boolean createExclusive(FileLocation location, byte[] content) {
                if (!isOther && races.getAndDecrement() > 0) {
                    isOther = true;
                    open(this).setAutomatic(races.get() % 2 == 0);
                    isOther = false;
                }
                return super.createExclusive(location, content);
            }
        };
        TableIndex index = open(files);
        String build = index.beginBuild();
        List<LiveObject> live = objects().subList(0, 10);
        writeScattered(index, build, live);
        // all heads, and what one or two attempts have merged
        long most = 100 * 1300 + 30_000;
        SegmentFormat format = new ArraySegmentFormat();
        IndexReader reader = new IndexReader(TABLE, LAYOUT, files, format, most);
        Published published = publisher(files, reader, format).publish(build, () -> LiveObjects.of(live), Map.of());
        assertThat(races.get()).isNegative();
        assertThat(published.selection().objects()).isEqualTo(live.size());
        assertThat(contents(open(files).current().orElseThrow()))
                .isEqualTo(contents("first", live.toArray(LiveObject[]::new)));
    }

    /** No segment is at fault, so that none is left out, and nobody is told to delete one. */
    @Test
    public void testNoRoomForAllSegments() {
        CountingFiles files = new CountingFiles();
        TableIndex index = open(files);
        String build = index.beginBuild();
        List<LiveObject> live = objects().subList(0, 10);
        writeScattered(index, build, live);
        SegmentFormat format = new ArraySegmentFormat();
        IndexReader reader = new IndexReader(TABLE, LAYOUT, files, format, 60_000);
        assertThatThrownBy(() -> publisher(files, reader, format).publish(build, () -> LiveObjects.of(live), Map.of()))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("Cannot hold the paths and ranges of all segments of index " + LAYOUT.directory())
                .hasMessageContaining("a larger skipping.index.cache-size lets it, up to half of the heap")
                .hasMessageNotContaining("delete the file");
        assertThat(index.publish(build, live).objects()).isEqualTo(live.size());
    }

    /** Checks that a state which no query could use does not replace one that all can. */
    @Test
    public void testNoRoomForTheNextState() {
        CountingFiles files = new CountingFiles();
        SegmentFormat format = new SmallFormat(2 * RANGES);
        TableIndex index = open(files, format);
        List<LiveObject> live = objects().subList(0, 4);
        String first = index.beginBuild();
        live.subList(0, 2).forEach(object -> addSegment(index, first, object));
        index.publish(first, live.subList(0, 2));
        IndexReader unlimited = new IndexReader(TABLE, LAYOUT, files, format, 64 << 20);
        long needed = unlimited.newestReadable(unlimited.list()).orElseThrow().segments().stream()
                .mapToLong(entry -> entry.bytes() + entry.heapBytes() + SegmentFile.rangeBytes(entry.ranges()))
                .sum();

        String build = index.beginBuild();
        live.subList(2, 4).forEach(object -> addSegment(index, build, object));
        IndexReader reader = new IndexReader(TABLE, LAYOUT, files, format, needed + needed / 2);
        assertThatThrownBy(() -> publisher(files, reader, format).publish(build, () -> LiveObjects.of(live), Map.of()))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("stays as it was")
                .hasMessageContaining("skipping.index.cache-size");
        assertThat(contents(open(files, format).current().orElseThrow()))
                .isEqualTo(contents("first", live.subList(0, 2).toArray(LiveObject[]::new)));
        assertThat(index.publish(build, live).objects()).isEqualTo(live.size());
    }

    private static Publisher publisher(FileStore files, IndexReader reader, SegmentFormat format) {
        return new Publisher(TABLE, LAYOUT, files, reader, format, summaries(files, format), stored -> true);
    }

    private static KnownSegments known(IndexReader reader, Map<String, SegmentFile> loaded, int mostFiles) {
        return new KnownSegments(
                LAYOUT, reader, summaries(new MemoryFiles(), new ArraySegmentFormat()), loaded, mostFiles);
    }

    private static SummaryKeeper summaries(FileStore files, SegmentFormat format) {
        return new FileSummaries(format, files, LAYOUT, new IndexTypes(List.of()));
    }

    private static void addSegment(TableIndex index, String build, LiveObject object) {
        try (SegmentSink sink = index.newSegment(build, List.of(BY_LABEL))) {
            for (long start = 0; start < object.version().size(); start += 10) {
                add(sink, "first", object, start, 10);
            }
            sink.finish();
        }
    }

    @Test
    public void testLimits() {
        CountingFiles files = new CountingFiles();
        TableIndex index = open(files);
        String build = index.beginBuild();
        writeScattered(index, build, List.of(object(0, RANGES)));
        List<SegmentFile> segments = new ArrayList<>();
        IndexReader large = new IndexReader(TABLE, LAYOUT, files, new ArraySegmentFormat(), 1 << 20);
        for (StoredFile file : files.segments()) {
            String name =
                    file.location().text().substring(file.location().text().lastIndexOf('/') + 1);
            segments.add(large.parse(name, Slices.wrappedBuffer(files.content(file.location()))));
        }

        KnownSegments two = known(large, ImmutableMap.of(), 2);
        segments.forEach(two::add);
        assertThat(two.files(List.of(segments.get(0).name(), segments.get(1).name())))
                .isPresent();
        assertThat(two.files(List.of(segments.get(0).name(), segments.get(2).name())))
                .isEmpty();
        assertThat(two.head(segments.get(9).name())).isPresent();
        // equal definitions are in memory once
        assertThat(two.head(segments.get(9).name()).orElseThrow().metadata().definitions())
                .isSameAs(two.head(segments.get(0).name())
                        .orElseThrow()
                        .metadata()
                        .definitions());

        // a segment that was merged makes room for itself, and is kept
        two.addMerged(segments.get(5));
        assertThat(two.files(List.of(segments.get(5).name()))).isPresent();
        assertThat(two.files(List.of(segments.get(0).name(), segments.get(1).name())))
                .isEmpty();
        two.addMerged(segments.get(6));
        two.addMerged(segments.get(7));
        assertThat(two.files(List.of(segments.get(5).name(), segments.get(6).name())))
                .isPresent();
        two.forget(segments.get(5).name());
        assertThat(two.files(List.of(segments.get(5).name()))).isEmpty();
        assertThat(two.head(segments.get(5).name())).isEmpty();
        assertThat(known(large, ImmutableMap.of(segments.get(0).name(), segments.get(0)), 0)
                        .files(List.of(segments.get(0).name())))
                .isEmpty();
    }
}
