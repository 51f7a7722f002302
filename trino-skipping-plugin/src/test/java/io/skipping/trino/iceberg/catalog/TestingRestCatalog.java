// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.KebabCaseStrategy;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.rest.CatalogHandlers;
import org.apache.iceberg.rest.RESTSerializers;
import org.apache.iceberg.rest.requests.CreateNamespaceRequest;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.rest.requests.CreateViewRequest;
import org.apache.iceberg.rest.requests.RenameTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.rest.responses.ConfigResponse;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.apache.iceberg.rest.responses.LoadTableResponse;

/**
 * Serves a REST catalog of tables and views in the memory of this process, by Iceberg's own handlers of requests. A table that is
 * dropped leaves its files, as servers may that delete them later.
 */
public final class TestingRestCatalog implements Closeable {
    private static final ObjectMapper MAPPER = mapper();

    private final InMemoryCatalog catalog = new InMemoryCatalog();
    private final Function<String, Map<String, String>> credentials;
    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

    /**
     * @param warehouse location of tables whose location nobody gives
     * @param credentials returns the properties by which clients reach the files of a table at a location
     */
    public TestingRestCatalog(String warehouse, Function<String, Map<String, String>> credentials) throws IOException {
        this.credentials = requireNonNull(credentials, "credentials is null");
        catalog.initialize("rest", Map.of(CatalogProperties.WAREHOUSE_LOCATION, warehouse));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(executor);
        server.createContext("/", this::handle);
        server.start();
    }

    /** As Iceberg's clients read and write JSON; their mapper is not public. */
    private static ObjectMapper mapper() {
        ObjectMapper mapper = new ObjectMapper()
                .setVisibility(PropertyAccessor.FIELD, Visibility.ANY)
                .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
                .setPropertyNamingStrategy(new KebabCaseStrategy());
        RESTSerializers.registerAll(mapper);
        return mapper;
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            List<String> path = Splitter.on('/')
                    .splitToStream(exchange.getRequestURI().getRawPath().substring("/v1/".length()))
                    .map(part -> URLDecoder.decode(part, UTF_8))
                    .toList();
            int status = 200;
            Object answer;
            try {
                answer = answer(exchange.getRequestMethod(), path, body);
            } catch (RuntimeException e) {
                status = status(e);
                answer = ErrorResponse.builder()
                        .responseCode(status)
                        .withType(e.getClass().getSimpleName())
                        .withMessage(e.toString())
                        .build();
            }
            byte[] content = answer == null ? new byte[0] : MAPPER.writeValueAsBytes(answer);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer == null ? 204 : status, content.length == 0 ? -1 : content.length);
            exchange.getResponseBody().write(content);
        }
    }

    private static int status(RuntimeException failure) {
        return switch (failure) {
            case NoSuchTableException _, NoSuchViewException _, NoSuchNamespaceException _ -> 404;
            case AlreadyExistsException _, CommitFailedException _ -> 409;
            case UnsupportedOperationException _ -> 406;
            default -> 500;
        };
    }

    /**
     * @param path without the version
     * @return null for an empty answer
     */
    private Object answer(String method, List<String> path, byte[] body) throws IOException {
        if (path.equals(List.of("config"))) {
            return ConfigResponse.builder().build();
        }
        String kind = "%s %s".formatted(method, path.size() % 2 == 1 ? path.getLast() : path.get(path.size() - 2));
        return switch (path.size()) {
            case 1 -> namespaces(kind, body);
            case 2 ->
                path.equals(List.of("views", "rename"))
                        ? renamedView(body)
                        : namespace(kind, Namespace.of(path.get(1)));
            case 3 -> members(kind, Namespace.of(path.get(1)), body);
            case 4 -> member(kind, TableIdentifier.of(path.get(1), path.get(3)), body);
            // of metrics
            case 5 -> null;
            default -> throw new UnsupportedOperationException(kind);
        };
    }

    private Object namespaces(String request, byte[] body) throws IOException {
        return switch (request) {
            case "GET namespaces" -> CatalogHandlers.listNamespaces(catalog, Namespace.empty());
            case "POST namespaces" ->
                CatalogHandlers.createNamespace(catalog, MAPPER.readValue(body, CreateNamespaceRequest.class));
            default -> throw new UnsupportedOperationException(request);
        };
    }

    private Object namespace(String request, Namespace namespace) {
        return switch (request) {
            case "GET namespaces" -> CatalogHandlers.loadNamespace(catalog, namespace);
            case "DELETE namespaces" -> done(() -> CatalogHandlers.dropNamespace(catalog, namespace));
            default -> throw new UnsupportedOperationException(request);
        };
    }

    private Object renamedView(byte[] body) throws IOException {
        RenameTableRequest names = MAPPER.readValue(body, RenameTableRequest.class);
        return done(() -> CatalogHandlers.renameView(catalog, names));
    }

    private Object members(String request, Namespace namespace, byte[] body) throws IOException {
        return switch (request) {
            case "GET tables" -> CatalogHandlers.listTables(catalog, namespace);
            case "POST tables" -> {
                CreateTableRequest table = MAPPER.readValue(body, CreateTableRequest.class);
                yield withCredentials(
                        table.stageCreate()
                                ? CatalogHandlers.stageTableCreate(catalog, namespace, table)
                                : CatalogHandlers.createTable(catalog, namespace, table));
            }
            case "GET views" -> CatalogHandlers.listViews(catalog, namespace);
            case "POST views" ->
                CatalogHandlers.createView(catalog, namespace, MAPPER.readValue(body, CreateViewRequest.class));
            default -> throw new UnsupportedOperationException(request);
        };
    }

    private Object member(String request, TableIdentifier name, byte[] body) throws IOException {
        return switch (request) {
            case "GET tables" -> withCredentials(CatalogHandlers.loadTable(catalog, name));
            case "POST tables" ->
                withCredentials(
                        CatalogHandlers.updateTable(catalog, name, MAPPER.readValue(body, UpdateTableRequest.class)));
            case "DELETE tables" -> done(() -> CatalogHandlers.dropTable(catalog, name));
            case "GET views" -> CatalogHandlers.loadView(catalog, name);
            case "POST views" ->
                CatalogHandlers.updateView(catalog, name, MAPPER.readValue(body, UpdateTableRequest.class));
            case "DELETE views" -> done(() -> CatalogHandlers.dropView(catalog, name));
            default -> throw new UnsupportedOperationException(request);
        };
    }

    private static Object done(Runnable change) {
        change.run();
        return null;
    }

    private LoadTableResponse withCredentials(LoadTableResponse loaded) {
        return LoadTableResponse.builder()
                .withTableMetadata(loaded.tableMetadata())
                .addAllConfig(ImmutableMap.copyOf(
                        credentials.apply(loaded.tableMetadata().location())))
                .build();
    }

    @Override
    public void close() throws IOException {
        server.stop(0);
        executor.shutdownNow();
        catalog.close();
    }
}
