// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.snapshot.ObjectTable;
import io.trino.spi.block.Block;
import io.trino.spi.type.Type;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A segment file in memory: its objects and ranges as arrays, its summaries as they were fetched, decoded when asked
 * for. Thread-safe.
 */
public final class SegmentFile {
    private final String name;
    private final String location;
    private final Slice file;
    private final Instant fetched = Instant.now();
    private final ParquetColumns columns;
    private final SegmentMetadata metadata;
    private final ObjectTable objects;
    private final long[] rangeStarts;
    private final long[] rangeLengths;
    private final long[] rowCounts;

    /**
     * @param file the whole file, whose checksum has been verified
     * @param memory of which everything is taken that the file and its columns can come to need, before they are decoded
     */
    SegmentFile(String name, String location, Slice file, Function<String, Type> types, MemoryLimit memory)
            throws IOException {
        this.name = requireNonNull(name, "name is null");
        this.location = requireNonNull(location, "location is null");
        this.file = requireNonNull(file, "file is null");
        this.columns = new ParquetColumns(location, file, memory.maximum());
        memory.take(mostBytes());
        this.metadata = SegmentMetadata.parse(columns.metadata(), types);
        RangeColumns ranges = new RangeColumns(Math.toIntExact(columns.bounds().rows()));
        columns.read(SegmentSchema.OBJECT_COLUMNS, SegmentSchema.OBJECT_TYPES, ranges);
        this.objects = ranges.objects();
        this.rangeStarts = ranges.starts();
        this.rangeLengths = ranges.lengths();
        this.rowCounts = ranges.rowCounts();
    }

    public String name() {
        return name;
    }

    public SegmentMetadata metadata() {
        return metadata;
    }

    /** Bytes in the store. */
    public long bytes() {
        return file.length();
    }

    /** Bytes of all columns, decoded. */
    long heapBytes() {
        return columns.bounds().typicalBytes();
    }

    /** Bytes of the file, of its objects and ranges, and of all columns, decoded; it may be less, and is not more. */
    long mostBytes() {
        return file.length()
                + RangeColumns.bytes(columns.bounds().rows())
                + columns.bounds().mostBytes();
    }

    /** When it came into memory. */
    Instant fetched() {
        return fetched;
    }

    public ObjectTable objects() {
        return objects;
    }

    public int rangeCount() {
        return rangeStarts.length;
    }

    public long[] rangeStarts() {
        return rangeStarts;
    }

    public long[] rangeLengths() {
        return rangeLengths;
    }

    public long[] rowCounts() {
        return rowCounts;
    }

    /** The values of each field, one position per range. */
    public List<Block> summaries(IndexDefinition definition) {
        StoredDefinition stored = metadata.definitions().stream()
                .filter(candidate -> candidate.definition().equals(definition))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("%s has no %s".formatted(location, definition.name())));
        List<String> names = stored.fields().stream().map(StoredField::column).toList();
        List<StoredType> types = stored.fields().stream()
                .map(field -> StoredType.of(field.type()))
                .toList();
        List<Block> blocks = read(names, types.stream().map(StoredType::type).toList());
        List<Block> decoded = new ArrayList<>();
        try {
            for (int index = 0; index < blocks.size(); index++) {
                decoded.add(types.get(index).decode(blocks.get(index)));
            }
        } catch (RuntimeException e) {
            throw undecodable(e);
        }
        return decoded;
    }

    /** Whole columns, as they stand in the file. */
    List<Block> read(List<String> names, List<Type> types) {
        List<List<Block>> pieces = new ArrayList<>();
        names.forEach(_ -> pieces.add(new ArrayList<>()));
        List<Block> whole = new ArrayList<>();
        try {
            if (!names.isEmpty()) {
                columns.read(names, types, (_, blocks) -> {
                    for (int index = 0; index < blocks.length; index++) {
                        pieces.get(index).add(blocks[index]);
                    }
                });
            }
            for (int index = 0; index < pieces.size(); index++) {
                whole.add(Blocks.concatenate(types.get(index), pieces.get(index)));
            }
        } catch (IOException | RuntimeException e) {
            throw undecodable(e);
        }
        return whole;
    }

    private IndexUnavailableException undecodable(Exception cause) {
        return new IndexUnavailableException(
                "Cannot decode index segment %s: %s".formatted(location, cause.getMessage()), cause);
    }
}
