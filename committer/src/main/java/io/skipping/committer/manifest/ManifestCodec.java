// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.skipping.committer.name.JobId;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A manifest as JSON, which is also Hadoop's summary of a job. */
public final class ManifestCodec {
    static final String FORMAT = "trino-skipping-data-set";
    static final int VERSION = 1;
    private static final String DATA_SET = "dataSet";

    private ManifestCodec() {}

    /** Does not close the stream. */
    public static void write(Manifest manifest, SuccessData success, OutputStream out) throws IOException {
        try (JsonGenerator json = Json.readable(out)) {
            json.writeStartObject();
            writeSuccess(success, json);
            json.writeObjectFieldStart(DATA_SET);
            writeDataSet(manifest, json);
            json.writeEndObject();
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }

    private static void writeSuccess(SuccessData success, JsonGenerator json) throws IOException {
        json.writeStringField("name", SuccessData.NAME);
        json.writeBooleanField("success", true);
        json.writeNumberField("timestamp", success.timestamp());
        json.writeStringField("date", Instant.ofEpochMilli(success.timestamp()).toString());
        json.writeStringField("hostname", success.hostname());
        json.writeStringField("committer", SuccessData.COMMITTER);
        json.writeStringField("description", success.description());
        json.writeStringField("jobId", success.jobId());
        json.writeStringField("jobIdSource", success.jobIdSource());
        json.writeObjectFieldStart("metrics");
        for (Map.Entry<String, Long> metric : new TreeMap<>(success.metrics()).entrySet()) {
            json.writeNumberField(metric.getKey(), metric.getValue());
        }
        json.writeEndObject();
        json.writeObjectFieldStart("diagnostics");
        for (Map.Entry<String, String> diagnostic : new TreeMap<>(success.diagnostics()).entrySet()) {
            json.writeStringField(diagnostic.getKey(), diagnostic.getValue());
        }
        json.writeEndObject();
        json.writeArrayFieldStart("filenames");
        for (String filename : success.filenames()) {
            json.writeString(filename);
        }
        json.writeEndArray();
    }

    private static void writeDataSet(Manifest manifest, JsonGenerator json) throws IOException {
        json.writeStringField("format", FORMAT);
        json.writeNumberField("version", VERSION);
        json.writeNumberField("generation", manifest.generation());
        json.writeStringField("publication", manifest.publication());
        json.writeArrayFieldStart("jobs");
        for (CommittedJob job : manifest.jobs()) {
            json.writeStartObject();
            json.writeStringField("id", job.id().value());
            json.writeNumberField("generation", job.generation());
            json.writeNumberField("committedMillis", job.committedMillis());
            json.writeNumberField("objects", job.objects());
            json.writeNumberField("bytes", job.bytes());
            json.writeStringField("digest", job.digest());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("lists");
        for (ListFile list : manifest.lists()) {
            json.writeStartObject();
            json.writeStringField("name", list.name());
            json.writeNumberField("generation", list.generation());
            json.writeNumberField("bytes", list.bytes());
            json.writeStringField("crc32c", list.crc32c());
            json.writeNumberField("lines", list.lines());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("lines");
        for (Line line : manifest.lines()) {
            LineCodec.write(json, line);
        }
        json.writeEndArray();
    }

    /**
     * Closes the stream.
     *
     * @return nothing if it is not a manifest, but what another committer left: nothing at all, or a summary of its own
     * @throws ManifestFormatException if it is damaged, or written by a newer release
     */
    public static Optional<Manifest> read(InputStream stream) throws IOException {
        try (BufferedInputStream in = new BufferedInputStream(stream)) {
            if (!startsAsObject(in)) {
                return Optional.empty();
            }
            try (JsonParser json = Json.FACTORY.createParser(in)) {
                json.nextToken();
                Manifest manifest = null;
                for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
                    json.nextToken();
                    if (field.equals(DATA_SET)) {
                        JsonFields.object(json, field);
                        manifest = readDataSet(json);
                    } else {
                        json.skipChildren();
                    }
                }
                if (json.currentToken() != JsonToken.END_OBJECT) {
                    throw new ManifestFormatException("The manifest is damaged: it ends too early");
                }
                return Optional.ofNullable(manifest);
            } catch (JacksonException e) {
                throw new ManifestFormatException("The manifest is damaged: %s".formatted(e.getOriginalMessage()), e);
            }
        }
    }

    private static boolean startsAsObject(InputStream in) throws IOException {
        in.mark(4 << 10);
        int next = in.read();
        for (int skipped = 0; next >= 0 && Character.isWhitespace(next) && skipped < 1 << 10; skipped++) {
            next = in.read();
        }
        in.reset();
        return next == '{';
    }

    private static Manifest readDataSet(JsonParser json) throws IOException {
        String format = null;
        boolean versioned = false;
        long generation = 0;
        String publication = "";
        List<CommittedJob> jobs = List.of();
        List<ListFile> lists = List.of();
        List<Line> lines = List.of();
        for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
            json.nextToken();
            switch (field) {
                case "format" -> {
                    format = JsonFields.text(json, field);
                    if (!format.equals(FORMAT)) {
                        throw new ManifestFormatException(
                                "The manifest is of format '%s', not '%s'".formatted(format, FORMAT));
                    }
                }
                case "version" -> {
                    long version = JsonFields.integer(json, field);
                    if (version < 1 || version > VERSION) {
                        throw new ManifestFormatException(
                                "The manifest is of version %d, written by a newer release: this one knows versions up to %d"
                                        .formatted(version, VERSION));
                    }
                    versioned = true;
                }
                case "generation" -> generation = JsonFields.integer(json, field);
                case "publication" -> publication = JsonFields.text(json, field);
                case "jobs" -> jobs = readList(json, field, ManifestCodec::readJob);
                case "lists" -> lists = readList(json, field, ManifestCodec::readListFile);
                case "lines" ->
                    lines = readList(
                            json,
                            field,
                            parser -> LineCodec.read(parser, ObjectLine.UNPUBLISHED)
                                    .orElse(null));
                default -> json.skipChildren();
            }
        }
        if (format == null || !versioned || generation < 1) {
            throw new ManifestFormatException("The manifest lacks its format, its version or its generation");
        }
        return new Manifest(generation, publication, jobs, lists, lines);
    }

    @FunctionalInterface
    private interface ElementReader<T> {
        /** What the parser stands at the '{' of; null if it is to be ignored. */
        T read(JsonParser json) throws IOException;
    }

    private static <T> List<T> readList(JsonParser json, String field, ElementReader<T> reader) throws IOException {
        JsonFields.list(json, field);
        List<T> elements = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            JsonFields.object(json, field);
            T element = reader.read(json);
            if (element != null) {
                elements.add(element);
            }
        }
        return elements;
    }

