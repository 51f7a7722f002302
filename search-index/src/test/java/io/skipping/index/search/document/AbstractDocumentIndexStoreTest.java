// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.skipping.index.store.Labels.BY_LABEL;
import static io.skipping.index.store.Labels.add;
import static io.skipping.index.store.Labels.contents;
import static io.skipping.index.store.Labels.publish;
import static io.skipping.index.store.Labels.write;
import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.BOOLEAN;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.Maps;
import io.airlift.slice.Slices;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedColumn;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.LiveObjects;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Condition;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.search.client.SearchClient;
import io.skipping.index.search.client.SearchException;
import io.skipping.index.search.client.SearchOptions;
import io.skipping.index.search.client.SearchRequest;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.RandomConditions;
import io.skipping.index.snapshot.RandomTable;
import io.skipping.index.store.AbstractIndexStoreContract;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.IndexCopy;
import io.skipping.index.store.IndexGoneException;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.Labels;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.manifest.ObjectStoreIndexStore;
import io.skipping.index.store.segment.ArraySegmentFormat;
import io.skipping.index.store.segment.StoredDefinition;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.PlainValues;
import io.skipping.search.local.LocalSearchEngine;
import io.skipping.search.local.SearchProduct;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Tests the store on a real search engine. */
@Test(groups = "servers")
public abstract class AbstractDocumentIndexStoreTest extends AbstractIndexStoreContract {
    private static final long PROPERTY_SEED = Long.getLong("property.seed", 20_261_121L);
    private static final int PROPERTY_TABLES = Integer.getInteger("property.tables", 12);
    private static final int CONDITIONS_PER_TABLE = 40;
    private static final long CACHE_BYTES = 64 << 20;

    private final SearchProduct product;
    private Path folder;
    protected LocalSearchEngine engine;
    protected SearchClient client;

    AbstractDocumentIndexStoreTest(SearchProduct product) {
        this.product = product;
    }

    @BeforeClass
    public void startEngine() throws IOException {
        folder = Files.createTempDirectory("search-engine");
        engine = LocalSearchEngine.builder(product, folder).quickStart().start();
        client = new SearchClient(SearchOptions.of(engine.uri()));
    }

    @AfterClass(alwaysRun = true)
    public void stopEngine() throws IOException {
        if (client != null) {
            client.close();
        }
        if (engine != null) {
            engine.close();
        }
        deleteRecursively(folder, ALLOW_INSECURE);
    }

    @Override
    protected IndexStore newStore(IndexTypes types) {
        return new DocumentIndexStore(client, new ArraySegmentFormat(), types, CACHE_BYTES);
    }

    @Override
    protected String warehouse() {
        return "s3://bucket/warehouse";
    }

    /**
     * Of random tables and random conditions, the verdicts are those on the same summaries in memory, of which
     * {@link io.skipping.index.snapshot.TestSoundness} makes sure; so what the engine is asked does not leave out too much.
     */
    @Test
    public void testVerdictsAreThoseInMemory() {
        IndexTypes types = RandomTable.indexTypes();
        long pruned = 0;
        for (int number = 0; number < PROPERTY_TABLES; number++) {
            long seed = PROPERTY_SEED + number;
            Random random = new Random(seed * 0x9E37_79B9_7F4A_7C15L);
            RandomTable randomTable = new RandomTable(random, types);
            newTable();
            TableIndex index = newStore(types).open(table, access("u"));
            randomTable.publish(index);
            IndexSnapshot inMemory = randomTable.snapshot();
            IndexSnapshot inEngine =
                    newStore(types).open(table, access("u")).current().orElseThrow();
            assertThat(inEngine.rangeCount()).isEqualTo(inMemory.rangeCount());
            RandomConditions conditions = new RandomConditions(random, randomTable);
            for (int i = 0; i < CONDITIONS_PER_TABLE; i++) {
                Condition condition = conditions.next();
                List<List<Verdict>> expected =
                        verdicts(inMemory.plan(condition.predicate()).lookup(randomTable.live()));
                assertThat(verdicts(inEngine.plan(condition.predicate()).lookup(randomTable.live())))
                        .as("-Dproperty.seed=%s: %s", seed, condition)
                        .isEqualTo(expected);
                pruned += expected.stream()
                        .flatMap(List::stream)
                        .filter(Verdict.CANNOT_MATCH::equals)
                        .count();
            }
            client.request(SearchRequest.delete("/" + client.options().indexPrefix() + "-*"));
        }
        assertThat(pruned).isPositive();
    }

