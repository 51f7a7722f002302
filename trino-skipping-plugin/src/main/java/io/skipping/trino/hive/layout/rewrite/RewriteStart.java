// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout.rewrite;

import static io.trino.metastore.PrincipalPrivileges.NO_PRIVILEGES;
import static io.trino.metastore.Table.TABLE_COMMENT;
import static io.trino.plugin.hive.TableType.MANAGED_TABLE;
import static io.trino.spi.StandardErrorCode.INVALID_PROCEDURE_ARGUMENT;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.index.TableDefinitions;
import io.skipping.trino.core.layout.RewriteName;
import io.skipping.trino.core.layout.RewriteRecord;
import io.skipping.trino.hive.layout.TableLayout;
import io.skipping.trino.hive.layout.TableLayouts;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.filesystem.Location;
import io.trino.metastore.HiveMetastore;
import io.trino.metastore.PrincipalPrivileges;
import io.trino.metastore.Storage;
import io.trino.metastore.Table;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.plugin.hive.metastore.MetastoreUtil;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Performs the first step of a rewrite: records what is to be rewritten, and creates the place for the new objects. */
public class RewriteStart {
    private static final Logger log = Logger.get(RewriteStart.class);

    private final RewriteTables rewriteTables;
    private final HiveTables tables;
    private final TableLayouts layouts;
    private final RecordChecks checks;
    private final TableDefinitions definitions;

    @Inject
    public RewriteStart(
            RewriteTables rewriteTables,
            HiveTables tables,
            TableLayouts layouts,
            RecordChecks checks,
            TableDefinitions definitions) {
        this.rewriteTables = requireNonNull(rewriteTables, "rewriteTables is null");
        this.tables = requireNonNull(tables, "tables is null");
        this.layouts = requireNonNull(layouts, "layouts is null");
        this.checks = requireNonNull(checks, "checks is null");
        this.definitions = requireNonNull(definitions, "definitions is null");
    }

    /**
     * Begins to rewrite a table that {@link #checkKind} accepts.
     *
     * @param partition the name of the partition to rewrite; must be present if the table has partitions
     * @param moveExternal whether an external table may be moved to another location
     * @throws TrinoException if the table cannot be rewritten
     */
    public void begin(
            ConnectorSession session,
            RewriteName name,
            TableLayout layout,
            Optional<String> partition,
            boolean moveExternal) {
        Table table = rewriteTables.table(session, name.table());
        RewriteChecks.checkTable(table, partition, moveExternal);
        checks.checkWritable(table);
        checks.checkNoOtherTable(session, name);
        checkNotBegun(session, name);
        rewriteTables.checkCache(session, table, partition);
        // refuses other formats, and partitions that do not exist
        Optional<String> stagingPartition;
        try {
            HiveTableHandle handle = tables.inTransaction(
                    session, transaction -> tables.handle(transaction, session, name.table(), partition));
            layout.check(handle);
            stagingPartition = partition.map(rewritten -> HiveTables.writtenName(handle, rewritten));
        } catch (IllegalArgumentException e) {
            throw new TrinoException(INVALID_PROCEDURE_ARGUMENT, e.getMessage(), e);
        }
        Storage storage = rewriteTables.storage(session, table, partition);
        RewriteChecks.checkFields(table, storage);
        String oldLocation = RewriteTables.location(storage);
        if (partition.isPresent()) {
            checkOwnFolder(session, table, partition.get(), oldLocation);
        }
        Location folder = folder(session, name, table);

        IndexedTable staging =
                new IndexedTable(name.staging().getSchemaName(), name.staging().getTableName(), folder.toString());
        Location recordFile = checks.recordFile(staging);
        rewriteTables.writeRecord(
                session,
                recordFile,
                new RewriteRecord(
                        RewriteRecord.FORMAT,
                        RewriteRecord.VERSION,
                        table.getDatabaseName(),
                        table.getTableName(),
                        partition,
                        stagingPartition,
                        oldLocation,
                        stagingPartition.map(folder::appendPath).orElse(folder).toString(),
                        System.currentTimeMillis(),
                        0,
                        table.getTableType().equals(MANAGED_TABLE.name()),
                        rewriteTables.objects(session, name.table(), partition)));
        try {
            create(session, table, name, folder, recordFile);
            layouts.write(staging, layout, session.getIdentity());
            requestIndexes(session, name);
        } catch (IOException e) {
            throw undone(session, name, staging, RewriteTables.failure("set the layout of " + name.staging(), e));
        } catch (RuntimeException e) {
            throw undone(session, name, staging, e);
        }
    }

    /** Checks before anything is written: a record would replace that of the rewrite that has the staging table. */
    private void checkNotBegun(ConnectorSession session, RewriteName name) {
        if (rewriteTables.isThere(session, name.staging())) {
            throw new TrinoException(
                    INVALID_PROCEDURE_ARGUMENT,
                    "%s is already there: choose another name for the rewrite".formatted(name.staging()));
        }
    }

