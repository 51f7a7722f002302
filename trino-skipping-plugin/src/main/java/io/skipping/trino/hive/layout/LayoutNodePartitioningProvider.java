// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static io.trino.spi.connector.ConnectorBucketNodeMap.createBucketNodeMap;
import static io.trino.spi.type.TypeUtils.readNativeValue;
import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelJson;
import io.skipping.trino.core.layout.LayoutColumns;
import io.skipping.trino.core.layout.LayoutPartitioningHandle;
import io.skipping.trino.core.layout.NativeRow;
import io.trino.plugin.hive.HiveNodePartitioningProvider;
import io.trino.spi.Page;
import io.trino.spi.connector.BucketFunction;
import io.trino.spi.connector.ConnectorBucketNodeMap;
import io.trino.spi.connector.ConnectorNodePartitioningProvider;
import io.trino.spi.connector.ConnectorPartitioningHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * Extends Hive's provider with layouts. The partitions of a model are buckets, so all rows of one partition reach the
 * same writer.
 */
public class LayoutNodePartitioningProvider implements ConnectorNodePartitioningProvider {
    private final HiveNodePartitioningProvider hive;

    @Inject
    public LayoutNodePartitioningProvider(HiveNodePartitioningProvider hive) {
        this.hive = requireNonNull(hive, "hive is null");
    }

    @Override
    public Optional<ConnectorBucketNodeMap> getBucketNodeMapping(
            ConnectorTransactionHandle transaction, ConnectorSession session, ConnectorPartitioningHandle handle) {
        return handle instanceof LayoutPartitioningHandle layout
                ? Optional.of(createBucketNodeMap(ModelJson.read(layout.model()).partitions()))
                : hive.getBucketNodeMapping(transaction, session, handle);
    }

    @Override
    public ToIntFunction<ConnectorSplit> getSplitBucketFunction(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorPartitioningHandle handle,
            int bucketCount) {
        if (!(handle instanceof LayoutPartitioningHandle)) {
            return hive.getSplitBucketFunction(transaction, session, handle, bucketCount);
        }
        return _ -> {
            throw new UnsupportedOperationException("A layout is for writing: objects that are read have no bucket");
        };
    }

    @Override
    public BucketFunction getBucketFunction(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorPartitioningHandle handle,
            List<Type> types,
            int bucketCount) {
        if (!(handle instanceof LayoutPartitioningHandle layout)) {
            return hive.getBucketFunction(transaction, session, handle, types, bucketCount);
        }
        LayoutModel model = ModelJson.read(layout.model());
        LayoutColumns.check(model, types);
        return (page, position) -> model.partition(row(types, page, position));
    }

    private static NativeRow row(List<Type> types, Page page, int position) {
        Object[] values = new Object[types.size()];
        for (int column = 0; column < values.length; column++) {
            values[column] = readNativeValue(types.get(column), page.getBlock(column), position);
        }
        return new NativeRow(values);
    }
}
