// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.search.client.BulkOptions;
import io.skipping.index.search.client.BulkWriter;
import io.skipping.index.search.client.SearchClient;
import io.skipping.index.search.client.SearchException;
import io.skipping.index.search.client.SearchRequest;
import io.skipping.index.search.client.SearchResponse;
import io.skipping.index.store.IndexGoneException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Accesses the documents of one table's index, which are all in one index of the search engine. Thread-safe. */
final class TableDocuments {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Duration LONG = Duration.ofMinutes(10);
    /** For all nodes to learn of new fields, shorter than {@link #LONG}; engines wait 30 seconds by default. */
    private static final String LEARNING = "5m";
    /** below the limits for hits in an answer and for terms in a query */
    private static final int FETCHED_AT_ONCE = 5_000;
    /** how many summaries show how large they are; a Bloom filter may have several megabytes */
    private static final int FETCHED_FIRST = 16;
    /** how many times as many documents a request may ask for as the one before, whose summaries may be smaller than the next */
    private static final int MOST_GROWTH = 8;
    /** what an answer should not exceed by much, as it is held in memory several times while it is read */
    private static final long FETCHED_BYTES = 16 << 20;
    /** engines answer with a hundred of such fields unless they are configured otherwise; one of them is the slot */
    private static final int FETCHED_FIELDS = 99;

    private final SearchClient client;
    private final IndexedTable table;
    private final String index;

    TableDocuments(SearchClient client, IndexedTable table, String index) {
        this.client = requireNonNull(client, "client is null");
        this.table = requireNonNull(table, "table is null");
        this.index = requireNonNull(index, "index is null");
    }

    /** Returns the name of the search engine's index. */
    String index() {
        return index;
    }

    /** Creates the search engine's index if it does not exist. */
    void prepare() {
        if (!isThere()) {
            deleteLateDocuments();
            try {
                change(SearchRequest.put(path()).json(text(Mapping.index(table))));
            } catch (SearchException e) {
                // the engine responds with 400 if another client created it first, and for reasons of its own
                if (e.status() != 400 || !isThere()) {
                    throw e;
                }
            }
            check();
        }
    }

    /**
     * Creates the fields of these definitions.
     *
     * @throws IndexGoneException if the index does not exist
     */
    void addFields(Collection<DefinitionFields> definitions) {
        checkIsThere();
        if (!definitions.isEmpty()) {
            change(SearchRequest.put(path("_mapping")).json(text(Mapping.fields(definitions, client.engine()))));
        }
    }

    /**
     * Ensures that the index exists, as it does while a build is under way.
     *
     * @throws IndexGoneException if not
     */
    void checkIsThere() {
        if (!isThere()) {
            throw new IndexGoneException(table);
        }
    }

    /**
     * Sends a change that all nodes must have applied before documents are written. An engine answers 200 also if some
     * node has not. A copy there may lack the fields of new documents, so that searches would not find them.
     */
    private void change(SearchRequest request) {
        SearchResponse response = client.request(request.parameter("timeout", LEARNING)
                .parameter("master_timeout", LEARNING)
                .timeout(LONG));
        if (response.status() == 200 && !response.body().path("acknowledged").asBoolean()) {
            throw new IndexUnavailableException(
                    "Cannot write to index %s: some node of the search engine did not take its fields within %s; GET /_cluster/pending_tasks may say why; then build again"
                            .formatted(index, LEARNING));
        }
    }

    /**
     * Returns whether the index exists. An index with only documents of ended builds does not count.
     *
     * @throws IndexUnavailableException if the index is not ours
     */
    boolean isThere() {
        JsonNode answer =
                client.request(SearchRequest.get(path("_mapping")).accept(404)).body();
        JsonNode mappings = answer.path(index).path("mappings");
        if (mappings.isMissingNode()) {
            if (answer.properties().stream().anyMatch(entry -> entry.getValue().has("mappings"))) {
                throw new IndexUnavailableException(
                        "Index %s is only an alias of %s: give the index itself this name by _clone, or delete the alias, then run index-builder build"
                                .formatted(index, ImmutableList.copyOf(answer.fieldNames())));
            }
            return false;
        }
        if (Mapping.isOfLateDocuments(mappings)) {
            return false;
        }
        Mapping.check(index, table, mappings);
        return true;
    }

