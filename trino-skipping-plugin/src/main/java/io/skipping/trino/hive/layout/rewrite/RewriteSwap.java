// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout.rewrite;

import static com.google.common.collect.Sets.difference;
import static io.trino.plugin.hive.HiveErrorCode.HIVE_CONCURRENT_MODIFICATION_DETECTED;
import static io.trino.plugin.hive.TableType.EXTERNAL_TABLE;
import static io.trino.spi.StandardErrorCode.INVALID_PROCEDURE_ARGUMENT;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObjects;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.IndexCopy;
import io.skipping.index.store.TableIndex;
import io.skipping.index.type.IndexTypes;
import io.skipping.trino.core.layout.RewriteName;
import io.skipping.trino.core.layout.RewriteRecord;
import io.skipping.trino.core.layout.RewriteRecord.RecordedObject;
import io.skipping.trino.core.store.TrinoIndexStore;
import io.skipping.trino.hive.layout.TableLayout;
import io.skipping.trino.hive.layout.TableLayouts;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.filesystem.Location;
import io.trino.metastore.Partition;
import io.trino.metastore.Storage;
import io.trino.metastore.Table;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Performs the decisive step of a rewrite: changes the location of the table or partition. */
public class RewriteSwap {
    private static final Logger log = Logger.get(RewriteSwap.class);

    private final RewriteTables rewriteTables;
    private final HiveTables tables;
    private final TableLayouts layouts;
    private final TrinoIndexStore store;
    private final IndexTypes indexTypes;
    private final RecordChecks checks;

    @Inject
    public RewriteSwap(
            RewriteTables rewriteTables,
            HiveTables tables,
            TableLayouts layouts,
            TrinoIndexStore store,
            IndexTypes indexTypes,
            RecordChecks checks) {
        this.rewriteTables = requireNonNull(rewriteTables, "rewriteTables is null");
        this.tables = requireNonNull(tables, "tables is null");
        this.layouts = requireNonNull(layouts, "layouts is null");
        this.store = requireNonNull(store, "store is null");
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.checks = requireNonNull(checks, "checks is null");
    }

    /**
     * Puts the new objects in place of the old ones.
     *
     * @throws TrinoException before anything is changed; or after the swap, if objects were added too late to be
     *     rewritten, or deleted
     */
    public void swap(ConnectorSession session, RewriteName name) {
        Table staging = rewriteTables.table(session, name.staging());
        checks.checkFile(name, staging);
        RewriteRecord record = checks.check(name, rewriteTables.record(session, staging), staging);
        if (record.swappedMillis() > 0) {
            throw new TrinoException(
                    INVALID_PROCEDURE_ARGUMENT,
                    "Rewrite %s of %s has already been swapped in; finish_rewrite deletes the old objects"
                            .formatted(name.id(), name.table()));
        }
        checkDefinition(session, record, staging);
        checks.checkNewLocation(session, name, staging);
        checkWritten(session, record, name);
        checkObjects(session, record);
        giveIndex(session, record, name);
        giveLayout(session, record);
        // check again, since the steps above took time
        Table table = checkDefinition(session, record, staging);
        checkObjects(session, record);

        // from here on, the staging table refers to objects that others need
        Table external = Table.builder(staging)
                .setTableType(EXTERNAL_TABLE.name())
                .setParameter("EXTERNAL", "TRUE")
                .build();
        rewriteTables.replace(session, external);
        if (record.partition().isPresent()) {
            swapPartition(session, record, external);
        } else {
            swapTable(session, record, external, table);
        }
        reportChanges(session, record, name, external);
    }

    private void swapTable(ConnectorSession session, RewriteRecord record, Table staging, Table old) {
        change(
                session,
                record,
                staging,
                table -> rewriteTables.replace(session, RewriteTables.at(table, record.newLocation())));
        rewriteTables.replace(session, RecordChecks.swapped(staging, old, record.oldLocation()));
    }

