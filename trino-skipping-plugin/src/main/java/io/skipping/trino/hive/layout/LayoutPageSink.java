// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.airlift.slice.Slices.wrappedBuffer;
import static io.trino.plugin.hive.HiveErrorCode.HIVE_TOO_MANY_OPEN_PARTITIONS;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.TypeUtils.readNativeValue;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.airlift.json.JsonCodec;
import io.airlift.slice.Slice;
import io.skipping.partitioner.LayoutModel;
import io.skipping.trino.core.layout.LayoutColumns;
import io.skipping.trino.core.layout.NativeRow;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveWriter;
import io.trino.plugin.hive.HiveWriterFactory;
import io.trino.plugin.hive.PartitionUpdate;
import io.trino.spi.Page;
import io.trino.spi.PageIndexer;
import io.trino.spi.PageIndexerFactory;
import io.trino.spi.TrinoException;
import io.trino.spi.block.Block;
import io.trino.spi.block.IntArrayBlock;
import io.trino.spi.connector.ConnectorPageSink;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Writes one object for each pair of Hive partition and model partition that it receives rows of. The engine makes sure
 * that no other sink receives rows of the same model partition.
 *
 * <p>Memory is bounded, however many objects there are. Rows to be sorted go through one external sort, by object
 * first, so that the objects are written one after another. Rows that need no order are written to their objects as
 * they arrive, until the open objects take too much memory; from then on these rows also go through the sort, ordered
 * by object only. Not thread-safe.
 */
final class LayoutPageSink implements ConnectorPageSink {
    private static final int NONE = -1;

    private final IntFunction<HiveWriterFactory> factories;
    private final LayoutModel model;
    private final int[] modelColumns;
    private final List<Type> modelTypes;
    private final int[] partitionColumns;
    private final int[] dataColumns;
    private final int objectColumn;
    private final PageIndexer indexer;
    private final Optional<PageIndexer> hivePartitions;
    private final Limits limits;
    private final JsonCodec<PartitionUpdate> updateCodec;
    private final LayoutObjects objects = new LayoutObjects(this::create);
    private final List<Integer> partitionOfObject = new ArrayList<>();
    private final ExternalSort sort;
    private boolean sorting;

    /**
     * The limits of a sink.
     *
     * @param openObjects the number of objects that rows are written to as they arrive
     * @param openBytes the bytes of memory that these objects may take
     * @param hivePartitions the number of Hive partitions that one INSERT may write to, as in the stock connector
     */
    record Limits(int openObjects, long openBytes, int hivePartitions) {}

    /**
     * @param factories creates the factory of the writers for one partition of the model
     * @param columns the columns of the pages, including those of Hive partitions
     * @param sortedBy names of the columns to sort by, most significant first
     */
    LayoutPageSink(
            IntFunction<HiveWriterFactory> factories,
            LayoutModel model,
            List<HiveColumnHandle> columns,
            List<String> sortedBy,
            ExternalSort.Setup sortSetup,
            PageIndexerFactory indexers,
            Limits limits,
            JsonCodec<PartitionUpdate> updateCodec) {
        this.factories = requireNonNull(factories, "factories is null");
        this.model = requireNonNull(model, "model is null");
        this.limits = requireNonNull(limits, "limits is null");
        this.updateCodec = requireNonNull(updateCodec, "updateCodec is null");
        List<String> names = columns.stream().map(HiveColumnHandle::getName).toList();
        List<Type> types = columns.stream().map(HiveColumnHandle::getType).toList();
        this.modelColumns = model.columns().stream()
                .mapToInt(column -> names.indexOf(column.name()))
                .toArray();
        this.modelTypes = IntStream.of(modelColumns).mapToObj(types::get).toList();
        LayoutColumns.check(model, modelTypes);
        this.partitionColumns = IntStream.range(0, columns.size())
                .filter(column -> columns.get(column).isPartitionKey())
                .toArray();
        this.dataColumns = IntStream.range(0, columns.size())
                .filter(column -> !columns.get(column).isPartitionKey())
                .toArray();
        this.objectColumn = columns.size();
        List<Type> partitionTypes =
                IntStream.of(partitionColumns).mapToObj(types::get).toList();
        this.indexer = indexers.createPageIndexer(ImmutableList.<Type>builder()
                .addAll(partitionTypes)
                .add(INTEGER)
                .build());
        this.hivePartitions =
                partitionTypes.isEmpty() ? Optional.empty() : Optional.of(indexers.createPageIndexer(partitionTypes));
        this.sort = new ExternalSort(
                sortSetup,
                ImmutableList.<Type>builder().addAll(types).add(INTEGER).build(),
                ImmutableList.<Integer>builder()
                        .add(objectColumn)
                        .addAll(sortedBy.stream().map(names::indexOf).toList())
                        .build());
        this.sorting = !sortedBy.isEmpty();
    }

