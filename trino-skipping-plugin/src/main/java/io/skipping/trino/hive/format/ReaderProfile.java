// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.inject.Inject;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HiveSessionProperties;
import io.trino.plugin.hive.Schema;
import io.trino.spi.connector.ConnectorSession;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Computes the reader profile: everything, apart from the bytes, that decides which values a reader takes from an
 * object, such as the serde, delimiters, NULL format and time zones. A summary made under one profile says nothing
 * about a read under another. The profile does not include which column a value belongs to; {@link
 * io.skipping.index.IndexedColumn#origin} records that for each column.
 */
public class ReaderProfile {
    /**
     * Properties that do not affect what is read. The list names exclusions rather than inclusions: a property missing
     * here costs pruning when it changes, whereas one missing from a list of inclusions could cost a correct result.
     */
    private static final Set<String> WITHOUT_EFFECT = ImmutableSet.of(
            "columns",
            "columns.types",
            "columns.comments",
            "comment",
            "location",
            "name",
            "partition_columns",
            "partition_columns.types",
            "transient_lastddltime",
            "last_modified_by",
            "last_modified_time",
            "numfiles",
            "numrows",
            "numpartitions",
            "rawdatasize",
            "totalsize",
            "column_stats_accurate",
            "stats_generated",
            "stats_generated_via_stats_task",
            "bucket_count",
            "bucket_field_name",
            "bucketing_version",
            "sort_columns",
            "external",
            "external.table.purge",
            "auto.purge",
            "trino_query_id",
            "trino_version",
            "presto_query_id",
            "presto_version",
            "discover.partitions",
            "file.outputformat",
            "serialization.ddl",
            // set on the staging tables of rewrites
            "skipping.rewrite");

    private static final String SCHEMA_FILE = "avro.schema.url";

    private final String timeZones;

    @Inject
    public ReaderProfile(HiveConfig config) {
        requireNonNull(config, "config is null");
        timeZones = "%s,%s,%s"
                .formatted(
                        config.getOrcLegacyDateTimeZone(),
                        config.getParquetDateTimeZone(),
                        config.getRcfileDateTimeZone());
    }

    /** Returns whether what is read depends on a file outside the table, which may change without notice. */
    public static boolean dependsOnFile(Schema schema) {
        return schema.serdeProperties().keySet().stream().anyMatch(SCHEMA_FILE::equalsIgnoreCase);
    }

    /**
     * Returns a short text that is equal for equal profiles and different for different ones. For a schema that
     * {@linkplain #dependsOnFile depends on a file}, the text differs on every call.
     */
    public String of(Schema schema, ConnectorSession session) {
        Hasher hasher = Hashing.sha256().newHasher();
        put(hasher, "serde", schema.serializationLibraryName());
        put(hasher, "acid", String.valueOf(schema.isFullAcidTable()));
        put(hasher, "zones", timeZones);
        put(hasher, "orc names", String.valueOf(HiveSessionProperties.isUseOrcColumnNames(session)));
        put(hasher, "parquet names", String.valueOf(HiveSessionProperties.isUseParquetColumnNames(session)));
        if (dependsOnFile(schema)) {
            put(hasher, "never equal", UUID.randomUUID().toString());
        }
        // the extent of the last column depends on the number of columns
        boolean columnsMatter = schema.serdeProperties().containsKey("serialization.last.column.takes.rest")
                || schema.serializationLibraryName().contains("Avro");
        for (Map.Entry<String, String> property : new TreeMap<>(schema.serdeProperties()).entrySet()) {
            String key = property.getKey().toLowerCase(java.util.Locale.ENGLISH);
            if (!WITHOUT_EFFECT.contains(key) || (columnsMatter && key.startsWith("columns"))) {
                put(hasher, property.getKey(), property.getValue());
            }
        }
        return hasher.hash().toString().substring(0, 32);
    }

    private static void put(Hasher hasher, String key, String value) {
        hasher.putInt(key.length()).putString(key, UTF_8).putInt(value.length()).putString(value, UTF_8);
    }
}
