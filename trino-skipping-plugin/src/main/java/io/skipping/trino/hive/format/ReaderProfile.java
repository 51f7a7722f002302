// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.format;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import com.google.inject.Inject;
import io.skipping.index.Profile;
import io.skipping.trino.core.summarize.Footers;
import io.skipping.trino.core.summarize.ParquetFooter;
import io.skipping.trino.hive.release.HiveLines;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HiveSessionProperties;
import io.trino.plugin.hive.Schema;
import io.trino.spi.connector.ConnectorSession;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

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

    /**
     * Properties that other engines write again and again beside their statistics, and that do not affect what is read either. Earlier
     * releases had them in their profiles.
     */
    private static final Set<String> FORMERLY_WITH_EFFECT = ImmutableSet.of(
            "do_not_update_stats",
            "impala.lastcomputestatstime",
            // Hive's replication
            "repl.last.id",
            "hive.repl.ckpt.key",
            // crawlers of AWS Glue
            "updated_by_crawler",
            "crawl_run_id",
            "crawlerschemadeserializerversion",
            "crawlerschemaserializerversion",
            "recordcount",
            "averagerecordsize",
            "objectcount",
            "sizekey");

    /** Prefixes of such properties. */
    private static final List<String> FORMERLY_WITH_EFFECT_PREFIXES =
            ImmutableList.of("spark.sql.statistics.", "impala.events.");

    private static final String SCHEMA_FILE = "avro.schema.url";

    private static final String CSV = "text/open-csv";

    private static final String HCATALOG_JSON = "org.apache.hive.hcatalog.data.JsonSerDe";

    /** Matches Hive's own names for the columns of a query, by their places. */
    private static final Pattern PLACE_NAME = Pattern.compile("_col[0-9]+");

    /** Readers of text formats, by the class names of their serdes. */
    private static final Map<String, String> READERS = ImmutableMap.<String, String>builder()
            .put("org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe", "text/lazy-simple")
            .put("org.apache.hadoop.hive.serde2.OpenCSVSerde", CSV)
            .put("org.apache.hadoop.hive.serde2.RegexSerDe", "text/regex")
            .put(HCATALOG_JSON, "json/hcatalog")
            .put("org.openx.data.jsonserde.JsonSerDe", "json/openx")
            .buildOrThrow();

    private static final String PARQUET = "org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe";
    /** the name of the same serde before it became part of Hive */
    private static final String EARLIER_PARQUET = "parquet.hive.serde.ParquetHiveSerDe";

    private static final String ORC = "org.apache.hadoop.hive.ql.io.orc.OrcSerde";

    private static final String AVRO = "org.apache.hadoop.hive.serde2.avro.AvroSerDe";

    private static final String PROTOBUF = "com.twitter.elephantbird.hive.serde.ProtobufDeserializer";

    private final String orcZone;
    private final String parquetZone;
    private final String rcfileZone;
    private final boolean movesInstants;
    private final HashedProfile earlier;

    @Inject
    public ReaderProfile(HiveConfig config) {
        requireNonNull(config, "config is null");
        orcZone = config.getOrcLegacyDateTimeZone().toString();
        parquetZone = config.getParquetDateTimeZone().toString();
        movesInstants = ParquetFooter.movesInstants(config.getParquetDateTimeZone());
        rcfileZone = config.getRcfileDateTimeZone().toString();
        earlier = new HashedProfile("%s,%s,%s".formatted(orcZone, parquetZone, rcfileZone));
    }

    /** Returns whether what is read depends on a file outside the table, which may change without notice. */
    public static boolean dependsOnFile(Schema schema) {
        return isProtobuf(schema) || schema.serdeProperties().keySet().stream().anyMatch(SCHEMA_FILE::equalsIgnoreCase);
    }

    /** Returns whether objects are Protocol Buffers, whose descriptors are in files of the servers that these read again and again. */
    public static boolean isProtobuf(Schema schema) {
        return PROTOBUF.equals(schema.serializationLibraryName());
    }

    /**
     * Returns whether the value of a column may depend on the columns that are read with it. To the stock reader of JSON, the key
     * {@code _col1} is the column of this name if that is read, and otherwise the column in this place.
     */
    public static boolean dependsOnQuery(Schema schema) {
        if (!HCATALOG_JSON.equals(schema.serializationLibraryName())) {
            return false;
        }
        List<String> names = Splitter.on(',')
                .splitToList(
                        schema.serdeProperties().getOrDefault("columns", "").toLowerCase(Locale.ENGLISH));
        return IntStream.range(0, names.size())
                .anyMatch(place -> PLACE_NAME.matcher(names.get(place)).matches()
                        && !names.get(place).equals("_col" + place));
    }

    /**
     * Returns the profile of a schema. For a schema that {@linkplain #dependsOnFile depends on a file} or
     * {@linkplain #dependsOnQuery on the query}, the profile matches no other, not even another one of the same schema.
     *
     * @param ofSeveralBuckets whether the objects have the rows of several buckets of the table. Early builds summarised the rows
     *     of one bucket only, and nothing but the profile tells
     */
    public Profile of(Schema schema, boolean ofSeveralBuckets, ConnectorSession session) {
        if (dependsOnFile(schema) || dependsOnQuery(schema)) {
            return Profile.of("never-equal/" + UUID.randomUUID());
        }
        boolean orcByName = HiveSessionProperties.isUseOrcColumnNames(session);
        boolean parquetByName = HiveSessionProperties.isUseParquetColumnNames(session);
        Map<String, String> former = properties(schema);
        Set<String> earlierTexts = ImmutableSet.of(earlier.of(schema, former, orcByName, parquetByName));
        Map<String, String> settings = new TreeMap<>();
        if (schema.isFullAcidTable()) {
            settings.put("acid", "true");
        }
        if (ofSeveralBuckets) {
            settings.put("buckets", "all");
            earlierTexts = ImmutableSet.of();
        }
        // Parquet and ORC objects describe themselves; no property of a table changes how they are read
        switch (schema.serializationLibraryName()) {
            case PARQUET, EARLIER_PARQUET -> {
                settings.put("int96-zone", parquetZone);
                if (movesInstants && mayHaveTimes(schema)) {
                    settings.put("instants", "read");
                    // what these took from footers was in UTC
                    earlierTexts = ImmutableSet.of();
                }
                return Footers.profile(
                        "parquet/" + columnsBy(parquetByName),
                        settings,
                        earlierTexts,
                        HiveSessionProperties.isParquetIgnoreStatistics(session));
            }
            case ORC -> {
                settings.put("legacy-zone", orcZone);
                return Profile.of("orc/" + columnsBy(orcByName), settings, earlierTexts);
            }
            default -> {
                Map<String, String> properties = Maps.filterKeys(former, name -> !isFormerlyWithEffect(name));
                Profile profile = of(schema, settings, properties, earlierTexts, orcByName, parquetByName);
                if (properties.size() == former.size()) {
                    return profile;
                }
                Profile before = of(schema, settings, former, earlierTexts, orcByName, parquetByName);
                return new Profile(
                        profile.text(),
                        ImmutableSet.<String>builder()
                                .addAll(profile.earlierTexts())
                                .add(before.text())
                                .addAll(before.earlierTexts())
                                .build());
            }
        }
    }

    /**
     * Returns the profile of a format of which properties decide what is read.
     *
     * @param ofTable settings that are no properties, and come before them
     */
    private Profile of(
            Schema schema,
            Map<String, String> ofTable,
            Map<String, String> properties,
            Set<String> earlierTexts,
            boolean orcByName,
            boolean parquetByName) {
        Map<String, String> settings = new TreeMap<>(ofTable);
        properties.forEach(settings::putIfAbsent);
        String reader = READERS.get(schema.serializationLibraryName());
        if (CSV.equals(reader)) {
            return csv(settings, earlierTexts);
        }
        Set<String> texts = earlierTexts;
        if (readsExtendedBooleans(schema)) {
            settings.put("booleans", "extended");
            // what these had was read in another way
            texts = ImmutableSet.of();
        }
        if (reader == null) {
            reader = "hive/" + schema.serializationLibraryName();
            // whatever a reader of an unknown format may look at
            settings.put("orc-zone", orcZone);
            settings.put("parquet-zone", parquetZone);
            settings.put("rcfile-zone", rcfileZone);
            settings.put("orc-columns", columnsBy(orcByName));
            settings.put("parquet-columns", columnsBy(parquetByName));
            if (readsInZoneOfProcess(schema)) {
                settings.put("jvm-zone", TimeZone.getDefault().getID());
                // nothing tells in which zone these were read
                texts = ImmutableSet.of();
            }
        }
        return Profile.of(reader, settings, texts);
    }

    /**
     * Returns the profile of CSV. Releases of Trino read different values of lines that are not UTF-8. Builds summarise no
     * column of a range that has such values, so that summaries hold for every release. Earlier builds did. What they made is
     * used only by the release that made it.
     *
     * @param earlierTexts texts of summaries that were made with Trino 476
     */
    private static Profile csv(Map<String, String> settings, Set<String> earlierTexts) {
        ImmutableSet.Builder<String> ofRelease = ImmutableSet.builder();
        if (HiveLines.REPLACES_WRONG_CSV) {
            ofRelease.addAll(earlierTexts);
            ofRelease.add(Profile.of(CSV, settings, ImmutableSet.of()).text());
        } else {
            ofRelease.add(csv(settings, "kept", ImmutableSet.of()).text());
        }
        return csv(settings, "unknown", ofRelease.build());
    }

    private static Profile csv(Map<String, String> settings, String wrongText, Set<String> earlierTexts) {
        Map<String, String> all = new TreeMap<>(settings);
        all.put("wrong-utf8", wrongText);
        return Profile.of(CSV, all, earlierTexts);
    }

    /** Returns whether objects are CSV, whose values depend on the release of Trino where they are not UTF-8. */
    public static boolean isCsv(Schema schema) {
        return CSV.equals(READERS.get(schema.serializationLibraryName()));
    }

    /** Returns whether this release reads more words as booleans than 476, which does not know the property. */
    private static boolean readsExtendedBooleans(Schema schema) {
        return HiveLines.READS_EXTENDED_BOOLEANS
                && "true".equalsIgnoreCase(schema.serdeProperties().get("extended_boolean_literal"));
    }

    /**
     * Returns whether times may be of the zone of the process that reads: those of Avro are, where an object does not say in which zone
     * they were written.
     */
    private static boolean readsInZoneOfProcess(Schema schema) {
        return AVRO.equals(schema.serializationLibraryName()) && mayHaveTimes(schema);
    }

    private static boolean mayHaveTimes(Schema schema) {
        return schema.serdeProperties()
                .getOrDefault("columns.types", "timestamp")
                .toLowerCase(Locale.ENGLISH)
                .contains("timestamp");
    }

    private static String columnsBy(boolean name) {
        return name ? "by-name" : "by-position";
    }

    private static boolean isFormerlyWithEffect(String property) {
        String key = property.toLowerCase(Locale.ENGLISH);
        return FORMERLY_WITH_EFFECT.contains(key)
                || FORMERLY_WITH_EFFECT_PREFIXES.stream().anyMatch(key::startsWith);
    }

    /** Returns the properties that may affect what is read, and those that earlier releases took for such. */
    private static Map<String, String> properties(Schema schema) {
        // the extent of the last column depends on the number of columns
        boolean columnsMatter = schema.serdeProperties().containsKey("serialization.last.column.takes.rest")
                || schema.serializationLibraryName().contains("Avro");
        Map<String, String> properties = new TreeMap<>();
        schema.serdeProperties().forEach((name, value) -> {
            String key = name.toLowerCase(Locale.ENGLISH);
            if (!WITHOUT_EFFECT.contains(key) || (columnsMatter && key.startsWith("columns"))) {
                properties.put(name, value);
            }
        });
        return properties;
    }
}
