// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout.rewrite;

import static io.trino.plugin.hive.TableType.EXTERNAL_TABLE;
import static io.trino.plugin.hive.TableType.MANAGED_TABLE;
import static io.trino.spi.StandardErrorCode.INVALID_PROCEDURE_ARGUMENT;
import static io.trino.spi.StandardErrorCode.PERMISSION_DENIED;
import static java.util.Objects.requireNonNull;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.google.inject.Inject;
import io.skipping.committer.data.Locations;
import io.skipping.index.IndexedTable;
import io.skipping.trino.core.layout.RewriteName;
import io.skipping.trino.core.layout.RewriteRecord;
import io.skipping.trino.hive.layout.TableLayouts;
import io.trino.filesystem.Location;
import io.trino.metastore.Table;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.util.HiveUtil;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks that a record belongs to its rewrite. Whoever may create a table can let it name any file as its record, and whoever
 * may write beside a table can write such a file. So a record is believed only where it says what the metastore says, or what
 * concerns folders of the rewritten table: with any record, nobody deletes or replaces what the stock connector would not let
 * him.
 */
public class RecordChecks {
    /**
     * Names the SerDe property of a staging table that has the location of the managed table before the swap. Unlike table
     * properties, Trino lets no user set it.
     */
    private static final String OLD_LOCATION = "skipping.rewrite.old-location";

    private final RewriteTables rewriteTables;
    private final TableLayouts layouts;
    private final boolean writesToExternal;

    @Inject
    public RecordChecks(RewriteTables rewriteTables, TableLayouts layouts, HiveConfig config) {
        this.rewriteTables = requireNonNull(rewriteTables, "rewriteTables is null");
        this.layouts = requireNonNull(layouts, "layouts is null");
        this.writesToExternal = config.getWritesToNonManagedTablesEnabled();
    }

    /** Returns the file that the record of a rewrite is in. */
    Location recordFile(IndexedTable staging) {
        return layouts.folder(staging).appendPath("rewrite.json");
    }

    /** Checks that statements of this catalog may write to a table, and so may delete objects beside it. */
    void checkWritable(Table table) {
        if (table.getTableType().equals(EXTERNAL_TABLE.name()) && !writesToExternal) {
            throw RewriteChecks.refusal(
                    table,
                    "it is external, and this catalog does not write to external tables: set hive.non-managed-table-writes-enabled=true");
        }
    }

    /** Checks that no other table of the schema has the name of the new folder, in which the metastore would put it. */
    void checkNoOtherTable(ConnectorSession session, RewriteName name) {
        SchemaTableName other = new SchemaTableName(
                name.table().getSchemaName(), name.table().getTableName() + RewriteName.INFIX + name.id());
        if (rewriteTables.isThere(session, other)) {
            throw new TrinoException(
                    INVALID_PROCEDURE_ARGUMENT,
                    "Rewrite %s of %s would have the folder of table %s: choose another name for the rewrite"
                            .formatted(name.id(), name.table(), other));
        }
    }

    /** Checks that the record is where begin_rewrite writes it; reads nothing. */
    void checkFile(RewriteName name, Table staging) {
        // any text
        String named = staging.getParameters().get(RewriteName.RECORD_PROPERTY);
        if (named == null) {
            throw new TrinoException(
                    INVALID_PROCEDURE_ARGUMENT, "%s is not the staging table of a rewrite".formatted(name.staging()));
        }
        Location known = recordFile(new IndexedTable(
                staging.getDatabaseName(),
                staging.getTableName(),
                folder(name, staging).toString()));
        if (!named.equals(known.toString())) {
            throw refusal(
                    name,
                    "its table property %s names %s, and begin_rewrite of this catalog would write the record to %s"
                            .formatted(RewriteName.RECORD_PROPERTY, named, known));
        }
    }

