// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import com.google.common.hash.Hashing;
import io.skipping.index.Profile;
import io.skipping.trino.core.summarize.Footers;
import io.skipping.trino.iceberg.release.AvroMappings;
import io.trino.plugin.iceberg.IcebergFileFormat;
import io.trino.plugin.iceberg.IcebergSessionProperties;
import io.trino.spi.connector.ConnectorSession;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Describes how data files of a table are read. The values depend on the file, on the field ids of columns, which
 * identify these, and on the table's name mapping: a file that has no field ids gets them from it.
 */
public final class FileProfiles {
    /** The digits of a hash that are kept. */
    private static final int DIGITS = 16;

    /** Holds the profiles of tables without a name mapping, which most are, by whether footers are ignored. */
    private static final Map<Boolean, Map<IcebergFileFormat, Profile>> WITHOUT_MAPPING =
            Maps.toMap(ImmutableSet.of(false, true), ignored -> profiles(ImmutableMap.of(), ignored));

    private final Map<IcebergFileFormat, Profile> profiles;

    /**
     * Describes how files of a table are read.
     *
     * @param nameMapping the table's name mapping as JSON
     */
    public FileProfiles(Optional<String> nameMapping, ConnectorSession session) {
        this(nameMapping, IcebergSessionProperties.isParquetIgnoreStatistics(session));
    }

    /** @param footersIgnored whether the statistics in footers of Parquet are ignored */
    FileProfiles(Optional<String> nameMapping, boolean footersIgnored) {
        this.profiles = nameMapping
                .map(json -> profiles(ImmutableMap.of("names", hash(json)), footersIgnored))
                .orElseGet(() -> WITHOUT_MAPPING.get(footersIgnored));
    }

    private static Map<IcebergFileFormat, Profile> profiles(Map<String, String> settings, boolean footersIgnored) {
        Map<IcebergFileFormat, Profile> profiles = new EnumMap<>(IcebergFileFormat.class);
        for (IcebergFileFormat format : IcebergFileFormat.values()) {
            String reader = "iceberg/" + format.name().toLowerCase(Locale.ENGLISH);
            profiles.put(
                    format,
                    switch (format) {
                        case PARQUET -> Footers.profile(reader, settings, ImmutableSet.of(), footersIgnored);
                        case ORC -> Profile.of(reader, settings, ImmutableSet.of());
                        case AVRO -> Profile.of(reader, ofAvro(settings), ImmutableSet.of());
                    });
        }
        return profiles;
    }

    /** Returns the settings for Avro, to some of whose files releases of Trino apply a mapping differently. */
    private static Map<String, String> ofAvro(Map<String, String> settings) {
        return settings.isEmpty()
                ? settings
                : ImmutableMap.<String, String>builder()
                        .putAll(settings)
                        .put("mapped", AvroMappings.MAPPED)
                        .buildOrThrow();
    }

    public Profile of(IcebergFileFormat format) {
        return profiles.get(format);
    }

    /**
     * Returns the format of the files that have a profile; empty if the files of this table have other profiles.
     *
     * @param kept the text of the profile, as an index keeps it
     */
    Optional<IcebergFileFormat> format(String kept) {
        return profiles.entrySet().stream()
                .filter(entry -> entry.getValue().matches(kept))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static String hash(String text) {
        return Hashing.sha256().hashString(text, UTF_8).toString().substring(0, DIGITS);
    }
}
