// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.IndexLayout.SegmentName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Deletes the pieces of files whose first document was never written, because the writer died. */
final class PieceVacuum {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final TableDocuments documents;

    PieceVacuum(TableDocuments documents) {
        this.documents = requireNonNull(documents, "documents is null");
    }

    /**
     * Deletes pieces.
     *
     * @param underWay builds that may still write
     * @return what was deleted, or would be, a text for each file
     */
    List<String> run(Set<String> underWay, Instant olderThan, boolean dryRun) {
        List<String> unfinished = documents.groups("of", old(olderThan)).keySet().stream()
                .filter(path -> build(path).filter(underWay::contains).isEmpty())
                .filter(path -> !documents.has(DocumentFiles.id(path, 0)))
                .toList();
        if (!dryRun && !unfinished.isEmpty()) {
            documents.delete(Conditions.terms("of", unfinished));
        }
        return unfinished.stream()
                .map(path -> "%s, pieces of %s".formatted(documents.index(), path))
                .toList();
    }

    private static Optional<String> build(String path) {
        return IndexLayout.segmentName(path.substring(path.lastIndexOf('/') + 1))
                .map(SegmentName::build);
    }

    private static ObjectNode old(Instant olderThan) {
        ObjectNode query = JSON.objectNode();
        ArrayNode filter = query.putObject("bool").putArray("filter");
        filter.add(Conditions.term("kind", DocumentFiles.PIECE));
        filter.addObject().putObject("range").putObject("written").put("lt", olderThan.toEpochMilli());
        return query;
    }
}
