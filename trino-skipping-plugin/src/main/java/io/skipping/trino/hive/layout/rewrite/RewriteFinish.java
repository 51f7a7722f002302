// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout.rewrite;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static io.trino.plugin.hive.HiveErrorCode.HIVE_CONCURRENT_MODIFICATION_DETECTED;
import static io.trino.plugin.hive.TableType.MANAGED_TABLE;
import static java.util.Objects.requireNonNull;

import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.airlift.units.Duration;
import io.skipping.index.IndexedTable;
import io.skipping.trino.core.SkippingErrorCode;
import io.skipping.trino.core.layout.RewriteName;
import io.skipping.trino.core.layout.RewriteRecord;
import io.skipping.trino.core.layout.RewriteRecord.RecordedObject;
import io.skipping.trino.core.store.TrinoIndexStore;
import io.skipping.trino.hive.layout.TableLayouts;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.metastore.HiveMetastore;
import io.trino.metastore.Table;
import io.trino.metastore.TableInfo;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Performs the last step of rewrites: deletes what is no longer needed. */
public class RewriteFinish {
    private static final Logger log = Logger.get(RewriteFinish.class);

    private final RewriteTables rewriteTables;
    private final TableLayouts layouts;
    private final TrinoIndexStore store;
    private final RecordChecks checks;

    @Inject
    public RewriteFinish(
            RewriteTables rewriteTables, TableLayouts layouts, TrinoIndexStore store, RecordChecks checks) {
        this.rewriteTables = requireNonNull(rewriteTables, "rewriteTables is null");
        this.layouts = requireNonNull(layouts, "layouts is null");
        this.store = requireNonNull(store, "store is null");
        this.checks = requireNonNull(checks, "checks is null");
    }

    /**
     * Returns the rewrites of a table that have a staging table.
     *
     * @param rewrite the rewrite to look for; empty for all
     */
    public List<RewriteName> rewrites(ConnectorSession session, SchemaTableName table, Optional<RewriteName> rewrite) {
        HiveMetastore metastore = rewriteTables.metastore(session);
        return metastore.getTables(table.getSchemaName()).stream()
                .map(TableInfo::tableName)
                .flatMap(name -> RewriteName.ofStaging(name, table).stream())
                .filter(name -> rewrite.isEmpty() || rewrite.get().equals(name))
                .filter(name -> metastore
                        .getTable(name.staging().getSchemaName(), name.staging().getTableName())
                        .filter(RewriteTables::namesRecord)
                        .isPresent())
                .toList();
    }

    /**
     * Forgets where the partitions of a table were. Call this before {@link #finish}, which compares their folders with
     * old ones.
     */
    public void forgetLocations(ConnectorSession session, SchemaTableName table) {
        rewriteTables.forgetLocations(session, table);
    }