    /**
     * Boxes that touch, overlap or lie beside each other, on the globe and beyond, of all sizes: the engine finds those that
     * meet a box, and no others, of more ranges than are looked at afterwards.
     */
    @Test
    public void testBoxesOfAllSizes() {
        IndexTypes types = RandomTable.indexTypes();
        IndexedColumn x = new IndexedColumn("x", DOUBLE, "0");
        IndexedColumn y = new IndexedColumn("y", DOUBLE, "1");
        IndexDefinition bbox = new IndexDefinition("bbox", List.of(x, y), Map.of());
        Random random = new Random(PROPERTY_SEED);
        int ranges = 3000;
        List<List<Box>> boxes = IntStream.range(0, ranges)
                .mapToObj(_ -> IntStream.range(0, random.nextInt(4))
                        .mapToObj(_ -> randomBox(random))
                        .toList())
                .toList();
        newTable();
        TableIndex index = newStore(types).open(table, access("u"));
        LiveObject object = new LiveObject(new ObjectVersion("s3://bucket/warehouse/boxes", ranges, 5), "p");
        String build = index.beginBuild();
        try (SegmentSink sink = index.newSegment(build, List.of(bbox))) {
            for (int range = 0; range < ranges; range++) {
                List<Box> ofRange = boxes.get(range);
                sink.add(
                        object,
                        new ByteRange(range, 1),
                        10,
                        List.of(Stream.<ToDoubleFunction<Box>>of(Box::minX, Box::maxX, Box::minY, Box::maxY)
                                .map(side -> doubles(
                                        ofRange.stream().mapToDouble(side).toArray()))
                                .toList()));
            }
            sink.finish();
        }
        index.publish(build, List.of(object));
        IndexSnapshot snapshot =
                newStore(types).open(table, access("u")).current().orElseThrow();
        int wide = 0;
        for (int i = 0; i < 60; i++) {
            // which half of all ranges meet, so that those found are not looked at again
            Box everywhere = new Box(-1000, 1000, -1000, i % 2 == 0 ? 1000 : 0);
            List<Box> wanted = i < 10
                    ? List.of(everywhere)
                    : IntStream.range(0, 1 + random.nextInt(40))
                            .mapToObj(_ -> randomBox(random))
                            .toList();
            List<Verdict> verdicts = verdicts(
                            snapshot.plan(new InBoxes(List.of(x, y), wanted)).lookup(List.of(object)))
                    .getFirst();
            for (int range = 0; range < ranges; range++) {
                boolean meets = boxes.get(range).stream()
                        .anyMatch(box -> wanted.stream().anyMatch(other -> meet(box, other)));
                if (meets) {
                    wide++;
                }
                // of more than 32 boxes, the one around all is asked for; beyond the globe, boxes are not told apart
                boolean exact = wanted.size() <= 32
                        && (boxes.get(range).size() < 2
                                || boxes.get(range).stream().allMatch(AbstractDocumentIndexStoreTest::isOnGlobe));
                if (meets || exact) {
                    assertThat(verdicts.get(range))
                            .as("%s in %s", boxes.get(range), wanted)
                            .isEqualTo(meets ? Verdict.MAY_MATCH : Verdict.CANNOT_MATCH);
                }
            }
        }
        assertThat(wide).isGreaterThan(10 * 2000);
    }

    private static boolean isOnGlobe(Box box) {
        return box.minX() >= -180 && box.maxX() <= 180 && box.minY() >= -90 && box.maxY() <= 90;
    }

    private static boolean meet(Box box, Box other) {
        return box.minX() <= other.maxX()
                && box.maxX() >= other.minX()
                && box.minY() <= other.maxY()
                && box.maxY() >= other.minY();
    }

    /** On a grid of some degrees, so that sides touch; some lie on the edge of the globe, and some reach beyond. */
    private static Box randomBox(Random random) {
        double step = random.nextBoolean() ? 30 : 0.001;
        boolean beyond = random.nextInt(10) == 0;
        double scale = beyond ? 2 : 1;
        double x = scale * 30 * (random.nextInt(13) - 6);
        double y = scale * 30 * (random.nextInt(7) - 3);
        double east = x + step * random.nextInt(4);
        double north = y + step * random.nextInt(4);
        return beyond ? new Box(x, east, y, north) : new Box(x, Math.min(180, east), y, Math.min(90, north));
    }

    private static KeyColumn doubles(double... values) {
        return PlainValues.column(
                DOUBLE, true, List.of(Arrays.stream(values).boxed().toList()));
    }

    @Test
    public void testOtherVersions() {
        IndexTypes types = RandomTable.indexTypes();
        RandomTable randomTable = new RandomTable(new Random(3), types);
        randomTable.publish(newStore(types).open(table, access("u")));
        String index = client.options().indexPrefix() + "-*";
        Map.of(
                        1,
                        "has format version 1, which this release does not know any more: delete it, then run"
                                + " index-builder build",
                        1000,
                        "use a newer release")
                .forEach((version, message) -> {
                    client.request(SearchRequest.put("/" + index + "/_mapping")
                            .json("{\"_meta\": {\"format\": \"trino-skipping-index\", \"version\": %s}}"
                                    .formatted(version)));
                    TableIndex opened = newStore(types).open(table, access("u"));
                    assertThatThrownBy(opened::current)
                            .isInstanceOf(IndexUnavailableException.class)
                            .hasMessageContaining(message);
                    assertThatThrownBy(() -> opened.newSegment(opened.beginBuild(), List.of()))
                            .isInstanceOf(IndexUnavailableException.class)
                            .hasMessageContaining(message);
                });
        client.request(SearchRequest.delete("/" + index));
    }

