// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.search.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Controls one run of a node. The node prints its address on stdout, logs to stderr, and ends when its stdin does. So it
 * never outlives the JVM that started it, however that ends.
 */
final class NodeProcess {
    private static final String READY = "READY ";
    private static final Duration STARTS_WITHIN = Duration.ofMinutes(10);
    private static final Duration STOPS_WITHIN = Duration.ofSeconds(20);
    private static final int LINES_OF_LOG = 40;

    private final SearchProduct product;
    private final Path log;
    private final Process process;
    /** The node's address; empty if it has ended without printing one. */
    private final CompletableFuture<String> ready = new CompletableFuture<>();

    private NodeProcess(SearchProduct product, Path log, Process process) {
        this.product = product;
        this.log = log;
        this.process = process;
    }

    /** Starts a node, and returns before it is ready. */
    static NodeProcess start(SearchProduct product, Path folder, Path log, List<String> jvmArguments, int port)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-XX:+UseG1GC",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:+DisplayVMOutputToStderr",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(jvmArguments);
        command.addAll(List.of(
                "-cp", NodeClassPath.of(product), product.mainClass(), folder.toString(), Integer.toString(port)));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        NodeProcess node = new NodeProcess(product, log, process);
        Thread.ofPlatform().daemon().name(product + "-stdout").start(node::readOutput);
        return node;
    }

    /** Waits until the node is ready, and returns its address. */
    URI awaitReady() throws IOException {
        String fate;
        try {
            String uri = ready.get(STARTS_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
            if (!uri.isEmpty()) {
                return URI.create(uri);
            }
            fate = "ended with exit code " + process.waitFor();
        } catch (TimeoutException _) {
            fate = "is not ready after %d s".formatted(STARTS_WITHIN.toSeconds());
        } catch (ExecutionException e) {
            throw new IOException("Can't read the output of " + product, e.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while %s was starting".formatted(product));
        }
        throw new IOException("%s %s; its log is %s:%n%s".formatted(product, fate, log, endOfLog()));
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Sends a signal by its name. */
    void signal(String name) throws IOException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (kill.waitFor() != 0) {
                throw new IOException("Can't send SIG%s to %s: %s".formatted(name, product, output.strip()));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while sending SIG%s to %s".formatted(name, product));
        }
    }

    /** Lets the node close its files and end; kills it if it does not. */
    void stop() {
        try {
            process.getOutputStream().close();
        } catch (IOException _) {
            // it has ended already
        }
        try {
            process.waitFor(STOPS_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        kill();
    }

    /** Kills the node as a power failure would, and waits until it is gone. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    private void readOutput() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            // to the end, so that other output of libraries never fills the pipe
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(READY)) {
                    ready.complete(line.substring(READY.length()));
                }
            }
            ready.complete("");
        } catch (IOException e) {
            ready.completeExceptionally(e);
        }
    }

    private String endOfLog() {
        try {
            List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_OF_LOG), lines.size()));
        } catch (IOException e) {
            return "No log: " + e.getMessage();
        }
    }
}
