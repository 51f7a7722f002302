// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.search.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
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
            {SearchProduct.ELASTICSEARCH, "\"number\":\"7.10.2\""},
            {SearchProduct.OPENSEARCH, "\"distribution\":\"opensearch\""}
        };
    }

    @Test(dataProvider = "products")
    public void testLife(SearchProduct product, String mark) throws Exception {
        ProcessHandle last;
        try (LocalSearchEngine engine = LocalSearchEngine.start(product, folder.resolve(product.name()))) {
            URI uri = engine.uri();
            assertThat(get(uri, "/").body().replace(" ", "")).contains(mark);
            send(uri, "PUT", DOCUMENT + "?refresh=true", "{\"name\":\"first\"}");
            assertThat(get(uri, "/things/_search").body()).contains("first");

            ProcessHandle killed = engine.process();
            engine.kill();
            assertThat(killed.isAlive()).isFalse();
            assertThatThrownBy(() -> get(uri, "/")).isInstanceOf(IOException.class);
            engine.restart();
            assertThat(engine.uri()).isEqualTo(uri);
            assertThat(get(uri, "/things/_search").body()).contains("first");

            engine.pause();
            assertThatThrownBy(() -> send(uri, "GET", "/", "", Duration.ofMillis(300)))
                    .isInstanceOf(HttpTimeoutException.class);
            engine.resume();
            assertThat(get(uri, DOCUMENT).body()).contains("first");
            last = engine.process();
        }
        assertThat(last.isAlive()).isFalse();
    }

    @Test
    public void testPausedIsClosed() throws Exception {
        ProcessHandle process;
        try (LocalSearchEngine engine =
                LocalSearchEngine.start(SearchProduct.ELASTICSEARCH, folder.resolve("paused"))) {
            process = engine.process();
            engine.pause();
        }
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    public void testFailureIsTold() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> LocalSearchEngine.builder(SearchProduct.OPENSEARCH, folder.resolve("failed"))
                            .heap("256m")
                            .port(taken.getLocalPort())
                            .start())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("OpenSearch ended with exit code 1")
                    .hasMessageContaining("engine.log")
                    .hasMessageContaining("Failed to bind");
        }
    }

    private HttpResponse<String> get(URI engine, String path) throws IOException, InterruptedException {
        return send(engine, "GET", path, "");
    }

    private HttpResponse<String> send(URI engine, String method, String path, String body)
            throws IOException, InterruptedException {
        return send(engine, method, path, body, Duration.ofSeconds(30));
    }

    private HttpResponse<String> send(URI engine, String method, String path, String body, Duration patience)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(engine.resolve(path))
                .timeout(patience)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