    /**
     * Deletes an index that the search engine created when a build wrote to an index that had been deleted. Engines can be
     * told not to create indexes only by a setting of the cluster.
     */
    void deleteLateDocuments() {
        deleteIf(Mapping::isOfLateDocuments);
    }

    /** Deletes such an index also if the engine refused the document for which it created it. The caller had an index with fields before. */
    void deleteLateOrRefusedDocuments() {
        deleteIf(mappings -> Mapping.isOfLateDocuments(mappings) || Mapping.isEmpty(mappings));
    }

    private void deleteIf(Predicate<JsonNode> unwanted) {
        JsonNode answer =
                client.request(SearchRequest.get(path("_mapping")).accept(404)).body();
        if (unwanted.test(answer.path(index).path("mappings"))) {
            client.request(SearchRequest.delete(path()).accept(404).timeout(LONG));
        }
    }

    private void check() {
        if (!isThere()) {
            throw new IndexUnavailableException("Cannot make index %s for the index of %s".formatted(index, table));
        }
    }

    BulkWriter create() {
        return client.bulk(index, BulkOptions.DEFAULT);
    }

    /**
     * Stores a document if no document has this id. Unlike {@link #create(String, ObjectNode)}, it repeats a request
     * whose answer was lost, which may find the document that it created itself, and leaves the document invisible to
     * searches.
     *
     * @return whether the document is certain to be this one
     */
    boolean create(String id, Slice document) {
        return client.request(SearchRequest.put(path("_create", id))
                                .json(document)
                                .accept(409)
                                .timeout(BulkOptions.DEFAULT.timeout()))
                        .status()
                != 409;
    }

    /**
     * Makes written documents visible to searches of primaries, which may be the only ones that see them at once. An index
     * that was deleted meanwhile is for the writer of the segment file to find out, who knows which build ended by this.
     *
     * @throws IndexUnavailableException if the primary did not make them visible. The engine does that first, so replicas
     *     alone may fail; one that is not there any more is no reason to end a build
     */
    void refresh() {
        JsonNode answer = client.request(SearchRequest.post(path("_refresh"))
                        .idempotent(true)
                        .accept(404)
                        .timeout(LONG))
                .body();
        JsonNode shards = answer.path("_shards");
        if (shards.path("failed").asInt() > 0 && shards.path("successful").asInt() == 0) {
            throw new IndexUnavailableException(
                    "Cannot publish the index of %s: %s did not make its documents visible; look at the search engine's log, then build again"
                            .formatted(table, index));
        }
    }

    /** Stores a document. If {@code refresh} is set, it is visible to searches when this returns. */
    void put(String id, ObjectNode document, boolean refresh) {
        client.request(SearchRequest.put(path("_doc", id))
                .parameter("refresh", refresh)
                .json(text(document)));
    }

    /**
     * Stores a document if no document has this id.
     *
     * @return whether the document was stored
     */
    boolean create(String id, ObjectNode document) {
        return client.request(SearchRequest.put(path("_create", id))
                                .parameter("refresh", true)
                                .json(text(document))
                                .idempotent(false)
                                .accept(409))
                        .status()
                != 409;
    }

    /** Returns the source of a document; empty if there is no document with this id. */
    Optional<JsonNode> find(String id) {
        JsonNode answer = client.request(
                        onPrimaries(SearchRequest.get(path("_doc", id)).accept(404)))
                .body();
        return answer.path("found").asBoolean() ? Optional.of(answer.path("_source")) : Optional.empty();
    }

    /** Returns whether a document with this id exists. */
    boolean has(String id) {
        return client.request(onPrimaries(SearchRequest.head(path("_doc", id)))).status() != 404;
    }

    /** Deletes the index if it exists and is ours. */
    void deleteAll() {
        deleteLateDocuments();
        if (isThere()) {
            client.request(SearchRequest.delete(path()).accept(404).timeout(LONG));
        }
    }

    /** Deletes a document if there is one with this id, visible to searches or not. */
    void delete(String id) {
        client.request(SearchRequest.delete(path("_doc", id)).accept(404));
    }