    /** An index is copied from the object store into the engine and back into another object store: all is as it was. */
    @Test
    public void testCopy() {
        IndexTypes types = RandomTable.indexTypes();
        RandomTable randomTable = new RandomTable(new Random(3), types);
        TableIndex before = inMemory(types);
        randomTable.publish(before);
        before.request(_ -> before.current().orElseThrow().definitions());
        TableIndex engine = newStore(types).open(table, access("u"));
        copy(before, engine, randomTable.live(), types);
        assertThat(summaries(engine)).isEqualTo(summaries(before));
        assertThat(engine.requested()).isEqualTo(before.requested());
        TableIndex after = inMemory(types);
        copy(engine, after, randomTable.live(), types);
        assertThat(summaries(after)).isEqualTo(summaries(before));
    }

    /** A trial would make an index of the table in the search engine; whoever asks must not take this for a success. */
    @Test
    public void testAStoreIsTriedOnceATableHasAnIndexThere() {
        TableIndex index = newIndex();
        assertThat(index.tryStore().untried()).isPresent();
        index.beginBuild();
        assertThat(index.tryStore()).isEqualTo(TableIndex.Trial.of(List.of()));
    }

    private TableIndex inMemory(IndexTypes types) {
        return new ObjectStoreIndexStore(
                        new ArraySegmentFormat(),
                        types,
                        new ObjectStoreIndexStore.Options(Optional.of("memory:///indexes"), CACHE_BYTES))
                .open(table, access("u"));
    }

    private static void copy(TableIndex from, TableIndex to, List<LiveObject> live, IndexTypes types) {
        IndexCopy.request(from, to);
        String build = to.beginBuild();
        IndexCopy.write(from.current().orElseThrow(), to, build, types);
        to.publish(build, live);
    }

    private static List<String> summaries(TableIndex index) {
        List<String> summaries = new ArrayList<>();
        index.current()
                .orElseThrow()
                .forEachRange(range -> summaries.add(range.object() + " " + range.range() + " " + range.rowCount() + " "
                        + new TreeMap<>(Maps.transformValues(
                                Maps.uniqueIndex(range.summaries().keySet(), IndexDefinition::toString),
                                range.summaries()::get))));
        return summaries;
    }

    /** A copy has the document of a range, and neither its summary nor what is searched of it: it ignored these. */
    @Test
    public void testDocumentThatACopyIndexedWithoutItsFields() {
        Boxes boxes = publishBoxes(3);
        ObjectNode document = (ObjectNode) client.request(SearchRequest.search("/%s/_search".formatted(engineIndex()))
                        .json("{\"query\": {\"term\": {\"kind\": \"range\"}}, \"size\": 1}"))
                .body()
                .at("/hits/hits/0/_source");
        long slot = document.path("slot").asLong();
        document.put("word", Slots.word(slot)).put("bit", Slots.bit(slot));
        client.request(SearchRequest.put("/%s/_doc/%s".formatted(engineIndex(), slot))
                .parameter("refresh", true)
                .json(document.toString()));

        IndexSnapshot snapshot = boxes.open().current().orElseThrow();
        assertThatThrownBy(() -> boxes.verdicts(snapshot))
                .as("the range would be taken not to match")
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("2 documents are there unchanged instead of 3");
        assertThatThrownBy(() -> copy(boxes.open(), inMemory(boxes.types()), List.of(boxes.object()), boxes.types()))
                .as("the range would have no summary in the copy")
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("lacks summaries.bbox");
        assertBroken(boxes, "has 2 documents with all summaries instead of 3");
        boxes.open().setAutomatic(false);
        assertRepaired(boxes, List.of());
    }

