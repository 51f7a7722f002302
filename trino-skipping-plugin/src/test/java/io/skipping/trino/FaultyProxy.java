// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** Stands before a search engine, and does what a test says to some of its requests. */
final class FaultyProxy implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI engine;
    private final HttpServer server;
    private volatile Fault fault = _ -> {};
    private volatile CountDownLatch released = new CountDownLatch(0);

    /** A request: method, path with parameters, and body, as text. */
    interface Fault {
        /** @throws Refusal to answer instead of the engine */
        void apply(String request) throws Refusal;
    }

    static final class Refusal extends Exception {
        private final int status;
        private final String content;

        Refusal(int status, String content) {
            this.status = status;
            this.content = content;
        }
    }

    FaultyProxy(URI engine) throws IOException {
        this.engine = engine;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** From now on. */
    void fault(Fault newFault) {
        fault = newFault;
    }

    /** From now on, requests with a text in them are not answered until {@link #heal}. */
    void hang(String text) {
        CountDownLatch latch = new CountDownLatch(1);
        released = latch;
        fault = request -> {
            if (request.contains(text)) {
                try {
                    latch.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
    }

    void heal() {
        fault = _ -> {};
        released.countDown();
    }

    private void handle(HttpExchange exchange) throws IOException {
        // closed without an answer if the engine gave none
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String target = exchange.getRequestURI().toString();
            try {
                fault.apply("%s %s %s".formatted(exchange.getRequestMethod(), target, new String(body, UTF_8)));
            } catch (Refusal e) {
                answer(exchange, e.status, e.content.getBytes(UTF_8));
                return;
            }
            HttpRequest.Builder request = HttpRequest.newBuilder(engine.resolve(target))
                    .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
            String type = exchange.getRequestHeaders().getFirst("Content-Type");
            if (type != null) {
                request.header("Content-Type", type);
            }
            HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
            answer(exchange, response.statusCode(), response.body());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, int status, byte[] content) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, content.length == 0 ? -1 : content.length);
        exchange.getResponseBody().write(content);
    }

    @Override
    public void close() {
        heal();
        server.stop(0);
        client.close();
    }
}
