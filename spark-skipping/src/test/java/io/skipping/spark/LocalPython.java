// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.python.Py4JServer;
import org.apache.spark.sql.SparkSession;
import org.testng.SkipException;

/** Runs Python with the PySpark that is installed, which uses a session of this JVM. */
final class LocalPython {
    /** gives a script the session as {@code spark} */
    private static final String SESSION = """
            from pyspark import SparkConf, SparkContext
            from pyspark.java_gateway import launch_gateway
            from pyspark.sql import SparkSession
            gateway = launch_gateway()
            jsc = gateway.jvm.org.apache.spark.api.java.JavaSparkContext(gateway.jvm.org.apache.spark.SparkContext.getOrCreate())
            spark = SparkSession(SparkContext(jsc=jsc, gateway=gateway, conf=SparkConf(_jconf=jsc.getConf())))
            """;

    private LocalPython() {}

    /**
     * Runs a script, and returns what it printed.
     *
     * @throws SkipException if no PySpark of this release is installed
     */
    static String run(SparkSession session, String script) throws IOException {
        String installed;
        try {
            installed = python("import pyspark; print(pyspark.__version__)", Map.of());
        } catch (IOException e) {
            installed = "none";
        }
        if (!installed.equals(session.version())) {
            throw new SkipException(
                    "Not run: it needs python3 with PySpark %s (pip install pyspark==%s), and there is %s"
                            .formatted(session.version(), session.version(), installed));
        }
        Py4JServer server = new Py4JServer(session.sparkContext().getConf());
        server.start();
        try {
            return python(
                    SESSION + script,
                    Map.of(
                            "PYSPARK_GATEWAY_PORT",
                            String.valueOf(server.getListeningPort()),
                            "PYSPARK_GATEWAY_SECRET",
                            server.secret()));
        } finally {
            server.shutdown();
        }
    }

    private static String python(String script, Map<String, String> environment) throws IOException {
        ProcessBuilder python = new ProcessBuilder("python3", "-c", script).redirectErrorStream(true);
        python.environment().putAll(environment);
        // the module is in the adapter's classes, or in its jar, from which Python imports as well
        python.environment().merge("PYTHONPATH", classes().toString(), (others, classes) -> classes + ":" + others);
        Process process = python.start();
        try {
            process.getOutputStream().close();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException("Python has failed: " + printed);
            }
            List<String> lines = printed.lines().toList();
            return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static Path classes() {
        try {
            return Path.of(SkippingIndex.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