    /**
     * Deletes what a rewrite has left behind, if the rewrite is old enough. Whoever calls this may be misled by a table that
     * somebody else has made, so a record is {@link RecordChecks checked} whatever the caller may delete.
     *
     * @param age the minimum time since the rewrite swapped or, if it never did, since something was last written
     *     to its folder
     * @param leaveLateObjects whether to finish although the old location has changed since, and to leave objects that
     *     the rewrite has not copied where they are; otherwise, changes are an error, and everything is left as it is
     * @param dryRun whether to log what would be deleted, and delete nothing
     */
    public void finish(
            ConnectorSession session, RewriteName rewrite, Duration age, boolean leaveLateObjects, boolean dryRun) {
        SchemaTableName name = rewrite.staging();
        Table staging = rewriteTables.table(session, name);
        checks.checkFile(rewrite, staging);
        if (!rewriteTables.hasRecord(session, staging)) {
            finishWithoutRecord(session, staging, dryRun);
            return;
        }
        RewriteRecord record = checks.check(rewrite, rewriteTables.record(session, staging), staging);
        boolean swapped = record.swappedMillis() > 0;
        checkNotNeeded(session, record, swapped ? record.oldLocation() : record.newLocation(), name);
        if (swapped) {
            checkSwapped(session, record, staging);
            checks.checkOldLocation(session, rewrite, record, staging);
        } else {
            checkNotSwapped(session, record, staging);
            checks.checkNewLocation(session, rewrite, staging);
        }
        if (age.toMillis() > 0 && System.currentTimeMillis() - lastUsed(session, record) < age.toMillis()) {
            log.info("Rewrite %s is left as it is: it is younger than %s", name, age);
            return;
        }
        Set<RecordedObject> old = swapped && record.managed() ? deletable(session, record) : ImmutableSet.of();
        if (!old.isEmpty()) {
            checkNotShared(session, record, name);
            checkNotRead(session, record, name, old);
        }
        if (swapped) {
            checkUnchanged(session, record, staging, leaveLateObjects);
        }
        log.info(
                "%s %s: %s",
                dryRun ? "Would finish" : "Finishing",
                name,
                swapped
                        ? "%s old objects to delete".formatted(old.size())
                        : "it never swapped: all that it wrote is to be deleted");
        if (dryRun) {
            return;
        }
        IndexedTable indexed = new IndexedTable(name.getSchemaName(), name.getTableName(), folder(record, staging));
        TrinoFileSystem fileSystem = rewriteTables.fileSystem(session);
        try {
            if (swapped) {
                // from here on, old objects are missing because of this
                rewriteTables.markDeleting(session, staging);
                delete(session, record, old);
            } else {
                claim(session, record, staging);
                // as long as the staging table exists, so does the record, which lets an interrupted finish resume
                Location kept = layouts.folder(indexed);
                fileSystem.deleteFiles(rewriteTables.list(session, Location.of(record.newLocation())).stream()
                        .map(object -> Location.of(object.path()))
                        .filter(location -> !isIn(location, kept))
                        .toList());
            }
            rewriteTables.metastore(session).dropTable(name.getSchemaName(), name.getTableName(), false);
            removeIndex(session, indexed);
            if (!swapped) {
                fileSystem.deleteDirectory(Location.of(record.newLocation()));
            }
        } catch (IOException e) {
            throw RewriteTables.failure("delete objects of " + name, e);
        }
    }

    /**
     * Drops a staging table whose folder is empty: a finish of an earlier release was ended after it had deleted the
     * objects and the record. Throws if there are objects, since nobody knows whether they are needed.
     */
    private void finishWithoutRecord(ConnectorSession session, Table staging, boolean dryRun) {
        SchemaTableName name = staging.getSchemaTableName();
        Location folder = Location.of(RewriteTables.location(staging.getStorage()));
        if (!rewriteTables.list(session, folder).isEmpty()) {
            throw new TrinoException(
                    SkippingErrorCode.SKIPPING_INDEX_ERROR,
                    "The record of rewrite %s is missing: %s. Nothing is deleted. Check whether the objects in %s are needed: \"$path\" of the rewritten table says where its own are. DROP TABLE %s ends the rewrite, and deletes these objects only if the table is managed"
                            .formatted(name, RewriteTables.recordFile(staging).orElseThrow(), folder, name));
        }
        log.info("%s %s: its objects and its record are deleted", dryRun ? "Would drop" : "Dropping", name);
        if (!dryRun) {
            rewriteTables.metastore(session).dropTable(name.getSchemaName(), name.getTableName(), false);
        }
    }

    private static boolean isIn(Location location, Location folder) {
        return location.toString().startsWith(CharMatcher.is('/').trimTrailingFrom(folder.toString()) + "/");
    }

    /**
     * Throws if what was rewritten is in a folder whose objects the rewrite would delete, or in one inside or around it:
     * somebody has given it another location since, which may spell the same folder differently.
     */
    private void checkNotNeeded(
            ConnectorSession session, RewriteRecord record, String unneeded, SchemaTableName staging) {
        rewriteTables.location(session, record).ifPresent(present -> {
            String rewritten = record.partition()
                    .map(partition -> "partition %s of %s".formatted(partition, record.name()))
                    .orElse(record.name().toString());
            if (RewriteChecks.sharing(unneeded, Map.of(rewritten, present)).isPresent()) {
                throw new TrinoException(
                        HIVE_CONCURRENT_MODIFICATION_DETECTED,
                        "According to the record of rewrite %s, %s should no longer need the objects in %s, but it is in %s. Nothing is deleted. Check which objects are needed; dropping the table %s deletes none"
                                .formatted(staging, rewritten, unneeded, present, staging));
            }
        });
    }

