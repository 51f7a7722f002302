// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.segment.Json.ColumnJson;
import io.skipping.index.store.segment.Json.DefinitionJson;
import io.skipping.index.type.SummaryField;
import io.skipping.index.value.ScalarType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Describes a segment file, in the file's key-value metadata. */
public record SegmentMetadata(IndexedTable table, String build, List<StoredDefinition> definitions) {
    /** The only key of the metadata. */
    public static final String KEY = "trino-skipping-segment";

    /** format version; 2 if a definition has a version other than 1, which readers of format 1 would treat as 1 */
    private static final int VERSION = 2;

    private static final int WITHOUT_ENCODINGS = 1;
    /** version of a definition; omitted if it is 1, as in files of earlier releases */
    private static final String ENCODING = "version";

    public SegmentMetadata {
        requireNonNull(table, "table is null");
        requireNonNull(build, "build is null");
        definitions = ImmutableList.copyOf(definitions);
    }

    /** Returns the same metadata with definitions that are equal to these. */
    public SegmentMetadata with(List<StoredDefinition> equal) {
        return new SegmentMetadata(table, build, equal);
    }

    /** Returns the indexes of the file's summaries. */
    public List<IndexDefinition> indexes() {
        return definitions.stream().map(StoredDefinition::definition).toList();
    }

    /** Returns the content of the file's summaries. Files with equal content can be merged. */
    public Set<StoredDefinition.Content> content() {
        return definitions.stream().map(StoredDefinition::content).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the stored definition that is equal to a definition, whatever its version; empty if there is none. */
    Optional<StoredDefinition> find(IndexDefinition definition) {
        return definitions.stream()
                .filter(candidate -> candidate.definition().equals(definition))
                .findFirst();
    }

    /** Returns the key-value metadata of a file. */
    public Map<String, String> toMap() {
        boolean encoded = definitions.stream().anyMatch(definition -> definition.version() != 1);
        MetadataJson json = new MetadataJson(
                encoded ? VERSION : WITHOUT_ENCODINGS,
                table.schema(),
                table.table(),
                table.location(),
                build,
                definitions.stream().map(SegmentMetadata::toJson).toList());
        return Map.of(KEY, new String(Json.write(json), UTF_8));
    }

    private static JsonNode toJson(StoredDefinition stored) {
        ObjectNode json = Json.tree(StoredJson.of(stored));
        return stored.version() == 1 ? json : json.put(ENCODING, stored.version());
    }

    /**
     * Parses the key-value metadata of a file.
     *
     * @throws IOException with half a sentence that says what is wrong with the file
     */
    static SegmentMetadata parse(Map<String, String> metadata) throws IOException {
        String json = metadata.get(KEY);
        if (json == null) {
            throw new IOException("it is a Parquet file, but not a segment of an index");
        }
        int version = Json.read(json.getBytes(UTF_8), VersionJson.class).version();
        if (version > VERSION) {
            throw IndexRefusedException.newerFormat(version, VERSION);
        }
        MetadataJson parsed = Json.read(json.getBytes(UTF_8), MetadataJson.class);
        List<StoredDefinition> definitions = new ArrayList<>();
        for (JsonNode definition : parsed.definitions) {
            definitions.add(Json.read(definition, StoredJson.class).toStored(encoding(definition)));
        }
        return new SegmentMetadata(
                new IndexedTable(parsed.schema, parsed.table, parsed.location), parsed.build, definitions);
    }

    private static int encoding(JsonNode definition) throws IOException {
        return definition.has(ENCODING)
                ? Json.read(definition, VersionJson.class).version()
                : 1;
    }

    record VersionJson(int version) {}

    record MetadataJson(
            int version, String schema, String table, String location, String build, List<JsonNode> definitions) {}

    record StoredJson(String type, List<ColumnJson> columns, Map<String, String> options, List<FieldJson> fields) {
        static StoredJson of(StoredDefinition stored) {
            DefinitionJson definition = DefinitionJson.of(stored.definition());
            return new StoredJson(
                    definition.type(),
                    definition.columns(),
                    definition.options(),
                    stored.fields().stream().map(FieldJson::of).toList());
        }

        StoredDefinition toStored(int version) {
            return new StoredDefinition(
                    new DefinitionJson(type, columns, options).toDefinition(),
                    version,
                    fields.stream().map(FieldJson::toField).toList());
        }
    }

    record FieldJson(String name, String type, String column) {
        private static final String LIST = "array(";

        static FieldJson of(StoredField field) {
            String element = field.field().type().toString();
            return new FieldJson(
                    field.field().name(), field.field().isList() ? LIST + element + ")" : element, field.column());
        }

        StoredField toField() {
            String text = Json.checkedType(type);
            boolean list = text.startsWith(LIST) && text.endsWith(")");
            ScalarType scalar = ScalarType.parse(list ? text.substring(LIST.length(), text.length() - 1) : text);
            return new StoredField(new SummaryField(name, scalar, list), column);
        }
    }
}
