// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.search.local;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a real search engine of one node, in a process of its own, on this machine only. It serves plain HTTP and has no
 * users.
 *
 * <p>Everything that it has acknowledged is kept in its folder and outlives the process, however that ends. Only one
 * process at a time may use a folder.
 */
public final class LocalSearchEngine implements Closeable {
    private static final Duration RECOVERS_WITHIN = Duration.ofMinutes(5);

    private final SearchProduct product;
    private final Path folder;
    private final List<String> jvmArguments;
    private final Thread stopWithThisJvm = new Thread(this::kill, "stop-search-engine");
    private volatile NodeProcess node;
    private URI uri;
    private boolean paused;

    private LocalSearchEngine(SearchProduct product, Path folder, List<String> jvmArguments) {
        this.product = product;
        this.folder = folder;
        this.jvmArguments = jvmArguments;
    }

    /** Starts an engine on a free port, and returns when it answers. */
    public static LocalSearchEngine start(SearchProduct product, Path folder) throws IOException {
        return builder(product, folder).start();
    }

    /**
     * Returns a builder of an engine, which is not started yet.
     *
     * @param folder the folder for data, configuration and log; created if it does not exist
     */
    public static Builder builder(SearchProduct product, Path folder) {
        return new Builder(product, folder);
    }

    /** Returns which engine runs. */
    public SearchProduct product() {
        return product;
    }

    /** Returns the address of the engine, which stays the same for as long as this object is used. */
    public synchronized URI uri() {
        return uri;
    }

    /** Returns the folder of data, configuration and log. */
    public Path folder() {
        return folder;
    }

    /** Returns the log of all runs in the folder, one after the other. */
    public Path logFile() {
        return folder.resolve("engine.log");
    }

    /** Returns the process that was started last. */
    public ProcessHandle process() {
        return node.handle();
    }

    /** Kills the process as a power failure would. Clients see closed connections, then refused ones. */
    public void kill() {
        node.kill();
    }

    /** Suspends the process. Its port still accepts connections and requests, but nothing answers them. */
    public synchronized void pause() throws IOException {
        node.signal("STOP");
        paused = true;
    }

    /** Resumes the process after {@link #pause}. */
    public synchronized void resume() throws IOException {
        node.signal("CONT");
        paused = false;
    }

    /**
     * Starts the engine again on the same folder and port, after stopping it if it still runs. Returns when its data is
     * available.
     */
    public synchronized void restart() throws IOException {
        stop();
        run(uri.getPort());
    }

    /** Stops the engine, by force if it does not stop by itself. Its folder is kept. */
    @Override
    public synchronized void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(stopWithThisJvm);
        } catch (IllegalStateException _) {
            // another shutdown hook has called this
        }
    }

    private void stop() {
        if (paused) {
            // a suspended process cannot react to a stop
            node.kill();
        } else {
            node.stop();
        }
    }

    private synchronized void run(int port) throws IOException {
        paused = false;
        node = NodeProcess.start(product, folder, logFile(), jvmArguments, port);
        try {
            uri = node.awaitReady();
            awaitRecovery();
        } catch (Throwable e) {
            node.kill();
            throw e;
        }
    }

    /** Waits for the indexes: a node that has just started answers before it has opened those of its folder. */
    private void awaitRecovery() throws IOException {
        HttpRequest request = HttpRequest.newBuilder(uri.resolve(
                        "/_cluster/health?wait_for_status=yellow&timeout=%ds".formatted(RECOVERS_WITHIN.toSeconds())))
                .timeout(RECOVERS_WITHIN.plusSeconds(10))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IOException("%s has started but does not have all data of its folder; its log is %s: %s"
                        .formatted(product, logFile(), response.body()));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while %s was starting".formatted(product));
        }
    }

    /** Configures the search engine to start. */
    public static final class Builder {
        private final SearchProduct product;
        private final Path folder;
        private final List<String> jvmArguments = new ArrayList<>();
        private String heap = "512m";
        private int port;

        private Builder(SearchProduct product, Path folder) {
            this.product = product;
            this.folder = folder;
        }

        /** Sets the size of the heap, as {@code java -Xmx} takes it. */
        public Builder heap(String heap) {
            this.heap = heap;
            return this;
        }

        /** Adds an argument of the JVM. May be called several times. */
        public Builder jvmArgument(String argument) {
            jvmArguments.add(argument);
            return this;
        }

        /** Halves the work at the start, for tests; later the code runs slower, since the JVM optimises less. */
        public Builder quickStart() {
            return jvmArgument("-XX:TieredStopAtLevel=1");
        }

        /** Sets the port; 0, the default, picks a free one. */
        public Builder port(int port) {
            this.port = port;
            return this;
        }

        /** Starts the engine, and returns when it answers. */
        public LocalSearchEngine start() throws IOException {
            Path absolute = folder.toAbsolutePath();
            Files.createDirectories(absolute);
            List<String> arguments = new ArrayList<>(List.of("-Xmx" + heap));
            arguments.addAll(jvmArguments);
            LocalSearchEngine engine = new LocalSearchEngine(product, absolute, List.copyOf(arguments));
            engine.run(port);
            Runtime.getRuntime().addShutdownHook(engine.stopWithThisJvm);
            return engine;
        }
    }
}