    private void swapPartition(ConnectorSession session, RewriteRecord record, Table staging) {
        String partition = record.partition().orElseThrow();
        String inStaging = record.stagingPartition().orElseThrow();
        Partition old = rewriteTables.partition(session, rewriteTables.table(session, record.name()), partition);
        Partition rewritten = rewriteTables.partition(session, staging, inStaging);
        change(
                session,
                record,
                staging,
                table -> rewriteTables.replacePartition(session, table, partition, rewritten, record.newLocation()));
        rewriteTables.replacePartition(session, staging, inStaging, old, record.oldLocation());
    }

    /**
     * Changes the location. The record is updated first: once the location may have changed, the record must not say
     * that the new objects are unused.
     *
     * @param change is given the table as it is now
     */
    private void change(ConnectorSession session, RewriteRecord record, Table staging, Consumer<Table> change) {
        Location file = RewriteTables.recordFile(staging).orElseThrow();
        rewriteTables.writeRecord(session, file, record.swappedAt(System.currentTimeMillis()));
        try {
            // after the record was written: either this or finish_rewrite, which does the reverse, sees the other, also
            // if that is done: it deletes its mark only after the staging table
            if (rewriteTables.isMarkedRemoved(session, staging)
                    || !rewriteTables.isThere(session, staging.getSchemaTableName())) {
                throw new TrinoException(
                        HIVE_CONCURRENT_MODIFICATION_DETECTED,
                        "finish_rewrite removes what %s was to be swapped with; nothing was swapped. Run the rewrite again"
                                .formatted(record.name()));
            }
            // listing objects took time, and a definition that was changed meanwhile would be undone
            change.accept(checkDefinition(session, record, staging));
        } catch (RuntimeException e) {
            try {
                if (!rewriteTables.isThere(session, staging.getSchemaTableName())) {
                    rewriteTables.deleteRecord(session, file);
                } else if (rewriteTables.location(session, record).equals(Optional.of(record.oldLocation()))) {
                    rewriteTables.writeRecord(session, file, record);
                }
            } catch (RuntimeException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    /** Returns the table, after checking that its definition has not changed since the rewrite began. */
    private Table checkDefinition(ConnectorSession session, RewriteRecord record, Table staging) {
        Table table = rewriteTables.table(session, record.name());
        Storage storage = table.getStorage();
        boolean same = table.getDataColumns().equals(staging.getDataColumns())
                && table.getPartitionColumns().equals(staging.getPartitionColumns())
                && storage.getStorageFormat().equals(staging.getStorage().getStorageFormat())
                && storage.getSerdeParameters().equals(staging.getStorage().getSerdeParameters());
        if (!same || !rewriteTables.location(session, record).equals(Optional.of(record.oldLocation()))) {
            throw new TrinoException(
                    HIVE_CONCURRENT_MODIFICATION_DETECTED,
                    "The definition or the location of %s was changed while rewriting; nothing was swapped. Run the rewrite again"
                            .formatted(record.name()));
        }
        rewriteTables.checkCache(session, table, record.partition());
        String written = RewriteTables.location(rewriteTables.storage(session, staging, record.stagingPartition()));
        if (!written.equals(record.newLocation())) {
            throw new TrinoException(
                    HIVE_CONCURRENT_MODIFICATION_DETECTED,
                    "The new objects should be in %s, and are in %s; nothing was swapped"
                            .formatted(record.newLocation(), written));
        }
        return table;
    }

    /**
     * Throws if the staging table has no objects although the old table had some. Only the caller can compare row
     * counts, but missing all objects is a clear error.
     */
    private void checkWritten(ConnectorSession session, RewriteRecord record, RewriteName name) {
        if (!record.objects().isEmpty()
                && rewriteTables
                        .objects(session, name.staging(), record.stagingPartition())
                        .isEmpty()) {
            throw new TrinoException(
                    INVALID_PROCEDURE_ARGUMENT,
                    "The staging table %1$s has no objects: INSERT INTO %1$s the rows of %2$s before the swap"
                            .formatted(name.staging(), record.name()));
        }
    }

    private void checkObjects(ConnectorSession session, RewriteRecord record) {
        Set<RecordedObject> before = ImmutableSet.copyOf(record.objects());
        Set<RecordedObject> now =
                ImmutableSet.copyOf(rewriteTables.objects(session, record.name(), record.partition()));
        if (!before.equals(now)) {
            throw new TrinoException(
                    HIVE_CONCURRENT_MODIFICATION_DETECTED,
                    "Objects of %s were added, changed or removed while rewriting: %s. Nothing was swapped; run the rewrite again"
                            .formatted(
                                    record.name(),
                                    LateChanges.named(Stream.concat(
                                                    difference(now, before).stream(), difference(before, now).stream())
                                            .map(RecordedObject::path))));
        }
    }

    /**
     * Adds the new objects to the table's index before any query sees them, so that no query reads them without an
     * index.
     */
    private void giveIndex(ConnectorSession session, RewriteRecord record, RewriteName name) {
        tables.inTransaction(session, transaction -> {
            TableIndex ofTable = tables.index(transaction, session, record.name());
            Optional<IndexSnapshot> built =
                    tables.index(transaction, session, name.staging()).current();
            if (record.partition().isPresent()) {
                built.ifPresent(snapshot -> publish(session, snapshot, ofTable, record.name(), name.staging()));
                return null;
            }
            TableIndex target = store.open(
                    new IndexedTable(record.schema(), record.table(), record.newLocation()), session.getIdentity());
            // the table at another location has another index, to which also belongs what was asked for and never built
            if (built.isPresent() || !ofTable.requested().isEmpty() || !ofTable.isAutomatic()) {
                IndexCopy.request(ofTable, target);
            }
            built.ifPresent(snapshot -> publish(session, snapshot, target, name.staging()));
            return null;
        });
    }

    /** @param listed the tables that have the objects of the index */
    private void publish(ConnectorSession session, IndexSnapshot built, TableIndex target, SchemaTableName... listed) {
        String build = target.beginBuild();
        IndexCopy.write(built, target, build, indexTypes);
        target.publish(build, () -> list(session, listed));
    }

    /** Lists tables in a transaction of its own. A cached listing may be older than what another builder has published. */
    private LiveObjects list(ConnectorSession session, SchemaTableName... names) {
        return tables.inTransaction(
                session,
                transaction -> LiveObjects.of(Stream.of(names)
                        .flatMap(name -> {
                            tables.forgetListing(transaction, session, name);
                            return tables.objects(transaction, session, name).stream();
                        })
                        .toList()));
    }

    /** Copies the layout that INSERT follows to the new location. A rewritten partition needs no copy. */
    private void giveLayout(ConnectorSession session, RewriteRecord record) {
        if (record.partition().isPresent()) {
            return;
        }
        try {
            Optional<TableLayout> layout = layouts.read(
                    new IndexedTable(record.schema(), record.table(), record.oldLocation()), session.getIdentity());
            if (layout.isPresent()) {
                layouts.write(
                        new IndexedTable(record.schema(), record.table(), record.newLocation()),
                        layout.get(),
                        session.getIdentity());
            }
        } catch (IllegalArgumentException e) {
            log.warn("The layout of %s cannot be used, and is not kept: %s", record.name(), e.getMessage());
        } catch (IOException e) {
            throw RewriteTables.failure("keep the layout of " + record.name(), e);
        }
    }

    /** Throws if objects were written to the old location, or deleted there, at the last moment. */
    private void reportChanges(ConnectorSession session, RewriteRecord record, RewriteName name, Table staging) {
        Set<RecordedObject> late = rewriteTables.lateObjects(session, record, staging);
        Set<RecordedObject> missing = rewriteTables.missingObjects(session, record);
        if (!late.isEmpty() || !missing.isEmpty()) {
            LateChanges changes = new LateChanges(record, name.staging(), late, missing);
            throw new TrinoException(
                    HIVE_CONCURRENT_MODIFICATION_DETECTED,
                    "%s is rewritten, but its old location changed at the last moment: %s. %s"
                            .formatted(record.name(), changes.told(), changes.remedy()));
        }
    }
}