    /** Removes what was created for a rewrite that failed to begin. The folder contains no data yet. */
    private <E extends RuntimeException> E undone(
            ConnectorSession session, RewriteName name, IndexedTable staging, E failure) {
        try {
            HiveMetastore metastore = rewriteTables.metastore(session);
            String schema = name.staging().getSchemaName();
            String table = name.staging().getTableName();
            if (metastore
                    .getTable(schema, table)
                    .flatMap(RewriteTables::recordFile)
                    .isPresent()) {
                metastore.dropTable(schema, table, false);
            }
            rewriteTables.fileSystem(session).deleteDirectory(Location.of(staging.location()));
            rewriteTables.fileSystem(session).deleteDirectory(layouts.folder(staging));
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    /**
     * Checks that the table has objects of its own.
     *
     * @throws TrinoException if it has none, as a view
     */
    public void checkKind(ConnectorSession session, SchemaTableName name) {
        RewriteChecks.checkKind(rewriteTables.table(session, name));
    }

    /** Checks the remembered locations of partitions first. If they are against it, those of now decide. */
    private void checkOwnFolder(ConnectorSession session, Table table, String partition, String location) {
        try {
            RewriteChecks.checkOwnFolder(
                    table, partition, location, rewriteTables.otherLocations(session, table, partition));
        } catch (TrinoException _) {
            rewriteTables.forgetLocations(session, table.getSchemaTableName());
            RewriteChecks.checkOwnFolder(
                    table, partition, location, rewriteTables.otherLocations(session, table, partition));
        }
    }

    private Location folder(ConnectorSession session, RewriteName name, Table table) {
        try {
            Location folder = name.folder(Location.of(RewriteTables.location(table.getStorage())));
            if (rewriteTables.fileSystem(session).listFiles(folder).hasNext()) {
                throw new TrinoException(
                        INVALID_PROCEDURE_ARGUMENT,
                        "%s is not empty: choose another name for the rewrite".formatted(folder));
            }
            return folder;
        } catch (IOException | IllegalStateException e) {
            throw RewriteTables.failure("find a place beside table " + name.table(), e);
        }
    }

    private void create(ConnectorSession session, Table table, RewriteName name, Location folder, Location record) {
        try {
            rewriteTables.fileSystem(session).createDirectory(folder);
        } catch (IOException e) {
            throw RewriteTables.failure("create folder " + folder, e);
        }
        Table staging = Table.builder(table)
                .setTableName(name.staging().getTableName())
                // the user who rewrites must be able to write to it
                .setOwner(table.getOwner().map(_ -> session.getUser()))
                .setParameters(RewriteTables.stagingParameters(table))
                .setParameter(RewriteName.RECORD_PROPERTY, record.toString())
                .setParameter(
                        TABLE_COMMENT,
                        "Staging table of rewrite %s of %s; rewrite --finish, or finish_rewrite, removes it when it is not needed any more"
                                .formatted(name.id(), name.table()))
                .withStorage(storage -> storage.setLocation(folder.toString()))
                .build();
        PrincipalPrivileges privileges =
                staging.getOwner().map(MetastoreUtil::buildInitialPrivilegeSet).orElse(NO_PRIVILEGES);
        rewriteTables.metastore(session).createTable(staging, privileges);
        String given = RewriteTables.location(
                rewriteTables.table(session, name.staging()).getStorage());
        if (!given.equals(folder.toString())) {
            throw RewriteChecks.refusal(
                    table,
                    "this metastore puts tables where it wants, as Hive's file metastore does with managed ones; the new objects should be in %s"
                            .formatted(folder));
        }
    }

    /**
     * Requests the same indexes for the new objects as the old ones have, whether a user requested them or they were
     * chosen automatically. Old objects may have indexes over columns that were dropped or renamed since; no build makes
     * these for the new ones.
     */
    private void requestIndexes(ConnectorSession session, RewriteName name) {
        tables.inTransaction(session, transaction -> {
            TableIndex index = tables.index(transaction, session, name.table());
            List<IndexDefinition> requested = index.requested();
            List<IndexDefinition> chosen = index.isAutomatic() ? built(index, name) : ImmutableList.of();
            Map<String, IndexDefinition> all = new LinkedHashMap<>();
            chosen.forEach(definition -> all.put(definition.name(), definition));
            requested.forEach(definition -> all.put(definition.name(), definition));
            List<IndexDefinition> buildable = definitions.buildable(
                    tables.columns(transaction, session, name.table()), ImmutableList.copyOf(all.values()));
            TableIndex staging = tables.index(transaction, session, name.staging());
            if (!chosen.isEmpty() || !index.isAutomatic()) {
                staging.setAutomatic(false);
            }
            if (!buildable.isEmpty()) {
                staging.request(_ -> buildable);
            }
            return null;
        });
    }

    /**
     * Returns the indexes that the table has, according to the manifest alone: its summaries are not needed here. None if the
     * manifest cannot be read, so that the next build chooses those of the new objects.
     */
    private static List<IndexDefinition> built(TableIndex index, RewriteName name) {
        try {
            return index.inspect().definitions();
        } catch (IndexUnavailableException e) {
            log.warn(e, "The index of %s cannot be read, so the build of its rewrite chooses indexes", name.table());
            return ImmutableList.of();
        }
    }
}