    private static CommittedJob readJob(JsonParser json) throws IOException {
        String id = null;
        long generation = 0;
        long committedMillis = 0;
        long objects = 0;
        long bytes = 0;
        String digest = "";
        for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
            json.nextToken();
            switch (field) {
                case "id" -> id = JsonFields.text(json, field);
                case "generation" -> generation = JsonFields.integer(json, field);
                case "committedMillis" -> committedMillis = JsonFields.integer(json, field);
                case "objects" -> objects = JsonFields.integer(json, field);
                case "bytes" -> bytes = JsonFields.integer(json, field);
                case "digest" -> digest = JsonFields.text(json, field);
                default -> json.skipChildren();
            }
        }
        if (id == null) {
            throw new ManifestFormatException("A job in the manifest has no id");
        }
        try {
            return new CommittedJob(new JobId(id), generation, committedMillis, objects, bytes, digest);
        } catch (IllegalArgumentException e) {
            throw new ManifestFormatException("The manifest is damaged: %s".formatted(e.getMessage()), e);
        }
    }

    private static ListFile readListFile(JsonParser json) throws IOException {
        String name = null;
        long generation = 0;
        long bytes = -1;
        String crc32c = "";
        long lines = -1;
        for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
            json.nextToken();
            switch (field) {
                case "name" -> name = JsonFields.text(json, field);
                case "generation" -> generation = JsonFields.integer(json, field);
                case "bytes" -> bytes = JsonFields.integer(json, field);
                case "crc32c" -> crc32c = JsonFields.text(json, field);
                case "lines" -> lines = JsonFields.integer(json, field);
                default -> json.skipChildren();
            }
        }
        if (name == null || !ManifestNames.isList(name) || name.indexOf('/') >= 0) {
            throw new ManifestFormatException("'%s' in the manifest is not the name of a list".formatted(name));
        }
        return new ListFile(name, generation, bytes, crc32c, lines);
    }
}
