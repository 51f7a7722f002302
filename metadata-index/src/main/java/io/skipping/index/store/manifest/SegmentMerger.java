// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static java.lang.System.Logger.Level.WARNING;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Ints;
import io.airlift.slice.Slice;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.snapshot.ObjectTable;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.manifest.Candidates.Part;
import io.skipping.index.store.segment.Checksum;
import io.skipping.index.store.segment.SegmentFile;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.store.segment.SegmentFormat.SegmentColumn;
import io.skipping.index.store.segment.SegmentHead;
import io.skipping.index.store.segment.SegmentMetadata;
import io.skipping.index.store.segment.SegmentSchema;
import io.skipping.index.store.segment.StoredDefinition;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.KeyColumn;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes the winners of some sources into new segments. An instance is used once. */
final class SegmentMerger {
    private static final System.Logger log = System.getLogger(SegmentMerger.class.getName());
    private static final long TARGET_BYTES = 64L << 20;
    private static final int CHUNK_ROWS = 50_000;
    /** Maximum number of sources in memory at a time. */
    private static final int MOST_OPEN = 64;

    private final IndexedTable table;
    /** an unused build name: merged segments count only once a manifest names them, and no other build adopts them */
    private final String build = IndexLayout.newBuild(Instant.now());

    private final IndexLayout layout;
    private final FileStore files;
    private final IndexReader reader;
    private final SegmentFormat format;
    private final KnownSegments known;
    private final List<Merged> written = new ArrayList<>();
    /** names of all files that may have been written */
    private final List<String> named = new ArrayList<>();

    SegmentMerger(
            IndexedTable table,
            IndexLayout layout,
            FileStore files,
            IndexReader reader,
            SegmentFormat format,
            KnownSegments known) {
        this.table = requireNonNull(table, "table is null");
        this.layout = requireNonNull(layout, "layout is null");
        this.files = requireNonNull(files, "files is null");
        this.reader = requireNonNull(reader, "reader is null");
        this.format = requireNonNull(format, "format is null");
        this.known = requireNonNull(known, "known is null");
    }

    /** Holds a segment that was written. */
    record Merged(SegmentHead head, String checksum, long builtMillis) {}

    /** Writes the winners of these sources, and the objects whose ranges are spread over several sources. */
    List<Merged> merge(Selection selection, BitSet rewritten) {
        try {
            for (List<Integer> group : groups(selection, rewritten)) {
                mergeGroup(selection, group, rewritten);
            }
        } catch (IOException e) {
            throw new IndexUnavailableException(
                    "Cannot merge segments of index %s: %s".formatted(layout.directory(), e.getMessage()), e);
        }
        return ImmutableList.copyOf(written);
    }

    /** Deletes what was written. */
    void discard() {
        named.forEach(known::forget);
        List<FileLocation> locations = named.stream().map(layout::segment).toList();
        if (!locations.isEmpty()) {
            try {
                files.delete(locations);
            } catch (IndexUnavailableException e) {
                log.log(WARNING, "Left for vacuum: %s".formatted(e.getMessage()));
            }
        }
    }

    /** Groups the sources that take part in a rewrite by the content of their summaries. */
    private static List<List<Integer>> groups(Selection selection, BitSet rewritten) {
        BitSet involved = (BitSet) rewritten.clone();
        selection.spread().forEach(winner -> winner.parts().forEach(part -> involved.set(part.source())));
        Map<Set<StoredDefinition.Content>, List<Integer>> groups = new LinkedHashMap<>();
        involved.stream()
                .forEach(number -> groups.computeIfAbsent(
                                selection
                                        .sources()
                                        .get(number)
                                        .head()
                                        .metadata()
                                        .content(),
                                content -> new ArrayList<>())
                        .add(number));
        return List.copyOf(groups.values());
    }

