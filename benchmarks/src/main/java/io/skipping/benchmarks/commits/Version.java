// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.commits;

import static java.util.stream.Collectors.toCollection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableMap;
import io.skipping.testing.lake.Contender;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the JMH benchmarks of one checkout that was built.
 *
 * @param system the name in results
 * @param root the folder of the checkout
 */
record Version(String system, Path root) implements Contender {
    private static final String PACKAGE = "io.skipping.benchmarks.jmh";
    private static final String BENCHMARK = "Benchmark";

    /** Selects the cases of classes that have more of them than are needed to compare. */
    private static final Map<String, List<String>> CASES = ImmutableMap.of(
            "VerdictBenchmark", List.of("-p", "type=bigint,varchar"),
            "SummarizeBenchmark", List.of("-p", "distinct=5000", "-p", "type=bigint,varchar"));

    private Path target() {
        return root.resolve("benchmarks").resolve("target");
    }

    /** Returns the simple names of the classes with benchmarks. */
    TreeSet<String> classes() throws IOException {
        Path folder = target().resolve("classes").resolve(PACKAGE.replace('.', File.separatorChar));
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(BENCHMARK + ".class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .collect(toCollection(TreeSet::new));
        }
    }

    /**
     * Runs a class of benchmarks in a JVM of its own.
     *
     * @param options more options of JMH
     * @param folder a folder for the results and the log
     * @return the average in microseconds by the name of a case
     */
    Map<String, Double> run(String simpleName, List<String> options, Path folder) throws IOException {
        Path results = folder.resolve("jmh.json");
        Files.deleteIfExists(results);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "--add-modules=jdk.incubator.vector",
                "-cp",
                target().resolve("classes")
                        + File.pathSeparator
                        + Files.readString(target().resolve("benchmarks.classpath"))
                                .strip(),
                PACKAGE + "." + simpleName));
        command.addAll(CASES.getOrDefault(simpleName, List.of()));
        // samples are whole nanoseconds, which is too coarse for a part of a call
        command.addAll(List.of("-bm", "avgt", "-tu", "us"));
        command.addAll(options);
        command.addAll(List.of("-rf", "json", "-rff", results.toString()));
        Commands.run(command, root, folder.resolve("jmh.log"));
        return scores(new ObjectMapper().readTree(results.toFile()));
    }

    static Map<String, Double> scores(JsonNode results) {
        ImmutableMap.Builder<String, Double> scores = ImmutableMap.builder();
        for (JsonNode result : results) {
            JsonNode metric = result.get("primaryMetric");
            if (!metric.get("scoreUnit").asText().equals("us/op")) {
                throw new IllegalArgumentException("%s is in %s, not in us/op"
                        .formatted(name(result), metric.get("scoreUnit").asText()));
            }
            scores.put(name(result), metric.get("score").asDouble());
        }
        return scores.buildOrThrow();
    }

    /** Returns the class and the method without packages, and the parameters. */
    private static String name(JsonNode result) {
        String[] method = result.get("benchmark").asText().split("\\.");
        String parameters = result.path("params").properties().stream()
                .map(parameter ->
                        parameter.getKey() + "=" + parameter.getValue().asText())
                .sorted()
                .collect(Collectors.joining(", "));
        return "%s.%s%s"
                .formatted(
                        method[method.length - 2].replace(BENCHMARK, ""),
                        method[method.length - 1],
                        parameters.isEmpty() ? "" : " (" + parameters + ")");
    }
}