    /**
     * Throws if nothing but the record says that the rewrite was swapped: the record is written first, so the swap may have been ended
     * before it changed the location of a table that has another name by now, and needs the old objects.
     */
    private void checkSwapped(ConnectorSession session, RewriteRecord record, Table staging) {
        String last = RewriteTables.location(rewriteTables.storage(session, staging, record.stagingPartition()));
        if (!last.equals(record.oldLocation())
                && !rewriteTables.location(session, record).equals(Optional.of(record.newLocation()))) {
            SchemaTableName name = staging.getSchemaTableName();
            throw new TrinoException(
                    HIVE_CONCURRENT_MODIFICATION_DETECTED,
                    "Rewrite %s began to swap, and may have been ended before it did: %s is not in %s, and may have another name by now. Nothing is deleted. Check whether the objects in %s are needed; dropping the table %s deletes none"
                            .formatted(name, record.name(), record.newLocation(), record.oldLocation(), name));
        }
    }

    /** Returns when a rewrite swapped or, if it never did, when something was last written to its folder. */
    private long lastUsed(ConnectorSession session, RewriteRecord record) {
        if (record.swappedMillis() > 0) {
            return record.swappedMillis();
        }
        return rewriteTables.list(session, Location.of(record.newLocation())).stream()
                .mapToLong(RecordedObject::modifiedMillis)
                .reduce(record.begunMillis(), Math::max);
    }

    /**
     * Throws if a scan of what was rewritten would read old objects: it may have the old folder again in a spelling that does not
     * show it, such as that of another address of the same store.
     */
    private void checkNotRead(
            ConnectorSession session, RewriteRecord record, SchemaTableName staging, Set<RecordedObject> old) {
        if (rewriteTables.location(session, record).isEmpty()) {
            return;
        }
        Set<RecordedObject> read = rewriteTables.objects(session, record.name(), record.partition()).stream()
                .map(RewriteFinish::withoutFolder)
                .collect(toImmutableSet());
        old.stream()
                .filter(object -> read.contains(withoutFolder(object)))
                .findFirst()
                .ifPresent(object -> {
                    throw new TrinoException(
                            HIVE_CONCURRENT_MODIFICATION_DETECTED,
                            "%s has an object of the same name, size and time as the old object %s, so it is probably in that folder again. Nothing is deleted. Check which objects are needed; dropping the table %s deletes none"
                                    .formatted(record.name(), object.path(), staging));
                });
    }

    /** Returns what an object has in common with itself in another spelling of its folder. */
    private static RecordedObject withoutFolder(RecordedObject object) {
        String name = object.path().substring(object.path().lastIndexOf('/') + 1);
        return new RecordedObject(name, object.size(), object.modifiedMillis());
    }

    /** Throws if another partition has come to have the old folder, or one inside or around it, since the rewrite began. */
    private void checkNotShared(ConnectorSession session, RewriteRecord record, SchemaTableName staging) {
        Optional<Table> table = rewriteTables.metastore(session).getTable(record.schema(), record.table());
        if (record.partition().isEmpty() || table.isEmpty()) {
            return;
        }
        Map<String, String> others = rewriteTables.otherLocations(
                session, table.get(), record.partition().get());
        RewriteChecks.sharing(record.oldLocation(), others).ifPresent(other -> {
            throw new TrinoException(
                    HIVE_CONCURRENT_MODIFICATION_DETECTED,
                    "The old objects of %s are in %s, and partition %s is in %s by now. Nothing is deleted. Give that partition another location, or drop the table %s, which deletes no objects"
                            .formatted(record.name(), record.oldLocation(), other, others.get(other), staging));
        });
    }

    /**
     * Throws if a swap may have been begun and failed, and the table is not where it was: a metastore may have changed the
     * location after it had reported a failure, and the table may have another name by now.
     */
    private void checkNotSwapped(ConnectorSession session, RewriteRecord record, Table staging) {
        // a swap makes the staging table external before it changes anything else
        boolean swapBegun = !staging.getTableType().equals(MANAGED_TABLE.name());
        if (swapBegun && !rewriteTables.location(session, record).equals(Optional.of(record.oldLocation()))) {
            SchemaTableName name = staging.getSchemaTableName();
            throw new TrinoException(
                    HIVE_CONCURRENT_MODIFICATION_DETECTED,
                    "Rewrite %s may have begun to swap, and %s is no longer in %s: it may have another name by now, and be in %s. Nothing is deleted. Check whether the objects there are needed; dropping the table %s deletes none"
                            .formatted(name, record.name(), record.oldLocation(), record.newLocation(), name));
        }
    }

