// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trino;

import io.skipping.testing.folder.Checkout;
import io.skipping.testing.process.ProcessMemory;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** Runs a real Trino server of one node, in a process of its own, on this machine only. */
public final class LocalTrino implements AutoCloseable {
    private static final String USER = "local";
    private static final Duration STARTS_WITHIN = Duration.ofMinutes(10);
    private static final Duration STOPS_WITHIN = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofMillis(100);

    private final List<String> command;
    private final int port;
    private final Path log;
    private final Thread stopWithThisJvm;
    private volatile Process process;

    private LocalTrino(List<String> command, Process process, int port, Path log) {
        this.command = List.copyOf(command);
        this.process = process;
        this.port = port;
        this.log = log;
        this.stopWithThisJvm = new Thread(this::stop, "stop-trino");
    }

    private static Process launch(List<String> command, Path log) throws IOException {
        return new ProcessBuilder(command)
                .directory(log.getParent().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    /** Returns a builder of a server, which is not started yet. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the address of the server, which stays the same when it is started again. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Returns the JDBC URL; any user name works, without a password. */
    public String jdbcUrl() {
        return "jdbc:trino://127.0.0.1:" + port;
    }

    /** Returns a new connection, which the caller must close. */
    public Connection connect() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", USER);
        return DriverManager.getConnection(jdbcUrl(), properties);
    }

    /** Returns the id of the server's process. */
    public long pid() {
        return process.pid();
    }

    /** Returns the log of the server, also of its earlier starts. */
    public Path logFile() {
        return log;
    }

    /**
     * Restarts the server on the same port. Afterwards it has nothing in memory and compiles its code anew; existing
     * connections stay usable.
     */
    public void restart() throws IOException {
        stop();
        process = launch(command, log);
        awaitReady();
    }

    /** Stops the server, by force if it does not stop by itself. */
    @Override
    public void close() {
        stop();
        Runtime.getRuntime().removeShutdownHook(stopWithThisJvm);
    }

    private void stop() {
        Process stopped = process;
        List<ProcessHandle> all = new ArrayList<>(stopped.descendants().toList());
        all.add(stopped.toHandle());
        all.forEach(ProcessHandle::destroy);
        try {
            stopped.waitFor(STOPS_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
        // whoever starts another server takes its port
        all.forEach(each -> each.onExit().join());
    }

    private void awaitReady() throws IOException {
        long deadline = System.nanoTime() + STARTS_WITHIN.toNanos();
        try (HttpClient client = HttpClient.newHttpClient()) {
            String state = "does not answer";
            while (process.isAlive() && System.nanoTime() < deadline) {
                state = state(client);
                if (state.isEmpty()) {
                    return;
                }
                TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
            }
            String fate = process.isAlive()
                    ? "%s after %d s".formatted(state, STARTS_WITHIN.toSeconds())
                    : "ended with exit code " + process.exitValue();
            throw new IOException("Trino %s; its log is %s:%n%s".formatted(fate, log, ServerLog.failures(log)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while Trino was starting");
        }
    }

    /** Returns why the server is not ready yet; empty if it is. */
    private String state(HttpClient client) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri().resolve("/v1/info"))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200 || !response.body().contains("\"starting\":false")) {
                return "is still starting";
            }
        } catch (IOException _) {
            return "does not answer";
        }
        // the server reports this some seconds before it knows its worker's catalogs
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT count(*) FROM tpch.tiny.region")) {
            return result.next() && result.getLong(1) > 0 ? "" : "has no rows";
        } catch (SQLException e) {
            return "does not run queries: " + e.getMessage();
        }
    }

    /** Configures the server to start. */
    public static final class Builder {
        private final Map<String, Map<String, String>> catalogs = new LinkedHashMap<>();
        private final Map<String, PluginFiles> plugins = new LinkedHashMap<>();
        private final Map<String, String> config = new LinkedHashMap<>();
        private TrinoRelease release = TrinoRelease.TRINO_476;
        private Path directory;
        private int port;
        private String heap = "1536m";
        private final List<String> javaArguments = new ArrayList<>();

        private Builder() {}

        /** Sets the release of the server, and of its plugins; by default 476. */
        public Builder release(TrinoRelease release) {
            this.release = release;
            return this;
        }

        /** Sets the folder for configuration, log and temporary files. Its content is deleted at the start. */
        public Builder directory(Path directory) {
            this.directory = directory;
            return this;
        }

