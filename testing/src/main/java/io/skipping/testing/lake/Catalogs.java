// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

import io.skipping.search.local.LocalSearchEngine;
import io.skipping.testing.s3.LocalS3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Properties of catalogs. */
public final class Catalogs {
    public static final String HIVE = "hive";
    public static final String SKIPPING = "skipping_hive";
    public static final String ICEBERG = "iceberg";

    private Catalogs() {}

    /**
     * Tables in a local S3, a metastore in a folder. Lacks {@code connector.name}: the same properties do for the Hive
     * connector and for the one that wraps it, and two catalogs may share a metastore.
     *
     * <p>Tables in S3 are created with {@code external_location}: a file metastore keeps managed ones in its own folder.
     *
     * @param metastore made if it isn't there
     */
    public static Map<String, String> hiveOnLocalS3(LocalS3 s3, Path metastore) throws IOException {
        Files.createDirectories(metastore);
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("hive.metastore", "file");
        properties.put("hive.metastore.catalog.dir", "local:///");
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
     * Iceberg tables in a local S3, listed in a folder; with {@code connector.name}.
     *
     * @param metastore made if it isn't there; not that of Hive's catalogs
     */
    public static Map<String, String> icebergOnLocalS3(LocalS3 s3, Path metastore) throws IOException {
        Map<String, String> properties = withConnector(ICEBERG, hiveOnLocalS3(s3, metastore));
        properties.keySet().removeIf(name -> name.startsWith("hive.non-managed") || name.equals("hive.metastore"));
        properties.put("iceberg.catalog.type", "TESTING_FILE_METASTORE");
        properties.put("iceberg.add-files-procedure.enabled", "true");
        // a coordinator keeps small files in memory, for metadata; one that is the only worker too would keep data
        properties.put("fs.memory-cache.max-content-length", "256kB");
        return properties;
    }

    /** What the connector that wraps Hive needs to keep its indexes in a search engine. */
    public static Map<String, String> indexesIn(LocalSearchEngine engine) {
        return Map.of(
                "skipping.index.store",
                "elasticsearch",
                "skipping.elasticsearch.uris",
                engine.uri().toString());
    }

    /** The same properties for a connector. */
    public static Map<String, String> withConnector(String connector, Map<String, String> properties) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("connector.name", connector);
        all.putAll(properties);
        return all;
    }
}
