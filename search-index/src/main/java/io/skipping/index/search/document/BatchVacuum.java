// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.skipping.index.store.TableIndex.VacuumResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Deletes the documents of batches that no segment file refers to. It deletes a batch only as a whole, so that a batch
 * in use never lacks a document. A vacuum first marks such a batch, and a vacuum some time later deletes it, because
 * queries may still search it.
 */
final class BatchVacuum {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    /** kind of a document which marks a batch as no longer needed */
    private static final String NOTE = "unneeded";

    private static final int MOST_NOTES = 10_000;

    private final TableDocuments documents;
    private final Duration grace;

    BatchVacuum(TableDocuments documents, Duration grace) {
        this.documents = requireNonNull(documents, "documents is null");
        this.grace = requireNonNull(grace, "grace is null");
    }

    /**
     * Deletes batches that are no longer needed.
     *
     * @param needed batches that segment files refer to
     * @param underWay builds whose segment files may not exist yet
     */
    VacuumResult run(Set<Long> needed, Set<String> underWay, Instant olderThan, boolean dryRun) {
        Map<String, Long> unneeded = documents.batches(unneeded(needed, underWay, olderThan));
        Map<String, Long> noted = notes();
        long now = System.currentTimeMillis();
        List<String> deleted = unneeded.keySet().stream()
                .filter(batch -> noted.containsKey(batch) && noted.get(batch) <= now - grace.toMillis())
                .toList();
        if (!dryRun) {
            unneeded.keySet().stream()
                    .filter(batch -> !noted.containsKey(batch))
                    .forEach(batch -> note(batch, now));
            if (!deleted.isEmpty()) {
                documents.delete(of(RangeDocument.KIND, "batch", deleted));
                documents.delete(of(NOTE, "of", deleted));
            }
        }
        return new VacuumResult(
                deleted.stream()
                        .map(batch ->
                                "%s, batch %s of %s documents".formatted(documents.index(), batch, unneeded.get(batch)))
                        .toList(),
                0);
    }

    private static ObjectNode unneeded(Set<Long> needed, Set<String> underWay, Instant olderThan) {
        ObjectNode query = JSON.objectNode();
        ObjectNode bool = query.putObject("bool");
        ArrayNode filter = bool.putArray("filter");
        filter.add(Conditions.term("kind", RangeDocument.KIND));
        filter.addObject().putObject("range").putObject("written").put("lt", olderThan.toEpochMilli());
        ArrayNode not = bool.putArray("must_not");
        not.add(Conditions.terms("batch", needed.stream().map(String::valueOf).toList()));
        not.add(Conditions.terms("build", underWay));
        return query;
    }

    private Map<String, Long> notes() {
        ObjectNode body = JSON.objectNode().put("size", MOST_NOTES).put("_source", false);
        body.set("query", Conditions.term("kind", NOTE));
        body.putArray("docvalue_fields").add("of").add("written");
        Map<String, Long> notes = new HashMap<>();
        for (JsonNode hit : documents.search(body).path("hits").path("hits")) {
            JsonNode fields = hit.path("fields");
            notes.put(
                    fields.path("of").path(0).asText(),
                    fields.path("written").path(0).asLong());
        }
        return notes;
    }

    private void note(String batch, long now) {
        documents.put(
                NOTE + "/" + batch,
                JSON.objectNode().put("kind", NOTE).put("of", batch).put("written", now),
                true);
    }

    private static ObjectNode of(String kind, String field, Collection<String> values) {
        ObjectNode query = JSON.objectNode();
        query.putObject("bool")
                .putArray("filter")
                .add(Conditions.term("kind", kind))
                .add(Conditions.terms(field, values));
        return query;
    }
}
