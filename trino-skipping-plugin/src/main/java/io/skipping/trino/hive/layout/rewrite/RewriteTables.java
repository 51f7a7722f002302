// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout.rewrite;

import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static io.trino.spi.StandardErrorCode.INVALID_PROCEDURE_ARGUMENT;
import static java.util.Locale.ENGLISH;
import static java.util.Objects.requireNonNull;

import com.google.common.base.CharMatcher;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Lists;
import com.google.common.collect.Maps;
import com.google.inject.Inject;
import io.airlift.json.JsonCodec;
import io.skipping.trino.core.SkippingErrorCode;
import io.skipping.trino.core.layout.RewriteName;
import io.skipping.trino.core.layout.RewriteRecord;
import io.skipping.trino.core.layout.RewriteRecord.RecordedObject;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.filesystem.FileEntry;
import io.trino.filesystem.FileIterator;
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
import io.trino.metastore.RawHiveMetastoreFactory;
import io.trino.metastore.Storage;
import io.trino.metastore.Table;
import io.trino.plugin.hive.metastore.MetastoreUtil;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.TableNotFoundException;
import io.trino.spi.predicate.TupleDomain;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads and changes tables and partitions, their locations and objects, for rewrites. */
public class RewriteTables {
    /** Statistics that a metastore keeps about objects. */
    private static final Set<String> STATISTICS =
            Set.of("numFiles", "numRows", "rawDataSize", "totalSize", "COLUMN_STATS_ACCURATE", "transient_lastDdlTime");

    /** Parameters by which a metastore deletes the objects of a dropped table, in lower case. */
    private static final Set<String> PURGE = Set.of("external.table.purge", "auto.purge");

    private static final JsonCodec<RewriteRecord> CODEC = JsonCodec.jsonCodec(RewriteRecord.class);

    /** The number of partitions that the metastore is asked for at a time. */
    private static final int PARTITIONS = 1000;

    private static final Duration LOCATIONS_KEPT = Duration.ofMinutes(5);

    private final HiveTables tables;
    private final HiveMetastoreFactory metastores;
    private final HiveMetastoreFactory uncached;
    private final TrinoFileSystemFactory fileSystems;
    private final Cache<LocationsKey, Map<String, String>> partitionLocations =
            CacheBuilder.newBuilder().expireAfterWrite(LOCATIONS_KEPT).build();

    private record LocationsKey(String user, SchemaTableName table) {}

    @Inject
    public RewriteTables(
            HiveTables tables,
            HiveMetastoreFactory metastores,
            @RawHiveMetastoreFactory HiveMetastoreFactory uncached,
            TrinoFileSystemFactory fileSystems) {
        this.tables = requireNonNull(tables, "tables is null");
        this.metastores = requireNonNull(metastores, "metastores is null");
        this.uncached = requireNonNull(uncached, "uncached is null");
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
    }

    /** Returns the metastore through the cache that statements of the catalog read, for changes, which that then has. */
    HiveMetastore metastore(ConnectorSession session) {
        return metastores.createMetastore(Optional.of(session.getIdentity()));
    }

    /** Returns the metastore as it is, for what decides whether objects are swapped or deleted: others may have changed it. */
    private HiveMetastore uncached(ConnectorSession session) {
        return uncached.createMetastore(Optional.of(session.getIdentity()));
    }

    /**
     * Throws if statements of this catalog would read another definition or another location of a table, or of its partition, than the
     * metastore has.
     */
    void checkCache(ConnectorSession session, Table table, Optional<String> partition) {
        HiveMetastore cached = metastore(session);
        Optional<Table> read = cached.getTable(table.getDatabaseName(), table.getTableName());
        boolean isCurrent = read.filter(found -> found.getDataColumns().equals(table.getDataColumns())
                                && found.getPartitionColumns().equals(table.getPartitionColumns())
                                && found.getStorage().equals(table.getStorage()))
                        .isPresent()
                && partition
                        .map(name -> cached.getPartition(table, Partitions.toPartitionValues(name))
                                .map(Partition::getStorage)
                                .equals(Optional.of(
                                        partition(session, table, name).getStorage())))
                        .orElse(true);
        if (!isCurrent) {
            throw new TrinoException(
                    INVALID_PROCEDURE_ARGUMENT,
                    "%s was changed by others, and the catalog has its former definition or location in its cache of the metastore. CALL system.flush_metadata_cache(schema_name => '%s', table_name => '%s') in this catalog, and run the rewrite again"
                            .formatted(table.getSchemaTableName(), table.getDatabaseName(), table.getTableName()));
        }
    }

    TrinoFileSystem fileSystem(ConnectorSession session) {
        return fileSystems.create(session.getIdentity());
    }

    Table table(ConnectorSession session, SchemaTableName name) {
        return find(session, name).orElseThrow(() -> new TableNotFoundException(name));
    }

    boolean isThere(ConnectorSession session, SchemaTableName name) {
        return find(session, name).isPresent();
    }

    Optional<Table> find(ConnectorSession session, SchemaTableName name) {
        return uncached(session).getTable(name.getSchemaName(), name.getTableName());
    }

