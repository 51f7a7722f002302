// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.GridModel;
import io.skipping.partitioner.ModelJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.config.ConfigException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestCurrentModel {
    private static final Instant NOW = Instant.parse("2026-01-15T10:00:00Z");

    private Path folder;
    private Path file;

    @BeforeMethod
    public void newFolder() throws IOException {
        folder = Files.createTempDirectory("layout");
        file = folder.resolve("model.json");
    }

    @AfterMethod(alwaysRun = true)
    public void deleteFolder() throws IOException {
        Files.deleteIfExists(file);
        Files.delete(folder);
    }

    private static String model(int partitions) {
        return model("x", partitions);
    }

    private static String model(String column, int partitions) {
        return ModelJson.write(new GridModel(List.of(new Column(column, ColumnType.DOUBLE)), partitions, 0));
    }

    /** As if it had been written so many seconds ago. */
    private void write(String content, int age) throws IOException {
        Files.writeString(file, content);
        Files.setLastModifiedTime(file, FileTime.from(NOW.minusSeconds(age)));
    }

    private FileSource source() {
        return new FileSource(file, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @Test
    public void testNewerFile() throws IOException {
        write(model(4), 100);
        CurrentModel current = new CurrentModel(source());
        assertThat(current.model().partitions()).isEqualTo(4);
        current.refresh();
        assertThat(current.loads()).isEqualTo(1);
        write(model(5), 50);
        current.refresh();
        assertThat(current.model().partitions()).isEqualTo(5);
        write(model(5), 20);
        current.refresh();
        assertThat(current.loads()).as("the same content is no newer model").isEqualTo(2);
    }

    @Test
    public void testSecondsAgo() throws IOException {
        write(model(4), 100);
        FileSource source = source();
        assertThat(source.read()).hasValue(model(4));
        assertThat(source.read()).as("unchanged").isEmpty();
        write(model(5), 1);
        assertThat(source.read()).hasValue(model(5));
        write(model(6), 1);
        assertThat(source.read()).as("of the same age and size").hasValue(model(6));
        assertThat(source.read()).as("may still change").hasValue(model(6));
    }

    @Test
    public void testBrokenFiles() throws IOException {
        write(model(4), 100);
        CurrentModel current = new CurrentModel(source());
        write(model(5).substring(0, 30), 50);
        current.refresh();
        current.refresh();
        assertThat(current.model().partitions()).as("half of a model is none").isEqualTo(4);
        assertThat(current.failures()).as("once for each content").isEqualTo(1);
        write("", 40);
        current.refresh();
        Files.delete(file);
        current.refresh();
        current.refresh();
        Files.createDirectory(file);
        current.refresh();
        Files.delete(file);
        assertThat(current.model().partitions()).isEqualTo(4);
        assertThat(current.failures()).isEqualTo(5);
        write(model(6), 30);
        current.refresh();
        assertThat(current.model().partitions()).as("a good one counts again").isEqualTo(6);
        write("{}", 20);
        current.refresh();
        write(model(6), 10);
        current.refresh();
        assertThat(current.model().partitions()).isEqualTo(6);
        assertThat(current.failures()).isEqualTo(6);
    }

    /** Replacing characters would give a model that sends records elsewhere. */
    @Test
    public void testFilesThatAreNotUtf8AreRefused() throws IOException {
        byte[] latin = model("caf\u00e9", 5).getBytes(StandardCharsets.ISO_8859_1);
        Files.write(file, latin);
        Files.setLastModifiedTime(file, FileTime.from(NOW.minusSeconds(100)));
        assertThatThrownBy(() -> new CurrentModel(source()))
                .isInstanceOf(ConfigException.class)
                .hasMessage("Model %s can't be read: Not a model: its file is not UTF-8", file);
        write(model("caf\u00e9", 4), 50);
        CurrentModel current = new CurrentModel(source());
        assertThat(current.model().columns()).containsExactly(new Column("caf\u00e9", ColumnType.DOUBLE));
        Files.write(file, latin);
        Files.setLastModifiedTime(file, FileTime.from(NOW.minusSeconds(20)));
        current.refresh();
        assertThat(current.model().partitions()).isEqualTo(4);
        assertThat(current.failures()).isEqualTo(1);

        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/model.json", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, latin.length);
                exchange.getResponseBody().write(latin);
            }
        });
        server.start();
        try {
            String address = "http://%s:%d/model.json"
                    .formatted(
                            server.getAddress().getAddress().getHostAddress(),
                            server.getAddress().getPort());
            assertThatThrownBy(() -> new CurrentModel(ModelSource.of(address)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("Not a model: its file is not UTF-8");
        } finally {
            server.stop(0);
        }
    }

    /** Checks that nothing is thrown out of the periodic task, which would end it. */
    @Test
    public void testAnErrorIsNotTheEndOfRefreshing() throws IOException {
        write(model(4), 100);
        FileSource file = source();
        AtomicInteger errors = new AtomicInteger();
        CurrentModel current = new CurrentModel(new ModelSource() {
            @Override
            public Optional<String> read() throws IOException {
                Optional<String> content = file.read();
                if (content.isPresent() && errors.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("for this model");
                }
                return content;
            }

            @Override
            public void forget() {
                file.forget();
            }

            @Override
            public String name() {
                return file.name();
            }
        });
        errors.set(1);
        write(model(5), 50);
        current.refresh();
        assertThat(current.failures()).isEqualTo(1);
        assertThat(current.model().partitions()).isEqualTo(4);
        current.refresh();
        assertThat(current.model().partitions())
                .as("read again, though it has not changed")
                .isEqualTo(5);
    }

    @Test
    public void testNothingToBeginWith() throws IOException {
        assertThatThrownBy(() -> new CurrentModel(source()))
                .isInstanceOf(ConfigException.class)
                .hasMessage("Model %s can't be read: there is no such file", file);
        write("{\"format\": 1}", 10);
        assertThatThrownBy(() -> new CurrentModel(source()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("Not a model");
    }

    @Test
    public void testLocations() throws IOException {
        Files.writeString(file, model(4));
        for (String location : List.of(file.toString(), file.toUri().toString(), "FILE:" + file)) {
            assertThat(ModelSource.of(location).read()).hasValue(model(4));
        }
        assertThatThrownBy(() -> ModelSource.of("s3://bucket/model.json"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("s3 is not known");
        assertThatThrownBy(() -> ModelSource.of("http://a b/")).isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> ModelSource.of("file:model.json")).isInstanceOf(ConfigException.class);
        assertThat(ModelSource.of("https://user:secret@host:81/model.json?signature=secret")
                        .name())
                .isEqualTo("https://host:81/model.json");
    }

    /** The server has the right content under its ETag, and only what arrived of it is wrong. */
    @Test(dataProvider = "answers")
    public void testHttpAnswersThatAreDamagedAreAskedForAgain(String how, boolean hasLength, int damaged)
            throws IOException {
        AtomicInteger answers = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/model.json", exchange -> {
            int answer = answers.incrementAndGet();
            String etag = answer == 1 ? "\"one\"" : "\"two\"";
            byte[] body = model(answer == 1 ? 4 : 5).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("ETag", etag);
            try (exchange) {
                if (etag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
                    exchange.sendResponseHeaders(304, -1);
                    return;
                }
                exchange.sendResponseHeaders(200, hasLength ? body.length : 0);
                exchange.getResponseBody()
                        .write(body, 0, answer > 1 && answer <= 1 + damaged ? body.length / 2 : body.length);
                exchange.getResponseBody().flush();
            }
        });
        server.start();
        try {
            String address = "http://%s:%d/model.json"
                    .formatted(
                            server.getAddress().getAddress().getHostAddress(),
                            server.getAddress().getPort());
            CurrentModel current = new CurrentModel(ModelSource.of(address));
            for (int refresh = 1; refresh <= damaged; refresh++) {
                current.refresh();
                assertThat(current.failures())
                        .as("one for each answer that breaks off, and for each content")
                        .isEqualTo(hasLength ? refresh : 1);
                assertThat(current.model().partitions()).isEqualTo(4);
            }
            current.refresh();
            assertThat(current.model().partitions()).isEqualTo(5);
            current.refresh();
            assertThat(answers).hasValue(3 + damaged);
            assertThat(current.loads()).isEqualTo(2);
            answers.set(1);
            if (hasLength) {
                ModelSource source = ModelSource.of(address);
                // Java 24 and later notice it themselves
                assertThatThrownBy(source::read)
                        .isInstanceOf(IOException.class)
                        .hasMessageMatching("the answer ends after %d of %d bytes|Premature EOF"
                                .formatted(model(5).length() / 2, model(5).length()));
            }
        } finally {
            server.stop(0);
        }
    }

    @DataProvider
    public Object[][] answers() {
        return new Object[][] {
            {"with a length", true, 1},
            {"without a length", false, 1},
            {"twice, with a length", true, 2},
            {"twice the same, without a length", false, 2}
        };
    }

    @Test
    public void testHttp() throws IOException {
        List<Optional<String>> asked = new ArrayList<>();
        List<String> etag = new ArrayList<>(List.of("\"one\""));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/model.json", exchange -> {
            Optional<String> known =
                    Optional.ofNullable(exchange.getRequestHeaders().getFirst("If-None-Match"));
            asked.add(known);
            byte[] body = model(etag.get(0).equals("\"one\"") ? 4 : 5).getBytes(StandardCharsets.UTF_8);
            if (!etag.get(0).isEmpty()) {
                exchange.getResponseHeaders().set("ETag", etag.get(0));
            }
            if (known.equals(Optional.of(etag.get(0)))) {
                exchange.sendResponseHeaders(304, -1);
            } else {
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        });
        server.start();
        try {
            String address = "http://%s:%d/"
                    .formatted(
                            server.getAddress().getAddress().getHostAddress(),
                            server.getAddress().getPort());
            CurrentModel current = new CurrentModel(ModelSource.of(address + "model.json"));
            current.refresh();
            assertThat(current.loads()).isEqualTo(1);
            etag.set(0, "\"two\"");
            current.refresh();
            assertThat(current.model().partitions()).isEqualTo(5);
            etag.set(0, "");
            current.refresh();
            current.refresh();
            assertThat(asked)
                    .containsExactly(
                            Optional.empty(),
                            Optional.of("\"one\""),
                            Optional.of("\"one\""),
                            Optional.of("\"two\""),
                            Optional.empty());
            assertThat(current.failures()).isZero();
            server.stop(0);
            current.refresh();
            assertThat(current.failures()).isEqualTo(1);
            assertThat(current.model().partitions()).isEqualTo(5);
            assertThatThrownBy(() -> new CurrentModel(ModelSource.of(address + "other")))
                    .isInstanceOf(ConfigException.class);
        } finally {
            server.stop(0);
        }
    }
}
