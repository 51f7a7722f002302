// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Splitter;
import io.airlift.slice.Slices;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedColumn;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.search.client.ScriptedEngine;
import io.skipping.index.search.client.ScriptedEngine.Received;
import io.skipping.index.search.client.ScriptedEngine.Reply;
import io.skipping.index.search.client.SearchClient;
import io.skipping.index.search.client.SearchOptions;
import io.skipping.index.snapshot.RandomTable;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.Labels;
import io.skipping.index.store.MemoryFiles;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.segment.ArraySegmentFormat;
import io.skipping.index.store.segment.MemoryLimit;
import io.skipping.index.store.segment.SegmentFile;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.store.segment.SegmentMetadata;
import io.skipping.index.store.segment.SegmentWriter;
import io.skipping.index.store.segment.StoredDefinition;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.PlainValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Checks what is sent to an engine, and what becomes of answers that a single healthy node never gives. */
@Test(singleThreaded = true)
public class TestTableDocuments {
    private static final IndexedTable TABLE = new IndexedTable("grid", "meters", "s3://bucket/meters");
    private static final String INDEX = "trino-skipping-grid.meters";
    private static final Pattern CREATED = Pattern.compile("/_create/(\\d+)$");
    private static final Pattern ACTION = Pattern.compile("\"create\":\\{\"_id\":\"(\\d+)\"");
    private static final Pattern CLAUSE = Pattern.compile("\"(term|terms|exists|range)\":\\{");
    private static final String FOUND_NOTHING =
            "{\"timed_out\": false, \"_shards\": {\"failed\": 0}, \"hits\": {\"hits\": []}}";

    private ScriptedEngine engine;
    private SearchClient client;

    @BeforeMethod
    public void start() {
        engine = new ScriptedEngine();
        client = new SearchClient(SearchOptions.of(engine.uri()));
    }

    @AfterMethod(alwaysRun = true)
    public void stop() {
        client.close();
        engine.close();
    }

    /** An engine answers 200 all the same when a node has not applied the fields in time. */
    @Test
    public void testFieldsThatANodeDoesNotKnow() {
        engine.then(
                Reply.of(200, mapping(INDEX)),
                Reply.of(200, "{\"acknowledged\": false}"),
                Reply.of(200, mapping(INDEX)));
        engine.then(Reply.of(200, "{\"acknowledged\": true}"));
        TableDocuments documents = documents();
        List<DefinitionFields> definitions = List.of(new SampleIndexType(1, null).fields(1));
        assertThatThrownBy(() -> documents.addFields(definitions))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining(
                        "Cannot write to index %s: some node of the search engine did not take its fields within 5m"
                                .formatted(INDEX));
        documents.addFields(definitions);
        assertThat(engine.received())
                .filteredOn(request -> request.method().equals("PUT"))
                .hasSize(2)
                .allSatisfy(request -> assertThat(request.uri().getQuery())
                        .contains("timeout=5m")
                        .contains("master_timeout=5m"));
    }

    @Test
    public void testIndexThatANodeDoesNotKnow() {
        engine.then(Reply.of(404, "{}"), Reply.of(404, "{}"), Reply.of(200, "{\"acknowledged\": false}"));
        assertThatThrownBy(() -> documents().prepare())
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("some node of the search engine did not take its fields");
    }

    @Test
    public void testShardThatDoesNotMakeDocumentsVisible() {
        engine.then(
                Reply.of(200, "{\"_shards\": {\"total\": 2, \"successful\": 0, \"failed\": 2}}"),
                // a replica that fails, and one that no node holds
                Reply.of(200, "{\"_shards\": {\"total\": 2, \"successful\": 1, \"failed\": 1}}"),
                Reply.of(200, "{\"_shards\": {\"total\": 2, \"successful\": 1, \"failed\": 0}}"),
                Reply.of(404, "{}"));
        TableDocuments documents = documents();
        assertThatThrownBy(documents::refresh)
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("Cannot publish the index of %s: %s did not".formatted(TABLE, INDEX));
        documents.refresh();
        documents.refresh();
        documents.refresh();
    }

    /** Nothing may be added to a batch of somebody else: it would never again have the size that searches expect. */
    @Test
    public void testNumberOfABatchThatIsTaken() {
        BatchTaker taker = new BatchTaker(1);
        engine.otherwise(taker);
        write(3);
        assertThat(taker.strays).as("documents in the batch of somebody else").isEmpty();
        assertThat(taker.created).hasSize(3);
        assertThat(taker.created.stream().map(Slots::batch).distinct()).hasSize(1);
        assertThat(taker.created.stream().map(Slots::position)).containsExactly(0, 1, 2);
    }

