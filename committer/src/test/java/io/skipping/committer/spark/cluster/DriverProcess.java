// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.spark.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.skipping.committer.spark.AttemptNamingCommitProtocol;
import io.skipping.committer.spark.CommitterPlugin;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** A {@link ClusterDriver} that can be talked to, and killed. */
final class DriverProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Most of their time such processes start. */
    private static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final Process process;
    private final Path log;
    private final BufferedReader answers;
    private final PrintWriter orders;

    private DriverProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    }

    /**
     * Starts it; {@link #awaitReady} tells when it is up.
     *
     * @param folder for what it needs on disk
     * @param store how S3A reaches the store
     */
    static DriverProcess start(Path folder, String name, Configuration store, Map<String, String> settings)
            throws IOException {
        // executors are started as if Spark were installed there; their class path is given to them
        Path home = folder.resolve("spark-home");
        Files.createDirectories(home.resolve("jars"));
        String classPath = System.getProperty("java.class.path");
        Map<String, String> properties = new TreeMap<>();
        properties.put("spark.app.name", name);
        properties.put("spark.ui.enabled", "false");
        properties.put("spark.driver.bindAddress", "127.0.0.1");
        properties.put("spark.driver.host", "127.0.0.1");
        properties.put("spark.sql.shuffle.partitions", "2");
        // to compile code takes longer than to run these jobs, and commits nothing else
        properties.put("spark.sql.codegen.wholeStage", "false");
        properties.put("spark.sql.codegen.factoryMode", "NO_CODEGEN");
        properties.put("spark.sql.warehouse.dir", folder.resolve("warehouse").toString());
        properties.put("spark.local.dir", folder.resolve("local").toString());
        properties.put("spark.executor.extraClassPath", classPath);
        String logging = "java.util.logging.config.file";
        properties.put(logging, System.getProperty(logging));
        properties.put(
                "spark.executor.extraJavaOptions",
                String.join(" ", SHORT_LIVED) + " -D%s=%s".formatted(logging, System.getProperty(logging)));
        properties.put("spark.sql.sources.commitProtocolClass", AttemptNamingCommitProtocol.class.getName());
        properties.put("spark.plugins", CommitterPlugin.class.getName());
        properties.put(
                "spark.hadoop.mapred.output.committer.class",
                "io.skipping.committer.mapred.AttemptNamingMapredCommitter");
        properties.put("spark.hadoop.mapreduce.input.pathFilter.class", "io.skipping.committer.ManifestPathFilter");
        properties.put("spark.hadoop.fs.s3a.performance.flags", "create");
        store.forEach(property -> {
            if (property.getKey().startsWith("fs.s3a.")) {
                properties.put("spark.hadoop." + property.getKey(), property.getValue());
            }
        });
        properties.putAll(settings);

        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SHORT_LIVED);
        command.add("-Xmx700m");
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                // which modules are open
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        properties.forEach((key, value) -> command.add("-D%s=%s".formatted(key, value)));
        command.addAll(List.of("-cp", classPath, ClusterDriver.class.getName()));
        Path log = folder.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.appendTo(log.toFile()));
        builder.environment().put("SPARK_HOME", home.toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.directory(folder.toFile());
        return new DriverProcess(builder.start(), log);
    }

    DriverProcess awaitReady() throws IOException {
        expect("ready");
        return this;
    }

    /** Has a job run to its end. */
    JobOutcome run(JobSpec job) throws IOException {
        begin(job);
        return JSON.readValue(answer(), JobOutcome.class);
    }

    /** What a job's destination has, sorted. */
    List<Long> read(JobSpec job) throws IOException {
        return run(JobSpec.reading(job.destination(), job.format())).ids();
    }

    void begin(JobSpec job) throws IOException {
        orders.println(JSON.writeValueAsString(job));
    }

    void awaitCommitting() throws IOException {
        expect(ClusterDriver.COMMITTING);
    }

    /** Lets the commit go on that it waits with, to the end of the job. */
    JobOutcome commit() throws IOException {
        letCommit();
        return JSON.readValue(answer(), JobOutcome.class);
    }

    void letCommit() {
        orders.println(ClusterDriver.GO_ON);
    }

    Troubles troubles() throws IOException {
        orders.println(ClusterDriver.TROUBLES);
        return JSON.readValue(answer(), Troubles.class);
    }

    private void expect(String expected) throws IOException {
        String answer = answer();
        if (!answer.equals(expected)) {
            throw new IOException("The driver said '%s' and not '%s'".formatted(answer, expected));
        }
    }

    private String answer() throws IOException {
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith(ClusterDriver.ANSWER)) {
                return line.substring(ClusterDriver.ANSWER.length());
            }
        }
        throw new IOException("The driver is gone; the end of its log:\n" + tail());
    }

    /** What ended it, or else the last lines. */
    private String tail() throws IOException {
        List<String> lines = Files.readAllLines(log);
        int from = Math.max(0, lines.size() - 40);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("Exception in thread \"main\"")) {
                from = i;
            }
        }
        return String.join("\n", lines.subList(from, lines.size()));
    }

    /** As {@code kill -9} does. */
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    void awaitEnd() {
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends it in good order, if it is not killed. */
    @Override
    public void close() {
        orders.close();
        awaitEnd();
    }
}