    private void mergeGroup(Selection selection, List<Integer> group, BitSet rewritten) throws IOException {
        SegmentMetadata model = selection.sources().get(group.get(0)).head().metadata();
        SegmentMetadata metadata = new SegmentMetadata(
                table,
                build,
                model.definitions().stream().map(StoredDefinition::asRead).toList());
        long builtMillis = group.stream()
                .mapToLong(number -> selection.sources().get(number).builtMillis())
                .max()
                .orElseThrow();
        Output output = new Output(metadata, builtMillis);
        Map<Integer, List<SpreadRow>> spreadRows = spreadRows(selection);
        SpreadObjects spreadObjects = new SpreadObjects(selection, output);
        for (List<Integer> batch : batches(selection, inOrderOfSpread(group, spreadRows))) {
            List<SegmentFile> opened =
                    Parallel.map(batch, number -> known.open(selection.sources().get(number)));
            for (int index = 0; index < batch.size(); index++) {
                int number = batch.get(index);
                SegmentFile file = opened.get(index);
                List<KeyColumn> rows = file.rows(metadata.definitions());
                if (rewritten.get(number)) {
                    writeObjects(
                            output, rows, file.objects(), selection.winners().get(number));
                }
                if (spreadRows.containsKey(number)) {
                    spreadObjects.add(rows, spreadRows.get(number));
                }
            }
        }
        output.close();
    }

    /**
     * Returns sources in the order of the first objects that are spread over them, so that few objects are incomplete at a time. Sources
     * without such objects come first.
     */
    private static List<Integer> inOrderOfSpread(List<Integer> group, Map<Integer, List<SpreadRow>> spreadRows) {
        return group.stream()
                .sorted(Comparator.comparingInt(number -> spreadRows.getOrDefault(number, List.of()).stream()
                        // they are ordered by object
                        .findFirst()
                        .map(SpreadRow::object)
                        .orElse(-1)))
                .toList();
    }

    /** Divides sources into batches that are small enough to be in memory at a time. */
    private static List<List<Integer>> batches(Selection selection, List<Integer> numbers) {
        List<List<Integer>> batches = new ArrayList<>();
        List<Integer> batch = new ArrayList<>();
        long bytes = 0;
        for (int number : numbers) {
            bytes += selection.sources().get(number).head().bytes();
            batch.add(number);
            if (bytes >= TARGET_BYTES || batch.size() >= MOST_OPEN) {
                batches.add(batch);
                batch = new ArrayList<>();
                bytes = 0;
            }
        }
        batches.add(batch);
        return batches;
    }

    /** Collects the rows of objects that are spread over several sources, and writes an object once it has all of them. */
    private static final class SpreadObjects {
        private final Output output;
        private final int[] missing;
        private final Map<Integer, SortedMap<SpreadRow, WaitingRow>> waiting = new HashMap<>();

        private record WaitingRow(List<KeyColumn> columns, int position) {}

        SpreadObjects(Selection selection, Output output) {
            this.output = output;
            this.missing = selection.spread().stream()
                    .mapToInt(winner ->
                            winner.parts().stream().mapToInt(Part::count).sum())
                    .toArray();
        }

        /** Adds rows of a source. They are copied, so that the columns of the source need not stay in memory. */
        void add(List<KeyColumn> rows, List<SpreadRow> spread) throws IOException {
            RowBuilder builder = output.newRows();
            spread.forEach(row -> builder.append(rows, row.range()));
            List<KeyColumn> copied = builder.build();
            for (int position = 0; position < spread.size(); position++) {
                SpreadRow row = spread.get(position);
                waiting.computeIfAbsent(row.object(), object -> new TreeMap<>())
                        .put(row, new WaitingRow(copied, position));
                missing[row.object()]--;
                if (missing[row.object()] == 0) {
                    write(waiting.remove(row.object()).values());
                }
            }
        }

        private void write(Collection<WaitingRow> rows) throws IOException {
            RowBuilder builder = output.newRows();
            rows.forEach(row -> builder.append(row.columns(), row.position()));
            output.write(builder.build());
            output.closeIfLarge();
        }
    }