    /**
     * Checks that a record is of this rewrite, and that its new objects are in the rewrite's folder.
     *
     * @param staging whose record is where {@link #checkFile} expects it
     * @return the record
     */
    RewriteRecord check(RewriteName name, RewriteRecord record, Table staging) {
        if (!record.name().equals(name.table())) {
            throw refusal(name, "its record is of %s".formatted(record.name()));
        }
        int keys = staging.getPartitionColumns().size();
        if (!isPartition(record.partition(), keys) || !isPartition(record.stagingPartition(), keys)) {
            throw refusal(
                    name,
                    "its record is of partition %s, and the table has %s partition keys"
                            .formatted(record.partition().orElse("NULL"), keys));
        }
        Location folder = folder(name, staging);
        String present = RewriteTables.location(staging.getStorage());
        boolean atOld = keys == 0 && record.swappedMillis() > 0 && present.equals(record.oldLocation());
        if (!atOld && !present.equals(folder.toString())) {
            throw refusal(name, "it is in %s, and its objects should be in %s".formatted(present, folder));
        }
        String expected =
                record.stagingPartition().map(folder::appendPath).orElse(folder).toString();
        if (!record.newLocation().equals(expected)) {
            throw refusal(
                    name,
                    "according to its record, the new objects are in %s; they should be in %s"
                            .formatted(record.newLocation(), expected));
        }
        if (leavesFolder(record.oldLocation()) || leavesFolder(record.newLocation())) {
            throw refusal(
                    name,
                    "its record has a location with . or ..: %s, %s"
                            .formatted(record.oldLocation(), record.newLocation()));
        }
        return record;
    }

    /** Returns whether a partition's name has one part for each key, so that none of them is {@code ..}. */
    private static boolean isPartition(Optional<String> partition, int keys) {
        List<String> parts = partition.map(Splitter.on('/')::splitToList).orElse(List.of());
        return parts.size() == keys && parts.stream().allMatch(part -> part.indexOf('=') > 0);
    }

    private static boolean leavesFolder(String location) {
        return Splitter.on('/').splitToStream(location).anyMatch(part -> part.equals(".") || part.equals(".."));
    }

    /**
     * Checks that a user who may drop the staging table may also delete the objects in its folder, and may put them in place of
     * those of the rewritten table.
     */
    void checkNewLocation(ConnectorSession session, RewriteName name, Table staging) {
        Optional<Table> table = rewriteTables.find(session, name.table());
        if (table.isPresent()) {
            checkBeside(name, staging, table.get());
            checkNoOtherTable(session, name);
            checkWritable(table.get());
            return;
        }
        // DROP TABLE would delete them, too
        if (!isManaged(staging)
                || !RewriteTables.location(staging.getStorage())
                        .equals(folder(name, staging).toString())) {
            throw refusal(name, "%s does not exist any more".formatted(name.table()));
        }
    }

    /**
     * Checks that the old location of a swapped rewrite was that of the rewritten table or partition. It was if it is one of
     * the table's folders, or if the swap has left it in the metastore.
     */
    void checkOldLocation(ConnectorSession session, RewriteName name, RewriteRecord record, Table staging) {
        Optional<Table> table = rewriteTables.find(session, name.table());
        table.ifPresent(present -> checkBeside(name, staging, present));
        if (record.managed() && table.filter(RecordChecks::isManaged).isEmpty()) {
            throw refusal(
                    name,
                    "according to its record, %s was a managed table, and now there is none of this name"
                            .formatted(name.table()));
        }
        if (!isOwnFolder(session, name, record, table, folder(name, staging))
                && !isInMetastore(session, name, record, staging)) {
            throw refusal(
                    name,
                    "neither the folders of %s nor the metastore say that its old objects were in %s. Check whether they are needed, and delete them yourself if not"
                            .formatted(name.table(), record.oldLocation()));
        }
    }

    /** Checks that the folder of a rewrite is beside the rewritten table, where begin_rewrite makes it. */
    private void checkBeside(RewriteName name, Table staging, Table table) {
        Location folder = folder(name, staging);
        Location beside = folder(name, table);
        if (!folder.toString().equals(beside.toString())) {
            throw refusal(name, "its folder is %s, and that of this rewrite would be %s".formatted(folder, beside));
        }
    }