    @Test
    public void testAllNumbersAreTaken() {
        engine.otherwise(new BatchTaker(1000));
        assertThatThrownBy(() -> write(1))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("the numbers of 10 batches in a row are already in use; build again");
    }

    /** The answer to the creation of the first document is lost, and the document found when that is repeated. */
    @Test
    public void testFirstDocumentMeetsItself() {
        BatchTaker taker = new BatchTaker(0);
        List<Long> lost = Collections.synchronizedList(new ArrayList<>());
        engine.otherwise(request -> {
            Matcher created = CREATED.matcher(request.path());
            if (created.find() && lost.size() < 2) {
                lost.add(Long.valueOf(created.group(1)));
                return lost.size() == 1
                        ? Reply.lost()
                        : Reply.error(409, "version_conflict_engine_exception", "document already exists");
            }
            return taker.apply(request);
        });
        write(3);
        assertThat(lost.get(1)).as("the request is repeated").isEqualTo(lost.get(0));
        assertThat(taker.created).hasSize(3);
        assertThat(taker.created.stream().map(Slots::batch).distinct())
                .as("another number, so that the whole batch is certain to be ours")
                .hasSize(1)
                .doesNotContain(Slots.batch(lost.get(0)));
    }

    /** The engine stops taking documents before the first one, which makes the file. */
    @Test
    public void testPiecesOfAFileThatIsNotWritten() {
        Set<String> there = Collections.synchronizedSet(new TreeSet<>());
        engine.otherwise(request -> {
            if (request.method().equals("PUT")) {
                if (request.path().endsWith("%230")) {
                    return Reply.error(403, "cluster_block_exception", "index is read-only");
                }
                there.add(request.path());
            } else if (request.method().equals("DELETE")) {
                there.remove(request.path());
            }
            return Reply.of(200, mapping(INDEX));
        });
        FileLocation directory = new FileLocation("search://indexes/meters");
        DocumentFiles files = new DocumentFiles(documents(), directory);
        assertThatThrownBy(() ->
                        files.write(directory.resolve("segments").resolve("a"), ByteBuffer.wrap(new byte[9 << 20])))
                .hasMessageContaining("index is read-only");
        assertThat(engine.received())
                .filteredOn(request -> request.method().equals("PUT"))
                .as("pieces were written before")
                .hasSize(3);
        assertThat(there).isEmpty();
    }

    /** A table whose indexes changed often has segments of many layouts, and an engine takes 1,024 clauses in a query. */
    @Test
    public void testMoreLayoutsThanAQueryHasClauses() throws IOException {
        int layouts = 600;
        engine.otherwise(request -> Reply.of(
                200,
                "{\"timed_out\": false, \"_shards\": {\"failed\": 0}, \"aggregations\": {\"words\": {\"buckets\": []}, \"all\": {\"counted\": {\"doc_count\": %s}}}}"
                        .formatted(layouts)));
        IndexTypes types = RandomTable.indexTypes();
        IndexedColumn column = new IndexedColumn("x", BIGINT, "0");
        List<DocumentSegment> segments = new ArrayList<>();
        for (int layout = 0; layout < layouts; layout++) {
            segments.add(segment(
                    layout,
                    types,
                    List.of(
                            new IndexDefinition("minmax", List.of(column), Map.of()),
                            new IndexDefinition(
                                    "minmax", List.of(new IndexedColumn("c" + layout, BIGINT, "1")), Map.of()))));
        }
        new DocumentSearch(documents(), segments)
                .find(new Predicate.InSet(
                        column, KeySet.ofValues(BIGINT, List.of(Key.of(8))).orElseThrow()));
        assertThat(engine.received())
                .hasSize(layouts)
                .allSatisfy(request -> assertThat(
                                CLAUSE.matcher(request.body()).results().count())
                        .isLessThan(20));
    }

