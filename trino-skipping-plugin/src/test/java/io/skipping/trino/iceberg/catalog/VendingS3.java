// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.catalog;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.ZoneOffset.UTC;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import com.google.common.primitives.Ints;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * As much of S3 as small files of Iceberg tables need, in the memory of this process. Each access key that it gives out
 * opens one folder of the bucket, and everything else is refused. Signatures are not checked.
 */
public final class VendingS3 implements Closeable {
    private static final String BUCKET = "vending";
    private static final String LOCATION = "s3://" + BUCKET + "/";

    private static final Pattern ACCESS_KEY = Pattern.compile("Credential=([^/]+)/");
    private static final Pattern LISTED_KEY = Pattern.compile("<Key>([^<]*)</Key>");

    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Stored> objects = new ConcurrentSkipListMap<>();
    /** folders by the access key that opens them */
    private final Map<String, String> folders = new ConcurrentHashMap<>();

    private final Set<String> readOnly = ConcurrentHashMap.newKeySet();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private volatile boolean mayWrite = true;
    private volatile boolean indexesAreOpen = true;

    private record Stored(byte[] content, Instant modified) {
        String etag() {
            return '"' + Hashing.sha256().hashBytes(content).toString().substring(0, 32) + '"';
        }
    }

    public VendingS3() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(executor);
        server.createContext("/", this::handle);
        server.start();
    }

    /** Returns where the bucket is, with a slash at the end. */
    public String location() {
        return LOCATION;
    }

    /** Returns the properties of a catalog whose own credentials open nothing. */
    public Map<String, String> properties() {
        return ImmutableMap.<String, String>builder()
                .put("fs.native-s3.enabled", "true")
                .put("s3.endpoint", "http://127.0.0.1:" + server.getAddress().getPort())
                .put("s3.region", "us-east-1")
                .put("s3.path-style-access", "true")
                .put("s3.aws-access-key", "of-the-catalog")
                .put("s3.aws-secret-key", "secret")
                .buildOrThrow();
    }

    /** Returns credentials, as a REST catalog gives them, that open the folder at a location and nothing else. */
    public Map<String, String> vend(String location) {
        String folder = location.substring(LOCATION.length()).replaceAll("/*$", "/");
        String key = "key-" + folders.size();
        folders.put(key, folder);
        if (!mayWrite) {
            readOnly.add(key);
        }
        return ImmutableMap.of(
                "s3.access-key-id", key, "s3.secret-access-key", "secret", "s3.session-token", token(key));
    }

    /** Sets whether the credentials that are given out from now on let their owner write. */
    public void vendWriting(boolean writing) {
        mayWrite = writing;
    }

    /** Sets whether credentials open the folders of indexes, as long as they are in that of a table. */
    public void openIndexes(boolean open) {
        indexesAreOpen = open;
    }

    private static String token(String accessKey) {
        return "token-of-" + accessKey;
    }

    /** Returns the names of all objects that contain a text. */
    public List<String> objects(String part) {
        return objects.keySet().stream().filter(name -> name.contains(part)).toList();
    }

    /** Returns the requests that were refused. */
    public Set<String> refused() {
        return refused;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            String path = exchange.getRequestURI().getPath();
            String name = path.length() > BUCKET.length() + 2 ? path.substring(BUCKET.length() + 2) : "";
            Map<String, String> query = query(exchange);
            byte[] body = body(exchange);
            List<String> touched = name.isEmpty() && method.equals("POST")
                    ? listed(body)
                    : List.of(query.getOrDefault("prefix", name));
            if (!touched.stream().allMatch(object -> mayTouch(exchange, object))) {
                refused.add("%s %s by %s".formatted(method, touched, accessKey(exchange)));
                send(exchange, 403, error("AccessDenied"));
            } else if (name.isEmpty()) {
                switch (method) {
                    case "GET" -> list(exchange, query.getOrDefault("prefix", ""));
                    case "POST" -> {
                        objects.keySet().removeAll(touched);
                        send(exchange, 200, "<DeleteResult/>".getBytes(UTF_8));
                    }
                    default -> send(exchange, 200, new byte[0]);
                }
            } else {
                switch (method) {
                    case "GET", "HEAD" -> read(exchange, name);
                    case "PUT" -> write(exchange, name, body);
                    case "DELETE" -> {
                        objects.remove(name);
                        send(exchange, 204, new byte[0]);
                    }
                    default -> send(exchange, 501, error("NotImplemented"));
                }
            }
        }
    }

    private boolean mayTouch(HttpExchange exchange, String name) {
        String key = accessKey(exchange);
        boolean writes = !Set.of("GET", "HEAD").contains(exchange.getRequestMethod());
        return name.startsWith(folders.getOrDefault(key, "/"))
                && (indexesAreOpen || !name.contains("/_skipping/"))
                && token(key).equals(exchange.getRequestHeaders().getFirst("X-Amz-Security-Token"))
                && !(writes && readOnly.contains(key));
    }

    private static String accessKey(HttpExchange exchange) {
        Matcher matcher =
                ACCESS_KEY.matcher(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
        return matcher.find() ? matcher.group(1) : "nobody";
    }

    private static Map<String, String> query(HttpExchange exchange) {
        String query = exchange.getRequestURI().getRawQuery();
        return query == null
                ? Map.of()
                : Splitter.on('&')
                        .splitToStream(query)
                        .map(parameter -> parameter.split("=", 2))
                        .collect(Collectors.toMap(
                                parameter -> parameter[0],
                                parameter -> parameter.length < 2 ? "" : URLDecoder.decode(parameter[1], UTF_8)));
    }

    private static List<String> listed(byte[] body) {
        return LISTED_KEY
                .matcher(new String(body, UTF_8))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static byte[] body(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String hash = exchange.getRequestHeaders().getFirst("X-Amz-Content-Sha256");
        return hash != null && hash.startsWith("STREAMING-") ? ofChunks(body) : body;
    }

    /** Returns what chunks contain; each begins with its length as a hexadecimal number. */
    private static byte[] ofChunks(byte[] body) throws IOException {
        InputStream in = new ByteArrayInputStream(body);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        while (true) {
            int length = Integer.parseInt(line(in).split(";", 2)[0], 16);
            if (length == 0) {
                return content.toByteArray();
            }
            content.write(in.readNBytes(length));
            line(in);
        }
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("A chunk has no end");
            }
            line.write(next);
        }
        return line.toString(ISO_8859_1).stripTrailing();
    }

    private void read(HttpExchange exchange, String name) throws IOException {
        Stored object = objects.get(name);
        if (object == null) {
            send(exchange, 404, error("NoSuchKey"));
            return;
        }
        exchange.getResponseHeaders().set("ETag", object.etag());
        exchange.getResponseHeaders()
                .set(
                        "Last-Modified",
                        DateTimeFormatter.RFC_1123_DATE_TIME.format(
                                object.modified().atZone(UTC)));
        String range = exchange.getRequestHeaders().getFirst("Range");
        if (range == null) {
            send(exchange, 200, object.content());
            return;
        }
        int size = object.content().length;
        String[] ends = range.substring("bytes=".length()).split("-", -1);
        int start = ends[0].isEmpty() ? Math.max(0, size - Integer.parseInt(ends[1])) : Integer.parseInt(ends[0]);
        int end = ends[0].isEmpty() || ends[1].isEmpty()
                ? size
                : Ints.saturatedCast(Math.min(size, Long.parseLong(ends[1]) + 1));
        exchange.getResponseHeaders().set("Content-Range", "bytes %d-%d/%d".formatted(start, end - 1, size));
        send(exchange, 206, Arrays.copyOfRange(object.content(), start, end));
    }

    private void write(HttpExchange exchange, String name, byte[] content) throws IOException {
        Stored written = new Stored(content, Instant.now());
        if (!"*".equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
            objects.put(name, written);
        } else if (objects.putIfAbsent(name, written) != null) {
            send(exchange, 412, error("PreconditionFailed"));
            return;
        }
        exchange.getResponseHeaders().set("ETag", written.etag());
        send(exchange, 200, new byte[0]);
    }

    private void list(HttpExchange exchange, String prefix) throws IOException {
        String found = objects.entrySet().stream()
                .filter(object -> object.getKey().startsWith(prefix))
                .map(object ->
                        "<Contents><Key>%s</Key><LastModified>%s</LastModified><ETag>%s</ETag><Size>%d</Size></Contents>"
                                .formatted(
                                        object.getKey(),
                                        object.getValue().modified(),
                                        object.getValue().etag(),
                                        object.getValue().content().length))
                .collect(Collectors.joining());
        send(
                exchange,
                200,
                "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>%s</Name><IsTruncated>false</IsTruncated>%s</ListBucketResult>"
                        .formatted(BUCKET, found)
                        .getBytes(UTF_8));
    }

    private static byte[] error(String code) {
        return "<Error><Code>%s</Code></Error>".formatted(code).getBytes(UTF_8);
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