        /**
         * Adds a catalog. The plugin of its connector is loaded if it is {@code hive}, {@code skipping_hive}, {@code
         * skipping_iceberg}, or another that Trino publishes for the release.
         */
        public Builder catalog(String name, Map<String, String> properties) {
            if (!properties.containsKey("connector.name")) {
                throw new IllegalArgumentException("Catalog %s has no connector.name".formatted(name));
            }
            catalogs.put(name, Map.copyOf(properties));
            return this;
        }

        /**
         * Adds a plugin from a folder. It is loaded whatever the catalogs are, and replaces the plugin of that name.
         */
        public Builder plugin(String name, Path folder) {
            plugins.put(name, new PluginFiles.Folder(folder));
            return this;
        }

        /** Sets a property of the server. */
        public Builder config(String property, String value) {
            config.put(property, value);
            return this;
        }

        /** Sets the port; 0, the default, picks a free one. */
        public Builder port(int port) {
            this.port = port;
            return this;
        }

        /** Sets the size of the heap, as {@code java -Xmx} takes it. */
        public Builder heap(String heap) {
            this.heap = heap;
            return this;
        }

        /** Adds an argument for the server's Java, such as {@code -javaagent:…}. */
        public Builder javaArgument(String argument) {
            javaArguments.add(argument);
            return this;
        }

        /** Starts the server and returns when it answers queries; the first one reads a table of TPC-H. */
        public LocalTrino start() throws IOException {
            if (directory == null) {
                throw new IllegalStateException("No directory given");
            }
            TrinoDistribution distribution = TrinoDistribution.of(release);
            Map<String, PluginFiles> loaded = new LinkedHashMap<>();
            if (release.hasGeospatialFunctions()) {
                loaded.put("geospatial", distribution.plugin("geospatial"));
            }
            catalogs.put("tpch", Map.of("connector.name", "tpch"));
            for (Map<String, String> catalog : catalogs.values()) {
                String connector = plugin(catalog.get("connector.name"));
                if (!plugins.containsKey(connector)) {
                    loaded.put(connector, plugin(distribution, connector));
                }
            }
            loaded.putAll(plugins);
            int chosen = openPort(port);
            TrinoFolder folder = new TrinoFolder(directory.toAbsolutePath());
            folder.write(chosen, loaded, catalogs, config);
            List<String> command = command(distribution, folder);
            LocalTrino trino = new LocalTrino(command, launch(command, folder.log()), chosen, folder.log());
            Runtime.getRuntime().addShutdownHook(trino.stopWithThisJvm);
            try {
                trino.awaitReady();
            } catch (Throwable e) {
                trino.close();
                throw e;
            }
            return trino;
        }

        /** Returns the plugin of a connector. One of this project has both of its connectors. */
        private static String plugin(String connector) {
            return connector.equals("skipping_iceberg") ? "skipping_hive" : connector;
        }

        private PluginFiles plugin(TrinoDistribution distribution, String name) throws IOException {
            return name.equals("skipping_hive")
                    ? new PluginFiles.Folder(Checkout.skippingPlugin(release.toString()))
                    : distribution.plugin(name);
        }

        private List<String> command(TrinoDistribution distribution, TrinoFolder folder) throws IOException {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx" + heap,
                    "-XX:+ExitOnOutOfMemoryError",
                    "-XX:ReservedCodeCacheSize=256M",
                    "-Djdk.attach.allowAttachSelf=true",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "--add-modules=jdk.incubator.vector",
                    "--add-opens=java.base/java.nio=ALL-UNNAMED",
                    "-Dnode.environment=local",
                    "-Dnode.id=local",
                    "-Dnode.bind-ip=127.0.0.1",
                    "-Dnode.internal-address=127.0.0.1",
                    "-Dnode.data-dir=" + folder.data(),
                    "-Dlog.levels-file=" + folder.logLevels(),
                    "-Dconfig=" + folder.config()));
            command.addAll(ProcessMemory.arguments());
            command.addAll(javaArguments);
            command.addAll(distribution.main());
            return command;
        }

        /** Returns a port that nobody listens on: the wanted one, or any if that is 0. */
        private static int openPort(int wanted) throws IOException {
            try (ServerSocket socket = new ServerSocket(wanted, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                throw new IOException("Port %d is taken: choose another".formatted(wanted), e);
            }
        }
    }
}
