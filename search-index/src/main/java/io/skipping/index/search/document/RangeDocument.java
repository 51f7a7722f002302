// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.google.common.collect.ImmutableList;
import com.google.common.hash.Hashing;
import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slice;
import io.skipping.index.ByteRange;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.value.KeyColumn;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Creates the documents of ranges. */
final class RangeDocument {
    static final String KIND = "range";

    private static final JsonFactory JSON = new JsonFactory();

    private final List<DefinitionFields> definitions;
    private final String build;
    private final String layout;

    /** @param definitions of each document, in the order of their summaries */
    RangeDocument(List<DefinitionFields> definitions, String build) {
        this.definitions = ImmutableList.copyOf(definitions);
        this.build = build;
        this.layout = layout(definitions.stream().map(DefinitionFields::key).toList());
    }

    /**
     * Returns a name for the definitions of a document. Documents with the same name can be searched by the same query.
     *
     * @param keys of the definitions
     */
    static String layout(List<String> keys) {
        String sorted = keys.stream().sorted().distinct().collect(Collectors.joining("\n"));
        return Hashing.sha256()
                .hashString(sorted, StandardCharsets.UTF_8)
                .toString()
                .substring(0, 16);
    }

    /**
     * Returns the document of a range.
     *
     * @param summaries for each definition, one column with one position for each field
     */
    Slice of(
            long slot,
            long writtenMillis,
            LiveObject object,
            ByteRange range,
            long rows,
            List<List<KeyColumn>> summaries) {
        DynamicSliceOutput output = new DynamicSliceOutput(1024);
        try (JsonGenerator json = JSON.createGenerator((OutputStream) output)) {
            json.writeStartObject();
            json.writeStringField("kind", KIND);
            json.writeStringField("build", build);
            json.writeStringField("batch", Long.toString(Slots.batch(slot)));
            json.writeStringField("layout", layout);
            json.writeNumberField("slot", slot);
            json.writeNumberField("word", Slots.word(slot));
            json.writeNumberField("bit", Slots.bit(slot));
            json.writeNumberField("written", writtenMillis);
            json.writeStringField("path", object.version().path());
            json.writeNumberField("size", object.version().size());
            json.writeNumberField("modified", object.version().modifiedMillis());
            json.writeNumberField("start", range.start());
            json.writeNumberField("length", range.length());
            json.writeNumberField("rows", rows);
            writeSummaries(json, rows, summaries);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return output.slice();
    }

    private void writeSummaries(JsonGenerator json, long rows, List<List<KeyColumn>> summaries) throws IOException {
        List<String> unsearchable = new ArrayList<>();
        List<Map<SearchedField, List<Object>>> searched = new ArrayList<>();
        json.writeObjectFieldStart("summaries");
        for (int number = 0; number < definitions.size(); number++) {
            DefinitionFields definition = definitions.get(number);
            List<KeyColumn> fields = summaries.get(number);
            Slice bytes = SummaryCodec.encode(definition.summaryFields(), fields, 0);
            json.writeFieldName(definition.key());
            json.writeBinary(bytes.byteArray(), bytes.byteArrayOffset(), bytes.length());
            Optional<Map<SearchedField, List<Object>>> values = searched(definition, fields, rows);
            if (values.isEmpty()) {
                unsearchable.add(definition.key());
            }
            searched.add(values.orElse(Map.of()));
        }
        json.writeEndObject();
        json.writeArrayFieldStart("unsearchable");
        for (String key : unsearchable) {
            json.writeString(key);
        }
        json.writeEndArray();
        json.writeObjectFieldStart("fields");
        for (int number = 0; number < definitions.size(); number++) {
            if (!searched.get(number).isEmpty()) {
                json.writeObjectFieldStart(definitions.get(number).key());
                writeSearched(json, definitions.get(number), searched.get(number));
                json.writeEndObject();
            }
        }
        json.writeEndObject();
    }

    private static void writeSearched(
            JsonGenerator json, DefinitionFields definition, Map<SearchedField, List<Object>> values)
            throws IOException {
        Optional<List<Box>> shapes = definition.boxes().flatMap(boxes -> boxes.onGlobe(values));
        if (shapes.isPresent() && !shapes.get().isEmpty()) {
            json.writeFieldName(SearchedBoxes.FIELD);
            SearchedBoxes.write(json, shapes.get());
        }
        for (Map.Entry<SearchedField, List<Object>> field : values.entrySet()) {
            if (shapes.isEmpty() || !definition.boxes().orElseThrow().sides().contains(field.getKey())) {
                json.writeArrayFieldStart(field.getKey().name());
                for (Object value : field.getValue()) {
                    SearchedField.write(json, value);
                }
                json.writeEndArray();
            }
        }
    }

    /** Returns the values of the searched fields; empty if the summary cannot be searched. */
    private static Optional<Map<SearchedField, List<Object>>> searched(
            DefinitionFields definition, List<KeyColumn> fields, long rows) {
        if (definition.form().isEmpty()) {
            return Optional.of(Map.of());
        }
        if (!definition.form().get().isSearchable(fields, 0, rows)) {
            return Optional.empty();
        }
        Map<SearchedField, List<Object>> values =
                new TreeMap<>((a, b) -> a.path().compareTo(b.path()));
        for (int field = 0; field < fields.size(); field++) {
            SearchedField searched = definition
                    .searched()
                    .get(definition.summaryFields().get(field).name());
            if (searched != null) {
                Optional<List<Object>> ofField = searched.values(fields.get(field), 0);
                if (ofField.isEmpty()) {
                    return Optional.empty();
                }
                values.put(searched, ofField.get());
            }
        }
        return Optional.of(values);
    }
}