    /** Returns a segment of one range, with the only document of a batch. */
    private DocumentSegment segment(long batch, IndexTypes types, List<IndexDefinition> definitions)
            throws IOException {
        MemoryFiles files = new MemoryFiles();
        IndexLayout layout = IndexLayout.of(TABLE, Optional.empty());
        SegmentFormat format = new ArraySegmentFormat();
        String build = IndexLayout.newBuild(Instant.now());
        files.write(layout.marker(build), ByteBuffer.wrap(new byte[1]));
        List<StoredDefinition> stored = new ArrayList<>();
        StoredDefinition.layOut(definitions, types).forEach(definition -> stored.add(definition.notInFile()));
        stored.add(DocumentSegment.DOCUMENTS);
        List<List<KeyColumn>> columns = new ArrayList<>(Collections.nCopies(definitions.size(), List.of()));
        columns.add(List.of(Labels.number(Slots.slot(batch, 0)), Labels.number(1)));
        try (SegmentWriter writer =
                new SegmentWriter(format, files, layout, new SegmentMetadata(TABLE, build, stored))) {
            writer.add(
                    new LiveObject(new ObjectVersion("s3://bucket/meters/" + batch, 10, 5), "p"),
                    new ByteRange(0, 10),
                    1,
                    columns);
            writer.finish();
        }
        StoredFile file = files.list(layout.folder(IndexLayout.SEGMENTS)).getFirst();
        SegmentFile segment = new SegmentFile(
                file.location().name(),
                file.location().toString(),
                Slices.wrappedBuffer(files.read(file.location(), file.length())),
                format,
                new MemoryLimit(1 << 30));
        BitSet live = new BitSet();
        live.set(0);
        return new DocumentSegment(segment, live, definition -> definition.isUsable(types), documents(), types);
    }

    @DataProvider
    public Object[][] engines() {
        return new Object[][] {
            {ScriptedEngine.ELASTICSEARCH_8, false},
            {openSearch("3.1.0"), true},
            {openSearch("2.8.0"), true},
            // does not know the value
            {openSearch("2.7.0"), false},
            // hides its version
            {openSearch("7.10.2"), false},
        };
    }

    /** With replication of segments, a refresh makes documents visible only to searches of primaries. */
    @Test(dataProvider = "engines")
    public void testBuilderSearchesPrimaries(String root, boolean primaries) {
        engine.root(Reply.of(200, root)).otherwise(_ -> Reply.of(200, FOUND_NOTHING));
        TableDocuments documents = documents();
        documents.search(JsonNodeFactory.instance.objectNode());
        documents.batches(Conditions.none());
        documents.count(Conditions.none());
        documents.delete(Conditions.none());
        documents.find("manifests/1#0");
        documents.has("builds/1#0");
        assertThat(engine.received()).hasSize(6).allSatisfy(request -> {
            String query = Optional.ofNullable(request.uri().getQuery()).orElse("");
            assertThat(Splitter.on('&').splitToList(query).contains("preference=_primary"))
                    .as("%s", request.uri())
                    .isEqualTo(primaries);
        });
    }

    @Test
    public void testSizeThatTheUserMayNotAskFor() {
        engine.then(
                Reply.error(403, "security_exception", "action [indices:monitor/stats] is unauthorized"),
                Reply.of(200, "{\"_all\": {\"primaries\": {\"store\": {\"size_in_bytes\": 7}}}}"));
        assertThat(documents().storedBytes()).isEmpty();
        assertThat(documents().storedBytes()).hasValue(7);
    }

    @DataProvider
    public Object[][] sizesOfSummaries() {
        return new Object[][] {
            // bytes of each, the documents of each answer
            {10, List.of(16, 128, 1_024, 4_832)},
            {100_000, List.of(16, 128, 167, 167, 22)},
            {1 << 20, List.of(16, 16, 16, 16, 16)},
        };
    }

    /** An answer is in memory as a whole, more than once. */
    @Test(dataProvider = "sizesOfSummaries")
    public void testAnswersAreAsLongAsSummariesAllow(int bytes, List<Integer> documents) {
        Holder holder = new Holder(bytes);
        engine.otherwise(holder);
        long[] slots = LongStream.range(
                        0, documents.stream().mapToInt(Integer::intValue).sum())
                .toArray();
        Set<Long> fetched = new TreeSet<>();
        documents().fetch(slots, List.of("summaries.a"), (slot, _, _) -> fetched.add(slot));
        assertThat(fetched).hasSameSizeAs(slots);
        assertThat(holder.documents).isEqualTo(documents);
    }

    /** Engines refuse requests for more than a hundred fields of this kind. */
    @Test
    public void testMoreFieldsThanAnEngineAnswersWith() {
        Holder holder = new Holder(1);
        engine.otherwise(holder);
        List<String> wanted =
                IntStream.range(0, 250).mapToObj("summaries.a%s"::formatted).toList();
        Set<String> fetched = new TreeSet<>();
        documents().fetch(new long[] {7, 9}, wanted, (slot, field, _) -> fetched.add(slot + field));
        assertThat(fetched).hasSize(500);
        assertThat(holder.fields).containsExactly(100, 100, 100, 100, 53, 53);
    }

    private TableDocuments documents() {
        return new TableDocuments(client, TABLE, INDEX);
    }

