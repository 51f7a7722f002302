// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.acceptance;

import io.skipping.testing.folder.Checkout;
import io.skipping.testing.s3.LocalS3;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The libraries of Spark, and the jar that users add to them. */
final class InstalledSpark {
    private InstalledSpark() {}

    /** Returns the jar of the adapter. */
    static Path jar() throws IOException {
        Path jar = Checkout.root().resolve("spark-skipping/target/spark-skipping.jar");
        if (!Files.exists(jar)) {
            throw new IOException("No %s: build it with 'mvn package'".formatted(jar));
        }
        return jar;
    }

    /**
     * Returns the beginning of a command, up to the main class.
     *
     * @param folder for temporary files
     * @param classPath what comes before Spark's libraries
     */
    static List<String> java(Path folder, Path... classPath) throws IOException {
        Path jobs = Checkout.root().resolve("benchmarks/spark-jobs/target");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-Djava.io.tmpdir=" + folder.toAbsolutePath()));
        command.addAll(List.of(System.getProperty("spark.jvm.arguments").split(" ")));
        command.add("-cp");
        command.add(Stream.concat(
                        Stream.of(classPath).map(Path::toString),
                        Stream.of(
                                jobs.resolve("classes").toString(),
                                Files.readString(jobs.resolve("spark-jobs.classpath"))
                                        .strip()))
                .collect(Collectors.joining(File.pathSeparator)));
        return command;
    }

    /**
     * Submits a job of the adapter's jar, and waits for its end.
     *
     * @param folder for its output and temporary files
     * @return the exit code, and what the job printed to its standard output
     */
    static String submit(LocalS3 s3, Path folder, String mainClass, String... arguments) throws IOException {
        Files.createDirectories(folder);
        List<String> command = java(folder);
        command.addAll(List.of("org.apache.spark.deploy.SparkSubmit", "--master", "local[2]", "--class", mainClass));
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
                .forEach((name, value) -> command.addAll(List.of("--conf", "%s=%s".formatted(name, value))));
        command.add(jar().toString());
        command.addAll(List.of(arguments));
        Path output = folder.resolve("submit.out");
        Process process = new ProcessBuilder(command)
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
