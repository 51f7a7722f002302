// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads and writes lines as JSON objects. */
final class LineCodec {
    private static final String OBJECT = "object";
    private static final String OVERWRITTEN = "overwritten";
    private static final String REPLACED = "replaced";

    private LineCodec() {}

    static void write(JsonGenerator json, Line line) throws IOException {
        json.writeStartObject();
        // no switch over patterns, because this is Java 17
        if (line instanceof ObjectLine object) {
            json.writeStringField(OBJECT, object.path());
            writeGeneration(json, line);
            writeLong(json, "size", object.size());
            if (object.etag().isPresent()) {
                json.writeStringField("etag", object.etag().get());
            }
            writeLong(json, "rows", object.rows());
        } else if (line instanceof OverwrittenLine overwritten) {
            json.writeStringField(OVERWRITTEN, overwritten.folder());
            writeGeneration(json, line);
            if (!overwritten.earlier().isEmpty()) {
                json.writeArrayFieldStart("earlier");
                for (long generation : overwritten.earlier()) {
                    json.writeNumber(generation);
                }
                json.writeEndArray();
            }
        } else if (line instanceof ReplacedLine replaced) {
            json.writeStringField(REPLACED, replaced.path());
            writeGeneration(json, line);
            if (replaced.version().isPresent()) {
                json.writeNumberField("size", replaced.version().get().size());
                json.writeNumberField("modifiedMillis", replaced.version().get().modifiedMillis());
            }
        }
        json.writeEndObject();
    }

    private static void writeGeneration(JsonGenerator json, Line line) throws IOException {
        if (line.generation() != ObjectLine.UNPUBLISHED) {
            json.writeNumberField("generation", line.generation());
        }
    }

    private static void writeLong(JsonGenerator json, String field, OptionalLong value) throws IOException {
        if (value.isPresent()) {
            json.writeNumberField(field, value.getAsLong());
        }
    }

    /**
     * Reads the line at whose '{' the parser stands.
     *
     * @param generation the generation of a line that states none
     * @return empty if the line is of a kind that this release does not know
     */
    static Optional<Line> read(JsonParser json, long generation) throws IOException {
        Fields fields = new Fields(generation);
        for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
            json.nextToken();
            fields.set(field, json);
        }
        return fields.line();
    }

    private static final class Fields {
        private String object;
        private String overwritten;
        private String replaced;
        private String etag;
        private long generation;
        private OptionalLong size = OptionalLong.empty();
        private OptionalLong rows = OptionalLong.empty();
        private OptionalLong modifiedMillis = OptionalLong.empty();
        private List<Long> earlier = List.of();

        Fields(long generation) {
            this.generation = generation;
        }

        void set(String field, JsonParser json) throws IOException {
            switch (field) {
                case OBJECT -> object = JsonFields.text(json, field);
                case OVERWRITTEN -> overwritten = JsonFields.text(json, field);
                case REPLACED -> replaced = JsonFields.text(json, field);
                case "etag" -> etag = JsonFields.text(json, field);
                case "generation" -> generation = JsonFields.integer(json, field);
                case "size" -> size = OptionalLong.of(JsonFields.integer(json, field));
                case "rows" -> rows = OptionalLong.of(JsonFields.integer(json, field));
                case "earlier" -> earlier = JsonFields.integers(json, field);
                case "modifiedMillis" -> modifiedMillis = OptionalLong.of(JsonFields.integer(json, field));
                default -> JsonFields.skip(json);
            }
        }

        Optional<Line> line() throws IOException {
            if (object == null && overwritten == null && replaced == null) {
                return Optional.empty();
            }
            if (generation < 1) {
                throw new ManifestFormatException("a line has no generation");
            }
            if (object != null) {
                return Optional.of(new ObjectLine(object, generation, size, Optional.ofNullable(etag), rows));
            }
            if (overwritten != null) {
                if (!overwritten.isEmpty() && !overwritten.endsWith("/")) {
                    throw new ManifestFormatException(
                            "it says that '%s' was overwritten, which is not a folder".formatted(overwritten));
                }
                for (long each : earlier) {
                    if (each < 1 || each >= generation) {
                        throw new ManifestFormatException(
                                "it says that '%s' was overwritten by generation %d before generation %d"
                                        .formatted(overwritten, each, generation));
                    }
                }
                return Optional.of(new OverwrittenLine(overwritten, generation, earlier));
            }
            if (size.isPresent() != modifiedMillis.isPresent()) {
                throw new ManifestFormatException(
                        "it says only half of which version of %s was replaced".formatted(replaced));
            }
            return Optional.of(new ReplacedLine(
                    replaced,
                    generation,
                    size.isPresent()
                            ? Optional.of(new ReplacedLine.Version(size.getAsLong(), modifiedMillis.getAsLong()))
                            : Optional.empty()));
        }
    }
}
