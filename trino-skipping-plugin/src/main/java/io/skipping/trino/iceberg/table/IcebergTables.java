// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.plugin.iceberg.ExpressionConverter.toIcebergExpression;
import static io.trino.spi.StandardErrorCode.NOT_SUPPORTED;
import static java.util.Objects.requireNonNull;

import com.google.common.base.CharMatcher;
import com.google.common.base.Suppliers;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Doubles;
import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedColumn;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.LiveObjects;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.folder.IndexDiscarder.Dropped;
import io.skipping.trino.core.folder.IndexFolders;
import io.skipping.trino.core.folder.IndexFolders.FolderAction;
import io.skipping.trino.core.index.NamedIndex;
import io.skipping.trino.core.index.TableAccess;
import io.skipping.trino.core.path.ColumnNames;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.store.TrinoIndexStore;
import io.skipping.trino.iceberg.handle.IcebergColumns;
import io.skipping.trino.iceberg.handle.KeptColumns;
import io.skipping.trino.iceberg.release.IcebergFileSystems;
import io.skipping.trino.iceberg.release.IndexFreeTransactions;
import io.skipping.trino.iceberg.release.ReleasedTableHandle;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.plugin.hive.HiveTransactionHandle;
import io.trino.plugin.iceberg.CorruptedIcebergTableHandle;
import io.trino.plugin.iceberg.IcebergColumnHandle;
import io.trino.plugin.iceberg.IcebergFileSystemFactory;
import io.trino.plugin.iceberg.IcebergTableHandle;
import io.trino.plugin.iceberg.IcebergUtil;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.TableNotFoundException;
import io.trino.spi.type.TypeManager;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types.StructType;

/** Gives access to Iceberg tables: translates what their metadata says for the index. */
public class IcebergTables implements TableAccess {
    private static final Logger log = Logger.get(IcebergTables.class);

    /** The name of the schema under which indexes of Iceberg tables are kept; the name of the table is its UUID. */
    private static final String SCHEMA = "iceberg";

    private static final String ENCRYPTION_KEY = "encryption.key-id";

    /** How many versions of tables have their names remembered. */
    private static final int MOST_SCHEMAS = 200;

    /** How many data files are remembered because their columns have other types now, of all tables together. */
    private static final int MOST_RETYPED = 100_000;

    private final IndexFreeTransactions transactions;
    private final LoadedTables loaded;
    private final TypeManager types;
    private final ColumnPaths paths;
    private final IcebergFileSystemFactory fileSystems;
    private final TrinoIndexStore store;
    private final boolean besideData;
    private final SkippingExecutor executor;
    private final ConcurrentMap<String, ColumnNames> names = CacheBuilder.newBuilder()
            .maximumSize(MOST_SCHEMAS)
            .<String, ColumnNames>build()
            .asMap();
    /** what {@link #retypedColumns} found; without tables that have no such files */
    private final Cache<StateOfTable, Map<String, Set<Integer>>> retyped = CacheBuilder.newBuilder()
            // else, a part of the weight would be the most for one table
            .concurrencyLevel(1)
            .maximumWeight(MOST_RETYPED)
            .weigher((StateOfTable _, Map<String, Set<Integer>> files) -> files.size())
            .build();

    /**
     * Identifies what the metadata of a table says. Some catalogs number metadata files, so that a table that is created again has one
     * of a former name.
     *
     * @param metadataFile empty if a REST catalog does not tell it
     */
    private record StateOfTable(Optional<String> metadataFile, Optional<String> uuid, long updatedMillis) {
        static StateOfTable of(TableMetadata metadata) {
            return new StateOfTable(
                    Optional.ofNullable(metadata.metadataFileLocation()),
                    Optional.ofNullable(metadata.uuid()),
                    metadata.lastUpdatedMillis());
        }
    }