    /** Deletes the documents that satisfy a query, of those that are visible to searches. */
    void delete(JsonNode query) {
        client.request(onPrimaries(SearchRequest.post(path("_delete_by_query")))
                .parameter("conflicts", "proceed")
                .parameter("refresh", true)
                .json(text(JSON.objectNode().set("query", query)))
                .idempotent(true)
                .accept(404)
                .timeout(LONG));
    }

    /**
     * Runs a search that sees all that was made visible, and in which all shards must take part; returns a missing node if
     * the index does not exist.
     */
    JsonNode search(ObjectNode body) {
        return search(onPrimaries(searchRequest(body)));
    }

    private SearchRequest onPrimaries(SearchRequest request) {
        return client.engine().onPrimaries(request);
    }

    private JsonNode search(SearchRequest request) {
        JsonNode answer;
        try {
            answer = client.request(request.accept(404)).body();
        } catch (SearchException e) {
            // an index that is not ours has other fields; isThere() throws a clearer exception
            if (e.status() == 400 && !isThere()) {
                return JSON.missingNode();
            }
            throw e;
        }
        if (answer.path("status").asInt() == 404) {
            return JSON.missingNode();
        }
        if (answer.path("timed_out").asBoolean()
                || answer.path("_shards").path("failed").asInt(1) > 0) {
            throw incomplete();
        }
        return answer;
    }

    private SearchRequest searchRequest(ObjectNode body) {
        return SearchRequest.search(path("_search"))
                .parameter("allow_partial_search_results", false)
                .json(text(body));
    }

    private IndexUnavailableException incomplete() {
        return new IndexUnavailableException("Not all of index %s could be searched".formatted(index));
    }

    /** Receives a word and the sum of the powers of two of its slots that were found. */
    interface WordConsumer {
        void accept(long word, long bits);
    }

    /**
     * Finds the documents that satisfy a query, and counts others in the same request: what answers two requests may be two copies of
     * a shard, one of which has not all documents. Any copy may answer, to share the work of queries: one that lags
     * behind is found out by the count.
     *
     * @param counted selects the documents that are counted
     * @return how many these are
     */
    long find(JsonNode query, JsonNode counted, WordConsumer consumer) {
        ObjectNode body = JSON.objectNode().put("size", 0).put("track_total_hits", false);
        body.set("query", query);
        ObjectNode aggregations = body.putObject("aggs");
        ObjectNode words = aggregations.putObject("words");
        words.putObject("histogram").put("field", "word").put("interval", 1).put("min_doc_count", 1);
        words.putObject("aggs").putObject("bits").putObject("sum").put("field", "bit");
        ObjectNode all = aggregations.putObject("all");
        all.putObject("global");
        all.putObject("aggs").putObject("counted").set("filter", counted);
        return client.request(
                searchRequest(body)
                        .parameter(
                                "filter_path",
                                "timed_out,_shards.failed,aggregations.words.buckets.key,aggregations.words.buckets.bits.value,aggregations.all.counted.doc_count"),
                content -> readWords(content, consumer));
    }

    /**
     * Parses the response. All field names in it are different, except {@code key} and {@code value}, which alternate.
     *
     * @return the number of counted documents
     */
    private long readWords(JsonParser content, WordConsumer consumer) throws IOException {
        boolean complete = false;
        long counted = -1;
        double word = -1;
        String name = "";
        for (JsonToken token = content.nextToken(); token != null; token = content.nextToken()) {
            if (token == JsonToken.FIELD_NAME) {
                name = content.currentName();
            } else if (token.isScalarValue()) {
                switch (name) {
                    case "timed_out" -> {
                        if (content.getBooleanValue()) {
                            throw incomplete();
                        }
                    }
                    case "failed" -> complete = content.getIntValue() == 0;
                    case "key" -> word = content.getDoubleValue();
                    case "value" -> consumer.accept((long) word, (long) content.getDoubleValue());
                    case "doc_count" -> counted = content.getLongValue();
                    default -> {}
                }
            }
        }
        if (!complete || counted < 0) {
            throw incomplete();
        }
        return counted;
    }

    /** Receives the slot of a document and the value of one of its binary fields. */
    interface SummaryConsumer {
        void accept(long slot, String field, Slice summary);
    }