    /** Returns the storage of what is rewritten: a partition, or a table without partitions. */
    Storage storage(ConnectorSession session, Table table, Optional<String> partition) {
        return partition
                .map(name -> partition(session, table, name).getStorage())
                .orElseGet(table::getStorage);
    }

    Partition partition(ConnectorSession session, Table table, String name) {
        return uncached(session)
                .getPartition(table, Partitions.toPartitionValues(name))
                .orElseThrow(() -> new TrinoException(
                        INVALID_PROCEDURE_ARGUMENT,
                        "Table %s has no partition %s; \"%s$partitions\" lists those that it has"
                                .formatted(table.getSchemaTableName(), name, table.getTableName())));
    }

    /**
     * Returns the locations of all partitions but one, by the partitions' names. They are remembered for some minutes: a
     * table is rewritten partition by partition, and may have many. {@link #forgetLocations} comes before what deletes.
     */
    Map<String, String> otherLocations(ConnectorSession session, Table table, String partition) {
        Map<String, String> all = partitionLocations
                .asMap()
                .computeIfAbsent(key(session, table.getSchemaTableName()), _ -> locations(session, table));
        return Maps.filterKeys(all, name -> !name.equals(partition));
    }

    void forgetLocations(ConnectorSession session, SchemaTableName table) {
        partitionLocations.invalidate(key(session, table));
    }

    private static LocationsKey key(ConnectorSession session, SchemaTableName table) {
        return new LocationsKey(session.getUser(), table);
    }

    private Map<String, String> locations(ConnectorSession session, Table table) {
        HiveMetastore metastore = uncached(session);
        List<String> names = metastore
                .getPartitionNamesByFilter(
                        table.getDatabaseName(),
                        table.getTableName(),
                        table.getPartitionColumns().stream()
                                .map(Column::getName)
                                .toList(),
                        TupleDomain.all())
                .orElse(List.of());
        Map<String, String> locations = new HashMap<>();
        for (List<String> batch : Lists.partition(names, PARTITIONS)) {
            metastore
                    .getPartitionsByNames(table, batch)
                    .forEach((name, found) ->
                            found.ifPresent(other -> locations.put(name, location(other.getStorage()))));
        }
        return locations;
    }

