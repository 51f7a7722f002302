// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.object.Json.ColumnJson;
import io.skipping.index.store.object.Json.DefinitionJson;
import io.trino.spi.type.Type;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What a segment file says of itself in its key-value metadata. */
public record SegmentMetadata(IndexedTable table, String build, List<StoredDefinition> definitions) {
    static final String KEY = "trino-skipping-segment";
    static final int VERSION = 1;

    public SegmentMetadata {
        definitions = ImmutableList.copyOf(definitions);
    }

    public List<IndexDefinition> indexes() {
        return definitions.stream().map(StoredDefinition::definition).toList();
    }

    String toJson() {
        return new String(
                Json.write(new MetadataJson(
                        VERSION,
                        table.schema(),
                        table.table(),
                        table.location(),
                        build,
                        definitions.stream().map(StoredJson::of).toList())),
                UTF_8);
    }

    static SegmentMetadata parse(Map<String, String> metadata, Function<String, Type> types) throws IOException {
        String json = metadata.get(KEY);
        if (json == null) {
            throw new IOException("it is a Parquet file, but not a segment of an index");
        }
        int version = Json.read(json.getBytes(UTF_8), VersionJson.class).version();
        if (version > VERSION) {
            throw IndexRefusedException.newerFormat(version, VERSION);
        }
        MetadataJson parsed = Json.read(json.getBytes(UTF_8), MetadataJson.class);
        return new SegmentMetadata(
                new IndexedTable(parsed.schema, parsed.table, parsed.location),
                parsed.build,
                parsed.definitions.stream()
                        .map(definition -> definition.toStored(types))
                        .toList());
    }

    record VersionJson(int version) {}

    record MetadataJson(
            int version, String schema, String table, String location, String build, List<StoredJson> definitions) {}

    record StoredJson(String type, List<ColumnJson> columns, Map<String, String> options, List<FieldJson> fields) {
        static StoredJson of(StoredDefinition stored) {
            DefinitionJson definition = DefinitionJson.of(stored.definition());
            return new StoredJson(
                    definition.type(),
                    definition.columns(),
                    definition.options(),
                    stored.fields().stream().map(FieldJson::of).toList());
        }

        StoredDefinition toStored(Function<String, Type> types) {
            return new StoredDefinition(
                    new DefinitionJson(type, columns, options).toDefinition(types),
                    fields.stream().map(field -> field.toField(types)).toList());
        }
    }

    record FieldJson(String name, String type, String column) {
        static FieldJson of(StoredField field) {
            return new FieldJson(field.name(), Json.typeId(field.type()), field.column());
        }

        StoredField toField(Function<String, Type> types) {
            return new StoredField(name, types.apply(type), column);
        }
    }
}
