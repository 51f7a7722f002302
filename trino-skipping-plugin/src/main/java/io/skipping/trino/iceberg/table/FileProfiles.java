// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.hash.Hashing;
import io.skipping.index.Profile;
import io.trino.plugin.iceberg.IcebergFileFormat;
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

    /** of tables without a name mapping, which most are */
    private static final Map<IcebergFileFormat, Profile> WITHOUT_MAPPING = profiles(ImmutableMap.of());

    private final Map<IcebergFileFormat, Profile> profiles;

    /**
     * Describes how files of a table are read.
     *
     * @param nameMapping the table's name mapping as JSON
     */
    public FileProfiles(Optional<String> nameMapping) {
        this.profiles = nameMapping
                .map(json -> profiles(ImmutableMap.of("names", hash(json))))
                .orElse(WITHOUT_MAPPING);
    }

    private static Map<IcebergFileFormat, Profile> profiles(Map<String, String> settings) {
        Map<IcebergFileFormat, Profile> profiles = new EnumMap<>(IcebergFileFormat.class);
        for (IcebergFileFormat format : IcebergFileFormat.values()) {
            profiles.put(
                    format,
                    Profile.of("iceberg/" + format.name().toLowerCase(Locale.ENGLISH), settings, ImmutableSet.of()));
        }
        return profiles;
    }

    public Profile of(IcebergFileFormat format) {
        return profiles.get(format);
    }

    /** Returns the format of the files that have a profile; empty if the files of this table have other profiles. */
    Optional<IcebergFileFormat> format(Profile profile) {
        return profiles.entrySet().stream()
                .filter(entry -> entry.getValue().equals(profile))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static String hash(String text) {
        return Hashing.sha256().hashString(text, UTF_8).toString().substring(0, DIGITS);
    }
}