    @Test
    public void testDocumentsThatAreLostOrTooMany() {
        Boxes boxes = publishBoxes(3);
        boxes.open().request(_ -> List.of(Boxes.BBOX));
        boxes.open().setAutomatic(false);
        assertThat(boxes.open().inspect().problem()).isEmpty();
        long slot = Long.parseLong(client.request(SearchRequest.search("/%s/_search".formatted(engineIndex()))
                        .json("{\"query\": {\"term\": {\"kind\": \"range\"}}, \"size\": 1}"))
                .body()
                .at("/hits/hits/0/_id")
                .asText());
        RangeDocument stray = new RangeDocument(List.of(boxes.fields()), "20260101T000000Z-00000000");
        long number = Slots.slot(Slots.batch(slot), 7);
        client.request(SearchRequest.put("/%s/_doc/%s".formatted(engineIndex(), number))
                .parameter("refresh", true)
                .json(stray.of(number, 1, boxes.object(), new ByteRange(0, 1), 10, List.of(boxes.summary(0)))));
        assertBroken(boxes, "has 4 documents with all summaries instead of 3");
        for (long lost : new long[] {number, slot}) {
            client.request(SearchRequest.delete("/%s/_doc/%s".formatted(engineIndex(), lost))
                    .parameter("refresh", true));
        }
        assertBroken(boxes, "has 2 documents with all summaries instead of 3");
        assertRepaired(boxes, List.of(Boxes.BBOX));
    }

    /** Only what is broken is summarised again, and also what a build left that never ended. */
    @Test
    public void testSegmentsOfWhichOneIsBroken() {
        TableIndex index = newIndex();
        publish(index, "first", List.of(object("whole")));
        publish(index, "second", List.of(object("broken")), List.of(object("whole"), object("broken")));
        String dead = index.beginBuild();
        write(index, dead, "third", object("dead"));
        for (String path : List.of("broken", "dead")) {
            client.request(SearchRequest.post("/%s/_delete_by_query".formatted(engineIndex()))
                    .parameter("refresh", true)
                    .json("{\"query\": {\"bool\": {\"filter\": [{\"term\": {\"kind\": \"range\"}},"
                            + " {\"range\": {\"written\": {\"gte\": 0}}}, {\"term\": {\"batch\": \"%s\"}}]}}}"
                                    .formatted(batch(object(path)))));
        }

        TableIndex.Coverage coverage = newIndex().coverage();
        assertThat(coverage.covers(object("whole"), List.of(BY_LABEL))).isTrue();
        assertThat(coverage.covers(object("broken"), List.of(BY_LABEL))).isFalse();
        assertThat(coverage.covers(object("dead"), List.of(BY_LABEL))).isFalse();
        publish(
                newIndex(),
                "fourth",
                List.of(object("broken"), object("dead")),
                List.of(object("whole"), object("broken"), object("dead")));
        assertThat(newIndex().inspect().problem()).isEmpty();
        Map<String, String> expected = new TreeMap<>(contents("first", object("whole")));
        expected.putAll(contents("fourth", object("broken"), object("dead")));
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
    }

    /** Returns the batch of an object's documents. */
    private String batch(LiveObject object) {
        for (JsonNode hit : client.request(SearchRequest.search("/%s/_search".formatted(engineIndex()))
                        .json("{\"query\": {\"term\": {\"kind\": \"range\"}}, \"size\": 100}"))
                .body()
                .at("/hits/hits")) {
            if (hit.at("/_source/path").asText().equals(object.version().path())) {
                return hit.at("/_source/batch").asText();
            }
        }
        throw new AssertionError("no document of " + object);
    }

    /** Engines take 1,024 clauses in a query by default. */
    @Test
    public void testMoreIndexesThanAQueryHasClauses() {
        List<IndexDefinition> definitions = IntStream.range(0, 1_100)
                .mapToObj(number -> new IndexDefinition(
                        "label", List.of(new IndexedColumn("c" + number, VARCHAR, number + ":string")), Map.of()))
                .toList();
        TableIndex index = newIndex();
        LiveObject object = object("a");
        publishOneRange(index, object, definitions, Collections.nCopies(1_100, List.of(Labels.text("x"))));
        assertThat(newIndex().inspect().problem()).isEmpty();
        assertThat(newIndex().coverage().covers(object, definitions)).isTrue();
        newIndex().abandon(newIndex().beginBuild());

        client.request(SearchRequest.post("/%s/_update_by_query".formatted(engineIndex()))
                .parameter("refresh", true)
                .json("{\"query\": {\"term\": {\"kind\": \"range\"}}}"));
        assertThat(newIndex().inspect().problem().orElseThrow())
                .contains("has 0 documents with all summaries instead of 1");
        assertThat(newIndex().coverage().covers(object, definitions)).isFalse();
    }