    /** Returns the current location of what is rewritten; empty if the table or partition no longer exists. */
    Optional<String> location(ConnectorSession session, RewriteRecord record) {
        HiveMetastore metastore = uncached(session);
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

    /** Returns all files in a folder, whatever counts as an object of a table. */
    List<RecordedObject> list(ConnectorSession session, Location folder) {
        try {
            List<RecordedObject> objects = new ArrayList<>();
            FileIterator files = fileSystem(session).listFiles(folder);
            while (files.hasNext()) {
                FileEntry file = files.next();
                objects.add(new RecordedObject(
                        file.location().toString(),
                        file.length(),
                        file.lastModified().toEpochMilli()));
            }
            return objects;
        } catch (IOException e) {
            throw failure("list " + folder, e);
        }
    }

    /**
     * Returns the objects in the old location that are not as they were recorded. The rewrite has not copied them: their
     * writer began before the swap, or did not ask the metastore.
     */
    Set<RecordedObject> lateObjects(ConnectorSession session, RewriteRecord record, Table staging) {
        // the old folder of a partition is in that of the table, whose manifests say what counts
        String root = record.partition()
                .flatMap(_ -> uncached(session).getTable(record.schema(), record.table()))
                .map(table -> location(table.getStorage()))
                .orElse(record.oldLocation());
        return tables.inTransaction(session, transaction -> {
            Set<RecordedObject> recorded = ImmutableSet.copyOf(record.objects());
            return tables
                    .files(
                            transaction,
                            session,
                            fileSystem(session),
                            at(staging, root),
                            Location.of(record.oldLocation()))
                    .stream()
                    .map(file -> new RecordedObject(file.getPath(), file.getLength(), file.getModificationTime()))
                    .filter(object -> object.size() > 0 && !recorded.contains(object))
                    .collect(toImmutableSet());
        });
    }

    /** Returns the recorded objects that are not in the old location any more. Those that were written again are. */
    Set<RecordedObject> missingObjects(ConnectorSession session, RewriteRecord record) {
        Set<String> present = list(session, Location.of(record.oldLocation())).stream()
                .map(RecordedObject::path)
                .collect(toImmutableSet());
        return record.objects().stream()
                .filter(object -> !present.contains(object.path()))
                .collect(toImmutableSet());
    }

    static Table at(Table table, String location) {
        return Table.builder(table)
                .withStorage(storage -> storage.setLocation(location))
                .build();
    }

    /** Replaces the definition of a table, in one call to the metastore. */
    void replace(ConnectorSession session, Table table) {
        HiveMetastore metastore = metastore(session);
        PrincipalPrivileges privileges = PrincipalPrivileges.fromHivePrivilegeInfos(metastore.listTablePrivileges(
                table.getDatabaseName(), table.getTableName(), table.getOwner(), Optional.empty()));
        metastore.replaceTable(table.getDatabaseName(), table.getTableName(), table, privileges, ImmutableMap.of());
    }

    /**
     * Gives a partition the storage and statistics of a partition of another table with the same columns, in one call to the
     * metastore. The values of both are the same, and may be spelled differently.
     */
    void replacePartition(ConnectorSession session, Table table, String name, Partition source, String location) {
        String sourceName = Partitions.makePartName(
                table.getPartitionColumns().stream().map(Column::getName).toList(), source.getValues());
        Partition replaced = Partition.builder(source)
                .setDatabaseName(table.getDatabaseName())
                .setTableName(table.getTableName())
                .setValues(Partitions.toPartitionValues(name))
                .withStorage(storage -> storage.setLocation(location))
                .build();
        HiveMetastore metastore = metastore(session);
        Map<String, HiveColumnStatistics> columns = metastore
                .getPartitionColumnStatistics(
                        source.getDatabaseName(),
                        source.getTableName(),
                        Set.of(sourceName),
                        source.getColumns().stream().map(Column::getName).collect(toImmutableSet()))
                .getOrDefault(sourceName, Map.of());
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

    void deleteRecord(ConnectorSession session, Location file) {
        try {
            fileSystem(session).deleteFile(file);
        } catch (IOException e) {
            throw failure("delete the record " + file, e);
        }
    }

    /**
     * Reads the record of a rewrite, whose place was {@link RecordChecks#checkFile checked}.
     *
     * @throws TrinoException if the table is not a staging table, or its record cannot be read
     */
    RewriteRecord record(ConnectorSession session, Table staging) {
        Location file = knownRecordFile(staging);
        try (TrinoInputStream input = fileSystem(session).newInputFile(file).newStream()) {
            return CODEC.fromJson(input.readAllBytes());
        } catch (IOException | IllegalArgumentException e) {
            throw failure("read the record " + file, e);
        }
    }

    /** Returns whether the record that a staging table names is there. */
    boolean hasRecord(ConnectorSession session, Table staging) {
        return exists(session, knownRecordFile(staging));
    }

    /** Marks a rewrite that never swapped as one that is being removed, so that it is not swapped any more. */
    void markRemoved(ConnectorSession session, Table staging) {
        mark(session, removalFile(staging));
    }

    void unmarkRemoved(ConnectorSession session, Table staging) {
        Location file = removalFile(staging);
        try {
            fileSystem(session).deleteFile(file);
        } catch (IOException e) {
            throw failure("delete " + file, e);
        }
    }

    boolean isMarkedRemoved(ConnectorSession session, Table staging) {
        return exists(session, removalFile(staging));
    }

    /** Marks a rewrite as one whose old objects are being deleted, so that nobody asks where they are. */
    void markDeleting(ConnectorSession session, Table staging) {
        mark(session, deletionFile(staging));
    }

    boolean isMarkedDeleting(ConnectorSession session, Table staging) {
        return exists(session, deletionFile(staging));
    }

    private void mark(ConnectorSession session, Location file) {
        try {
            fileSystem(session).newOutputFile(file).createOrOverwrite(new byte[0]);
        } catch (IOException e) {
            throw failure("write " + file, e);
        }
    }

    private boolean exists(ConnectorSession session, Location file) {
        try {
            return fileSystem(session).newInputFile(file).exists();
        } catch (IOException e) {
            throw failure("look for " + file, e);
        }
    }

    /** Returns a file beside the record. Two files, of which each side writes one, need no lock. */
    private static Location removalFile(Table staging) {
        return recordFile(staging).orElseThrow().sibling("removed");
    }

    private static Location deletionFile(Table staging) {
        return recordFile(staging).orElseThrow().sibling("deleting");
    }

    /** Returns where the record of a rewrite is; throws if the table is not a staging table. */
    private static Location knownRecordFile(Table staging) {
        return recordFile(staging)
                .orElseThrow(() -> new TrinoException(
                        INVALID_PROCEDURE_ARGUMENT,
                        "%s is not the staging table of a rewrite".formatted(staging.getSchemaTableName())));
    }

    /** Returns whether a table is the staging table of a rewrite, wherever the record is. */
    static boolean namesRecord(Table table) {
        return table.getParameters().containsKey(RewriteName.RECORD_PROPERTY);
    }

    static Optional<Location> recordFile(Table staging) {
        return Optional.ofNullable(staging.getParameters().get(RewriteName.RECORD_PROPERTY))
                .map(Location::of);
    }

    static TrinoException failure(String what, Exception cause) {
        return new TrinoException(
                SkippingErrorCode.SKIPPING_INDEX_ERROR, "Cannot %s: %s".formatted(what, cause.getMessage()), cause);
    }

    /**
     * Returns the table's parameters as the staging table has them: without the metastore's statistics, which describe
     * other objects, and without those by which dropping an external table deletes its objects.
     */
    static ImmutableMap<String, String> stagingParameters(Table table) {
        return table.getParameters().entrySet().stream()
                .filter(parameter -> !STATISTICS.contains(parameter.getKey()))
                .filter(parameter -> !PURGE.contains(parameter.getKey().toLowerCase(ENGLISH)))
                .collect(toImmutableMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