    /**
     * Throws if the old location has changed since the rewrite began, by writers that began before the swap: the new
     * objects lack what they wrote, and have what they deleted.
     */
    private void checkUnchanged(
            ConnectorSession session, RewriteRecord record, Table staging, boolean leaveLateObjects) {
        Set<RecordedObject> late = rewriteTables.lateObjects(session, record, staging);
        Set<RecordedObject> missing = missing(session, record, staging, late);
        if (late.isEmpty() && missing.isEmpty()) {
            return;
        }
        SchemaTableName name = staging.getSchemaTableName();
        LateChanges changes = new LateChanges(record, name, late, missing);
        if (leaveLateObjects) {
            log.warn("Rewrite %s is finished although its old location has changed: %s", name, changes.told());
            return;
        }
        throw new TrinoException(
                HIVE_CONCURRENT_MODIFICATION_DETECTED,
                "%s was rewritten, and its old location has changed since: %s. Nothing is deleted. %s. Then %sfinish with leave_late_objects => true, or --leave-late-objects"
                        .formatted(
                                record.name(),
                                changes.told(),
                                changes.remedy(),
                                late.isEmpty() ? "" : "delete the objects that were written, or leave them, and "));
    }

    /** Returns the old objects that somebody else has deleted. Owners of an external table may delete them as they like. */
    private Set<RecordedObject> missing(
            ConnectorSession session, RewriteRecord record, Table staging, Set<RecordedObject> late) {
        boolean reported = record.managed() || !late.isEmpty();
        return reported && !rewriteTables.isMarkedDeleting(session, staging)
                ? rewriteTables.missingObjects(session, record)
                : ImmutableSet.of();
    }

    /** Makes sure that the rewrite is not swapped while what it wrote is deleted. */
    private void claim(ConnectorSession session, RewriteRecord record, Table staging) {
        rewriteTables.markRemoved(session, staging);
        // read again after the mark was written: either this or the swap, which does the reverse, sees the other
        if (rewriteTables.record(session, staging).swappedMillis() > 0) {
            rewriteTables.unmarkRemoved(session, staging);
            throw new TrinoException(
                    HIVE_CONCURRENT_MODIFICATION_DETECTED,
                    "Rewrite %s of %s is being swapped right now. Nothing is deleted"
                            .formatted(staging.getSchemaTableName(), record.name()));
        }
    }

    /** Returns the folder that the rewrite was given; the index of the staging table is named after it. */
    private static String folder(RewriteRecord record, Table staging) {
        return record.partition().isPresent() ? RewriteTables.location(staging.getStorage()) : record.newLocation();
    }

    /**
     * Returns the old objects that are still as they were recorded. Throws if one has changed since: somebody else
     * wrote it, and must be asked.
     */
    private Set<RecordedObject> deletable(ConnectorSession session, RewriteRecord record) {
        Set<RecordedObject> recorded = ImmutableSet.copyOf(record.objects());
        Set<RecordedObject> present =
                ImmutableSet.copyOf(rewriteTables.list(session, Location.of(record.oldLocation())));
        Set<String> paths = recorded.stream().map(RecordedObject::path).collect(toImmutableSet());
        List<String> changed = Sets.difference(present, recorded).stream()
                .map(RecordedObject::path)
                .filter(paths::contains)
                .toList();
        if (!changed.isEmpty()) {
            throw new TrinoException(
                    HIVE_CONCURRENT_MODIFICATION_DETECTED,
                    "Old objects of %s were written again after it was rewritten: %s. Nothing is deleted"
                            .formatted(record.name(), LateChanges.named(changed.stream())));
        }
        return Sets.intersection(recorded, present);
    }

    private void delete(ConnectorSession session, RewriteRecord record, Set<RecordedObject> old) throws IOException {
        TrinoFileSystem fileSystem = rewriteTables.fileSystem(session);
        fileSystem.deleteFiles(
                old.stream().map(object -> Location.of(object.path())).toList());
        if (record.partition().isEmpty()) {
            removeIndex(session, new IndexedTable(record.schema(), record.table(), record.oldLocation()));
        }
    }

    /**
     * Removes an index that nobody needs any more, without reading it. A failure is only logged: what remains of an index must not keep
     * the rewrite from being finished.
     */
    private void removeIndex(ConnectorSession session, IndexedTable table) {
        try {
            store.open(table, session.getIdentity()).discard();
            rewriteTables.fileSystem(session).deleteDirectory(layouts.folder(table));
        } catch (IOException | RuntimeException e) {
            log.warn(
                    e,
                    "An index of %s, which a rewrite no longer needs, may still exist in %s or in the search engine",
                    table,
                    layouts.folder(table));
        }
    }
}
