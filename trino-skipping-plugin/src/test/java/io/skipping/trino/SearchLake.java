// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableMap;
import io.skipping.search.local.LocalSearchEngine;
import io.skipping.search.local.SearchProduct;
import io.trino.Session;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A Trino whose catalog {@code lake} keeps its indexes in a real search engine, and {@code objects} beside the data; {@code hive}
 * is the stock connector.
 */
final class SearchLake implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final Path folder;
    final LocalSearchEngine engine;
    final Path root;
    final DistributedQueryRunner runner;
    final SkippingTestTables tables;
    /** what asks without stages and tasks */
    final LocalQueries local;
    /** rows of the stock connector, by query */
    private final Map<String, List<MaterializedRow>> plain = new ConcurrentHashMap<>();

    SearchLake(SearchProduct product) throws Exception {
        folder = Files.createTempDirectory("search-lake");
        root = Files.createDirectory(folder.resolve("lake"));
        engine = LocalSearchEngine.builder(product, folder.resolve("engine"))
                .quickStart()
                .start();
        try {
            runner = SkippingQueryRunner.create(root, properties(engine.uri()));
        } catch (Throwable e) {
            engine.close();
            throw e;
        }
        SkippingQueryRunner.createLake(runner, "objects", root, Map.of());
        tables = new SkippingTestTables(runner, root);
        local = new LocalQueries(runner.getCoordinator(), tables);
        tables.ask(local);
    }

    /** One more catalog with the same indexes, reached by way of another address. */
    void createLake(String catalog, URI uri, Map<String, String> more) {
        SkippingQueryRunner.createLake(
                runner,
                catalog,
                root,
                ImmutableMap.<String, String>builder()
                        .putAll(properties(uri))
                        .putAll(more)
                        .buildOrThrow());
    }

    /** Two more catalogs, over tables of Iceberg: {@code ice} with its indexes in the engine, and {@code iceberg}, the stock connector. */
    void createIceberg() {
        IcebergQueryRunner.addCatalogs(runner, root, Map.of(), properties(engine.uri()));
    }

    private static Map<String, String> properties(URI uri) {
        return Map.of("skipping.index.store", "elasticsearch", "skipping.elasticsearch.uris", uri.toString());
    }

    /** One object, written through SQL. */
    void write(String table, String format, String select) {
        tablesHaveChanged();
        // one writer: rows stay in order, and there is one object for each insert; and several row groups in it
        Session writer = Session.builder(runner.getDefaultSession())
                .setSystemProperty("task_max_writer_count", "1")
                .setSystemProperty("task_min_writer_count", "1")
                .setSystemProperty("scale_writers", "false")
                .setCatalogSessionProperty("hive", "compression_codec", "NONE")
                .setCatalogSessionProperty("hive", "parquet_writer_block_size", "16kB")
                .setCatalogSessionProperty("hive", "insert_existing_partitions_behavior", "APPEND")
                .build();
        boolean isThere = !runner.execute("SHOW TABLES FROM hive.%s LIKE '%s'".formatted(SCHEMA, table))
                .getMaterializedRows()
                .isEmpty();
        local.rows(
                writer,
                isThere
                        ? "INSERT INTO hive.%s.%s %s".formatted(SCHEMA, table, select)
                        : "CREATE TABLE hive.%s.%s WITH (%s) AS %s".formatted(SCHEMA, table, format, select));
    }

    /**
     * @param query with CATALOG in place of catalog and schema
     */
    List<MaterializedRow> rows(String catalog, String query) {
        return local.rows(runner.getDefaultSession(), in(catalog, query));
    }

    private static String in(String catalog, String query) {
        return query.replace("CATALOG", catalog + "." + SCHEMA);
    }

    /** Must be called when objects were changed, as the rows of the stock connector are kept. */
    void tablesHaveChanged() {
        plain.clear();
    }

    /** That a catalog gives the same rows as the stock connector; in the same order if the query asks for one. */
    void assertSameAsPlain(String catalog, String query) {
        List<MaterializedRow> found = rows(catalog, query);
        List<MaterializedRow> expected = plain.computeIfAbsent(query, _ -> rows("hive", query));
        if (query.contains("ORDER BY")) {
            assertThat(found).as("%s, of %s", query, catalog).isEqualTo(expected);
        } else {
            assertThat(HashMultiset.create(found))
                    .as("%s, of %s", query, catalog)
                    .isEqualTo(HashMultiset.create(expected));
        }
    }

    /** That the two catalogs with indexes give the same rows. */
    void assertEqual(String query, String table) {
        assertThat(HashMultiset.create(rows("lake", query.formatted(table))))
                .as(query)
                .isEqualTo(HashMultiset.create(rows("objects", query.formatted(table))));
    }

    /** Name of the engine's index for a table. */
    String index(String table) throws IOException, InterruptedException {
        for (JsonNode index : ask("GET", "/_cat/indices/trino-skipping-*?format=json", "")) {
            String name = index.path("index").asText();
            JsonNode meta = ask("GET", "/" + name + "/_mapping", "")
                    .path(name)
                    .path("mappings")
                    .path("_meta");
            if (meta.path("table").asText().equals(table)) {
                return name;
            }
        }
        throw new AssertionError("No index for " + table);
    }

    /** How many documents of ranges the engine has for a table. */
    long documents(String table) throws IOException, InterruptedException {
        return ask("POST", "/" + index(table) + "/_count", "{\"query\": {\"term\": {\"kind\": \"range\"}}}")
                .path("count")
                .asLong();
    }

    /** What the engine answers to a request of somebody else; it must have succeeded. */
    JsonNode ask(String method, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(engine.uri().resolve(path))
                        .header("Content-Type", "application/json")
                        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
        assertThat(response.statusCode() / 100)
                .as("%s %s: %s", method, path, response.body())
                .isEqualTo(2);
        return new ObjectMapper().readTree(response.body());
    }

    @Override
    public void close() throws IOException {
        http.close();
        local.close();
        runner.close();
        engine.close();
        deleteRecursively(folder, ALLOW_INSECURE);
    }
}
