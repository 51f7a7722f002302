// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout.rewrite;

import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static io.trino.spi.StandardErrorCode.INVALID_PROCEDURE_ARGUMENT;
import static java.util.Objects.requireNonNull;

import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableMap;
import com.google.inject.Inject;
import io.airlift.json.JsonCodec;
import io.skipping.trino.core.SkippingErrorCode;
import io.skipping.trino.core.layout.RewriteRecord;
import io.skipping.trino.core.layout.RewriteRecord.RecordedObject;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.filesystem.TrinoInputStream;
import io.trino.metastore.Column;
import io.trino.metastore.HiveColumnStatistics;
import io.trino.metastore.HiveMetastore;
import io.trino.metastore.HiveMetastoreFactory;
import io.trino.metastore.Partition;
import io.trino.metastore.PartitionStatistics;
import io.trino.metastore.PartitionWithStatistics;
import io.trino.metastore.Partitions;
import io.trino.metastore.PrincipalPrivileges;
import io.trino.metastore.Storage;
import io.trino.metastore.Table;
import io.trino.plugin.hive.metastore.MetastoreUtil;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.TableNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads and changes tables and partitions, their locations and objects, for rewrites. */
public class RewriteTables {
    /** The table property of a staging table that holds the location of its record. */
    static final String RECORD_PARAMETER = "skipping.rewrite";

    /** Statistics that a metastore keeps about objects. */
    private static final Set<String> STATISTICS =
            Set.of("numFiles", "numRows", "rawDataSize", "totalSize", "COLUMN_STATS_ACCURATE", "transient_lastDdlTime");

    private static final JsonCodec<RewriteRecord> CODEC = JsonCodec.jsonCodec(RewriteRecord.class);

    private final HiveTables tables;
    private final HiveMetastoreFactory metastores;
    private final TrinoFileSystemFactory fileSystems;

    @Inject
    public RewriteTables(HiveTables tables, HiveMetastoreFactory metastores, TrinoFileSystemFactory fileSystems) {
        this.tables = requireNonNull(tables, "tables is null");
        this.metastores = requireNonNull(metastores, "metastores is null");
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
    }

    HiveMetastore metastore(ConnectorSession session) {
        return metastores.createMetastore(Optional.of(session.getIdentity()));
    }

    TrinoFileSystem fileSystem(ConnectorSession session) {
        return fileSystems.create(session.getIdentity());
    }

    Table table(ConnectorSession session, SchemaTableName name) {
        return metastore(session)
                .getTable(name.getSchemaName(), name.getTableName())
                .orElseThrow(() -> new TableNotFoundException(name));
    }

    /** Returns the storage of what is rewritten: a partition, or a table without partitions. */
    Storage storage(ConnectorSession session, Table table, Optional<String> partition) {
        return partition
                .map(name -> partition(session, table, name).getStorage())
                .orElseGet(table::getStorage);
    }

    Partition partition(ConnectorSession session, Table table, String name) {
        return metastore(session)
                .getPartition(table, Partitions.toPartitionValues(name))
                .orElseThrow(() -> new TrinoException(
                        INVALID_PROCEDURE_ARGUMENT,
                        "Table %s has no partition %s; \"%s$partitions\" lists those that it has"
                                .formatted(table.getSchemaTableName(), name, table.getTableName())));
    }

    /** Returns the current location of what is rewritten; empty if the table or partition no longer exists. */
    Optional<String> location(ConnectorSession session, RewriteRecord record) {
        HiveMetastore metastore = metastore(session);
        Optional<Table> table = metastore.getTable(record.schema(), record.table());
        return record.partition()
                .map(name -> table.flatMap(found -> metastore.getPartition(found, Partitions.toPartitionValues(name)))
                        .map(Partition::getStorage))
                .orElseGet(() -> table.map(Table::getStorage))
                .map(RewriteTables::location);
    }

    static String location(Storage storage) {
        return CharMatcher.is('/').trimTrailingFrom(storage.getLocation());
    }

    /** Returns the objects that a scan of the table or partition would read if it began now. */
    List<RecordedObject> objects(ConnectorSession session, SchemaTableName name, Optional<String> partition) {
        return tables.inTransaction(session, transaction -> {
            tables.forgetListing(transaction, session, name);
            return tables.objects(transaction, session, tables.handle(transaction, session, name, partition)).stream()
                    .map(object -> RecordedObject.of(object.version()))
                    .toList();
        });
    }

    /** Replaces the definition of a table, in one call to the metastore. */
    void replace(ConnectorSession session, Table table) {
        HiveMetastore metastore = metastore(session);
        PrincipalPrivileges privileges = PrincipalPrivileges.fromHivePrivilegeInfos(metastore.listTablePrivileges(
                table.getDatabaseName(), table.getTableName(), table.getOwner(), Optional.empty()));
        metastore.replaceTable(table.getDatabaseName(), table.getTableName(), table, privileges, ImmutableMap.of());
    }

    /**
     * Gives a partition the storage and statistics of another partition with the same values, in one call to the
     * metastore.
     */
    void replacePartition(ConnectorSession session, Table table, String name, Partition source, String location) {
        Partition replaced = Partition.builder(source)
                .setDatabaseName(table.getDatabaseName())
                .setTableName(table.getTableName())
                .withStorage(storage -> storage.setLocation(location))
                .build();
        HiveMetastore metastore = metastore(session);
        Map<String, HiveColumnStatistics> columns = metastore
                .getPartitionColumnStatistics(
                        source.getDatabaseName(),
                        source.getTableName(),
                        Set.of(name),
                        source.getColumns().stream().map(Column::getName).collect(toImmutableSet()))
                .getOrDefault(name, Map.of());
        metastore.alterPartition(
                table.getDatabaseName(),
                table.getTableName(),
                new PartitionWithStatistics(
                        replaced,
                        name,
                        new PartitionStatistics(
                                MetastoreUtil.getHiveBasicStatistics(source.getParameters()), columns)));
    }

    void writeRecord(ConnectorSession session, Location file, RewriteRecord record) {
        try {
            fileSystem(session).newOutputFile(file).createOrOverwrite(CODEC.toJsonBytes(record));
        } catch (IOException e) {
            throw failure("write the record " + file, e);
        }
    }

    /**
     * Reads the record of a rewrite.
     *
     * @throws TrinoException if the table is not a staging table, or its record cannot be read
     */
    RewriteRecord record(ConnectorSession session, Table staging) {
        Location file = recordFile(staging)
                .orElseThrow(() -> new TrinoException(
                        INVALID_PROCEDURE_ARGUMENT,
                        "%s is not the staging table of a rewrite".formatted(staging.getSchemaTableName())));
        try (TrinoInputStream input = fileSystem(session).newInputFile(file).newStream()) {
            return CODEC.fromJson(input.readAllBytes());
        } catch (IOException | IllegalArgumentException e) {
            throw failure("read the record " + file, e);
        }
    }

    static Optional<Location> recordFile(Table staging) {
        return Optional.ofNullable(staging.getParameters().get(RECORD_PARAMETER))
                .map(Location::of);
    }

    static TrinoException failure(String what, Exception cause) {
        return new TrinoException(
                SkippingErrorCode.SKIPPING_INDEX_ERROR, "Cannot %s: %s".formatted(what, cause.getMessage()), cause);
    }

    /** Returns the table's parameters without the metastore's statistics, which describe other objects. */
    static ImmutableMap<String, String> withoutStatistics(Table table) {
        return table.getParameters().entrySet().stream()
                .filter(parameter -> !STATISTICS.contains(parameter.getKey()))
                .collect(toImmutableMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
