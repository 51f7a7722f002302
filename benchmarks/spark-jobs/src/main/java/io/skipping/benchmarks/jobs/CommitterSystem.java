// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import io.skipping.committer.AttemptNamingCommitterFactory;
import io.skipping.committer.ManifestPathFilter;
import io.skipping.committer.mapred.AttemptNamingMapredCommitter;
import io.skipping.committer.spark.AttemptNamingCommitProtocol;
import io.skipping.committer.spark.CommitterPlugin;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Configures how Spark commits its output; each way follows the documentation of its committer. */
enum CommitterSystem {
    ATTEMPT_NAMING(Map.of(
            "spark.sql.sources.commitProtocolClass",
            AttemptNamingCommitProtocol.class.getName(),
            "spark.hadoop.mapred.output.committer.class",
            AttemptNamingMapredCommitter.class.getName(),
            "spark.hadoop.mapreduce.outputcommitter.factory.scheme.s3a",
            AttemptNamingCommitterFactory.class.getName(),
            "spark.hadoop.mapreduce.input.pathFilter.class",
            ManifestPathFilter.class.getName(),
            "spark.plugins",
            CommitterPlugin.class.getName(),
            "spark.hadoop.fs.s3a.performance.flags",
            "create")),
    FILE_V1(file("1")),
    FILE_V2(file("2")),
    S3A_MAGIC(s3a("magic", Map.of())),
    S3A_MAGIC_MEMORY(
            s3a("magic", Map.of("spark.hadoop.fs.s3a.committer.magic.track.commits.in.memory.enabled", "true"))),
    S3A_DIRECTORY(s3a("directory", Map.of()));

    private final Map<String, String> configuration;

    CommitterSystem(Map<String, String> configuration) {
        this.configuration = configuration;
    }

    /**
     * Sets the classic committers explicitly: with the binding to S3A's committers on the class path, those are the
     * default.
     */
    private static Map<String, String> file(String algorithm) {
        return Map.of(
                "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version",
                algorithm,
                "spark.hadoop.mapreduce.outputcommitter.factory.scheme.s3a",
                "org.apache.hadoop.mapreduce.lib.output.FileOutputCommitterFactory",
                "spark.sql.sources.commitProtocolClass",
                "org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol",
                "spark.sql.parquet.output.committer.class",
                "org.apache.parquet.hadoop.ParquetOutputCommitter");
    }

    private static Map<String, String> s3a(String committer, Map<String, String> more) {
        Map<String, String> configuration = new LinkedHashMap<>();
        configuration.put("spark.hadoop.fs.s3a.committer.name", committer);
        configuration.put(
                "spark.hadoop.mapreduce.outputcommitter.factory.scheme.s3a",
                "org.apache.hadoop.fs.s3a.commit.S3ACommitterFactory");
        configuration.put(
                "spark.sql.sources.commitProtocolClass", "org.apache.spark.internal.io.cloud.PathOutputCommitProtocol");
        configuration.put(
                "spark.sql.parquet.output.committer.class",
                "org.apache.spark.internal.io.cloud.BindingParquetOutputCommitter");
        configuration.putAll(more);
        return configuration;
    }

    /** Returns the system that results call by a name. */
    static CommitterSystem of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    Map<String, String> configuration() {
        return configuration;
    }
}
