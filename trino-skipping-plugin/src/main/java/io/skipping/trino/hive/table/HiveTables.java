// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.table;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import io.skipping.index.IndexedColumn;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.Profile;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.index.TableAccess;
import io.skipping.trino.core.listed.ObjectTags;
import io.skipping.trino.core.store.TrinoIndexStore;
import io.skipping.trino.hive.committed.CommittedSplits;
import io.skipping.trino.hive.format.ReaderProfile;
import io.skipping.trino.hive.handle.HiveColumns;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.metastore.HivePartition;
import io.trino.metastore.Partitions;
import io.trino.metastore.Table;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.plugin.hive.HiveTransactionHandle;
import io.trino.plugin.hive.HiveTransactionManager;
import io.trino.plugin.hive.Schema;
import io.trino.plugin.hive.TransactionalMetadata;
import io.trino.plugin.hive.fs.TrinoFileStatus;
import io.trino.plugin.hive.util.HiveUtil;
import io.trino.plugin.hive.util.HiveWriteUtils;
import io.trino.spi.Page;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.block.Block;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.TableNotFoundException;
import io.trino.spi.predicate.NullableValue;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Predicate;

/** Gives access to tables: translates what the metastore and the stock connector know of them for the index. */
public class HiveTables implements TableAccess {
    private static final int BATCH = 1000;

    private final HiveTransactionManager transactions;
    private final CommittedSplits splits;
    private final TrinoIndexStore store;
    private final ReaderProfile readerProfile;

    @Inject
    public HiveTables(
            HiveTransactionManager transactions,
            CommittedSplits splits,
            TrinoIndexStore store,
            ReaderProfile readerProfile) {
        this.transactions = requireNonNull(transactions, "transactions is null");
        this.splits = requireNonNull(splits, "splits is null");
        this.store = requireNonNull(store, "store is null");
        this.readerProfile = requireNonNull(readerProfile, "readerProfile is null");
    }

    @Override
    public <T> T inTransaction(ConnectorSession session, Function<ConnectorTransactionHandle, T> work) {
        HiveTransactionHandle transaction = new HiveTransactionHandle(true);
        transactions.begin(transaction);
        boolean done = false;
        try {
            metadata(transaction, session).beginQuery(session);
            T result = work.apply(transaction);
            done = true;
            return result;
        } finally {
            metadata(transaction, session).cleanupQuery(session);
            if (done) {
                transactions.commit(transaction);
            } else {
                transactions.rollback(transaction);
            }
        }
    }

    @Override
    public List<IndexedColumn> columns(
            ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        return HiveColumns.indexed(dataColumns(handle(transaction, session, name)));
    }

    @Override
    public TableIndex index(ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        return index(session, table(transaction, session, name));
    }

    @Override
    public TableIndex stored(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            SchemaTableName name,
            TrinoIndexStore other) {
        return index(session, table(transaction, session, name), other);
    }

    /** Returns the index of a table. */
    public TableIndex index(ConnectorSession session, Table table) {
        return index(session, table, store);
    }

    private static TableIndex index(ConnectorSession session, Table table, TrinoIndexStore store) {
        return store.open(indexed(table), session.getIdentity());
    }

    /**
     * Returns the table as its index identifies it.
     *
     * @throws TrinoException if the table has no location
     */
    public static IndexedTable indexed(Table table) {
        String location = table.getStorage()
                .getOptionalLocation()
                .filter(value -> !value.isEmpty())
                .orElseThrow(() -> new TrinoException(
                        StandardErrorCode.NOT_SUPPORTED,
                        "Table %s has no location, so it cannot have an index".formatted(table.getSchemaTableName())));
        return new IndexedTable(
                table.getDatabaseName(),
                table.getTableName(),
                CharMatcher.is('/').trimTrailingFrom(location));
    }

    /** Returns whether the metastore has the table now, at the same location. */
    public boolean isThere(ConnectorSession session, SchemaTableName name, IndexedTable table) {
        return inTransaction(
                session,
                transaction -> metadata(transaction, session)
                        .getMetastore()
                        .getTable(name.getSchemaName(), name.getTableName())
                        .map(HiveTables::indexed)
                        .filter(table::equals)
                        .isPresent());
    }

    public Table table(ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        return metadata(transaction, session)
                .getMetastore()
                .getTable(name.getSchemaName(), name.getTableName())
                .orElseThrow(() -> new TableNotFoundException(name));
    }

    /**
     * Returns a handle of the whole table, without any predicate.
     *
     * @throws TableNotFoundException if there is no such table
     */
    public HiveTableHandle handle(
            ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        ConnectorTableHandle handle =
                metadata(transaction, session).getTableHandle(session, name, Optional.empty(), Optional.empty());
        if (handle == null) {
            throw new TableNotFoundException(name);
        }
        return (HiveTableHandle) handle;
    }

