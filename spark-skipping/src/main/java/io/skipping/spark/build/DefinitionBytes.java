// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.store.segment.Json;
import io.skipping.index.store.segment.Json.DefinitionJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes definitions as the index keeps them, to send them to executors. */
final class DefinitionBytes {
    private DefinitionBytes() {}

    static List<byte[]> of(List<IndexDefinition> definitions) {
        List<byte[]> all = new ArrayList<>();
        definitions.forEach(definition -> all.add(Json.write(DefinitionJson.of(definition))));
        return all;
    }

    static List<IndexDefinition> definitions(List<byte[]> bytes) {
        List<IndexDefinition> all = new ArrayList<>();
        for (byte[] definition : bytes) {
            try {
                all.add(Json.read(definition, DefinitionJson.class).toDefinition());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return all;
    }

    static List<byte[]> ofColumns(List<IndexedColumn> columns) {
        return of(columns.stream()
                .map(column -> new IndexDefinition("column", List.of(column), Map.of()))
                .toList());
    }

    static List<IndexedColumn> columns(List<byte[]> bytes) {
        return definitions(bytes).stream()
                .map(definition -> definition.columns().get(0))
                .toList();
    }
}