    /** Each of these alone has more clauses than engines take by default, or all together have. */
    @Test
    public void testMoreConditionsThanAQueryHasClauses() {
        IndexTypes types = RandomTable.indexTypes();
        IndexedColumn column = new IndexedColumn("x", BIGINT, "0");
        List<IndexDefinition> definitions = new ArrayList<>();
        definitions.add(new IndexDefinition("minmax", List.of(column), Map.of()));
        IntStream.range(0, 600)
                .forEach(number -> definitions.add(
                        new IndexDefinition("minmax", List.of(column), Map.of("number", Integer.toString(number)))));
        TableIndex index = newStore(types).open(table, access("u"));
        LiveObject object = object("a", 20);
        String build = index.beginBuild();
        try (SegmentSink sink = index.newSegment(build, definitions)) {
            // an engine answers without any search what is below or above all values
            sink.add(object, new ByteRange(0, 10), 1, Collections.nCopies(601, minmaxOf(7)));
            sink.add(object, new ByteRange(10, 10), 1, Collections.nCopies(601, minmaxOf(5_000)));
            sink.finish();
        }
        index.publish(build, List.of(object));
        IndexSnapshot snapshot =
                newStore(types).open(table, access("u")).current().orElseThrow();
        IntFunction<Predicate> oneOf = count -> new Predicate.InSet(
                column,
                KeySet.ofValues(
                                BIGINT,
                                IntStream.range(0, count)
                                        .mapToObj(value -> Key.of(1_000L + 2 * value))
                                        .toList())
                        .orElseThrow());
        for (int count : new int[] {1, 100, 190, 1_000}) {
            assertThat(verdicts(snapshot.plan(oneOf.apply(count)).lookup(List.of(object))))
                    .as("one of %s", count)
                    .containsExactly(List.of(Verdict.CANNOT_MATCH, Verdict.CANNOT_MATCH));
            Predicate all = new Predicate.And(IntStream.range(0, 8)
                    .mapToObj(number -> oneOf.apply(count + number))
                    .toList());
            assertThat(verdicts(snapshot.plan(all).lookup(List.of(object))))
                    .as("8 conditions of %s", count)
                    .containsExactly(List.of(Verdict.CANNOT_MATCH, Verdict.CANNOT_MATCH));
            // which may be more than the engine is asked, and then everything is read
            Predicate any = new Predicate.Or(IntStream.range(0, 8)
                    .mapToObj(number -> oneOf.apply(count + number))
                    .toList());
            assertThat(verdicts(snapshot.plan(any).lookup(List.of(object)))).hasSize(1);
        }
    }

    private static List<KeyColumn> minmaxOf(long value) {
        KeyColumn exact = PlainValues.column(BOOLEAN, false, List.of(true));
        return List.of(Labels.number(value), Labels.number(value), Labels.number(0), exact, exact);
    }

    private static void publishOneRange(
            TableIndex index, LiveObject object, List<IndexDefinition> definitions, List<List<KeyColumn>> summaries) {
        String build = index.beginBuild();
        try (SegmentSink sink = index.newSegment(build, definitions)) {
            sink.add(object, new ByteRange(0, object.version().size()), 1, summaries);
            sink.finish();
        }
        index.publish(build, List.of(object));
    }

    /** A build that goes on when its table was dropped must not make the engine's index again, which nobody would delete. */
    @Test
    public void testNothingIsMadeAfterATableWasDropped() {
        TableIndex index = newIndex();
        String build = index.beginBuild();
        for (boolean finishes : new boolean[] {true, false}) {
            build = index.beginBuild();
            try (SegmentSink sink = index.newSegment(build, List.of(BY_LABEL))) {
                index.discard();
                add(sink, "first", object("a"), 0, 10);
                add(sink, "second", object("b"), 0, 10);
                if (finishes) {
                    assertThatThrownBy(sink::finish)
                            .isInstanceOf(IndexUnavailableException.class)
                            .hasMessageContaining("Build %s of the index of %s is not under way", build, table);
                }
            }
            assertNoIndexInTheEngine();
        }
        String ended = build;
        assertThatThrownBy(() -> index.newSegment(ended, List.of(BY_LABEL)))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("Build %s of the index of %s is not under way", ended, table);
        assertNoIndexInTheEngine();

        String published = index.beginBuild();
        write(index, published, "third", object("a"));
        assertThatThrownBy(() -> index.publish(published, () -> {
                    index.discard();
                    return LiveObjects.of(List.of(object("a")));
                }))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("Build %s of the index of %s is not under way", published, table);
        assertNoIndexInTheEngine();

        DocumentFiles files = documentFiles();
        assertThatThrownBy(() -> files.write(segment(), ByteBuffer.wrap(new byte[10])))
                .isInstanceOf(IndexGoneException.class);
        assertThatThrownBy(() -> files.createExclusive(segment(), new byte[10])).isInstanceOf(IndexGoneException.class);
        assertNoIndexInTheEngine();

        index.request(_ -> List.of(BY_LABEL));
        assertThat(newIndex().requested()).containsExactly(BY_LABEL);
    }

    /** The engine makes an index for a document, and then finds that the document has more fields than such an index may have. */
    @Test
    public void testAnEmptyIndexThatTheEngineMadeIsDeleted() {
        List<IndexDefinition> definitions = IntStream.range(0, 1_100)
                .mapToObj(number -> new IndexDefinition(
                        "label", List.of(new IndexedColumn("c" + number, VARCHAR, number + ":string")), Map.of()))
                .toList();
        TableIndex index = newIndex();
        try (SegmentSink sink = index.newSegment(index.beginBuild(), definitions)) {
            index.discard();
            assertThatThrownBy(() -> sink.add(
                            object("a"),
                            new ByteRange(0, 10),
                            1,
                            Collections.nCopies(1_100, List.of(Labels.text("x")))))
                    .isInstanceOf(IndexUnavailableException.class);
        }
        assertNoIndexInTheEngine();
    }

