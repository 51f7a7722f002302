// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code moto_server} of PyPI, which answers for Glue among other services of AWS, in a process of its own. */
public final class MotoServer implements Closeable {
    private static final long LONGEST_START_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Process process;
    private final int port;

    private MotoServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts the server.
     *
     * @param log takes what it says
     * @return empty if this machine does not have it
     */
    public static Optional<MotoServer> start(Path log) throws IOException, InterruptedException {
        if (!isInstalled()) {
            return Optional.empty();
        }
        int port = freePort();
        MotoServer server = new MotoServer(
                new ProcessBuilder("moto_server", "--host", "127.0.0.1", "--port", String.valueOf(port))
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start(),
                port);
        try {
            server.awaitReady(log);
            return Optional.of(server);
        } catch (Throwable e) {
            server.close();
            throw e;
        }
    }

    private static boolean isInstalled() {
        return Stream.of(System.getenv("PATH").split(Pattern.quote(File.pathSeparator)))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "moto_server")));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitReady(Path log) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (true) {
            try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException e) {
                if (!process.isAlive() || System.nanoTime() - start > LONGEST_START_NANOS) {
                    throw new IOException("moto_server did not start: " + Files.readString(log, UTF_8), e);
                }
            }
            Thread.sleep(100);
        }
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }
}
