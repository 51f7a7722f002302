// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static com.google.common.base.Preconditions.checkArgument;
import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.VarcharType.VARCHAR;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.skipping.index.ByteRange;
import io.skipping.index.LiveObject;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects the rows of one segment, in any order, and puts them in the order of the file. Not thread-safe. */
final class SegmentBuffer {
    private static final Comparator<Row> ORDER = Comparator.comparing(Row::path)
            .thenComparingLong(Row::size)
            .thenComparingLong(Row::modified)
            .thenComparing(Row::profile)
            .thenComparingLong(Row::tag)
            .thenComparingLong(Row::start)
            // of a range that was summarised twice the later one comes first, and is kept
            .thenComparing(Comparator.comparingInt(Row::position).reversed());

    private final SegmentMetadata metadata;
    private final List<Row> rows = new ArrayList<>();
    private final Map<String, Slice> profiles = new HashMap<>();
    private final List<StoredType> types;
    private final List<BlockBuilder> builders;
    private Slice lastPath = utf8Slice("");
    private String lastPathText = "";

    SegmentBuffer(SegmentMetadata metadata) {
        this.metadata = metadata;
        List<StoredField> fields = metadata.definitions().stream()
                .flatMap(StoredDefinition::columns)
                .toList();
        types = fields.stream().map(field -> StoredType.of(field.type())).toList();
        builders = fields.stream()
                .map(field -> field.type().createBlockBuilder(null, 16))
                .toList();
    }

    private record Row(
            Slice path,
            long size,
            long modified,
            Slice profile,
            long start,
            long length,
            long rowCount,
            long tag,
            int position) {}

    void add(LiveObject object, ByteRange range, long rowCount, List<List<Block>> summaries) {
        checkArgument(
                summaries.size() == metadata.definitions().size(),
                "expected summaries of %s indexes, not %s",
                metadata.definitions().size(),
                summaries.size());
        int builder = 0;
        for (int index = 0; index < summaries.size(); index++) {
            List<Block> fields = summaries.get(index);
            checkArgument(
                    fields.size() == metadata.definitions().get(index).columns().count(),
                    "expected as many fields as %s has",
                    metadata.definitions().get(index).definition());
            for (Block field : fields) {
                checkArgument(field.getPositionCount() == 1, "expected one position, not %s", field.getPositionCount());
                Blocks.append(builders.get(builder++), field);
            }
        }
        if (!lastPathText.equals(object.version().path())) {
            lastPathText = object.version().path();
            lastPath = utf8Slice(lastPathText);
        }
        rows.add(new Row(
                lastPath,
                object.version().size(),
                object.version().modifiedMillis(),
                profiles.computeIfAbsent(object.profile(), profile -> utf8Slice(profile)),
                range.start(),
                range.length(),
                rowCount,
                object.version().tag().orElse(0),
                rows.size()));
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Heap that the rows take, roughly. */
    long bytes() {
        return rows.size() * 200L
                + builders.stream().mapToLong(BlockBuilder::getSizeInBytes).sum();
    }

    /** The whole file. */
    Slice encode() throws IOException {
        List<Row> ordered = distinct(rows.stream().sorted(ORDER).toList());
        int count = ordered.size();
        BlockBuilder path = VARCHAR.createBlockBuilder(null, count);
        BlockBuilder size = BIGINT.createBlockBuilder(null, count);
        BlockBuilder modified = BIGINT.createBlockBuilder(null, count);
        BlockBuilder profile = VARCHAR.createBlockBuilder(null, count);
        BlockBuilder start = BIGINT.createBlockBuilder(null, count);
        BlockBuilder length = BIGINT.createBlockBuilder(null, count);
        BlockBuilder rowCount = BIGINT.createBlockBuilder(null, count);
        BlockBuilder tag = BIGINT.createBlockBuilder(null, count);
        int[] positions = new int[count];
        for (int index = 0; index < count; index++) {
            Row row = ordered.get(index);
            VARCHAR.writeSlice(path, row.path());
            BIGINT.writeLong(size, row.size());
            BIGINT.writeLong(modified, row.modified());
            VARCHAR.writeSlice(profile, row.profile());
            BIGINT.writeLong(start, row.start());
            BIGINT.writeLong(length, row.length());
            BIGINT.writeLong(rowCount, row.rowCount());
            if (row.tag() == 0) {
                tag.appendNull();
            } else {
                BIGINT.writeLong(tag, row.tag());
            }
            positions[index] = row.position();
        }
        ImmutableList.Builder<Block> blocks = ImmutableList.builder();
        for (BlockBuilder builder : List.of(path, size, modified, profile, start, length, rowCount, tag)) {
            blocks.add(builder.build());
        }
        for (int field = 0; field < builders.size(); field++) {
            Block sorted = builders.get(field).build().copyPositions(positions, 0, count);
            blocks.add(types.get(field).encode(sorted));
        }
        SegmentEncoder encoder = new SegmentEncoder(metadata.definitions(), metadata.toJson());
        encoder.write(new Page(count, blocks.build().toArray(Block[]::new)));
        return encoder.finish();
    }

    private static List<Row> distinct(List<Row> ordered) {
        List<Row> distinct = new ArrayList<>(ordered.size());
        for (Row row : ordered) {
            if (distinct.isEmpty() || !sameRange(distinct.getLast(), row)) {
                distinct.add(row);
            }
        }
        return distinct;
    }

    private static boolean sameRange(Row left, Row right) {
        return left.start == right.start
                && left.size == right.size
                && left.modified == right.modified
                && left.tag == right.tag
                && left.path.equals(right.path)
                && left.profile.equals(right.profile);
    }
}