    private boolean isInMetastore(ConnectorSession session, RewriteName name, RewriteRecord record, Table staging) {
        if (record.partition().isPresent()) {
            // partitions outside the table's folder are made by the swap, or by whoever may also drop them with their
            // objects
            return RewriteTables.location(rewriteTables.storage(session, staging, record.stagingPartition()))
                    .equals(record.oldLocation());
        }
        return record.managed()
                ? record.oldLocation()
                        .equals(staging.getStorage().getSerdeParameters().get(OLD_LOCATION))
                // nothing is deleted there
                : folder(name, record.oldLocation()).equals(folder(name, staging));
    }

    /** Returns whether the old location is a folder in which this table is, was created, or was written by a rewrite. */
    private boolean isOwnFolder(
            ConnectorSession session, RewriteName name, RewriteRecord record, Optional<Table> table, Location folder) {
        String beside = folder.toString();
        Optional<String> below =
                Locations.relative(beside.substring(0, beside.lastIndexOf('/') + 1), record.oldLocation());
        List<String> parts = below.map(Splitter.on('/')::splitToList).orElse(List.of());
        boolean isDeepEnough = record.partition().isPresent() ? parts.size() > 1 : parts.size() == 1;
        if (!isDeepEnough) {
            return false;
        }
        String first = parts.getFirst();
        SchemaTableName called = new SchemaTableName(name.table().getSchemaName(), first);
        boolean isOther = !called.equals(name.table())
                && rewriteTables
                        .find(session, called)
                        .map(other -> RewriteTables.location(other.getStorage()))
                        .filter(other -> RewriteChecks.sharing(record.oldLocation(), Map.of(first, other))
                                .isPresent())
                        .isPresent();
        return !isOther
                && (first.equals(HiveUtil.escapeTableName(name.table().getTableName()))
                        || RewriteName.isFolder(name.table(), first)
                        || table.map(present -> Location.of(RewriteTables.location(present.getStorage()))
                                        .fileName())
                                .equals(Optional.of(first)));
    }

    private static boolean isManaged(Table table) {
        return table.getTableType().equals(MANAGED_TABLE.name());
    }

    /**
     * Returns the staging table as it is after the swap, at the old location.
     *
     * @param swapped the table as it was before
     */
    static Table swapped(Table staging, Table swapped, String oldLocation) {
        Table moved = RewriteTables.at(staging, oldLocation);
        if (!isManaged(swapped)) {
            return moved;
        }
        return Table.builder(moved)
                .withStorage(storage -> storage.setSerdeParameters(ImmutableMap.<String, String>builder()
                        .putAll(staging.getStorage().getSerdeParameters())
                        .put(OLD_LOCATION, oldLocation)
                        .buildKeepingLast()))
                .build();
    }

    /** Returns the folder of a rewrite, which is beside those of its table and its staging table, before and after the swap. */
    private static Location folder(RewriteName name, Table beside) {
        try {
            return folder(name, RewriteTables.location(beside.getStorage()));
        } catch (IllegalStateException _) {
            throw refusal(name, "%s has no location".formatted(beside.getSchemaTableName()));
        }
    }

    private static Location folder(RewriteName name, String beside) {
        try {
            return name.folder(Location.of(beside));
        } catch (IllegalStateException | IllegalArgumentException _) {
            throw refusal(name, "there is no folder beside '%s'".formatted(beside));
        }
    }

    private static TrinoException refusal(RewriteName name, String reason) {
        return new TrinoException(
                PERMISSION_DENIED,
                "%s is not known to be of rewrite %s of %s: %s. Nothing is deleted or swapped. Find out who made this table; DROP TABLE %s ends the rewrite, and deletes objects only if the table is managed"
                        .formatted(name.staging(), name.id(), name.table(), reason, name.staging()));
    }
}
