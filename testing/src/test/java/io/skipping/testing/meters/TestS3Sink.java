// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.skipping.testing.meters.sink.S3Sink;
import io.skipping.testing.s3.LocalS3;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;
import software.amazon.awssdk.services.s3.S3Client;

/** Tests which requests objects cost, as seen by a server that says yes to all but keys with "forbidden" in them. */
@Test(singleThreaded = true, groups = "servers")
public class TestS3Sink {
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private S3Sink sink;

    @BeforeMethod
    public void setUp() throws IOException {
        requests.clear();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        sink = S3Sink.connect(
                URI.create("s3://bucket/some/table"),
                new S3Sink.Connection(
                        Optional.of(endpoint), "us-east-1", true, Optional.of("access"), Optional.of("secret")));
    }

    @AfterMethod(alwaysRun = true)
    public void tearDown() {
        sink.close();
        server.stop(0);
    }

    @Test
    public void testObjectCostsOnePut() throws IOException {
        sink.write("dt=2026-01-15/a.csv", out -> out.write("hello".getBytes(StandardCharsets.UTF_8)));
        assertThat(requests).containsExactly("PUT /bucket/some/table/dt%3D2026-01-15/a.csv 5 bytes");
    }

    @Test
    public void testLargeObjectIsUploadedInParts() throws IOException {
        byte[] megabyte = new byte[1 << 20];
        sink.write("large", out -> {
            for (int megabytes = 0; megabytes < 70; megabytes++) {
                out.write(megabyte);
            }
            out.write(7);
        });
        int part = S3Sink.PART_BYTES;
        assertThat(requests)
                .hasSize(5)
                .startsWith(
                        "POST /bucket/some/table/large?uploads 0 bytes",
                        "PUT /bucket/some/table/large?partNumber=1&uploadId=id %s bytes".formatted(part),
                        "PUT /bucket/some/table/large?partNumber=2&uploadId=id %s bytes".formatted(part),
                        "PUT /bucket/some/table/large?partNumber=3&uploadId=id %s bytes"
                                .formatted(70 * megabyte.length + 1 - 2 * part));
        assertThat(requests.getLast()).startsWith("POST /bucket/some/table/large?uploadId=id");
    }

    @Test
    public void testBrokenContentLeavesNothing() {
        assertThatThrownBy(() -> sink.write("small", _ -> {
                    throw new IOException("broken");
                }))
                .hasMessage("broken");
        assertThat(requests).isEmpty();
        assertThatThrownBy(() -> sink.write("large", out -> {
                    out.write(new byte[S3Sink.PART_BYTES + 1]);
                    throw new IOException("broken");
                }))
                .hasMessage("broken");
        assertThat(requests.getLast()).startsWith("DELETE /bucket/some/table/large?uploadId=id");
    }

    @Test
    public void testRefusalNamesTheObject() {
        assertThatThrownBy(() -> sink.write("forbidden", out -> out.write(1)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("Can't write s3://bucket/some/table/forbidden: ");
    }

    @Test
    public void testServerKeepsWhatWasWritten() throws IOException {
        Path folder = Files.createTempDirectory("s3");
        try (LocalS3 s3 = LocalS3.start(folder);
                S3Sink table = S3Sink.connect(
                        URI.create("s3://bucket/table/"),
                        new S3Sink.Connection(
                                Optional.of(s3.endpoint()),
                                s3.region(),
                                true,
                                Optional.of(s3.accessKey()),
                                Optional.of(s3.secretKey())));
                S3Client client = s3.client()) {
            s3.createBucket("bucket");
            assertThat(table.isEmpty()).isTrue();
            MeterOptions options = MeterOptions.defaults().withObjects(4).withMeters(40);
            MeterReadings.generate(options, table, ProgressListener.NONE);
            MemorySink.generated(options)
                    .forEach((key, object) ->
                            assertThat(read(client, "table/" + key)).as(key).isEqualTo(object));
            assertThat(table.isEmpty()).isFalse();

            byte[] large = new byte[S3Sink.PART_BYTES + 1000];
            Arrays.fill(large, (byte) 7);
            table.write("large", out -> out.write(large));
            assertThat(read(client, "table/large")).isEqualTo(large);
        } finally {
            MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
        }
    }

    private static byte[] read(S3Client client, String key) {
        return client.getObjectAsBytes(request -> request.bucket("bucket").key(key))
                .asByteArray();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            int length = exchange.getRequestBody().readAllBytes().length;
            URI uri = exchange.getRequestURI();
            String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
            requests.add("%s %s%s %d bytes".formatted(exchange.getRequestMethod(), uri.getRawPath(), query, length));
            if (uri.getPath().contains("forbidden")) {
                exchange.sendResponseHeaders(403, -1);
                return;
            }
            String body = switch (query) {
                case "?uploads" ->
                    "<InitiateMultipartUploadResult><UploadId>id</UploadId></InitiateMultipartUploadResult>";
                case "?uploadId=id" -> "<CompleteMultipartUploadResult><ETag>e</ETag></CompleteMultipartUploadResult>";
                default -> "";
            };
            exchange.getResponseHeaders().put("ETag", Collections.singletonList("\"etag\""));
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