    /**
     * Returns a handle of one partition.
     *
     * @param partition the partition's name; empty for the whole table
     * @throws TrinoException if the table does not have exactly this partition
     */
    public HiveTableHandle handle(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            SchemaTableName name,
            Optional<String> partition) {
        HiveTableHandle table = handle(transaction, session, name);
        if (partition.isEmpty()) {
            return table;
        }
        List<String> values = Partitions.toPartitionValues(partition.get());
        List<HiveColumnHandle> columns = table.getPartitionColumns();
        if (!Partitions.makePartName(
                        columns.stream().map(HiveColumnHandle::getName).toList(), values)
                .equals(partition.get())) {
            throw new TrinoException(
                    StandardErrorCode.INVALID_PROCEDURE_ARGUMENT,
                    "'%s' is not the name of a partition of %s".formatted(partition.get(), name));
        }
        Map<ColumnHandle, NullableValue> fixed = new HashMap<>();
        for (int index = 0; index < values.size(); index++) {
            HiveColumnHandle column = columns.get(index);
            fixed.put(column, HiveUtil.parsePartitionValue(partition.get(), values.get(index), column.getType()));
        }
        HiveTableHandle filtered = metadata(transaction, session)
                .applyFilter(session, table, new Constraint(TupleDomain.fromFixedValues(fixed)))
                .map(result -> (HiveTableHandle) result.getHandle())
                .orElse(table);
        List<String> found = filtered.getPartitions().orElse(ImmutableList.of()).stream()
                .map(HivePartition::getPartitionId)
                .toList();
        if (!found.equals(List.of(partition.get()))) {
            throw new TrinoException(
                    StandardErrorCode.INVALID_PROCEDURE_ARGUMENT,
                    "There must be exactly one partition with the values of %s in %s, but there are %s: %s"
                            .formatted(partition.get(), name, found.size(), found));
        }
        return filtered;
    }

    /**
     * Returns the name that Trino gives to a partition with the values of another one when it writes it: month=1 for month=01, if the
     * key is a number.
     *
     * @throws TrinoException if Trino writes no such partition
     */
    public static String writtenName(HiveTableHandle table, String partition) {
        List<HiveColumnHandle> columns = table.getPartitionColumns();
        List<Type> types = columns.stream().map(HiveColumnHandle::getType).toList();
        List<String> values = Partitions.toPartitionValues(partition);
        Block[] row = new Block[types.size()];
        for (int index = 0; index < row.length; index++) {
            Type type = types.get(index);
            row[index] = TypeUtils.writeNativeValue(
                    type,
                    HiveUtil.parsePartitionValue(partition, values.get(index), type)
                            .getValue());
        }
        return Partitions.makePartName(
                columns.stream().map(HiveColumnHandle::getName).toList(),
                HiveWriteUtils.createPartitionValues(types, new Page(1, row), 0));
    }

    @Override
    public void forgetListing(ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        metadata(transaction, session).getDirectoryLister().invalidate(table(transaction, session, name));
    }

    /** Returns the columns whose values are stored in the objects. */
    public static List<HiveColumnHandle> dataColumns(HiveTableHandle handle) {
        return handle.getDataColumns().stream()
                .filter(column -> column.getColumnType() == HiveColumnHandle.ColumnType.REGULAR)
                .collect(toImmutableList());
    }

    /** Returns the splits that a scan would read. */
    public SplitBatches splits(
            ConnectorTransactionHandle transaction, ConnectorSession session, HiveTableHandle handle) {
        return splits.list(transaction, session, handle, DynamicFilter.EMPTY, Constraint.alwaysTrue());
    }

    @Override
    public List<LiveObject> objects(
            ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        return objects(transaction, session, handle(transaction, session, name));
    }

    /** Lists the table and returns all objects that a scan would read now. */
    public List<LiveObject> objects(
            ConnectorTransactionHandle transaction, ConnectorSession session, HiveTableHandle handle) {
        List<LiveObject> objects = new ArrayList<>();
        ObjectNames names = objectNames(transaction, session);
        forEachBatch(transaction, session, handle, splits -> {
            objects.addAll(names.beginningIn(splits));
            return true;
        });
        return ImmutableList.copyOf(objects);
    }

    /**
     * Lists the files of a folder that a scan would read if the table or one of its partitions were there.
     *
     * @param table its location is the folder of its manifests
     */
    public List<TrinoFileStatus> files(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            TrinoFileSystem fileSystem,
            Table table,
            Location folder) {
        return splits.files(transaction, session, fileSystem, table, folder);
    }

