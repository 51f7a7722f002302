// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.ZoneOffset.UTC;

import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.trino.testing.DistributedQueryRunner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** As much of S3 as reading one bucket needs, with modification times that tests choose. */
final class TestingS3 implements AutoCloseable {
    static final String BUCKET = "bucket";

    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Stored> objects = new ConcurrentSkipListMap<>();
    private volatile boolean tellsETags = true;
    private final AtomicReference<Runnable> beforeLaterParts = new AtomicReference<>(() -> {});
    private final AtomicReference<Runnable> beforeNextRead = new AtomicReference<>(() -> {});
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();

    private record Stored(byte[] content, Instant modified) {
        String etag() {
            return '"' + Hashing.sha256().hashBytes(content).toString().substring(0, 32) + '"';
        }
    }

    TestingS3() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(executor);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Creates a catalog of ours that reads the bucket, and keeps its indexes in a local folder. */
    void createLake(DistributedQueryRunner runner, String catalog, Path root) {
        SkippingQueryRunner.createLake(
                runner,
                catalog,
                root,
                ImmutableMap.<String, String>builder()
                        .putAll(properties())
                        .put("skipping.index.location", "local:///indexes")
                        .buildOrThrow());
    }

    /** Returns what a catalog needs to read the bucket. */
    private Map<String, String> properties() {
        return ImmutableMap.<String, String>builder()
                .put("fs.native-s3.enabled", "true")
                .put("s3.endpoint", "http://localhost:" + server.getAddress().getPort())
                .put("s3.region", "us-east-1")
                .put("s3.path-style-access", "true")
                .put("s3.aws-access-key", "key")
                .put("s3.aws-secret-key", "secret")
                .buildOrThrow();
    }

    void put(String key, byte[] content, Instant modified) {
        objects.put(key, new Stored(content, modified));
    }

    /** Returns whether listings have ETags. */
    void tellETags(boolean tells) {
        tellsETags = tells;
    }

    /** Sets what happens, once, before a part of an object is sent that is not its beginning. */
    void beforeLaterParts(Runnable action) {
        beforeLaterParts.set(action);
    }

    /** Sets what happens, once, before an object or a part of it is sent. */
    void beforeNextRead(Runnable action) {
        beforeNextRead.set(action);
    }

    /**
     * Returns the requests for objects since the last call: the method, or the range that was asked for, as
     * {@code bytes=0-99}.
     */
    List<String> takeRequests() {
        List<String> taken = List.copyOf(requests);
        requests.clear();
        return taken;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String key = path.length() > BUCKET.length() + 2 ? path.substring(BUCKET.length() + 2) : "";
            if (key.isEmpty()) {
                list(exchange);
                return;
            }
            String range = exchange.getRequestHeaders().getFirst("Range");
            requests.add(range == null ? exchange.getRequestMethod() : range);
            if (range != null && !range.startsWith("bytes=0-")) {
                beforeLaterParts.getAndSet(() -> {}).run();
            }
            if (exchange.getRequestMethod().equals("GET")) {
                beforeNextRead.getAndSet(() -> {}).run();
            }
            Stored object = objects.get(key);
            if (object == null) {
                send(exchange, 404, "<Error><Code>NoSuchKey</Code></Error>".getBytes(UTF_8));
                return;
            }
            exchange.getResponseHeaders().set("ETag", object.etag());
            exchange.getResponseHeaders()
                    .set(
                            "Last-Modified",
                            DateTimeFormatter.RFC_1123_DATE_TIME.format(
                                    object.modified().atZone(UTC)));
            if (range == null) {
                send(exchange, 200, object.content());
                return;
            }
            int size = object.content().length;
            String[] ends = range.substring("bytes=".length()).split("-", -1);
            int start = ends[0].isEmpty() ? Math.max(0, size - Integer.parseInt(ends[1])) : Integer.parseInt(ends[0]);
            int end = ends[0].isEmpty() || ends[1].isEmpty() ? size : Math.min(size, Integer.parseInt(ends[1]) + 1);
            exchange.getResponseHeaders().set("Content-Range", "bytes %d-%d/%d".formatted(start, end - 1, size));
            send(exchange, 206, Arrays.copyOfRange(object.content(), start, end));
        }
    }

    private void list(HttpExchange exchange) throws IOException {
        Map<String, String> query = Arrays.stream(
                        exchange.getRequestURI().getRawQuery().split("&"))
                .map(parameter -> parameter.split("=", 2))
                .collect(Collectors.toMap(
                        parameter -> parameter[0],
                        parameter -> parameter.length < 2 ? "" : URLDecoder.decode(parameter[1], UTF_8)));
        String found = objects.entrySet().stream()
                .filter(object -> object.getKey().startsWith(query.getOrDefault("prefix", "")))
                .map(object -> "<Contents><Key>%s</Key><LastModified>%s</LastModified>%s<Size>%d</Size></Contents>"
                        .formatted(
                                object.getKey(),
                                object.getValue().modified(),
                                tellsETags
                                        ? "<ETag>%s</ETag>"
                                                .formatted(object.getValue().etag())
                                        : "",
                                object.getValue().content().length))
                .collect(Collectors.joining());
        send(
                exchange,
                200,
                "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>%s</Name><IsTruncated>false</IsTruncated>%s</ListBucketResult>"
                        .formatted(BUCKET, found)
                        .getBytes(UTF_8));
    }

    private static void send(HttpExchange exchange, int status, byte[] content) throws IOException {
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", String.valueOf(content.length));
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, content.length == 0 ? -1 : content.length);
        exchange.getResponseBody().write(content);
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
