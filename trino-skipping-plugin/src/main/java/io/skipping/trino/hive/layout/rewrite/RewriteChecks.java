// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout.rewrite;

import static io.trino.hive.formats.HiveClassNames.OPENX_JSON_SERDE_CLASS;
import static io.trino.plugin.hive.TableType.EXTERNAL_TABLE;
import static io.trino.plugin.hive.TableType.MANAGED_TABLE;
import static io.trino.plugin.hive.util.HiveUtil.SPARK_TABLE_PROVIDER_KEY;
import static io.trino.spi.StandardErrorCode.NOT_SUPPORTED;

import io.skipping.committer.data.Locations;
import io.skipping.trino.hive.layout.InsertLayouts;
import io.trino.metastore.Storage;
import io.trino.metastore.Table;
import io.trino.plugin.hive.util.HiveUtil;
import io.trino.spi.TrinoException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Decides which tables and partitions can be rewritten. Each method throws if it finds a reason against it. */
final class RewriteChecks {
    private static final String MAPPING_PREFIX = "mapping.";

    private RewriteChecks() {}

    static TrinoException refusal(Table table, String reason) {
        return new TrinoException(
                NOT_SUPPORTED, "Table %s cannot be rewritten: %s".formatted(table.getSchemaTableName(), reason));
    }

    /** Checks that the table has objects of its own. */
    static void checkKind(Table table) {
        if (!List.of(EXTERNAL_TABLE.name(), MANAGED_TABLE.name()).contains(table.getTableType())) {
            throw refusal(table, "it is a view, which has no objects of its own; rewrite the tables that it reads");
        }
    }

    static void checkTable(Table table, Optional<String> partition, boolean moveExternal) {
        boolean external = table.getTableType().equals(EXTERNAL_TABLE.name());
        if (!InsertLayouts.mayHaveLayout(table) || HiveUtil.isSparkBucketedTable(table)) {
            throw refusal(
                    table,
                    "it is bucketed or transactional, which already determines the objects of its rows; copy it by CREATE TABLE AS, and rewrite the copy");
        }
        checkSpark(table);
        checkProjection(table);
        if (external && !moveExternal) {
            throw refusal(
                    table,
                    "it is external: whoever writes to its folder without asking the metastore must be told of the new one. Say move_external => true, or --move-external, if that is done");
        }
        if (table.getPartitionColumns().isEmpty() && partition.isPresent()) {
            throw refusal(table, "it has no partitions; leave the partition out");
        }
        if (!table.getPartitionColumns().isEmpty() && partition.isEmpty()) {
            throw refusal(table, "it has partitions, which are rewritten one by one: name one");
        }
    }

    /**
     * Checks that Spark would follow the table to another location. For tables of its data sources, Spark takes the
     * location from a SerDe property, and may list partitions below it.
     */
    private static void checkSpark(Table table) {
        String provider = table.getParameters().getOrDefault(SPARK_TABLE_PROVIDER_KEY, "hive");
        if (!provider.equalsIgnoreCase("hive")) {
            throw refusal(
                    table,
                    "it belongs to Spark's data source %s, so Spark would go on reading and writing it at the old location; copy it by CREATE TABLE AS, and rewrite the copy"
                            .formatted(provider));
        }
    }

    /** Checks that engines take the locations of partitions from the metastore, whether or not this catalog does. */
    private static void checkProjection(Table table) {
        if (Boolean.parseBoolean(table.getParameters().get("projection.enabled"))) {
            throw refusal(
                    table,
                    "the locations of its partitions are projected (projection.enabled), so queries would go on reading the old ones; copy it by CREATE TABLE AS, and rewrite the copy");
        }
    }

    /** Checks that Trino writes the fields of objects under the names that it reads them by. */
    static void checkFields(Table table, Storage storage) {
        boolean openX = OPENX_JSON_SERDE_CLASS.equals(storage.getStorageFormat().getSerDeNullable());
        Stream.concat(table.getParameters().keySet().stream(), storage.getSerdeParameters().keySet().stream())
                .filter(name -> openX && name.startsWith(MAPPING_PREFIX))
                .findFirst()
                .ifPresent(name -> {
                    throw refusal(
                            table,
                            "its property %s gives a column another name in the objects, which Trino does not write; copy it by CREATE TABLE AS into a table without such properties, and rewrite the copy"
                                    .formatted(name));
                });
    }

    /**
     * Checks that no other partition has the folder of a partition, or one inside or around it: its objects would be
     * deleted together with the old ones.
     *
     * @param location of the partition that is rewritten, without a trailing slash
     * @param others the locations of all other partitions by name, without trailing slashes
     */
    static void checkOwnFolder(Table table, String partition, String location, Map<String, String> others) {
        sharing(location, others).ifPresent(name -> {
            throw refusal(
                    table,
                    "partitions %s and %s share a folder: %s and %s"
                            .formatted(partition, name, location, others.get(name)));
        });
    }

    /**
     * Returns the name of a table or partition that has a certain folder, or one inside or around it, however it is
     * spelled.
     *
     * @param location of the folder, without a trailing slash
     * @param others the locations of tables or partitions by name, without trailing slashes
     */
    static Optional<String> sharing(String location, Map<String, String> others) {
        String folder = Locations.asFolder(location);
        return others.entrySet().stream()
                .filter(other -> {
                    String otherFolder = Locations.asFolder(other.getValue());
                    return Locations.relative(folder, otherFolder).isPresent()
                            || Locations.relative(otherFolder, folder).isPresent();
                })
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
