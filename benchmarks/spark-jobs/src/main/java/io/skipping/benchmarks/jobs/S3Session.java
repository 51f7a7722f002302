// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** Starts Spark in this process, with two threads and a local S3 endpoint. */
final class S3Session {
    private S3Session() {}

    /** Returns the folder in which S3A keeps what it has not uploaded yet. */
    static Path buffers() {
        return Path.of(System.getProperty("java.io.tmpdir"), "s3a").toAbsolutePath();
    }

    /** @param endpoint URI of the endpoint */
    static SparkSession.Builder builder(String endpoint, String accessKey, String secretKey) {
        return SparkSession.builder()
                .master("local[2]")
                .appName("jobs")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.hadoop.fs.s3a.endpoint", endpoint)
                .config("spark.hadoop.fs.s3a.endpoint.region", "us-east-1")
                .config("spark.hadoop.fs.s3a.path.style.access", "true")
                .config("spark.hadoop.fs.s3a.access.key", accessKey)
                .config("spark.hadoop.fs.s3a.secret.key", secretKey)
                .config(
                        "spark.hadoop.fs.s3a.aws.credentials.provider",
                        "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider")
                .config("spark.hadoop.fs.s3a.connection.ssl.enabled", "false")
                .config("spark.hadoop.fs.s3a.buffer.dir", buffers().toString())
                // the default, analytics, caches what was read: a second job over the same objects would not send
                // requests to the store
                .config("spark.hadoop.fs.s3a.input.stream.type", "classic");
    }
}
