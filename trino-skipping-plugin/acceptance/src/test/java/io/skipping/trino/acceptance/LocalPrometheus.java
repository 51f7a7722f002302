// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs the Prometheus that the machine has installed; it scrapes one server every second. */
final class LocalPrometheus implements AutoCloseable {
    private final Process process;
    private final URI uri;
    private final HttpClient client = HttpClient.newHttpClient();

    private LocalPrometheus(Process process, URI uri) {
        this.process = process;
        this.uri = uri;
    }

    /** Returns the path of an installed program of Prometheus, such as {@code promtool}; empty if it is not installed. */
    static Optional<Path> program(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder).resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Returns a port that nobody listens on. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /**
     * Starts it.
     *
     * @param folder of its configuration and data
     * @param targetPort the port of this machine whose metrics it scrapes
     * @param rules the file of alert rules
     */
    static LocalPrometheus start(Path program, Path folder, int targetPort, Path rules) throws IOException {
        Files.createDirectories(folder);
        Path config = folder.resolve("prometheus.yaml");
        Files.writeString(config, """
                global:
                  scrape_interval: 1s
                  scrape_timeout: 1s
                  evaluation_interval: 1s
                rule_files:
                  - %s
                scrape_configs:
                  - job_name: trino
                    static_configs:
                      - targets: ["127.0.0.1:%d"]
                """.formatted(rules, targetPort));
        int port = freePort();
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
        return new LocalPrometheus(process, URI.create("http://127.0.0.1:" + port));
    }

    /** Returns the values of the samples that an expression gives now; empty as long as it does not answer. */
    List<Double> values(String expression) {
        List<Double> values = new ArrayList<>();
        get("/api/v1/query?query=" + URLEncoder.encode(expression, UTF_8))
                .ifPresent(answer -> answer.at("/data/result")
                        .forEach(sample -> values.add(Double.valueOf(
                                switch (sample.at("/value/1").textValue()) {
                                    case "+Inf" -> "Infinity";
                                    case "-Inf" -> "-Infinity";
                                    case String number -> number;
                                }))));
        return values;
    }

    /** Returns the alert rules with the health of their last evaluation, {@code ok} if it went well. */
    List<String> rules() {
        List<String> rules = new ArrayList<>();
        get("/api/v1/rules?type=alert")
                .ifPresent(answer -> answer.at("/data/groups")
                        .forEach(group -> group.get("rules")
                                .forEach(rule -> rules.add("%s %s"
                                        .formatted(
                                                rule.get("name").textValue(),
                                                rule.get("health").textValue())))));
        return rules;
    }

    private Optional<JsonNode> get(String path) {
        try {
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(uri.resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
            JsonNode answer = new JsonMapper().readTree(response.body());
            if (response.statusCode() != 200) {
                throw new AssertionError("%s: %s".formatted(path, answer.path("error")));
            }
            return Optional.of(answer);
        } catch (IOException e) {
            if (!process.isAlive()) {
                throw new UncheckedIOException("Prometheus has ended", e);
            }
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while Prometheus was asked", e);
        }
    }

    @Override
    public void close() {
        client.close();
        process.destroy();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