    private static String openSearch(String version) {
        return "{\"version\": {\"distribution\": \"opensearch\", \"number\": \"%s\"}}".formatted(version);
    }

    private static String mapping(String index) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.putObject(index).set("mappings", Mapping.index(TABLE).path("mappings"));
        return answer.toString();
    }

    /** Writes one object of some ranges. */
    private void write(int ranges) {
        IndexedColumn x = new IndexedColumn("x", DOUBLE, "0");
        IndexedColumn y = new IndexedColumn("y", DOUBLE, "1");
        TableIndex index = new DocumentIndexStore(client, new ArraySegmentFormat(), RandomTable.indexTypes(), 64 << 20)
                .open(TABLE, new IndexAccess(MemoryFiles::new, Optional.empty()));
        LiveObject object = new LiveObject(new ObjectVersion("s3://bucket/meters/a", ranges, 5), "p");
        KeyColumn none = PlainValues.column(DOUBLE, true, List.of(List.of()));
        try (SegmentSink sink =
                index.newSegment(index.beginBuild(), List.of(new IndexDefinition("bbox", List.of(x, y), Map.of())))) {
            for (int range = 0; range < ranges; range++) {
                sink.add(object, new ByteRange(range, 1), 10, List.of(List.of(none, none, none, none)));
            }
            sink.finish();
        }
    }

    /** Answers as an engine that has all documents that are asked for, with summaries of one size. */
    private static final class Holder implements Function<Received, Reply> {
        private final String summary;
        private final List<Integer> documents = new ArrayList<>();
        private final List<Integer> fields = new ArrayList<>();

        Holder(int bytes) {
            summary = Base64.getEncoder().encodeToString(new byte[bytes]);
        }

        @Override
        public synchronized Reply apply(Received request) {
            JsonNode asked = json(request.body());
            JsonNode slots = asked.findPath("slot");
            JsonNode wanted = asked.path("docvalue_fields");
            documents.add(slots.size());
            fields.add(wanted.size());
            ObjectNode answer = JsonNodeFactory.instance.objectNode();
            answer.putObject("_shards").put("failed", 0);
            ArrayNode hits = answer.putObject("hits").putArray("hits");
            for (JsonNode slot : slots) {
                ObjectNode hit = hits.addObject().putObject("fields");
                hit.putArray("slot").add(slot);
                for (JsonNode field : wanted) {
                    if (!field.asText().equals("slot")) {
                        hit.putArray(field.asText()).add(summary);
                    }
                }
            }
            return Reply.of(200, answer.toString());
        }

        private static JsonNode json(String text) {
            try {
                return new ObjectMapper().readTree(text);
            } catch (JsonProcessingException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Answers as an engine in which the first numbers that a builder draws are those of batches of one document. */
    private static final class BatchTaker implements Function<Received, Reply> {
        private final int mostTaken;
        private final Set<Long> taken = new TreeSet<>();
        private final Set<Long> created = new TreeSet<>();
        private final Set<Long> strays = new TreeSet<>();

        BatchTaker(int mostTaken) {
            this.mostTaken = mostTaken;
        }

        @Override
        public synchronized Reply apply(Received request) {
            String path = request.path();
            if (path.endsWith("/_mapping") && request.method().equals("GET")) {
                return Reply.of(200, mapping(URLDecoder.decode(path.substring(1, path.lastIndexOf('/')), UTF_8)));
            }
            if (path.endsWith("/_search")) {
                return Reply.of(200, FOUND_NOTHING);
            }
            Matcher first = CREATED.matcher(path);
            if (first.find()) {
                return create(Long.parseLong(first.group(1)))
                        ? Reply.of(201, "{\"result\": \"created\"}")
                        : Reply.error(409, "version_conflict_engine_exception", "document already exists");
            }
            if (path.endsWith("/_bulk")) {
                List<String> items = new ArrayList<>();
                Matcher action = ACTION.matcher(request.body());
                while (action.find()) {
                    items.add("{\"create\": {\"_id\": \"%s\", \"status\": %s}}"
                            .formatted(action.group(1), create(Long.parseLong(action.group(1))) ? 201 : 409));
                }
                return Reply.of(200, "{\"items\": [%s]}".formatted(String.join(", ", items)));
            }
            return Reply.of(200, "{\"acknowledged\": true}");
        }

        private boolean create(long slot) {
            if (taken.size() < mostTaken && Slots.position(slot) == 0 && created.isEmpty()) {
                taken.add(Slots.batch(slot));
            }
            if (!taken.contains(Slots.batch(slot))) {
                return created.add(slot);
            }
            if (Slots.position(slot) == 0) {
                return false;
            }
            return strays.add(slot);
        }
    }
}
