// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import java.util.Map;

/** Names systems and cases for people; results have short keys. A key without a name stands for itself. */
final class Names {
    private static final Map<String, String> SYSTEMS = Map.ofEntries(
            Map.entry("attempt-naming", "Attempt naming (this project)"),
            Map.entry("attempt-naming-disk", "Attempt naming, from disk"),
            Map.entry("attempt-naming-bytebuffer", "Attempt naming, from memory"),
            Map.entry("attempt-naming-parts", "Attempt naming, from disk in parts of 64 MB"),
            Map.entry("attempt-naming-bytebuffer-parts", "Attempt naming, from memory in parts of 64 MB"),
            Map.entry("file-v1", "Hadoop's committer, algorithm 1"),
            Map.entry("file-v2", "Hadoop's committer, algorithm 2"),
            Map.entry("s3a-magic", "S3A magic committer"),
            Map.entry("s3a-magic-memory", "S3A magic committer, in memory"),
            Map.entry("s3a-directory", "S3A directory committer"),
            Map.entry("hive", "Hive connector"),
            Map.entry("hive-text", "Hive connector, text"),
            Map.entry("hive-parquet", "Hive connector, Parquet"),
            Map.entry("hive-orc", "Hive connector, ORC"),
            Map.entry("hive-avro", "Hive connector, Avro"),
            Map.entry("hive-rc-binary", "Hive connector, RCFile"),
            Map.entry("hive-rc-binary-gzip", "Hive connector, RCFile in gzip"),
            Map.entry("hive-sequence", "Hive connector, sequence files"),
            Map.entry("hive-sequence-gzip", "Hive connector, sequence files in gzip"),
            Map.entry("hive-no-statistics", "Hive connector, without statistics"),
            Map.entry("hive-476", "Hive connector, Trino 476"),
            Map.entry("hive-483", "Hive connector, Trino 483"),
            Map.entry("iceberg", "Iceberg connector"),
            Map.entry("skipping", "Trino Skipping"),
            Map.entry("skipping-off", "Trino Skipping, switched off"),
            Map.entry("skipping-without-statistics", "Trino Skipping, no statistics"),
            Map.entry("skipping-text", "Trino Skipping, text"),
            Map.entry("skipping-parquet", "Trino Skipping, Parquet"),
            Map.entry("skipping-iceberg", "Trino Skipping, Iceberg"),
            Map.entry("skipping-orc", "Trino Skipping, ORC"),
            Map.entry("skipping-sequence", "Trino Skipping, sequence files"),
            Map.entry("skipping-sequence-gzip", "Trino Skipping, sequence files in gzip"),
            Map.entry("skipping-476", "Trino Skipping, Trino 476"),
            Map.entry("skipping-483", "Trino Skipping, Trino 483"),
            Map.entry("skipping-objects", "Trino Skipping, whole objects"),
            Map.entry("skipping-one-by-one", "Trino Skipping, object by object"),
            Map.entry("skipping-elasticsearch", "Index in Elasticsearch"),
            Map.entry("skipping-opensearch", "Index in OpenSearch"),
            Map.entry("spark", "Spark"),
            Map.entry("skipping-spark", "Spark with skipping"),
            Map.entry("store-filter", "Filter at the store"),
            Map.entry("oracle-rows", "Filter at the store: rows"),
            Map.entry("oracle-columns", "Filter at the store: needed columns of rows"),
            Map.entry("arrival", "Order of arrival"),
            Map.entry("grid-0", "Grid along the first column"),
            Map.entry("grid-1", "Grid along the second column"),
            Map.entry("zorder", "Z-order curve"),
            Map.entry("hilbert", "Hilbert curve"),
            Map.entry("kdtree", "k-d tree"),
            Map.entry("kdtree-shape", "k-d tree for shapes of queries"),
            Map.entry("kdtree-query", "k-d tree for past queries"));

    private static final Map<String, String> CASES = Map.ofEntries(
            Map.entry("box-5km", "box of 5 km"),
            Map.entry("box-10km", "box of 10 km"),
            Map.entry("box-20km", "box of 20 km"),
            Map.entry("polygon-5km", "polygon of 5 km"),
            Map.entry("heat-wave", "warmest thousandth"),
            Map.entry("city", "a town"),
            Map.entry("cities", "three towns"),
            Map.entry("city-like", "towns by LIKE 'x%'"),
            Map.entry("city-contains", "towns by LIKE '%x%'"),
            Map.entry("city-lower", "a town by lower(x)"),
            Map.entry("meter", "a meter by its id"),
            Map.entry("join", "join with two towns"),
            Map.entry("top-10", "ten warmest readings"),
            Map.entry("scan", "full scan"),
            Map.entry("sums", "middle hundredth"),
            Map.entry("box", "box of 5 km"),
            Map.entry("scan-undecided", "scan, never decided"),
            Map.entry("scan-tested", "scan, rows tested"),
            Map.entry("small-objects", "small objects, a part"),
            Map.entry("small-objects-all", "small objects, all"),
            Map.entry("partitions", "many partitions"),
            Map.entry("two-dimensions", "two small tables"),
            Map.entry("large-last", "the large table last"),
            Map.entry("few-orders", "few orders"),
            Map.entry("left-join", "left join"),
            Map.entry("right-join", "right join"),
            Map.entry("semi-join", "IN with a subquery"),
            Map.entry("self-join", "the large table twice"));

    private Names() {}

    static String system(String key) {
        return SYSTEMS.getOrDefault(key, key);
    }

    static String question(String key) {
        return CASES.getOrDefault(key, key);
    }
}
