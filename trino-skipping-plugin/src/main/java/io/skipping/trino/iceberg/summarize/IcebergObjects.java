// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.summarize;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.summarize.BuildReport;
import io.skipping.trino.core.summarize.ObjectsToSummarize;
import io.skipping.trino.core.summarize.PossibleIndexes;
import io.skipping.trino.iceberg.handle.IcebergColumns;
import io.skipping.trino.iceberg.release.DataSplits;
import io.skipping.trino.iceberg.summarize.IcebergSummarizeSplit.Unit;
import io.skipping.trino.iceberg.table.FileProfiles;
import io.skipping.trino.iceberg.table.IcebergTables;
import io.skipping.trino.iceberg.table.StoredFile;
import io.trino.plugin.iceberg.IcebergSplit;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.SchemaTableName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.iceberg.BaseTable;

/** Provides the data files of all snapshots of a table to a build. A file is one unit of work. */
final class IcebergObjects implements ObjectsToSummarize<IcebergSplit, Unit> {
    private final IcebergTables tables;
    private final ConnectorSession session;
    private final IcebergSummarizeHandle handle;
    private final BaseTable table;
    private final FileProfiles profiles;
    private final PossibleIndexes possible;
    private final SkippingExecutor executor;

    /** by the path of a file, the field ids of columns whose values are of another type; many tables have none */
    private final Supplier<Map<String, Set<Integer>>> retyped;

    /** paths of files that have a key, which splits do not tell in every release */
    private final Set<String> encrypted = ConcurrentHashMap.newKeySet();

    /**
     * Creates the objects of a call.
     *
     * @param table as it is now
     */
    IcebergObjects(
            IcebergTables tables,
            ConnectorSession session,
            IcebergSummarizeHandle handle,
            BaseTable table,
            ColumnPaths paths,
            SkippingExecutor executor) {
        this.tables = requireNonNull(tables, "tables is null");
        this.session = requireNonNull(session, "session is null");
        this.handle = requireNonNull(handle, "handle is null");
        this.table = requireNonNull(table, "table is null");
        this.profiles = new FileProfiles(handle.table().getNameMappingJson(), session);
        this.possible = new PossibleIndexes(paths, this::columns, IcebergColumns::fieldId);
        this.executor = requireNonNull(executor, "executor is null");
        this.retyped = Suppliers.memoize(() -> tables.retypedColumns(table));
    }

    @Override
    public SchemaTableName table() {
        return handle.table().getSchemaTableName();
    }

    @Override
    public boolean isThere() {
        return tables.isThere(session, table(), handle.index());
    }

    @Override
    public boolean isIndexKeptByRename() {
        return true;
    }

    @Override
    public List<IndexedColumn> columns() {
        return IcebergColumns.indexed(tables.dataColumns(handle.table()));
    }

    @Override
    public SplitBatches list() {
        IcebergTables.checkSupported(table);
        return new FileBatches(() -> tables.files(session, table(), table), this::split, executor);
    }

    private ConnectorSplit split(StoredFile file) {
        if (file.isEncrypted()) {
            encrypted.add(file.path());
        }
        return DataSplits.ofFile(
                file.path(), file.size(), file.records(), file.sequenceNumber(), file.format(), table.io());
    }

    @Override
    public boolean begins(IcebergSplit split) {
        return true;
    }

    @Override
    public void check(IcebergSplit split) {}

    @Override
    public LiveObject object(IcebergSplit split) {
        return StoredFile.object(split, profiles.of(DataSplits.format(split)));
    }

    /**
     * Leaves out the indexes of columns that have got another type since the file was written. The file is kept for older snapshots,
     * whose conditions are on the former type, and summaries of that type stay in use.
     */
    @Override
    public List<IndexDefinition> definitions(IcebergSplit split, List<IndexDefinition> wanted) {
        return possible.without(retyped(split), wanted);
    }

    private Set<Integer> retyped(IcebergSplit split) {
        return retyped.get().getOrDefault(DataSplits.path(split), ImmutableSet.of());
    }

    /** Returns none: numbers and times seldom are text in these tables. Indexes over casts can be requested. */
    @Override
    public List<ColumnPath> casts(List<IcebergSplit> splits) {
        return ImmutableList.of();
    }

    @Override
    public Units<Unit> units(IcebergSplit split, LiveObject object, long knownRanges) {
        return new Units<>(
                ImmutableList.of(new Unit(
                        split,
                        object.profile().text(),
                        handle.rangeSizes().largest(),
                        encrypted.contains(DataSplits.path(split)),
                        retyped(split))),
                0);
    }

    @Override
    public long bytes(Unit unit) {
        return DataSplits.fileSize(unit.split());
    }

    @Override
    public ConnectorSplit split(BuildReport report, List<IndexDefinition> definitions, List<Unit> units) {
        return new IcebergSummarizeSplit(report, definitions, units);
    }
}