    @Override
    public CompletableFuture<?> appendPage(Page page) {
        if (page.getPositionCount() == 0) {
            return NOT_BLOCKED;
        }
        int[] objectOfPosition = objects(page);
        sorting = sorting || !mayBeOpen();
        if (sorting) {
            sort.add(page.appendColumn(new IntArrayBlock(objectOfPosition.length, Optional.empty(), objectOfPosition)));
        } else {
            write(page, objectOfPosition);
        }
        return NOT_BLOCKED;
    }

    private int[] objects(Page page) {
        int[] partitions = partitions(page);
        Page ofHive = page.getColumns(partitionColumns);
        hivePartitions.ifPresent(known -> {
            known.indexPage(ofHive);
            if (known.getMaxIndex() >= limits.hivePartitions()) {
                throw new TrinoException(
                        HIVE_TOO_MANY_OPEN_PARTITIONS,
                        "A writer received rows of more than %s Hive partitions: insert into fewer partitions at a time, or raise hive.max-partitions-per-writers"
                                .formatted(limits.hivePartitions()));
            }
        });
        int[] objectOfPosition = indexer.indexPage(
                ofHive.appendColumn(new IntArrayBlock(partitions.length, Optional.empty(), partitions)));
        for (int position = 0; position < objectOfPosition.length; position++) {
            while (partitionOfObject.size() <= objectOfPosition[position]) {
                partitionOfObject.add(NONE);
            }
            partitionOfObject.set(objectOfPosition[position], partitions[position]);
        }
        return objectOfPosition;
    }

    private int[] partitions(Page page) {
        int[] partitions = new int[page.getPositionCount()];
        Object[] values = new Object[modelColumns.length];
        NativeRow row = new NativeRow(values);
        for (int position = 0; position < partitions.length; position++) {
            for (int column = 0; column < values.length; column++) {
                values[column] = readNativeValue(modelTypes.get(column), page.getBlock(modelColumns[column]), position);
            }
            partitions[position] = model.partition(row);
        }
        return partitions;
    }

    private boolean mayBeOpen() {
        return partitionOfObject.size() <= limits.openObjects() && objects.memoryUsage() < limits.openBytes();
    }

    private void write(Page page, int[] objectOfPosition) {
        int[] rows = new int[partitionOfObject.size()];
        for (int object : objectOfPosition) {
            rows[object]++;
        }
        int[][] positions = new int[rows.length][];
        for (int position = objectOfPosition.length - 1; position >= 0; position--) {
            int object = objectOfPosition[position];
            if (positions[object] == null) {
                positions[object] = new int[rows[object]];
            }
            positions[object][--rows[object]] = position;
        }
        Page data = page.getColumns(dataColumns);
        for (int object = 0; object < positions.length; object++) {
            if (positions[object] != null) {
                int[] ofObject = positions[object];
                objects.append(object, page, ofObject[0], data.getPositions(ofObject, 0, ofObject.length));
            }
        }
    }

    private HiveWriter create(int object, Page page, int position) {
        return factories
                .apply(partitionOfObject.get(object))
                .createWriter(page.getColumns(partitionColumns), position, OptionalInt.empty());
    }

    @Override
    public long getCompletedBytes() {
        return objects.writtenBytes() + sort.writtenBytes();
    }

    @Override
    public long getMemoryUsage() {
        return objects.memoryUsage() + sort.memoryUsage();
    }

    @Override
    public CompletableFuture<Collection<Slice>> finish() {
        int[] current = {NONE};
        sort.drain(page -> current[0] = writeSorted(page, current[0]));
        Collection<Slice> updates = objects.finish().stream()
                .map(update -> wrappedBuffer(updateCodec.toJsonBytes(update)))
                .collect(toImmutableList());
        sort.close();
        return CompletableFuture.completedFuture(updates);
    }

    /**
     * Writes rows that arrive grouped by object.
     *
     * @param previous the object of the preceding rows; it is complete if these rows belong to another one
     * @return the object of the last row
     */
    private int writeSorted(Page page, int previous) {
        Page data = page.getColumns(dataColumns);
        Block numbers = page.getBlock(objectColumn);
        int current = previous;
        int end;
        for (int start = 0; start < page.getPositionCount(); start = end) {
            int object = INTEGER.getInt(numbers, start);
            end = start + 1;
            while (end < page.getPositionCount() && INTEGER.getInt(numbers, end) == object) {
                end++;
            }
            if (object != current && current != NONE) {
                objects.commit(current);
            }
            objects.append(object, page, start, data.getRegion(start, end - start));
            current = object;
        }
        return current;
    }

    @Override
    public void abort() {
        try {
            objects.abort();
        } finally {
            sort.close();
        }
    }
}
