// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.search.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

@Test(groups = "servers")
public class TestLocalSearchEngine {
    private static final String DOCUMENT = "/things/_doc/1";

    private Path folder;
    private HttpClient client;

    @BeforeClass
    public void start() throws IOException {
        folder = Files.createTempDirectory("local-search-engine");
        client = HttpClient.newHttpClient();
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException {
        client.close();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    @DataProvider
    public Object[][] products() {
        return new Object[][] {
            {SearchProduct.ELASTICSEARCH, "\"number\":\"7.10.2\"", false},
            {SearchProduct.OPENSEARCH, "\"distribution\":\"opensearch\",\"number\":\"3.8.0\"", true}
        };
    }

    @Test(dataProvider = "products")
    public void testLife(SearchProduct product, String version, boolean closedWhilePaused) throws Exception {
        ProcessHandle last;
        try (LocalSearchEngine engine = LocalSearchEngine.builder(product, folder.resolve(product.name()))
                .quickStart()
                .start()) {
            URI uri = engine.uri();
            assertThat(get(uri, "/").replaceAll("\\s", "")).contains(version);
            send(uri, "PUT", "/things", "{'mappings':{'properties':{'place':{'type':'geo_shape'}}}}");
            send(uri, "PUT", DOCUMENT + "?refresh=true", "{'name':'first','place':'BBOX(1,3,4,2)'}");
            assertThat(search(uri)).contains("first");

            ProcessHandle killed = engine.process();
            engine.kill();
            assertThat(killed.isAlive()).isFalse();
            assertThatThrownBy(() -> get(uri, "/")).isInstanceOf(IOException.class);
            engine.restart();
            assertThat(engine.uri()).isEqualTo(uri);
            assertThat(search(uri)).contains("first");

            engine.pause();
            assertThatThrownBy(() -> send(uri, "GET", "/", "", Duration.ofMillis(300)))
                    .isInstanceOf(HttpTimeoutException.class);
            if (!closedWhilePaused) {
                engine.resume();
                assertThat(get(uri, DOCUMENT)).contains("first");
            }
            last = engine.process();
        }
        assertThat(last.isAlive()).isFalse();
    }

    @Test
    public void testFailureIsTold() {
        assertThatThrownBy(() -> LocalSearchEngine.builder(SearchProduct.OPENSEARCH, folder.resolve("failed"))
                        .heap("1k")
                        .start())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("OpenSearch ended with exit code 1")
                .hasMessageContaining("engine.log")
                .hasMessageContaining("Too small maximum heap");
    }

    private String search(URI engine) throws IOException, InterruptedException {
        return send(
                engine,
                "POST",
                "/things/_search",
                "{'query':{'geo_shape':{'place':{'shape':'POINT(2 3)','relation':'contains'}}}}");
    }

    private String get(URI engine, String path) throws IOException, InterruptedException {
        return send(engine, "GET", path, "");
    }

    private String send(URI engine, String method, String path, String body) throws IOException, InterruptedException {
        return send(engine, method, path, body, Duration.ofSeconds(30));
    }

    private String send(URI engine, String method, String path, String body, Duration patience)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(engine.resolve(path))
                .timeout(patience)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body.replace('\'', '"')))
                .build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        return response.body();
    }
}