    /**
     * Fetches binary fields of documents, in any order, by as many requests as their sizes demand.
     *
     * @throws IndexUnavailableException if a document is missing, or lacks one of the fields, which writers always write
     */
    void fetch(long[] slots, Collection<String> wanted, SummaryConsumer consumer) {
        for (List<String> fields : Iterables.partition(wanted, FETCHED_FIELDS)) {
            int atOnce = Math.max(1, FETCHED_FIRST / fields.size());
            for (int from = 0; from < slots.length; ) {
                long[] some = Arrays.copyOfRange(slots, from, Math.min(slots.length, from + atOnce));
                long bytes = fetchAtOnce(some, fields, consumer);
                from += some.length;
                long most = Math.min(FETCHED_AT_ONCE, (long) MOST_GROWTH * atOnce);
                atOnce = (int) Math.max(1, Math.min(most, FETCHED_BYTES * some.length / Math.max(1, bytes)));
            }
        }
    }

    /** Returns the number of bytes in the fields. */
    private long fetchAtOnce(long[] slots, List<String> wanted, SummaryConsumer consumer) {
        ObjectNode body = JSON.objectNode()
                .put("size", slots.length)
                .put("track_total_hits", false)
                // avoids a look-up of ids in the stored rows
                .put("stored_fields", "_none_");
        ArrayNode terms = JSON.arrayNode();
        Arrays.stream(slots).forEach(terms::add);
        body.putObject("query")
                .putObject("constant_score")
                .putObject("filter")
                .putObject("terms")
                .set("slot", terms);
        ArrayNode docvalues = body.putArray("docvalue_fields").add("slot");
        wanted.forEach(docvalues::add);
        JsonNode hits = search(searchRequest(body)).path("hits").path("hits");
        if (hits.size() != slots.length) {
            throw new IndexUnavailableException(
                    "Index %s lacks %s of %s documents: if this stays so, run index-builder build to repair it"
                            .formatted(index, slots.length - hits.size(), slots.length));
        }
        long bytes = 0;
        for (JsonNode hit : hits) {
            JsonNode fields = hit.path("fields");
            long slot = fields.path("slot").path(0).asLong();
            for (String field : wanted) {
                JsonNode encoded = fields.path(field).path(0);
                if (encoded.isMissingNode()) {
                    throw new IndexUnavailableException(
                            "Index %s lacks %s of document %s: if this stays so, run index-builder build to repair it"
                                    .formatted(index, field, slot));
                }
                Slice summary = Slices.wrappedBuffer(Base64.getDecoder().decode(encoded.textValue()));
                bytes += summary.length();
                consumer.accept(slot, field, summary);
            }
        }
        return bytes;
    }

    /** Counts the documents that satisfy a query. */
    long count(ObjectNode query) {
        ObjectNode body = JSON.objectNode().put("size", 0).put("track_total_hits", true);
        body.set("query", query);
        return search(body).path("hits").path("total").path("value").asLong();
    }

    /** Counts the documents that satisfy a query by batch. Returns 10,000 batches at most. */
    Map<String, Long> batches(JsonNode query) {
        return groups("batch", query);
    }

    /** Counts the documents that satisfy a query by the value of a field. Returns 10,000 values at most. */
    Map<String, Long> groups(String field, JsonNode query) {
        ObjectNode body = JSON.objectNode().put("size", 0).put("track_total_hits", false);
        body.set("query", query);
        body.putObject("aggs")
                .putObject("groups")
                .putObject("terms")
                .put("field", field)
                .put("size", 10_000);
        Map<String, Long> groups = new TreeMap<>();
        for (JsonNode bucket : search(body).path("aggregations").path("groups").path("buckets")) {
            groups.put(bucket.path("key").asText(), bucket.path("doc_count").asLong());
        }
        return groups;
    }

    /** Returns the size of all documents in bytes; empty if the user may not ask for it. */
    OptionalLong storedBytes() {
        SearchResponse response =
                client.request(SearchRequest.get(path("_stats", "store")).accept(403));
        return response.status() == 403
                ? OptionalLong.empty()
                : OptionalLong.of(response.body()
                        .path("_all")
                        .path("primaries")
                        .path("store")
                        .path("size_in_bytes")
                        .asLong());
    }

    private String path(String... rest) {
        return SearchRequest.path(
                Iterables.toArray(Iterables.concat(List.of(index), Arrays.asList(rest)), String.class));
    }

    private static String text(JsonNode json) {
        return json.toString();
    }
}