    /** Writes chunks of rows. An object is never split, so that a segment holds whole objects. */
    private static void writeObjects(Output output, List<KeyColumn> rows, ObjectTable objects, BitSet winners)
            throws IOException {
        int[] firstRange = objects.firstRange();
        int[] positions = new int[CHUNK_ROWS];
        int count = 0;
        for (int object = winners.nextSetBit(0); object >= 0; object = winners.nextSetBit(object + 1)) {
            int ranges = firstRange[object + 1] - firstRange[object];
            positions = Ints.ensureCapacity(positions, count + ranges, CHUNK_ROWS);
            for (int range = 0; range < ranges; range++) {
                positions[count++] = firstRange[object] + range;
            }
            if (count >= CHUNK_ROWS || winners.nextSetBit(object + 1) < 0) {
                int[] chunk = Arrays.copyOf(positions, count);
                output.write(rows.stream().map(column -> column.select(chunk)).toList());
                output.closeIfLarge();
                count = 0;
            }
        }
    }

    /**
     * A range of an object that is spread over several sources.
     *
     * @param object number of the object among such objects
     * @param order position of the range in the object
     * @param range its row in the source
     */
    private record SpreadRow(int object, int order, int range) implements Comparable<SpreadRow> {
        private static final Comparator<SpreadRow> ORDER =
                Comparator.comparingInt(SpreadRow::object).thenComparingInt(SpreadRow::order);

        @Override
        public int compareTo(SpreadRow other) {
            return ORDER.compare(this, other);
        }
    }

    private static Map<Integer, List<SpreadRow>> spreadRows(Selection selection) {
        Map<Integer, List<SpreadRow>> rows = new HashMap<>();
        for (int object = 0; object < selection.spread().size(); object++) {
            int order = 0;
            for (Part part : selection.spread().get(object).parts()) {
                for (int range = part.firstRange(); range < part.firstRange() + part.count(); range++) {
                    rows.computeIfAbsent(part.source(), source -> new ArrayList<>())
                            .add(new SpreadRow(object, order++, range));
                }
            }
        }
        return rows;
    }

    /** Collects rows. */
    private static final class RowBuilder {
        private final List<ColumnBuilder> columns;

        RowBuilder(List<SegmentColumn> columns) {
            this.columns = columns.stream()
                    .map(column -> ColumnBuilder.of(column.type(), column.isList()))
                    .toList();
        }

        void append(List<KeyColumn> from, int position) {
            for (int column = 0; column < columns.size(); column++) {
                columns.get(column).append(from.get(column), position);
            }
        }

        List<KeyColumn> build() {
            return columns.stream().map(ColumnBuilder::build).toList();
        }
    }

    private final class Output {
        private final SegmentMetadata metadata;
        private final List<SegmentColumn> columns;
        private final long builtMillis;
        private SegmentFormat.Writer writer;

        Output(SegmentMetadata metadata, long builtMillis) {
            this.metadata = metadata;
            this.columns = SegmentSchema.columns(metadata.definitions());
            this.builtMillis = builtMillis;
            this.writer = format.writer(columns);
        }

        RowBuilder newRows() {
            return new RowBuilder(columns);
        }

        void write(List<KeyColumn> rows) throws IOException {
            writer.write(rows);
        }

        void closeIfLarge() throws IOException {
            if (writer.bytes() >= TARGET_BYTES) {
                close();
            }
        }

        void close() throws IOException {
            if (writer.rows() == 0) {
                return;
            }
            Slice content = writer.finish(metadata.toMap());
            String checksum = Checksum.of(content);
            String name = IndexLayout.newSegment(build, checksum);
            named.add(name);
            files.write(layout.segment(name), content.toByteBuffer());
            written.add(new Merged(known.addMerged(reader.parse(name, content)), checksum, builtMillis));
            writer = format.writer(columns);
        }
    }
}
