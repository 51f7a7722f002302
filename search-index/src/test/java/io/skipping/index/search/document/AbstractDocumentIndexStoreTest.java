// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.Maps;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Condition;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.search.client.SearchClient;
import io.skipping.index.search.client.SearchOptions;
import io.skipping.index.search.client.SearchRequest;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.RandomConditions;
import io.skipping.index.snapshot.RandomTable;
import io.skipping.index.store.AbstractIndexStoreContract;
import io.skipping.index.store.IndexCopy;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.manifest.ObjectStoreIndexStore;
import io.skipping.index.store.segment.ArraySegmentFormat;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.PlainValues;
import io.skipping.search.local.LocalSearchEngine;
import io.skipping.search.local.SearchProduct;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** On a real search engine. */
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

    /** From the object store into the engine and back into another object store: all is as it was. */
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

    private static List<List<Verdict>> verdicts(List<ObjectVerdict> objects) {
        return objects.stream()
                .map(object -> ((ObjectVerdict.Known) object)
                        .ranges().stream()
                                .map(ObjectVerdict.RangeVerdict::verdict)
                                .toList())
                .toList();
    }
}
