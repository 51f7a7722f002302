// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableSet;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.search.client.SearchEngine;
import java.util.Collection;
import java.util.Set;

/** Defines the fields of documents for the search engine. */
final class Mapping {
    private static final String FORMAT = "trino-skipping-index";
    private static final int VERSION = 2;
    /** In earlier versions dates were numbers, and the type of a field cannot change. */
    private static final int OLDEST_VERSION = 2;

    /**
     * Limits the fields of all definitions that the table ever had, since an engine removes none. Raising it is a setting
     * of the engine's index, {@code docs/search-engine-index.md} says which.
     */
    private static final int MOST_FIELDS = 20_000;
    /** For the names of fields, which are the same for all tables. */
    private static final IndexedTable NO_TABLE = new IndexedTable("none", "none", "none");

    private static final String SUMMARIES = "summaries";
    private static final String FIELDS = "fields";

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private Mapping() {}

    /** Returns the definition of a new index. */
    static ObjectNode index(IndexedTable table) {
        ObjectNode index = JSON.objectNode();
        index.putObject("settings")
                .putObject("index")
                .put("number_of_shards", 1)
                .put("auto_expand_replicas", "0-1")
                // documents are made visible explicitly once they are complete
                .put("refresh_interval", "30s")
                // most stored fields are for display and are seldom read
                .put("codec", "best_compression")
                // current sizes, not those of ten seconds ago
                .put("store.stats_refresh_interval", "0s")
                .put("mapping.total_fields.limit", MOST_FIELDS);
        ObjectNode mappings = index.putObject("mappings").put("dynamic", false);
        mappings.putObject("_meta")
                .put("format", FORMAT)
                .put("version", VERSION)
                .put("schema", table.schema())
                .put("table", table.table())
                .put("location", table.location());
        // fields that are not read as they were written need not be stored twice
        mappings.putObject("_source")
                .putArray("excludes")
                .add("summaries")
                .add("fields")
                .add("word")
                .add("bit");
        ObjectNode properties = mappings.putObject("properties");
        properties.putObject("kind").put("type", "keyword");
        keptAlone(properties.putObject("path"), "keyword");
        for (String name : new String[] {"size", "modified", "start", "length", "rows", "word", "bit"}) {
            keptAlone(properties.putObject(name), "long");
        }
        properties.putObject("slot").put("type", "long");
        properties.putObject("written").put("type", "long");
        for (String name : new String[] {"build", "batch", "layout", "unsearchable", "of"}) {
            properties.putObject(name).put("type", "keyword");
        }
        ObjectNode file = properties.putObject("file").putObject("properties");
        file.putObject("path").put("type", "keyword");
        keptAlone(file.putObject("bytes"), "long");
        keptAlone(file.putObject("modified"), "long");
        properties.putObject("content").put("type", "binary");
        strict(properties.putObject(SUMMARIES)).put("type", "object");
        strict(properties.putObject(FIELDS)).put("type", "object");
        return index;
    }

    /**
     * Makes the engine refuse what it has no field for. A node that has not applied the newest fields would otherwise
     * ignore it without an error, and searches of its copy would not find the document.
     */
    private static ObjectNode strict(ObjectNode object) {
        return object.put("dynamic", "strict");
    }

    private static void keptAlone(ObjectNode field, String type) {
        field.put("type", type).put("index", false);
    }

    /** Returns the fields to add for these definitions. */
    static ObjectNode fields(Collection<DefinitionFields> definitions, SearchEngine engine) {
        ObjectNode mapping = JSON.objectNode();
        ObjectNode properties = mapping.putObject("properties");
        // again, for indexes of earlier releases, which ignored unknown fields
        ObjectNode summaries = strict(properties.putObject(SUMMARIES)).putObject("properties");
        ObjectNode fields = strict(properties.putObject(FIELDS)).putObject("properties");
        for (DefinitionFields definition : definitions) {
            summaries.putObject(definition.key()).put("type", "binary").put("doc_values", true);
            ObjectNode searched = fields.putObject(definition.key()).putObject("properties");
            definition
                    .searched()
                    .forEach((name, field) -> searched.putObject(name).put("type", field.engineType()));
            if (definition.boxes().isPresent()) {
                ObjectNode shapes = searched.putObject(SearchedBoxes.FIELD).put("type", SearchedBoxes.ENGINE_TYPE);
                if (engine.keepsShapesAsColumns()) {
                    shapes.put("doc_values", false);
                }
            }
        }
        return mapping;
    }

    /**
     * Returns whether the search engine created the index by itself, from documents of ours. It does so when somebody
     * writes to an index that no longer exists, as a build may do after its table was dropped.
     */
    static boolean isOfLateDocuments(JsonNode mappings) {
        Set<String> found = names(mappings);
        return !mappings.has("_meta")
                && found.contains("kind")
                && (found.contains("slot") && found.contains("written")
                        || found.contains("of") && found.contains("content"))
                && names(index(NO_TABLE).path("mappings")).containsAll(found);
    }

    /**
     * Returns whether an index has no field, as one that the engine created for a document which it then refused, for
     * example because it had too many fields. Somebody may also have created it by hand.
     */
    static boolean isEmpty(JsonNode mappings) {
        return mappings.isObject() && mappings.isEmpty();
    }

    private static Set<String> names(JsonNode mappings) {
        return ImmutableSet.copyOf(mappings.path("properties").fieldNames());
    }

    /**
     * Checks that the index can be used.
     *
     * @throws IndexUnavailableException if the index belongs to another table or has a newer format
     */
    static void check(String index, IndexedTable table, JsonNode mappings) {
        JsonNode meta = mappings.path("_meta");
        if (!meta.path("format").asText().equals(FORMAT)) {
            throw new IndexUnavailableException(
                    "Index %s is not one of Trino Skipping's: delete it, then run index-builder build"
                            .formatted(index));
        }
        int version = meta.path("version").asInt();
        if (version > VERSION) {
            throw new IndexUnavailableException(
                    "Index %s has format version %s, and this release knows versions up to %s: use a newer release"
                            .formatted(index, version, VERSION));
        }
        if (version < OLDEST_VERSION) {
            throw new IndexUnavailableException(
                    "Index %s has format version %s, which this release does not know any more: delete it, then run index-builder build"
                            .formatted(index, version));
        }
        IndexedTable found = new IndexedTable(
                meta.path("schema").asText(),
                meta.path("table").asText(),
                meta.path("location").asText());
        if (!found.equals(table)) {
            throw new IndexUnavailableException("Index %s belongs to table %s at %s, not to %s at %s: delete it"
                    .formatted(index, found, found.location(), table, table.location()));
        }
    }
}