    private void assertNoIndexInTheEngine() {
        assertThat(client.request(SearchRequest.get("/" + engineIndex()).accept(404))
                        .status())
                .isEqualTo(404);
    }

    /** Checks that nothing remains of a file of which only pieces were written, and that complete files of all releases are read. */
    @Test
    public void testPiecesOfFiles() {
        TableIndex index = newIndex();
        String underWay = index.beginBuild();
        DocumentFiles files = documentFiles();
        byte[] content = new byte[9 << 20];
        new Random(5).nextBytes(content);
        FileLocation file = layout().segment("large");
        files.write(file, ByteBuffer.wrap(content));
        assertThat(files.read(file, content.length)).isEqualTo(content);
        String path = "segments/" + file.name();
        // as earlier releases wrote them
        changePieces(path, document -> {
            assertThat(document.path("kind").asText()).isEqualTo("piece");
            document.remove(List.of("kind", "written"));
        });
        assertThat(files.read(file, content.length)).isEqualTo(content);

        FileLocation complete = layout().segment("whole");
        files.write(complete, ByteBuffer.wrap(content));
        // old enough for a vacuum
        changePieces("segments/" + complete.name(), document -> document.put("written", 1));
        String unfinished = "segments/" + segment().name();
        String slow = "segments/" + IndexLayout.newSegment(underWay, "0123456789abcdef");
        for (String each : List.of(unfinished, slow)) {
            client.request(SearchRequest.put(SearchRequest.path(engineIndex(), "_doc", each + "#1"))
                    .parameter("refresh", true)
                    .json("{\"kind\": \"piece\", \"of\": \"%s\", \"written\": 1, \"content\": \"AAAA\"}"
                            .formatted(each)));
        }
        TableDocuments documents = new TableDocuments(client, table, engineIndex());
        for (boolean dryRun : new boolean[] {true, false}) {
            assertThat(index.vacuum(Duration.ofDays(1), dryRun).files())
                    .containsExactly("%s, pieces of %s".formatted(engineIndex(), unfinished));
            assertThat(documents.has(unfinished + "#1")).isEqualTo(dryRun);
        }
        assertThat(index.vacuum(Duration.ofDays(1), false).files()).isEmpty();
        assertThat(documents.has(slow + "#1")).isTrue();
        assertThat(files.read(complete, content.length)).isEqualTo(content);
    }

    /** Changes the two documents that a file of 9 MB has beside its first one. */
    private void changePieces(String path, Consumer<ObjectNode> change) {
        for (int piece = 1; piece <= 2; piece++) {
            String document = SearchRequest.path(engineIndex(), "_doc", path + "#" + piece);
            ObjectNode source = (ObjectNode)
                    client.request(SearchRequest.get(document)).body().path("_source");
            change.accept(source);
            client.request(
                    SearchRequest.put(document).parameter("refresh", true).json(source.toString()));
        }
    }

    private DocumentFiles documentFiles() {
        return new DocumentFiles(new TableDocuments(client, table, engineIndex()), layout().directory());
    }

    private FileLocation segment() {
        return layout().segment(IndexLayout.newSegment(IndexLayout.newBuild(Instant.now()), "0123456789abcdef"));
    }

    private void assertBroken(Boxes boxes, String problem) {
        TableIndex index = boxes.open();
        assertThat(index.inspect().definitions()).isNotEmpty();
        assertThat(index.inspect().problem().orElseThrow())
                .startsWith("Index %s %s, so queries read everything".formatted(engineIndex(), problem))
                .endsWith("run index-builder build to repair it");
        assertThat(index.coverage().covers(boxes.object(), List.of(Boxes.BBOX)))
                .as("a build summarises it again")
                .isFalse();
    }

    /** A build that summarises what is lost makes the index whole, with all that users requested. */
    private void assertRepaired(Boxes boxes, List<IndexDefinition> requested) {
        boxes.publish(boxes.open(), 3);
        assertThat(boxes.open().inspect().problem()).isEmpty();
        assertThat(boxes.verdicts(boxes.open().current().orElseThrow())).contains(Verdict.CANNOT_MATCH);
        assertThat(boxes.open().coverage().covers(boxes.object(), List.of(Boxes.BBOX)))
                .isTrue();
        assertThat(boxes.open().requested()).isEqualTo(requested);
        assertThat(boxes.open().isAutomatic()).isFalse();
    }

