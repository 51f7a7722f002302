// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Ints;
import io.airlift.log.Logger;
import io.airlift.slice.Slice;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.snapshot.ObjectTable;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.object.Candidates.Part;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.type.Type;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Writes the winners of some sources into new segments. Used once. */
final class SegmentMerger {
    private static final Logger log = Logger.get(SegmentMerger.class);
    private static final long TARGET_BYTES = 64L << 20;
    private static final int CHUNK_ROWS = 50_000;

    private final IndexedTable table;
    /** a name that no build has: what is merged counts only once a manifest names it, and is adopted by nobody */
    private final String build = IndexLayout.newBuild(Instant.now());

    private final IndexLayout layout;
    private final FileStore files;
    private final IndexReader reader;
    private final List<Merged> written = new ArrayList<>();

    SegmentMerger(IndexedTable table, IndexLayout layout, FileStore files, IndexReader reader) {
        this.table = requireNonNull(table, "table is null");
        this.layout = requireNonNull(layout, "layout is null");
        this.files = requireNonNull(files, "files is null");
        this.reader = requireNonNull(reader, "reader is null");
    }

    /** A segment that was written, and is in memory. */
    record Merged(SegmentFile file, String checksum, long builtMillis) {}

    /** Writes the winners of these sources, and the objects that are spread over several. */
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

    /** Gives up what was written. */
    void discard() {
        List<FileLocation> locations = written.stream()
                .map(merged -> layout.segment(merged.file().name()))
                .toList();
        if (!locations.isEmpty()) {
            try {
                files.delete(locations);
            } catch (IndexUnavailableException e) {
                log.warn("Left for vacuum: %s", e.getMessage());
            }
        }
    }

    /** Sources of the same definitions, of which something is rewritten. */
    private static List<List<Integer>> groups(Selection selection, BitSet rewritten) {
        BitSet involved = (BitSet) rewritten.clone();
        selection.spread().forEach(winner -> winner.parts().forEach(part -> involved.set(part.source())));
        Map<Set<IndexDefinition>, List<Integer>> groups = new LinkedHashMap<>();
        involved.stream()
                .forEach(number -> groups.computeIfAbsent(
                                Set.copyOf(selection
                                        .sources()
                                        .get(number)
                                        .file()
                                        .metadata()
                                        .indexes()),
                                _ -> new ArrayList<>())
                        .add(number));
        return List.copyOf(groups.values());
    }

    private void mergeGroup(Selection selection, List<Integer> group, BitSet rewritten) throws IOException {
        SegmentMetadata model = selection.sources().get(group.getFirst()).file().metadata();
        SegmentMetadata metadata = new SegmentMetadata(table, build, model.definitions());
        long builtMillis = group.stream()
                .mapToLong(number -> selection.sources().get(number).builtMillis())
                .max()
                .orElseThrow();
        Output output = new Output(metadata, builtMillis);
        Map<Integer, List<SpreadRow>> spreadRows = spreadRows(selection);
        // the rows of an object that is spread over sources wait until all of them are there
        TreeMap<SpreadRow, Page> waiting = new TreeMap<>();
        for (int number : group) {
            SegmentFile file = selection.sources().get(number).file();
            Page rows = new Page(
                    file.rangeCount(), columns(file, metadata.definitions()).toArray(Block[]::new));
            if (rewritten.get(number)) {
                writeObjects(output, rows, file.objects(), selection.winners().get(number));
            }
            for (SpreadRow row : spreadRows.getOrDefault(number, List.of())) {
                waiting.put(row, rows.copyPositions(new int[] {row.range()}, 0, 1));
            }
        }
        int object = -1;
        for (Map.Entry<SpreadRow, Page> row : waiting.entrySet()) {
            if (row.getKey().object() != object) {
                output.closeIfLarge();
                object = row.getKey().object();
            }
            output.write(row.getValue());
        }
        output.close();
    }

    /** Some at a time, and never a part of an object, so that a segment holds whole objects. */
    private static void writeObjects(Output output, Page rows, ObjectTable objects, BitSet winners) throws IOException {
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
                output.write(rows.copyPositions(positions, 0, count));
                output.closeIfLarge();
                count = 0;
            }
        }
    }

    /**
     * A range of an object that is spread over several sources.
     *
     * @param object number of the object among such objects
     * @param order place of the range in the object
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
                    rows.computeIfAbsent(part.source(), _ -> new ArrayList<>())
                            .add(new SpreadRow(object, order++, range));
                }
            }
        }
        return rows;
    }

    /** All columns of a file as stored, its definitions in this order. */
    private static List<Block> columns(SegmentFile file, List<StoredDefinition> order) {
        List<String> names = new ArrayList<>(SegmentSchema.OBJECT_COLUMNS);
        List<Type> types = new ArrayList<>(SegmentSchema.OBJECT_TYPES);
        for (StoredDefinition wanted : order) {
            StoredDefinition stored = file.metadata().definitions().stream()
                    .filter(definition -> definition.definition().equals(wanted.definition()))
                    .findFirst()
                    .orElseThrow();
            stored.columns().forEach(field -> {
                names.add(field.column());
                types.add(StoredType.of(field.type()).type());
            });
        }
        return file.read(names, types);
    }

    private final class Output {
        private final SegmentMetadata metadata;
        private final long builtMillis;
        private SegmentEncoder encoder;

        Output(SegmentMetadata metadata, long builtMillis) {
            this.metadata = metadata;
            this.builtMillis = builtMillis;
            this.encoder = newEncoder();
        }

        private SegmentEncoder newEncoder() {
            return new SegmentEncoder(metadata.definitions(), metadata.toJson());
        }

        void write(Page rows) throws IOException {
            encoder.write(rows);
        }

        void closeIfLarge() throws IOException {
            if (encoder.bytes() >= TARGET_BYTES) {
                close();
            }
        }

        void close() throws IOException {
            if (encoder.rows() == 0) {
                return;
            }
            Slice content = encoder.finish();
            String checksum = Checksum.of(content);
            String name = IndexLayout.newSegment(build, checksum);
            files.write(layout.segment(name), content.toByteBuffer());
            written.add(new Merged(reader.parse(name, content), checksum, builtMillis));
            encoder = newEncoder();
        }
    }
}