    @Inject
    public IcebergTables(
            IndexFreeTransactions transactions,
            LoadedTables loaded,
            TypeManager types,
            ColumnPaths paths,
            IcebergFileSystemFactory fileSystems,
            TrinoIndexStore store,
            SkippingConfig config,
            SkippingExecutor executor) {
        this.transactions = requireNonNull(transactions, "transactions is null");
        this.loaded = requireNonNull(loaded, "loaded is null");
        this.types = requireNonNull(types, "types is null");
        this.paths = requireNonNull(paths, "paths is null");
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.store = requireNonNull(store, "store is null");
        this.besideData = config.getIndexLocation().isEmpty();
        this.executor = requireNonNull(executor, "executor is null");
    }

    @Override
    public <T> T inTransaction(ConnectorSession session, Function<ConnectorTransactionHandle, T> work) {
        HiveTransactionHandle transaction = new HiveTransactionHandle(true);
        transactions.begin(transaction);
        boolean done = false;
        try {
            T result = work.apply(transaction);
            done = true;
            return result;
        } finally {
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
        return IcebergColumns.indexed(dataColumns(handle(transaction, session, name)));
    }

    /** Returns the columns of a table that an index can cover. */
    public List<IcebergColumnHandle> dataColumns(IcebergTableHandle table) {
        return dataColumns(SchemaParser.fromJson(table.getTableSchemaJson()), types);
    }

    /**
     * Returns the columns of a schema that an index can cover. A column with a default for files that do not have it, or
     * with a field that has one, is left out: releases of Trino read such files in different ways.
     */
    public static List<IcebergColumnHandle> dataColumns(Schema schema, TypeManager types) {
        return schema.columns().stream()
                .filter(column -> TypeUtil.indexById(StructType.of(column)).values().stream()
                        .allMatch(field -> field.initialDefault() == null))
                .map(column -> IcebergUtil.getColumnHandle(column, types))
                .filter(IcebergColumns::isStored)
                .collect(toImmutableList());
    }

    /** Returns the name of a column, as queries of the version of a table that a handle is of call it; empty if it has none of this id. */
    public static Optional<String> columnName(IcebergTableHandle table, int id) {
        return SchemaParser.fromJson(table.getTableSchemaJson()).columns().stream()
                .filter(column -> column.fieldId() == id)
                .map(column -> column.name().toLowerCase(Locale.ENGLISH))
                .findFirst();
    }

    /** Returns the names of the columns of the version of a table that a handle is of. */
    public ColumnNames names(
            ConnectorTransactionHandle transaction, ConnectorSession session, IcebergTableHandle handle) {
        // few columns ever change their type
        return withHistory(
                names(handle), Suppliers.memoize(() -> loaded.get(transaction, session, handle.getSchemaTableName())));
    }

    /** Returns names that allow nothing to be inferred from summaries of former types. */
    private ColumnNames names(IcebergTableHandle table) {
        return names.computeIfAbsent(table.getTableSchemaJson(), json -> names(SchemaParser.fromJson(json)));
    }

    private static ColumnNames withHistory(ColumnNames names, Supplier<BaseTable> table) {
        return names.withHistory(
                kept -> RetypedColumns.isOnlyPromoted(table.get().schemas().values(), IcebergColumns.fieldId(kept)));
    }

    private ColumnNames names(Schema schema) {
        return KeptColumns.of(dataColumns(schema, types), paths, types.getTypeOperators());
    }

    @Override
    public TableIndex index(ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        BaseTable table = loaded.get(transaction, session, name);
        return new NamedIndex(stored(session, name, table, store), withHistory(names(table.schema()), () -> table));
    }

    @Override
    public TableIndex stored(ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        return stored(transaction, session, name, store);
    }

    @Override
    public TableIndex stored(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            SchemaTableName name,
            TrinoIndexStore other) {
        return stored(session, name, loaded.get(transaction, session, name), other);
    }

    /**
     * Describes a table that is about to be dropped.
     *
     * @param index removes its index afterwards
     * @param folderDeletion deletes its folder, even while a build writes to it
     */
    public record DroppedTable(Dropped index, FolderAction folderDeletion) {
        public DroppedTable {
            requireNonNull(index, "index is null");
            requireNonNull(folderDeletion, "folderDeletion is null");
        }
    }

    /**
     * Returns what is needed to remove what is left of a table after the table was dropped. It uses the access that the
     * catalog gives now.
     */
    public DroppedTable dropped(
            ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        BaseTable table = loaded.get(transaction, session, name);
        IndexedTable indexed = indexed(table, name);
        TrinoFileSystem files = IcebergFileSystems.create(fileSystems, session.getIdentity(), table.io());
        Location metadata = Location.of(table.operations().current().metadataFileLocation());
        return new DroppedTable(
                new Dropped(
                        indexed,
                        other -> stored(indexed, session, () -> files, other),
                        // a catalog may keep the files of a table that it drops, as Nessie does for its other branches
                        () -> !files.newInputFile(metadata).exists()),
                () -> IndexFolders.delete(files, Location.of(table.location()), () -> true));
    }

    private TableIndex stored(ConnectorSession session, SchemaTableName name, BaseTable table, TrinoIndexStore other) {
        return stored(
                indexed(table, name),
                session,
                () -> IcebergFileSystems.create(fileSystems, session.getIdentity(), table.io()),
                other);
    }

    /**
     * Opens an index on a worker, without asking the catalog for the table.
     *
     * @param handle of the table
     * @param files opens the files of the table
     */
    public TableIndex index(
            IndexedTable table, IcebergTableHandle handle, ConnectorSession session, Supplier<TrinoFileSystem> files) {
        return new NamedIndex(stored(table, session, files, store), names(handle));
    }

    private TableIndex stored(
            IndexedTable table, ConnectorSession session, Supplier<TrinoFileSystem> files, TrinoIndexStore other) {
        // credentials that a catalog gives out for a table are good for its own location only
        return besideData ? other.open(table, session.getIdentity(), files) : other.open(table, session.getIdentity());
    }

    /**
     * Returns a table as its index identifies it. A table that is renamed keeps its index, and one that is dropped and
     * created again does not.
     *
     * @throws TrinoException if the table has no UUID
     */
    public static IndexedTable indexed(BaseTable table, SchemaTableName name) {
        String uuid = table.operations().current().uuid();
        if (uuid == null) {
            throw new TrinoException(NOT_SUPPORTED, "Table %s has no UUID, so it cannot have an index".formatted(name));
        }
        return new IndexedTable(SCHEMA, uuid, CharMatcher.is('/').trimTrailingFrom(table.location()));
    }

    /** Returns whether the catalog has the table now, with the same UUID and location. */
    public boolean isThere(ConnectorSession session, SchemaTableName name, IndexedTable table) {
        try {
            return inTransaction(
                    session,
                    transaction -> indexed(loaded.get(transaction, session, name), name)
                            .equals(table));
        } catch (TableNotFoundException e) {
            return false;
        }
    }

    /** Returns a table as the transaction sees it. */
    public BaseTable table(ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        return loaded.get(transaction, session, name);
    }

    /**
     * Returns a handle of the whole table in its current state, without any predicate.
     *
     * @throws TableNotFoundException if there is no such table
     */
    public IcebergTableHandle handle(
            ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        ConnectorTableHandle handle = transactions
                .get(transaction, session.getIdentity())
                .getTableHandle(session, name, Optional.empty(), Optional.empty());
        return switch (handle) {
            case IcebergTableHandle table -> table;
            case CorruptedIcebergTableHandle corrupted -> throw corrupted.createException();
            case null, default -> throw new TableNotFoundException(name);
        };
    }

    /**
     * Returns the number of rows in the data files of the snapshot that a handle is of, deleted ones included; empty if the
     * table's metadata does not tell.
     */
    public OptionalDouble rowCount(
            ConnectorTransactionHandle transaction, ConnectorSession session, IcebergTableHandle handle) {
        OptionalLong id = ReleasedTableHandle.snapshotId(handle);
        if (id.isEmpty()) {
            return OptionalDouble.of(0);
        }
        Snapshot snapshot =
                loaded.get(transaction, session, handle.getSchemaTableName()).snapshot(id.getAsLong());
        Double count =
                Doubles.tryParse(DataFiles.summary(snapshot).getOrDefault(SnapshotSummary.TOTAL_RECORDS_PROP, ""));
        return count == null ? OptionalDouble.empty() : OptionalDouble.of(count);
    }

    @Override
    public List<LiveObject> objects(
            ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        BaseTable table = loaded.get(transaction, session, name);
        FileProfiles profiles = profiles(table, session);
        return files(session, name, table).stream()
                .map(file -> file.object(profiles.of(file.format())))
                .collect(toImmutableList());
    }

    @Override
    public LiveObjects live(ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        return new LiveObjects(
                objects(transaction, session, name), DataFiles.snapshotIds(loaded.get(transaction, session, name)));
    }

    /** Returns the data files of all snapshots of a table. Reads only those manifests of which the index does not know all files. */
    public List<StoredFile> files(ConnectorSession session, SchemaTableName name, BaseTable table) {
        return DataFiles.all(table, known(session, name, table), executor);
    }

    /**
     * Returns, of the data files that may have values of other types than their columns have now, the field ids of these columns. Such
     * values must not be read with the table's current schema. Reads all manifests, unless no snapshot has such files, or the answer
     * for this state of the table is remembered.
     */
    public Map<String, Set<Integer>> retypedColumns(BaseTable table) {
        StateOfTable state = StateOfTable.of(table.operations().current());
        Map<String, Set<Integer>> known = retyped.getIfPresent(state);
        if (known != null) {
            return known;
        }
        Map<String, Set<Integer>> found = RetypedColumns.inFiles(table, executor);
        if (!found.isEmpty() && state.metadataFile().isPresent()) {
            retyped.put(state, found);
        }
        return found;
    }

    /**
     * Returns the first data files of the snapshot that a handle is of, in the partitions that are scanned. Reads no more manifests
     * than these files are in; the bounds in them leave none out.
     *
     * @param most the largest number of files
     */
    public List<StoredFile> firstFiles(
            ConnectorTransactionHandle transaction, ConnectorSession session, IcebergTableHandle handle, int most) {
        OptionalLong id = ReleasedTableHandle.snapshotId(handle);
        if (id.isEmpty()) {
            return ImmutableList.of();
        }
        BaseTable table = loaded.get(transaction, session, handle.getSchemaTableName());
        return DataFiles.first(
                table,
                table.snapshot(id.getAsLong()),
                toIcebergExpression(
                        handle.getEnforcedPredicate().filter((column, _) -> IcebergColumns.isStored(column))),
                most);
    }

    private KnownFiles known(ConnectorSession session, SchemaTableName name, BaseTable table) {
        try {
            return stored(session, name, table, store)
                    .known()
                    .map(known -> KnownFiles.of(known, profiles(table, session)))
                    .orElse(KnownFiles.NONE);
        } catch (IndexUnavailableException e) {
            log.debug(e, "The index of %s does not say what it knows, so all manifests are read", name);
            return KnownFiles.NONE;
        }
    }

    /** Returns how data files of a table are read. */
    private static FileProfiles profiles(Table table, ConnectorSession session) {
        return new FileProfiles(
                Optional.ofNullable(table.properties().get(TableProperties.DEFAULT_NAME_MAPPING)), session);
    }

    /**
     * Checks that a table may be indexed.
     *
     * @throws TrinoException if the table is encrypted: its index would show what the owner hides
     */
    public static void checkSupported(Table table) {
        if (table.properties().containsKey(ENCRYPTION_KEY)) {
            throw new TrinoException(
                    NOT_SUPPORTED,
                    "Encrypted tables cannot be indexed: the index would hold values that are not encrypted. Queries work without an index");
        }
    }
}
