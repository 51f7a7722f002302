// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.skipping.testing.folder.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Exception;

@Test(groups = "servers")
public class TestLocalS3 {
    private static final String BUCKET = "lake";

    private Path folder;
    private LocalS3 s3;
    private S3Client client;

    @BeforeClass
    public void start() throws IOException {
        folder = Files.createTempDirectory("local-s3");
        s3 = LocalS3.start(folder);
        s3.createBucket(BUCKET);
        client = s3.client();
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException {
        if (client != null) {
            client.close();
        }
        if (s3 != null) {
            s3.close();
        }
        Folders.delete(folder);
    }

    /** The listing has the pages that a client asks for, and objects only under the prefix that was told. */
    @Test
    public void testListsObjectsThatAreNotThere() {
        List<ListedObject> objects = IntStream.range(0, 2500)
                .mapToObj(number -> new ListedObject(
                        "listed/day=1/%05d".formatted(number), number, Instant.ofEpochMilli(1_700_000_000_123L)))
                .toList();
        s3.list(BUCKET, "listed/day=1/", objects);
        RequestLog.Mark mark = s3.log().mark();
        List<ListedObject> found =
                client
                        .listObjectsV2Paginator(
                                request -> request.bucket(BUCKET).prefix("listed/day=1/"))
                        .contents()
                        .stream()
                        .map(object -> new ListedObject(object.key(), object.size(), object.lastModified()))
                        .toList();
        assertThat(found).isEqualTo(objects);
        assertThat(s3.log().since(mark).byKind()).isEqualTo(Map.of(RequestKind.LIST, 3L));
        assertThat(client.listObjectsV2(request -> request.bucket(BUCKET).prefix("listed/day=2/"))
                        .contents())
                .isEmpty();
    }

    @Test
    public void testEveryKindOfRequest() {
        RequestLog.Mark mark = s3.log().mark();
        put("kinds/a b+c", 100);
        put("kinds/é", 10);
        client.headObject(request -> request.bucket(BUCKET).key("kinds/a b+c"));
        client.listObjectsV2(request -> request.bucket(BUCKET).prefix("kinds/"));
        get("kinds/a b+c");
        client.copyObject(request -> request.sourceBucket(BUCKET)
                .sourceKey("kinds/a b+c")
                .destinationBucket(BUCKET)
                .destinationKey("kinds/copy"));
        client.deleteObject(request -> request.bucket(BUCKET).key("kinds/copy"));
        client.deleteObjects(request -> request.bucket(BUCKET)
                .delete(delete -> delete.objects(
                        ObjectIdentifier.builder().key("kinds/a b+c").build(),
                        ObjectIdentifier.builder().key("kinds/é").build())));
        upload("kinds/parts", 5 << 20, 100);
        String abandoned = client.createMultipartUpload(
                        request -> request.bucket(BUCKET).key("kinds/abandoned"))
                .uploadId();
        client.abortMultipartUpload(
                request -> request.bucket(BUCKET).key("kinds/abandoned").uploadId(abandoned));

        RequestCounts counts = s3.log().since(mark);

        assertThat(counts.byKind())
                .isEqualTo(Map.ofEntries(
                        Map.entry(RequestKind.PUT, 2L),
                        Map.entry(RequestKind.HEAD, 1L),
                        Map.entry(RequestKind.LIST, 1L),
                        Map.entry(RequestKind.GET, 1L),
                        Map.entry(RequestKind.COPY, 1L),
                        Map.entry(RequestKind.DELETE, 1L),
                        Map.entry(RequestKind.DELETE_MANY, 1L),
                        Map.entry(RequestKind.CREATE_UPLOAD, 2L),
                        Map.entry(RequestKind.UPLOAD_PART, 2L),
                        Map.entry(RequestKind.COMPLETE_UPLOAD, 1L),
                        Map.entry(RequestKind.ABORT_UPLOAD, 1L)));
        assertThat(counts.requests()).isEqualTo(14);
        assertThat(counts.only(entry -> entry.kind() == RequestKind.PUT).entries())
                .extracting(LoggedRequest::key)
                .containsExactly("kinds/a b+c", "kinds/é");
        assertThat(counts.only(entry -> entry.kind() == RequestKind.UPLOAD_PART).bytesReceived())
                .isGreaterThanOrEqualTo((5 << 20) + 100);
    }

    @Test
    public void testBytesOfReads() {
        put("reads/data", 1_000_000);
        put("reads/other", 10);
        RequestLog.Mark mark = s3.log().mark();

        assertThat(get("reads/data")).hasSize(1_000_000);
        assertThat(client.getObjectAsBytes(request ->
                                request.bucket(BUCKET).key("reads/data").range("bytes=10-19"))
                        .asByteArray())
                .hasSize(10);
        client.headObject(request -> request.bucket(BUCKET).key("reads/other"));

        RequestCounts counts = s3.log().since(mark).under(BUCKET, "reads/");
        assertThat(counts.bytesSent()).as("what a HEAD announces is not sent").isEqualTo(1_000_010);
        assertThat(counts.objectsRead())
                .as("one object was read twice, and the other only looked at")
                .isEqualTo(1);
        assertThat(counts.entries())
                .extracting(entry -> entry.range().orElse("all"), LoggedRequest::status)
                .containsExactly(tuple("all", 200), tuple("bytes=10-19", 206), tuple("all", 200));
    }

    @Test
    public void testBytesOfAnAbortedRead() throws IOException {
        int length = 32 << 20;
        upload("aborted/data", length / 2, length / 2);
        RequestLog.Mark mark = s3.log().mark();

        ResponseInputStream<GetObjectResponse> stream =
                client.getObject(request -> request.bucket(BUCKET).key("aborted/data"));
        assertThat(stream.readNBytes(100_000)).hasSize(100_000);
        stream.abort();

        RequestCounts counts = s3.log().since(mark);
        assertThat(counts.requests()).isEqualTo(1);
        assertThat(counts.bytesSent())
                .as("more than the client took, since it was under way; far from all")
                .isBetween(100_000L, length / 4L);
    }

    @Test
    public void testErrorsAreCounted() {
        RequestLog.Mark mark = s3.log().mark();

        assertThatThrownBy(() -> get("errors/nothing")).isInstanceOf(NoSuchKeyException.class);

        RequestCounts counts = s3.log().since(mark);
        assertThat(counts.entries()).singleElement().satisfies(entry -> {
            assertThat(entry.status()).isEqualTo(404);
            assertThat(entry.isRead()).isFalse();
        });
        assertThat(counts.objectsRead()).isZero();
    }

    @Test
    public void testIndexAndDataApart() {
        RequestLog.Mark mark = s3.log().mark();
        put("table/dt=1/data", 1);
        put("table/_skipping/manifest", 1);
        put("_skipping/manifest", 1);
        put("table/my_skipping/data", 1);

        RequestCounts counts = s3.log().since(mark);

        assertThat(counts.index().entries())
                .extracting(LoggedRequest::key)
                .containsExactly("table/_skipping/manifest", "_skipping/manifest");
        assertThat(counts.data().entries())
                .extracting(LoggedRequest::key)
                .containsExactly("table/dt=1/data", "table/my_skipping/data");
    }

    @Test
    public void testAwaitedRequest() throws Exception {
        RequestLog.Mark mark = s3.log().mark();
        Predicate<RequestCounts> two = counts -> counts.count(RequestKind.PUT) == 2;
        put("awaited/first", 1);
        assertThat(s3.log().await(mark, two, Duration.ofMillis(10))).isFalse();

        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<Boolean> reached = threads.submit(() -> s3.log().await(mark, two, Duration.ofMinutes(1)));
            put("awaited/second", 1);
            assertThat(reached.get()).isTrue();
        }
    }

