// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static com.google.common.base.Preconditions.checkArgument;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.segment.Checksum;
import io.skipping.index.store.segment.IndexRefusedException;
import io.skipping.index.store.segment.Json;
import io.skipping.index.store.segment.Json.DefinitionJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Describes one state of an index.
 *
 * @param id random; identifies the manifest to a writer that did not learn whether its request succeeded
 * @param publishedMillis by the publisher's clock, milliseconds since the epoch; only for display
 * @param build the build that published it; empty if none did
 * @param requested indexes that the user requested
 * @param automatic whether the builder chooses indexes, too
 * @param snapshots ids of snapshots of the table all of whose objects are in this state; empty if none are known
 * @param segments oldest first
 */
record Manifest(
        String id,
        IndexedTable table,
        long number,
        long publishedMillis,
        String build,
        List<IndexDefinition> requested,
        boolean automatic,
        Set<Long> snapshots,
        List<SegmentEntry> segments) {
    static final String FORMAT = "trino-skipping-manifest";
    static final int VERSION = 1;
    private static final String AUTOMATIC = "automatic";
    private static final String SNAPSHOTS = "snapshots";

    Manifest {
        requireNonNull(id, "id is null");
        requireNonNull(table, "table is null");
        requireNonNull(build, "build is null");
        requested = ImmutableList.copyOf(requested);
        snapshots = ImmutableSortedSet.copyOf(snapshots);
        segments = ImmutableList.copyOf(segments);
        checkArgument(
                segments.stream().map(SegmentEntry::name).distinct().count() == segments.size(),
                "it names a segment twice");
    }

    /** Returns the name of this state, for logs and for users. */
    String state() {
        return number + "-" + id;
    }

    byte[] toBytes() {
        BodyJson json = new BodyJson(
                id,
                table.schema(),
                table.table(),
                table.location(),
                number,
                publishedMillis,
                build,
                requested.stream().map(DefinitionJson::of).toList(),
                segments.stream().map(SegmentJson::of).toList());
        byte[] body = Json.write(
                json,
                snapshots.isEmpty()
                        ? ImmutableMap.of(AUTOMATIC, automatic)
                        : ImmutableMap.of(AUTOMATIC, automatic, SNAPSHOTS, snapshots));
        byte[] envelope = Json.write(new EnvelopeJson(FORMAT, VERSION, Checksum.of(Slices.wrappedBuffer(body))));
        ByteArrayOutputStream file = new ByteArrayOutputStream(envelope.length + 1 + body.length);
        file.writeBytes(envelope);
        file.write('\n');
        file.writeBytes(body);
        return file.toByteArray();
    }

    /**
     * Parses a manifest file.
     *
     * @throws IOException with half a sentence that says what is wrong with the file
     */
    static Manifest parse(byte[] file) throws IOException {
        int lineBreak = 0;
        while (lineBreak < file.length && file[lineBreak] != '\n') {
            lineBreak++;
        }
        if (lineBreak == file.length) {
            throw new IOException("it is cut off");
        }
        byte[] first = Arrays.copyOf(file, lineBreak);
        FormatJson format = Json.read(first, FormatJson.class);
        if (!format.format().equals(FORMAT)) {
            throw new IOException("it is not a manifest of an index, but says '%s'".formatted(format.format()));
        }
        if (format.version() > VERSION) {
            throw IndexRefusedException.newerFormat(format.version(), VERSION);
        }
        Slice body = Slices.wrappedBuffer(file, lineBreak + 1, file.length - lineBreak - 1);
        String checksum = Json.read(first, EnvelopeJson.class).checksum();
        if (!Checksum.of(body).equals(checksum)) {
            throw new IOException("its content does not have the checksum " + checksum);
        }
        BodyJson parsed = Json.read(body.getBytes(), BodyJson.class);
        return new Manifest(
                parsed.id,
                new IndexedTable(parsed.schema, parsed.table, parsed.location),
                parsed.number,
                parsed.publishedMillis,
                parsed.build,
                parsed.requested.stream().map(DefinitionJson::toDefinition).toList(),
                // earlier releases chose indexes only if none was requested
                Json.flag(body.getBytes(), AUTOMATIC).orElse(parsed.requested.isEmpty()),
                ImmutableSet.copyOf(Json.numbers(body.getBytes(), SNAPSHOTS)),
                parsed.segments.stream().map(SegmentJson::toEntry).toList());
    }

    @Override
    public String toString() {
        return new String(toBytes(), UTF_8);
    }

    record FormatJson(String format, int version) {}

    record EnvelopeJson(String format, int version, String checksum) {}

    record BodyJson(
            String id,
            String schema,
            String table,
            String location,
            long number,
            long publishedMillis,
            String build,
            List<DefinitionJson> requested,
            List<SegmentJson> segments) {}

    record SegmentJson(
            String name,
            long bytes,
            String checksum,
            long heapBytes,
            long ranges,
            long objects,
            long builtMillis,
            List<DefinitionJson> definitions,
            List<int[]> dead) {
        static SegmentJson of(SegmentEntry entry) {
            return new SegmentJson(
                    entry.name(),
                    entry.bytes(),
                    entry.checksum(),
                    entry.heapBytes(),
                    entry.ranges(),
                    entry.objects(),
                    entry.builtMillis(),
                    entry.definitions().stream().map(DefinitionJson::of).toList(),
                    entry.dead().stream()
                            .map(run -> new int[] {run.first(), run.count()})
                            .toList());
        }

        SegmentEntry toEntry() {
            return new SegmentEntry(
                    name,
                    bytes,
                    checksum,
                    heapBytes,
                    ranges,
                    objects,
                    builtMillis,
                    definitions.stream().map(DefinitionJson::toDefinition).toList(),
                    dead.stream()
                            .map(run -> new SegmentEntry.Run(run[0], run[1]))
                            .toList());
        }
    }
}
