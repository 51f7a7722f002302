// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.acceptance;

import io.skipping.testing.folder.Checkout;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.spark.SparkJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Submits jobs of the adapter's jar to a Spark in a JVM of its own, over an S3 endpoint. */
final class SubmittedJob {
    private SubmittedJob() {}

    /**
     * Submits a job, and waits for its end.
     *
     * @param folder for its output and temporary files
     * @return the exit code, and what the job printed to its standard output
     */
    static String run(LocalS3 s3, Path folder, String mainClass, String... arguments) throws IOException {
        Files.createDirectories(folder);
        List<String> submit = new ArrayList<>(List.of("--master", "local[2]", "--class", mainClass));
        Map.of(
                        "spark.ui.enabled", "false",
                        "spark.driver.bindAddress", "127.0.0.1",
                        "spark.driver.host", "127.0.0.1",
                        "spark.hadoop.fs.s3a.endpoint", s3.endpoint().toString(),
                        "spark.hadoop.fs.s3a.endpoint.region", "us-east-1",
                        "spark.hadoop.fs.s3a.path.style.access", "true",
                        "spark.hadoop.fs.s3a.access.key", s3.accessKey(),
                        "spark.hadoop.fs.s3a.secret.key", s3.secretKey(),
                        "spark.hadoop.fs.s3a.connection.ssl.enabled", "false")
                .forEach((name, value) -> submit.addAll(List.of("--conf", "%s=%s".formatted(name, value))));
        submit.add(Checkout.sparkSkipping().toString());
        submit.addAll(List.of(arguments));
        Path output = folder.resolve("submit.out");
        Process process = new ProcessBuilder(
                        SparkJvm.command("org.apache.spark.deploy.SparkSubmit", "1g", folder, List.of(), submit))
                .directory(folder.toFile())
                .redirectError(folder.resolve("submit.log").toFile())
                .redirectOutput(output.toFile())
                .start();
        try {
            return process.waitFor() + " " + Files.readString(output);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