    @Test
    public void testConditionalPutHasOneWinner() throws Exception {
        List<Future<Boolean>> writers = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int writer = 0; writer < 16; writer++) {
                String content = "writer " + writer;
                writers.add(threads.submit(() -> create("conditional/manifest", content)));
            }
        }
        int winners = 0;
        for (Future<Boolean> writer : writers) {
            winners += writer.get() ? 1 : 0;
        }
        assertThat(winners).isEqualTo(1);
    }

    @Test
    public void testWrongKeyIsRefused() throws IOException {
        try (LocalS3 other = LocalS3.start(folder);
                S3Client stranger = S3Client.builder()
                        .endpointOverride(other.endpoint())
                        .region(Region.US_EAST_1)
                        .forcePathStyle(true)
                        .credentialsProvider(() -> AwsBasicCredentials.create(other.accessKey(), "wrong"))
                        .build()) {
            assertThatThrownBy(() -> stranger.headBucket(request -> request.bucket(BUCKET)))
                    .isInstanceOfSatisfying(
                            S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(403));
            assertThat(other.log().all().requests()).isEqualTo(1);
        }
    }

    @Test
    public void testTakenPort() {
        assertThatThrownBy(() -> LocalS3.start(folder, s3.endpoint().getPort()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "Can't start an S3 endpoint on port " + s3.endpoint().getPort());
    }

    private void put(String key, int length) {
        client.putObject(request -> request.bucket(BUCKET).key(key), RequestBody.fromBytes(new byte[length]));
    }

    private boolean create(String key, String content) {
        try {
            client.putObject(
                    request -> request.bucket(BUCKET).key(key).ifNoneMatch("*"),
                    RequestBody.fromBytes(content.getBytes(UTF_8)));
            return true;
        } catch (S3Exception e) {
            assertThat(e.statusCode()).isIn(409, 412);
            return false;
        }
    }

    private byte[] get(String key) {
        return client.getObjectAsBytes(request -> request.bucket(BUCKET).key(key))
                .asByteArray();
    }

    private void upload(String key, int... parts) {
        String id = client.createMultipartUpload(
                        request -> request.bucket(BUCKET).key(key))
                .uploadId();
        List<CompletedPart> completed = new ArrayList<>();
        for (int part = 1; part <= parts.length; part++) {
            int number = part;
            String etag = client.uploadPart(
                            request ->
                                    request.bucket(BUCKET).key(key).uploadId(id).partNumber(number),
                            RequestBody.fromBytes(new byte[parts[number - 1]]))
                    .eTag();
            completed.add(CompletedPart.builder().partNumber(number).eTag(etag).build());
        }
        client.completeMultipartUpload(request ->
                request.bucket(BUCKET).key(key).uploadId(id).multipartUpload(upload -> upload.parts(completed)));
    }
}