    /** The engine may have reasons of its own, as that it has too many shards. */
    @Test
    public void testIndexThatTheEngineRefuses() {
        // it counts those that there are
        publishBoxes(1);
        SearchRequest settings = SearchRequest.put("/_cluster/settings");
        client.request(settings.json("{\"persistent\": {\"cluster.max_shards_per_node\": 1}}"));
        try {
            TableDocuments refused = new TableDocuments(
                    client, new IndexedTable("grid", "refused", "s3://bucket/refused"), "trino-skipping-refused");
            assertThatThrownBy(() -> refused.prepare())
                    .isInstanceOf(IndexUnavailableException.class)
                    .hasMessageContaining("maximum");
        } finally {
            client.request(settings.json("{\"persistent\": {\"cluster.max_shards_per_node\": null}}"));
        }
    }

    /** The document is the first of a batch whose number was given up, since the answer to its creation was lost. */
    @Test
    public void testDocumentOfABatchThatNobodyNames() throws InterruptedException {
        Boxes boxes = publishBoxes(3);
        long slot = Slots.slot(Slots.newBatch(), 0);
        RangeDocument stray = new RangeDocument(List.of(boxes.fields()), "20260101T000000Z-00000000");
        TableDocuments documents = new TableDocuments(client, table, engineIndex());
        assertThat(documents.create(
                        Long.toString(slot),
                        stray.of(slot, 1, boxes.object(), new ByteRange(0, 1), 10, List.of(boxes.summary(0)))))
                .isTrue();
        assertThat(documents.create(Long.toString(slot), Slices.utf8Slice("{}")))
                .isFalse();
        documents.refresh();
        assertThat(boxes.open().inspect().problem()).isEmpty();
        assertThat(boxes.verdicts(boxes.open().current().orElseThrow())).contains(Verdict.CANNOT_MATCH);

        Thread.sleep(1_100);
        TableIndex index = new DocumentIndexStore(
                        client, new ArraySegmentFormat(), boxes.types(), CACHE_BYTES, Duration.ZERO)
                .open(table, access("u"));
        assertThat(index.vacuum(Duration.ZERO, false).files())
                .as("noted first")
                .noneMatch(file -> file.contains("batch"));
        assertThat(index.vacuum(Duration.ZERO, false).files())
                .filteredOn(file -> file.contains("batch"))
                .singleElement()
                .asString()
                .contains("batch %s of 1 documents".formatted(Slots.batch(slot)));
        assertThat(documents.has(Long.toString(slot))).isFalse();
        assertThat(boxes.verdicts(boxes.open().current().orElseThrow())).contains(Verdict.CANNOT_MATCH);
    }

    /** An engine adds, and makes histograms, in doubles. */
    @Test
    public void testLargestNumbers() {
        TableDocuments documents = new TableDocuments(client, table, engineIndex());
        documents.prepare();
        Map<Long, Long> expected = new TreeMap<>();
        for (long batch : new long[] {0, Slots.BATCHES - 2, Slots.BATCHES - 1}) {
            for (int position : new int[] {0, 1, 31, 32, Slots.MOST_IN_BATCH - 33, Slots.MOST_IN_BATCH - 1}) {
                long slot = Slots.slot(batch, position);
                assertThat(Slots.batch(slot)).isEqualTo(batch);
                assertThat(Slots.position(slot)).isEqualTo(position);
                expected.merge(Slots.word(slot), Slots.bit(slot), Long::sum);
                documents.create(
                        Long.toString(slot),
                        Slices.utf8Slice("{\"kind\": \"range\", \"word\": %s, \"bit\": %s}"
                                .formatted(Slots.word(slot), Slots.bit(slot))));
            }
        }
        documents.refresh();
        Map<Long, Long> found = new TreeMap<>();
        ObjectNode all = Conditions.term("kind", "range");
        assertThat(documents.find(all, all, found::put)).isEqualTo(18);
        assertThat(found).isEqualTo(expected);
    }

    /** Whatever a copy does not know it must not ignore, also in an index of an earlier release. */
    @Test
    public void testFieldsThatTheEngineDoesNotKnow() {
        Boxes boxes = publishBoxes(3);
        String index = engineIndex();
        client.request(
                SearchRequest.put("/%s/_mapping".formatted(index))
                        .json(
                                "{\"properties\": {\"summaries\": {\"type\": \"object\", \"dynamic\": false}, \"fields\": {\"type\": \"object\", \"dynamic\": false}}}"));
        String unknown = boxes.open().beginBuild();
        boxes.open().newSegment(unknown, List.of(boxes.fields().definition())).close();
        for (String document : new String[] {
            "{\"summaries\": {\"other\": \"AA==\"}}",
            "{\"fields\": {\"other\": {\"min\": 5}}}",
            "{\"fields\": {\"%s\": {\"other\": 5}}}".formatted(boxes.fields().key())
        }) {
            assertThatThrownBy(() -> client.request(
                            SearchRequest.put("/%s/_doc/odd".formatted(index)).json(document)))
                    .as(document)
                    .isInstanceOf(SearchException.class)
                    .hasMessageContaining("strict_dynamic_mapping_exception");
        }
    }

