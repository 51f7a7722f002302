// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.trino.plugin.hive.Schema;
import java.util.Map;
import java.util.TreeMap;

/** Computes the hashes by which earlier releases identified profiles, so that what they summarised can still be used. */
final class HashedProfile {
    private final String timeZones;

    /** @param timeZones of ORC, Parquet and RCFile */
    HashedProfile(String timeZones) {
        this.timeZones = timeZones;
    }

    /** @param properties those that may affect what is read */
    String of(Schema schema, Map<String, String> properties, boolean orcByName, boolean parquetByName) {
        Hasher hasher = Hashing.sha256().newHasher();
        put(hasher, "serde", schema.serializationLibraryName());
        put(hasher, "acid", String.valueOf(schema.isFullAcidTable()));
        put(hasher, "zones", timeZones);
        put(hasher, "orc names", String.valueOf(orcByName));
        put(hasher, "parquet names", String.valueOf(parquetByName));
        new TreeMap<>(properties).forEach((name, value) -> put(hasher, name, value));
        return hasher.hash().toString().substring(0, 32);
    }

    private static void put(Hasher hasher, String key, String value) {
        hasher.putInt(key.length()).putString(key, UTF_8).putInt(value.length()).putString(value, UTF_8);
    }
}
