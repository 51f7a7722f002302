// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

import io.skipping.search.local.LocalSearchEngine;
import io.skipping.testing.s3.LocalS3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Makes the properties of catalogs. */
public final class Catalogs {
    /** Is the name of Trino's Hive connector. */
    public static final String HIVE = "hive";
    /** Is the name of this project's connector of Hive tables. */
    public static final String SKIPPING = "skipping_hive";
    /** Is the name of Trino's Iceberg connector. */
    public static final String ICEBERG = "iceberg";
    /** Is the name of this project's connector of Iceberg tables. */
    public static final String SKIPPING_ICEBERG = "skipping_iceberg";

    private Catalogs() {}

    /**
     * Returns the properties of a catalog of tables in a local S3, with its metastore in a folder. They lack {@code
     * connector.name}: the same properties serve the Hive connector and the one that wraps it, and two catalogs may
     * share a metastore.
     *
     * <p>Create tables in S3 with {@code external_location}: a file metastore keeps managed tables in its own folder.
     *
     * @param metastore the metastore's folder; created if it does not exist
     */
    public static Map<String, String> hiveOnLocalS3(LocalS3 s3, Path metastore) throws IOException {
        Files.createDirectories(metastore);
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("hive.metastore", "file");
        properties.put("hive.metastore.catalog.dir", "local:///");
        // servers of several releases may share the folder
        properties.put("hive.metastore.version-compatibility", "UNSAFE_ASSUME_COMPATIBILITY");
        properties.put("fs.native-local.enabled", "true");
        properties.put("local.location", metastore.toAbsolutePath().toString());
        properties.put("fs.native-s3.enabled", "true");
        properties.put("s3.endpoint", s3.endpoint().toString());
        properties.put("s3.region", s3.region());
        properties.put("s3.path-style-access", "true");
        properties.put("s3.aws-access-key", s3.accessKey());
        properties.put("s3.aws-secret-key", s3.secretKey());
        properties.put("hive.non-managed-table-writes-enabled", "true");
        properties.put("hive.non-managed-table-creates-enabled", "true");
        return properties;
    }

    /**
     * Returns the properties of a catalog of Iceberg tables in a local S3, registered in a folder; includes {@code
     * connector.name}.
     *
     * @param metastore the metastore's folder, different from that of the Hive catalogs; created if it does not exist
     */
    public static Map<String, String> icebergOnLocalS3(LocalS3 s3, Path metastore) throws IOException {
        Map<String, String> properties = withConnector(ICEBERG, hiveOnLocalS3(s3, metastore));
        properties.keySet().removeIf(name -> name.startsWith("hive.non-managed") || name.equals("hive.metastore"));
        properties.put("iceberg.catalog.type", "TESTING_FILE_METASTORE");
        properties.put("iceberg.add-files-procedure.enabled", "true");
        // a coordinator caches small metadata files in memory; one that is also the only worker would cache data as
        // well
        properties.put("fs.memory-cache.max-content-length", "256kB");
        return properties;
    }

    /** Returns the properties of a catalog of the same tables as another one of Iceberg tables, that skips data. */
    public static Map<String, String> skippingIceberg(Map<String, String> iceberg) {
        Map<String, String> properties = new LinkedHashMap<>(iceberg);
        properties.put("connector.name", SKIPPING_ICEBERG);
        return properties;
    }

    /** Returns the properties by which the connector that wraps Hive keeps its indexes in a search engine. */
    public static Map<String, String> indexesIn(LocalSearchEngine engine) {
        return Map.of(
                "skipping.index.store",
                "elasticsearch",
                "skipping.elasticsearch.uris",
                engine.uri().toString());
    }

    /** Returns the same properties together with {@code connector.name}. */
    public static Map<String, String> withConnector(String connector, Map<String, String> properties) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("connector.name", connector);
        all.putAll(properties);
        return all;
    }
}
