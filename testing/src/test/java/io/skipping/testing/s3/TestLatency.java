// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.folder.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** Single-threaded: times are measured. */
@Test(singleThreaded = true, groups = "servers")
public class TestLatency {
    private static final String BUCKET = "lake";
    private static final byte[] DATA = data();
    private static final Duration WAIT = Duration.ofMillis(50);
    private static final Latency REQUESTS_WAIT = new Latency(WAIT, 0);
    /** Of {@link #DATA}, a fifth of a second. */
    private static final Latency STREAMS_ARE_NARROW = new Latency(Duration.ZERO, 5L * DATA.length);

    private static final Duration TRANSFER = Duration.ofMillis(200);

    private Path folder;
    private LocalS3 s3;
    private S3Client client;

    @BeforeClass
    public void start() throws IOException {
        folder = Files.createTempDirectory("latency");
        s3 = LocalS3.start(folder);
        s3.createBucket(BUCKET);
        client = s3.client();
        put("object");
    }

    @AfterMethod(alwaysRun = true)
    public void asFastAsItCanBe() {
        s3.delay(Latency.NONE);
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

    @Test
    public void testEachRequestWaits() {
        s3.delay(REQUESTS_WAIT);
        RequestLog.Mark mark = s3.log().mark();
        long start = System.nanoTime();

        put("waits");
        client.headObject(request -> request.bucket(BUCKET).key("waits"));
        assertThat(get("waits")).isEqualTo(DATA);
        client.deleteObject(request -> request.bucket(BUCKET).key("waits"));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(WAIT.multipliedBy(4));
        assertThat(s3.log().since(mark).entries())
                .as("the log counts the wait as part of the request")
                .hasSize(4)
                .allMatch(request -> request.nanos() >= WAIT.toNanos());
    }

    @Test
    public void testStreamsAreNarrowBothWays() {
        s3.delay(STREAMS_ARE_NARROW);
        RequestLog.Mark mark = s3.log().mark();

        put("narrow");
        assertThat(get("narrow")).isEqualTo(DATA);

        RequestCounts counts = s3.log().since(mark);
        assertThat(duration(counts, RequestKind.PUT)).isGreaterThanOrEqualTo(TRANSFER);
        assertThat(duration(counts, RequestKind.GET)).isGreaterThanOrEqualTo(TRANSFER);
        assertThat(counts.bytesSent()).as("what is counted is the same").isEqualTo(DATA.length);
        // of some, because the machine may pause in one
        assertThat(IntStream.range(0, 5).mapToObj(number -> durationOfHead()).min(Comparator.naturalOrder()))
                .as("nothing is transferred")
                .hasValueSatisfying(fastest -> assertThat(fastest).isLessThan(TRANSFER));
    }

    private Duration durationOfHead() {
        RequestLog.Mark mark = s3.log().mark();
        client.headObject(request -> request.bucket(BUCKET).key("narrow"));
        return duration(s3.log().since(mark), RequestKind.HEAD);
    }

    @Test
    public void testCopiesTakeAsLongAsTheirBytes() {
        s3.delay(STREAMS_ARE_NARROW);
        RequestLog.Mark mark = s3.log().mark();

        client.copyObject(request -> request.sourceBucket(BUCKET)
                .sourceKey("object")
                .destinationBucket(BUCKET)
                .destinationKey("a b+é"));

        RequestCounts counts = s3.log().since(mark);
        assertThat(duration(counts, RequestKind.COPY)).isGreaterThanOrEqualTo(TRANSFER);
        assertThat(counts.bytesCopied()).isEqualTo(DATA.length);
        s3.delay(Latency.NONE);
        assertThat(get("a b+é")).isEqualTo(DATA);
        assertThat(s3.log().since(mark).bytesCopied())
                .as("a GET copies nothing")
                .isEqualTo(DATA.length);
    }

    @Test
    public void testCopiedBytesOfEachKindOfCopy() {
        RequestLog.Mark mark = s3.log().mark();
        client.copyObject(request -> request.sourceBucket(BUCKET)
                .sourceKey("object")
                .destinationBucket(BUCKET)
                .destinationKey("copies/a b+é"));
        client.copyObject(request -> request.sourceBucket(BUCKET)
                .sourceKey("copies/a b+é")
                .destinationBucket(BUCKET)
                .destinationKey("copies/again"));
        assertThat(s3.log().since(mark).bytesCopied()).isEqualTo(2L * DATA.length);

        mark = s3.log().mark();
        String upload = client.createMultipartUpload(
                        request -> request.bucket(BUCKET).key("copies/part"))
                .uploadId();
        client.uploadPartCopy(request -> request.sourceBucket(BUCKET)
                .sourceKey("object")
                .copySourceRange("bytes=10-19")
                .destinationBucket(BUCKET)
                .destinationKey("copies/part")
                .uploadId(upload)
                .partNumber(1));
        assertThat(s3.log().since(mark).bytesCopied()).isEqualTo(10);
    }

    @Test
    public void testAStreamDoesNotRunAheadAfterAPause() throws InterruptedException {
        PacedStream stream = new PacedStream(new Latency(Duration.ZERO, 1_000_000));
        stream.await(1000);
        Thread.sleep(100);
        long start = System.nanoTime();
        stream.await(50_000);
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("50 ms, less what may be made up")
                .isGreaterThanOrEqualTo(Duration.ofMillis(40));
    }

    private static byte[] data() {
        byte[] data = new byte[1_000_000];
        new Random(1).nextBytes(data);
        return data;
    }

    private static Duration duration(RequestCounts counts, RequestKind kind) {
        assertThat(counts.count(kind)).isEqualTo(1);
        return Duration.ofNanos(
                counts.only(entry -> entry.kind() == kind).entries().getFirst().nanos());
    }

    private void put(String key) {
        client.putObject(request -> request.bucket(BUCKET).key(key), RequestBody.fromBytes(DATA));
    }

    private byte[] get(String key) {
        return client.getObjectAsBytes(request -> request.bucket(BUCKET).key(key))
                .asByteArray();
    }
}