    /**
     * Passes the splits that a scan would read to the consumer, batch by batch. Lists the table only as far as the
     * consumer wants.
     *
     * @param consumer returns whether it wants the next batch
     * @return whether the consumer accepted every batch
     */
    public boolean forEachBatch(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            HiveTableHandle handle,
            Predicate<List<HiveSplit>> consumer) {
        try (SplitBatches splits = splits(transaction, session, handle)) {
            while (!splits.isFinished()) {
                if (!consumer.test(nextBatch(splits, BATCH))) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * Holds the first splits that a scan would read.
     *
     * @param complete whether these are all splits
     */
    public record FirstSplits(List<HiveSplit> splits, boolean complete) {
        public FirstSplits {
            splits = ImmutableList.copyOf(splits);
        }
    }

    /**
     * Returns the first splits that a scan would read. Lists only as much of the table as it needs.
     *
     * @param most the maximum number of splits
     */
    FirstSplits firstSplits(
            ConnectorTransactionHandle transaction, ConnectorSession session, HiveTableHandle handle, int most) {
        List<HiveSplit> first = new ArrayList<>();
        try (SplitBatches splits = splits(transaction, session, handle)) {
            while (first.size() < most && !splits.isFinished()) {
                nextBatch(splits, most - first.size()).forEach(first::add);
            }
            return new FirstSplits(first, splits.isFinished());
        }
    }

    /** Returns whether the object's rows are assembled from several objects. */
    public static boolean isAcid(HiveSplit split) {
        return split.getAcidInfo().isPresent() || split.getSchema().isFullAcidTable();
    }

    /**
     * Returns whether a scan may omit rows of the object. Rows of an ACID table may be deleted, and a bucket that is
     * read as several buckets gives each row to one of them.
     */
    public static boolean mayLeaveOutRows(HiveSplit split) {
        return split.getBucketConversion().isPresent() || isAcid(split);
    }

    /**
     * Returns whether a split is the first of its object. If the object's partition has fewer buckets than its table, a scan lists
     * the object once for each bucket of the table whose rows are in it.
     */
    public static boolean beginsObject(HiveSplit split) {
        return split.getStart() == 0
                && split.getBucketConversion()
                        .map(conversion ->
                                split.getTableBucketNumber().orElseThrow() < conversion.partitionBucketCount())
                        .orElse(true);
    }

    /**
     * Returns a function that names the objects of splits listed in a transaction as the index does. It caches the
     * profiles of schemas, which many splits share.
     */
    public ObjectNames objectNames(ConnectorTransactionHandle transaction, ConnectorSession session) {
        Map<Schema, Profile> ofOneBucket = new IdentityHashMap<>();
        Map<Schema, Profile> ofSeveralBuckets = new IdentityHashMap<>();
        ObjectTags tags = splits.tags(transaction, session);
        return split -> {
            boolean severalBuckets = split.getBucketConversion().isPresent();
            Map<Schema, Profile> profiles = severalBuckets ? ofSeveralBuckets : ofOneBucket;
            return object(
                    split,
                    tags.of(split.getPath()),
                    profiles.computeIfAbsent(
                            split.getSchema(), schema -> readerProfile.of(schema, severalBuckets, session)));
        };
    }

    /** Returns the object that a split belongs to. */
    public static LiveObject object(HiveSplit split, OptionalLong tag, Profile profile) {
        return new LiveObject(
                new ObjectVersion(split.getPath(), split.getEstimatedFileSize(), split.getFileModifiedTime(), tag),
                profile);
    }

    /** Names the object of a split. Not thread-safe. */
    public interface ObjectNames {
        LiveObject of(HiveSplit split);

        /** Returns the objects whose first split is among these, in the same order. */
        default List<LiveObject> beginningIn(List<HiveSplit> splits) {
            return splits.stream()
                    .filter(HiveTables::beginsObject)
                    .map(this::of)
                    .collect(toImmutableList());
        }
    }

    private static List<HiveSplit> nextBatch(SplitBatches splits, int most) {
        try {
            return splits.next(most).get().splits().stream()
                    .map(HiveSplit.class::cast)
                    .collect(toImmutableList());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TrinoException(StandardErrorCode.GENERIC_INTERNAL_ERROR, "Interrupted while listing objects", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TrinoException cause) {
                throw cause;
            }
            throw new TrinoException(
                    StandardErrorCode.GENERIC_INTERNAL_ERROR,
                    "Cannot list the table's objects: " + e.getCause().getMessage(),
                    e.getCause());
        }
    }

    private TransactionalMetadata metadata(ConnectorTransactionHandle transaction, ConnectorSession session) {
        return transactions.get(transaction, session.getIdentity());
    }
}
