// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.skipping.committer.name.JobId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/** Reads and writes manifests as JSON, which is also Hadoop's summary of a job. */
public final class ManifestCodec {
    static final String FORMAT = "trino-skipping-data-set";
    static final int VERSION = 1;
    private static final String DATA_SET = "dataSet";
    private static final String CRC32C = "crc32c";

    /**
     * The maximum size of a manifest: more than its 5,000 lines can take at their longest. Larger files are not read.
     */
    static final int MAX_BYTES = 64 << 20;

    private static final String LOST = "lostMillis";

    private ManifestCodec() {}

    /**
     * Writes a manifest. Does not close the stream.
     *
     * @throws IOException if the manifest is larger than readers accept
     */
    public static void write(Manifest manifest, SuccessData success, OutputStream out) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        CRC32C checksum = new CRC32C();
        try (JsonGenerator json = Json.readable(new CheckedOutputStream(content, checksum))) {
            json.writeStartObject();
            writeSuccess(success, json);
            json.writeObjectFieldStart(DATA_SET);
            writeDataSet(manifest, json);
            json.flush();
            json.writeStringField(CRC32C, ListReader.hex(checksum));
            json.writeEndObject();
            json.writeEndObject();
            json.writeRaw('\n');
        }
        if (content.size() > MAX_BYTES) {
            throw new IOException("The manifest has %,d bytes, and readers take %,d: write the data set anew"
                    .formatted(content.size(), MAX_BYTES));
        }
        content.writeTo(out);
    }

    private static void writeSuccess(SuccessData success, JsonGenerator json) throws IOException {
        // first, so that even a truncated manifest shows who wrote it
        json.writeStringField("committer", SuccessData.COMMITTER);
        json.writeStringField("name", SuccessData.NAME);
        json.writeBooleanField("success", true);
        json.writeNumberField("timestamp", success.timestamp());
        json.writeStringField("date", Instant.ofEpochMilli(success.timestamp()).toString());
        json.writeStringField("hostname", success.hostname());
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
        if (manifest.lostMillis() > 0) {
            json.writeNumberField(LOST, manifest.lostMillis());
        }
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
     * Reads a manifest and closes the stream.
     *
     * @return empty if the file is not a manifest but the work of another committer
     * @throws ManifestFormatException if it is a manifest that is damaged or was written by a newer release
     */
    public static Optional<Manifest> read(InputStream stream) throws IOException {
        byte[] content;
        try (stream) {
            byte[] start = stream.readNBytes(ManifestMark.SEARCHED_BYTES);
            if (!ManifestMark.isIn(start)) {
                return Optional.empty();
            }
            ByteArrayOutputStream whole = new ByteArrayOutputStream(start.length);
            whole.writeBytes(start);
            whole.writeBytes(stream.readNBytes(MAX_BYTES + 1 - start.length));
            content = whole.toByteArray();
        }
        if (content.length > MAX_BYTES) {
            throw damaged("it has more than %,d bytes".formatted(MAX_BYTES), null);
        }
        try {
            return Optional.of(parse(content));
        } catch (NewerVersionException e) {
            throw e;
        } catch (JacksonException e) {
            throw damaged("it is not the expected JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            // everything is in memory, so no store has failed
            throw damaged(e.getMessage(), e);
        }
    }

    private static ManifestFormatException damaged(String why, Throwable cause) {
        return new ManifestFormatException(
                "The manifest is damaged: %s. Restore the object from a copy, or write the data set anew"
                        .formatted(why),
                cause);
    }

    /** Reports a newer version, which is not damage. */
    private static final class NewerVersionException extends ManifestFormatException {
        NewerVersionException(long version) {
            super("The manifest is of version %d, written by a newer release: this one knows versions up to %d"
                    .formatted(version, VERSION));
        }
    }

    private static Manifest parse(byte[] content) throws IOException {
        try (JsonParser json = Json.FACTORY.createParser(content)) {
            json.nextToken();
            JsonFields.object(json, "manifest");
            Manifest manifest = null;
            for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
                json.nextToken();
                if (field.equals(DATA_SET)) {
                    JsonFields.object(json, field);
                    manifest = readDataSet(json, content);
                } else {
                    JsonFields.skip(json);
                }
            }
            if (json.currentToken() != JsonToken.END_OBJECT) {
                throw new ManifestFormatException("it ends too early");
            }
            if (json.nextToken() != null) {
                throw new ManifestFormatException("it has content after its end");
            }
            if (manifest == null) {
                throw new ManifestFormatException("it has no field '%s'".formatted(DATA_SET));
            }
            return manifest;
        }
    }

    /** Compares the checksum, which is the last field, with the content before it. */
    private static void checkChecksum(byte[] content, String expected) throws IOException {
        // in this encoding, each byte is one character
        int end = new String(content, ISO_8859_1).lastIndexOf('"' + CRC32C + '"');
        while (end > 0 && (Character.isWhitespace(content[end - 1]) || content[end - 1] == ',')) {
            end--;
        }
        CRC32C checksum = new CRC32C();
        checksum.update(content, 0, Math.max(0, end));
        if (!ListReader.hex(checksum).equals(expected)) {
            throw new ManifestFormatException(
                    "its checksum is %s instead of %s".formatted(ListReader.hex(checksum), expected));
        }
    }

    private static Manifest readDataSet(JsonParser json, byte[] content) throws IOException {
        String format = null;
        boolean versioned = false;
        long generation = 0;
        String publication = "";
        long lostMillis = 0;
        List<CommittedJob> jobs = List.of();
        List<ListFile> lists = List.of();
        List<Line> lines = List.of();
        for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
            json.nextToken();
            switch (field) {
                case "format" -> {
                    format = JsonFields.text(json, field);
                    if (!format.equals(FORMAT)) {
                        throw new ManifestFormatException("it is of format '%s', not '%s'".formatted(format, FORMAT));
                    }
                }
                case "version" -> {
                    long version = JsonFields.integer(json, field);
                    if (version > VERSION) {
                        throw new NewerVersionException(version);
                    }
                    if (version < 1) {
                        throw new ManifestFormatException("there is no version %d".formatted(version));
                    }
                    versioned = true;
                }
                case "generation" -> generation = JsonFields.integer(json, field);
                case "publication" -> publication = JsonFields.text(json, field);
                case LOST -> lostMillis = JsonFields.integer(json, field);
                case "jobs" -> jobs = readList(json, field, ManifestCodec::readJob);
                case "lists" -> lists = readList(json, field, ManifestCodec::readListFile);
                case "lines" ->
                    lines = readList(
                            json,
                            field,
                            parser -> LineCodec.read(parser, ObjectLine.UNPUBLISHED)
                                    .orElse(null));
                case CRC32C -> checkChecksum(content, JsonFields.text(json, field));
                default -> JsonFields.skip(json);
            }
        }
        if (format == null || !versioned || generation < 1) {
            throw new ManifestFormatException("it lacks its format, its version or its generation");
        }
        checkGenerations(generation, lists, lines);
        return new Manifest(generation, publication, jobs, lists, lines, lostMillis);
    }

    /** Throws if a line has a future generation: it would hide what is published until then. */
    private static void checkGenerations(long generation, List<ListFile> lists, List<Line> lines) throws IOException {
        long latest = Math.max(
                lists.stream().mapToLong(ListFile::generation).max().orElse(0),
                lines.stream().mapToLong(Line::generation).max().orElse(0));
        if (generation > ManifestNames.LARGEST_GENERATION || latest > generation) {
            throw new ManifestFormatException(
                    "its generation %d does not fit its entries, whose latest generation is %d"
                            .formatted(generation, latest));
        }
    }

    @FunctionalInterface
    private interface ElementReader<T> {
        /** Reads the element at whose '{' the parser stands; returns null if it is to be ignored. */
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
                default -> JsonFields.skip(json);
            }
        }
        if (id == null) {
            throw new ManifestFormatException("a job in it has no id");
        }
        try {
            return new CommittedJob(new JobId(id), generation, committedMillis, objects, bytes, digest);
        } catch (IllegalArgumentException e) {
            throw new ManifestFormatException(e.getMessage(), e);
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
                default -> JsonFields.skip(json);
            }
        }
        if (name == null || !ManifestNames.isList(name) || name.indexOf('/') >= 0) {
            throw new ManifestFormatException("'%s' in it is not the name of a list".formatted(name));
        }
        return new ListFile(name, generation, bytes, crc32c, lines);
    }
}
