// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.airlift.slice.Slices.wrappedBuffer;
import static io.trino.plugin.hive.HiveErrorCode.HIVE_TOO_MANY_OPEN_PARTITIONS;
import static io.trino.plugin.hive.HiveErrorCode.HIVE_WRITER_CLOSE_ERROR;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.TypeUtils.readNativeValue;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.airlift.json.JsonCodec;
import io.airlift.slice.Slice;
import io.skipping.partitioner.LayoutModel;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveWriter;
import io.trino.plugin.hive.HiveWriterFactory;
import io.trino.plugin.hive.PartitionUpdate;
import io.trino.spi.Page;
import io.trino.spi.PageIndexer;
import io.trino.spi.PageIndexerFactory;
import io.trino.spi.TrinoException;
import io.trino.spi.block.IntArrayBlock;
import io.trino.spi.connector.ConnectorPageSink;
import io.trino.spi.type.Type;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes one object for each Hive partition and partition of the model that it gets rows of. The engine sees to it that no other sink
 * gets rows of the same partition of the model. Not thread-safe.
 */
final class LayoutPageSink implements ConnectorPageSink {
    private final HiveWriterFactory factory;
    private final LayoutModel model;
    private final int[] modelColumns;
    private final List<Type> modelTypes;
    private final int[] partitionColumns;
    private final int[] dataColumns;
    private final PageIndexer indexer;
    private final int maxOpenWriters;
    private final JsonCodec<PartitionUpdate> updateCodec;
    private final List<HiveWriter> writers = new ArrayList<>();
    private final List<Closeable> rollbacks = new ArrayList<>();

    /** @param columns of the pages, those of Hive partitions among them */
    LayoutPageSink(
            HiveWriterFactory factory,
            LayoutModel model,
            List<HiveColumnHandle> columns,
            PageIndexerFactory indexers,
            int maxOpenWriters,
            JsonCodec<PartitionUpdate> updateCodec) {
        this.factory = requireNonNull(factory, "factory is null");
        this.model = requireNonNull(model, "model is null");
        this.maxOpenWriters = maxOpenWriters;
        this.updateCodec = requireNonNull(updateCodec, "updateCodec is null");
        List<String> names = columns.stream().map(HiveColumnHandle::getName).toList();
        this.modelColumns = model.columns().stream()
                .mapToInt(column -> names.indexOf(column.name()))
                .toArray();
        this.modelTypes = IntStream.of(modelColumns)
                .mapToObj(column -> columns.get(column).getType())
                .toList();
        LayoutColumns.check(model, modelTypes);
        this.partitionColumns = IntStream.range(0, columns.size())
                .filter(column -> columns.get(column).isPartitionKey())
                .toArray();
        this.dataColumns = IntStream.range(0, columns.size())
                .filter(column -> !columns.get(column).isPartitionKey())
                .toArray();
        this.indexer = indexers.createPageIndexer(ImmutableList.<Type>builder()
                .addAll(IntStream.of(partitionColumns)
                        .mapToObj(column -> columns.get(column).getType())
                        .toList())
                .add(INTEGER)
                .build());
    }

    @Override
    public CompletableFuture<?> appendPage(Page page) {
        if (page.getPositionCount() == 0) {
            return NOT_BLOCKED;
        }
        int[] partitions = partitions(page);
        Page hivePartitions = page.getColumns(partitionColumns);
        int[] writerOfPosition = indexer.indexPage(
                hivePartitions.appendColumn(new IntArrayBlock(partitions.length, Optional.empty(), partitions)));
        while (writers.size() <= indexer.getMaxIndex()) {
            writers.add(null);
        }
        int[] rows = new int[writers.size()];
        for (int position = 0; position < writerOfPosition.length; position++) {
            int writer = writerOfPosition[position];
            if (writers.get(writer) == null) {
                writers.set(writer, open(hivePartitions, position, partitions[position]));
            }
            rows[writer]++;
        }
        int[][] positions = new int[rows.length][];
        for (int position = writerOfPosition.length - 1; position >= 0; position--) {
            int writer = writerOfPosition[position];
            if (positions[writer] == null) {
                positions[writer] = new int[rows[writer]];
            }
            positions[writer][--rows[writer]] = position;
        }
        Page data = page.getColumns(dataColumns);
        for (int writer = 0; writer < positions.length; writer++) {
            if (positions[writer] != null) {
                writers.get(writer).append(data.getPositions(positions[writer], 0, positions[writer].length));
            }
        }
        return NOT_BLOCKED;
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

    private HiveWriter open(Page hivePartitions, int position, int partition) {
        if (open().count() >= maxOpenWriters) {
            throw new TrinoException(
                    HIVE_TOO_MANY_OPEN_PARTITIONS,
                    "The layout has %s partitions, and for each one and each Hive partition an object must be open while writing; one writer may have %s open. Raise hive.max-partitions-per-writers, insert rows of fewer Hive partitions at a time, take a layout of fewer partitions, or do without by SET SESSION <catalog>.write_layout_enabled = false"
                            .formatted(model.partitions(), maxOpenWriters));
        }
        return factory.createWriter(hivePartitions, position, OptionalInt.of(partition));
    }

    private Stream<HiveWriter> open() {
        // one is missing if it could not be created
        return writers.stream().filter(Objects::nonNull);
    }

    @Override
    public long getCompletedBytes() {
        return open().mapToLong(HiveWriter::getWrittenBytes).sum();
    }

    @Override
    public long getMemoryUsage() {
        return open().mapToLong(HiveWriter::getMemoryUsage).sum();
    }

    @Override
    public CompletableFuture<Collection<Slice>> finish() {
        open().forEach(writer -> rollbacks.add(writer.commit()));
        return CompletableFuture.completedFuture(
                open().map(writer -> wrappedBuffer(updateCodec.toJsonBytes(writer.getPartitionUpdate())))
                        .collect(toImmutableList()));
    }

    @Override
    public void abort() {
        // those that were committed are deleted, all others closed too
        List<Closeable> undo = new ArrayList<>(rollbacks);
        open().skip(rollbacks.size()).forEach(writer -> undo.add(writer::rollback));
        TrinoException failure = null;
        for (Closeable action : undo) {
            try {
                action.close();
            } catch (Exception e) {
                if (failure == null) {
                    failure = new TrinoException(HIVE_WRITER_CLOSE_ERROR, "Cannot take back what was written");
                }
                failure.addSuppressed(e);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
