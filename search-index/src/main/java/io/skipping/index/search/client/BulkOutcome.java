// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects the results of a writer's documents. Thread-safe. */
final class BulkOutcome {
    private final String index;
    private final List<String> conflicts = new ArrayList<>();
    private long written;
    private long failed;
    private Item firstFailed;

    BulkOutcome(String index) {
        this.index = requireNonNull(index, "index is null");
    }

    /** Holds the result of one document. */
    record Item(String id, int status, EngineError error) {
        static Item of(JsonNode item) {
            // a single field, named like the action
            JsonNode result = item.elements().hasNext() ? item.elements().next() : item;
            return new Item(
                    result.path("_id").asText(),
                    result.path("status").asInt(),
                    result.path("error").isMissingNode()
                            ? new EngineError(Optional.empty(), "")
                            : EngineError.of(result.path("error")));
        }

        boolean isWritten() {
            return status >= 200 && status < 300;
        }

        /** Returns whether the same request may succeed later. */
        boolean isBusy() {
            return (status == 429 && !error.isType("cluster_block_exception")) || status == 503;
        }
    }

    synchronized void add(Item item) {
        if (item.isWritten()) {
            written++;
        } else if (item.status() == 409) {
            conflicts.add(item.id());
        } else {
            failed++;
            if (firstFailed == null) {
                firstFailed = item;
            }
        }
    }

    synchronized long count() {
        return written + failed + conflicts.size();
    }

    /**
     * Returns the results.
     *
     * @throws SearchException if documents failed for reasons other than conflicts
     */
    synchronized BulkResult result() {
        if (failed == 0) {
            return new BulkResult(written, conflicts);
        }
        throw new SearchException(
                "Cannot write %s of %s documents to index %s; the first of them, '%s': %s (status %s)%s"
                        .formatted(
                                failed,
                                count(),
                                index,
                                firstFailed.id(),
                                firstFailed.error(),
                                firstFailed.status(),
                                Failures.blockRemedy(firstFailed.error())),
                firstFailed.status(),
                firstFailed.error().type(),
                null);
    }
}
