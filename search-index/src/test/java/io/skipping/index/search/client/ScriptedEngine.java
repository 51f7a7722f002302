// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/** Acts as a node that answers as it is told to, and remembers what it was asked. */
public final class ScriptedEngine implements AutoCloseable {
    public static final String ELASTICSEARCH_8 = """
        {"name": "node-1", "cluster_name": "c", "version": {"number": "8.13.4", "build_flavor": "default"},
         "tagline": "You Know, for Search"}\
        """;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final boolean tls;
    private final Queue<Function<Received, Reply>> script = new ConcurrentLinkedQueue<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private volatile Function<Received, Reply> otherwise = _ -> Reply.of(200, "{}");
    private volatile Reply root = Reply.of(200, ELASTICSEARCH_8);

    public record Received(String method, URI uri, Map<String, String> headers, String body) {
        public String path() {
            return uri.getRawPath();
        }

        public List<String> lines() {
            return body.lines().toList();
        }
    }

    /**
     * Holds an answer.
     *
     * @param status the HTTP status; 0 for a connection that is closed without an answer
     */
    public record Reply(int status, String body, Map<String, String> headers) {
        public static Reply of(int status, String body) {
            return new Reply(status, body, Map.of());
        }

        public static Reply lost() {
            return of(0, "");
        }

        public static Reply error(int status, String type, String reason) {
            return of(
                    status,
                    "{\"error\": {\"root_cause\": [{\"type\": \"%s\", \"reason\": \"%s\"}], \"type\": \"%s\", \"reason\": \"%s\"}, \"status\": %s}"
                            .formatted(type, reason, type, reason, status));
        }

        Reply header(String name, String value) {
            Map<String, String> more = new HashMap<>(headers);
            more.put(name, value);
            return new Reply(status, body, more);
        }
    }

    public ScriptedEngine() {
        this(Optional.empty());
    }

    ScriptedEngine(Optional<SSLContext> context) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        tls = context.isPresent();
        try {
            if (tls) {
                HttpsServer https = HttpsServer.create(address, 0);
                https.setHttpsConfigurator(new HttpsConfigurator(context.get()));
                server = https;
            } else {
                server = HttpServer.create(address, 0);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public URI uri() {
        return URI.create(
                (tls ? "https" : "http") + "://localhost:" + server.getAddress().getPort());
    }

    /** Adds the next answers, one for each request; {@code GET /} is not one of them. */
    public ScriptedEngine then(Reply... replies) {
        for (Reply reply : replies) {
            script.add(_ -> reply);
        }
        return this;
    }

    public ScriptedEngine then(Function<Received, Reply> reply) {
        script.add(reply);
        return this;
    }

    /** Sets the answer when the script is over. */
    public ScriptedEngine otherwise(Function<Received, Reply> reply) {
        otherwise = reply;
        return this;
    }

    public ScriptedEngine root(Reply reply) {
        root = reply;
        return this;
    }

    /** Returns all requests but {@code GET /}. */
    public List<Received> received() {
        return received.stream().filter(request -> !isRoot(request)).toList();
    }

    List<Received> all() {
        return received;
    }

    private static boolean isRoot(Received request) {
        return request.method().equals("GET") && request.path().equals("/");
    }

    private void handle(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(), values.getFirst()));
        Received request = new Received(
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                headers,
                new String(exchange.getRequestBody().readAllBytes(), UTF_8));
        received.add(request);
        Reply reply = root;
        if (!isRoot(request)) {
            Function<Received, Reply> next = script.poll();
            reply = (next == null ? otherwise : next).apply(request);
        }
        if (reply.status() == 0) {
            exchange.close();
            return;
        }
        byte[] body = reply.body().getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        reply.headers().forEach(exchange.getResponseHeaders()::set);
        boolean head = request.method().equals("HEAD");
        exchange.sendResponseHeaders(reply.status(), head || body.length == 0 ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