    /** An index gets more shards by two copies, since a split has another name. */
    @Test
    public void testIndexOfMoreShards() {
        Boxes boxes = publishBoxes(40);
        List<Verdict> before = boxes.verdicts(boxes.open().current().orElseThrow());
        assertThat(before).contains(Verdict.CANNOT_MATCH, Verdict.MAY_MATCH);
        String index = engineIndex();
        String split = index + "-split";
        client.request(SearchRequest.put("/%s/_settings".formatted(index)).json("{\"index.blocks.write\": true}"));
        client.request(SearchRequest.put("/%s/_split/%s".formatted(index, split))
                .json("{\"settings\": {\"index.number_of_shards\": 3}}"));
        client.request(SearchRequest.delete("/" + index));
        client.request(SearchRequest.put("/%s/_alias/%s".formatted(split, index)));
        assertThatThrownBy(() -> boxes.open().current().orElseThrow())
                .hasMessageContaining(
                        "Index %s is only an alias of [%s]: give the index itself this name".formatted(index, split));
        client.request(SearchRequest.delete("/%s/_alias/%s".formatted(split, index)));
        client.request(SearchRequest.put("/%s/_clone/%s".formatted(split, index))
                .json("{\"settings\": {\"index.blocks.write\": null}}"));
        client.request(SearchRequest.delete("/" + split));

        assertThat(boxes.open().inspect().problem()).isEmpty();
        assertThat(boxes.verdicts(boxes.open().current().orElseThrow())).isEqualTo(before);
        assertThat(client.request(SearchRequest.get("/%s/_settings".formatted(index)))
                        .body()
                        .path(index)
                        .at("/settings/index/number_of_shards")
                        .asText())
                .isEqualTo("3");
        boxes.publish(boxes.open(), 40);
        assertThat(boxes.verdicts(boxes.open().current().orElseThrow())).isEqualTo(before);
    }

    private String engineIndex() {
        String prefix = client.options().indexPrefix();
        return prefix + "-" + layout().directory().name();
    }

    private IndexLayout layout() {
        return IndexLayout.of(
                table, Optional.of("search://indexes/" + client.options().indexPrefix()));
    }

    private Boxes publishBoxes(int ranges) {
        IndexTypes types = RandomTable.indexTypes();
        Boxes boxes = new Boxes(types, ranges);
        boxes.publish(boxes.open(), ranges);
        return boxes;
    }

    /** A table of one object, of which range i has a box at longitude i. */
    private final class Boxes {
        private static final IndexedColumn X = new IndexedColumn("x", DOUBLE, "0");
        private static final IndexedColumn Y = new IndexedColumn("y", DOUBLE, "1");
        private static final IndexDefinition BBOX = new IndexDefinition("bbox", List.of(X, Y), Map.of());

        private final IndexTypes types;
        private final LiveObject object;

        Boxes(IndexTypes types, int ranges) {
            this.types = types;
            this.object = new LiveObject(new ObjectVersion("s3://bucket/warehouse/boxes", ranges, 5), "p");
        }

        IndexTypes types() {
            return types;
        }

        LiveObject object() {
            return object;
        }

        /** An index with nothing in memory. */
        TableIndex open() {
            return newStore(types).open(table, access("u"));
        }

        DefinitionFields fields() {
            return DefinitionFields.of(
                    StoredDefinition.layOut(List.of(BBOX), types).get(0), types.get("bbox"));
        }

        List<KeyColumn> summary(int range) {
            return List.of(doubles(range), doubles(range + 0.5), doubles(0), doubles(1));
        }

        void publish(TableIndex index, int ranges) {
            String build = index.beginBuild();
            try (SegmentSink sink = index.newSegment(build, List.of(BBOX))) {
                for (int range = 0; range < ranges; range++) {
                    sink.add(object, new ByteRange(range, 1), 10, List.of(summary(range)));
                }
                sink.finish();
            }
            index.publish(build, List.of(object));
        }

        /** On a box that only the range 1 meets. */
        List<Verdict> verdicts(IndexSnapshot snapshot) {
            return AbstractDocumentIndexStoreTest.verdicts(
                            snapshot.plan(new InBoxes(List.of(X, Y), List.of(new Box(1.1, 1.2, 0.1, 0.2))))
                                    .lookup(List.of(object)))
                    .getFirst();
        }
    }

    private static List<List<Verdict>> verdicts(List<ObjectVerdict> objects) {
        return objects.stream()
                .map(object -> ((ObjectVerdict.Known) object)
                        .ranges().stream()
                                .map(ObjectVerdict.RangeVerdict::verdict)
                                .toList())
                .toList();
    }
}
