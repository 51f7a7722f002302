// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.committer.data.ManifestFiles;
import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.endpoint.S3Endpoint;
import io.skipping.committer.endpoint.S3Endpoint.Fault;
import io.skipping.committer.store.HadoopFiles;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.s3a.commit.files.SuccessData;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

@Test(groups = "servers")
public class TestS3Committer extends AbstractCommitterTest {
    private final AtomicInteger destinations = new AtomicInteger();
    private java.nio.file.Path folder;
    private S3Endpoint endpoint;

    @BeforeClass
    public void startEndpoint() throws Exception {
        folder = Files.createTempDirectory("committer");
        endpoint = S3Endpoint.start(folder);
    }

    @AfterClass(alwaysRun = true)
    public void stopEndpoint() throws Exception {
        FileSystem.closeAll();
        endpoint.close();
        Temporary.delete(folder);
    }

    @Override
    protected Configuration newConfiguration() {
        return endpoint.configuration();
    }

    @Override
    protected Path newDestination() {
        return new Path("s3a://%s/t%d".formatted(S3Endpoint.BUCKET, destinations.incrementAndGet()));
    }

    @Test
    public void testHadoopLoadsTheManifest() throws Exception {
        Run run = run(0, 0).setUp();
        Path written = run.write();
        run.commit();
        SuccessData success =
                SuccessData.load(destination.getFileSystem(newConfiguration()), new Path(destination, "_SUCCESS"));
        assertThat(success.getJobId()).isEqualTo(JobIds.of(run.jobContext).value());
        assertThat(success.getFilenames()).containsExactly(written.toString());
    }

    /** Each request of the commit is known. */
    @Test
    public void testRequests() throws Exception {
        Run run = run(0, 0);
        // S3A looks after its bucket first
        run.committer.getOutputPath().getFileSystem(newConfiguration()).getFileStatus(new Path("s3a://lake/"));
        endpoint.forget();
        run.setUp();
        assertThat(endpoint.requests()).as("setup").isEmpty();
        run.commitTask();
        assertThat(endpoint.requests())
                .as("task commit")
                .hasSize(1)
                .allMatch(request -> request.startsWith("PUT-IF /lake/t"));
        endpoint.forget();
        run.commitJob();
        String record = "/_committing-%s/m00000.0".formatted(JobIds.of(run.jobContext));
        assertThat(endpoint.requests().stream().map(TestS3Committer::withoutDestination))
                .as("job commit")
                .containsExactly(
                        // was it committed before?
                        "HEAD /_SUCCESS",
                        "LIST /_SUCCESS/",
                        "LIST " + record.substring(0, record.lastIndexOf('/') + 1),
                        "LIST /",
                        "PUT-IF /_SUCCESS",
                        "LIST " + record.substring(0, record.lastIndexOf('/') + 1),
                        "DELETE " + record);
    }

    /** S3A tries again, and is told that there is something: its own. */
    @Test
    public void testLostAnswers() throws Exception {
        for (String lost : List.of("PUT-IF .*/_SUCCESS", "PUT-IF .*/_committing-.*", "DELETE .*", "LIST .*")) {
            Run run = run(0, 0).setUp();
            Path written = run.write();
            endpoint.loseAnswerTo(request -> request.matches(lost));
            run.commit();
            assertThat(endpoint.hasLostAnswer()).as(lost).isTrue();
            assertThat(dataSet()).as(lost).contains(written.getName());
            newJob();
        }
    }

    @Test
    public void testLostAnswerOfAnAppend() throws Exception {
        Run first = run(0, 0).setUp();
        Path written1 = first.write();
        first.commit();
        Path shared = destination;
        newJob();
        destination = shared;
        Run second = run(0, 0).setUp();
        Path written2 = second.write();
        second.commitTask();
        endpoint.forget();
        // the second PUT of the manifest: the first finds that there is one
        AtomicInteger puts = new AtomicInteger();
        endpoint.loseAnswerTo(request -> request.matches("PUT-IF .*/_SUCCESS") && puts.incrementAndGet() == 2);
        second.commitJob();
        assertThat(puts).as("the answer was lost").hasValue(2);
        assertThat(dataSet()).containsExactlyInAnyOrder(written1.getName(), written2.getName());
        assertThat(ManifestReader.read(new StoreFiles(store()), "").generation())
                .as("published once")
                .isEqualTo(2);
    }

    /** Checks that a reader sees one generation or the next if a job publishes between its HEAD and its GET. */
    @Test
    public void testManifestThatIsReplacedWhileItIsRead() throws Exception {
        Run first = run(0, 0).setUp();
        first.write();
        first.commit();
        Path shared = destination;
        Configuration configuration = newConfiguration();
        // sends its GET when it is read
        configuration.set("fs.s3a.input.stream.type", "classic");
        FileSystem fileSystem = FileSystem.newInstance(destination.toUri(), configuration);
        ManifestFiles files = new HadoopFiles(fileSystem, destination);
        AtomicBoolean replaced = new AtomicBoolean();
        ManifestFiles replacedMeanwhile = new ManifestFiles() {
            @Override
            public Optional<InputStream> open(String path) throws IOException {
                Optional<InputStream> opened = files.open(path);
                if (replaced.compareAndSet(false, true)) {
                    newJob();
                    destination = shared;
                    run(0, 0).setUp().commit();
                }
                return opened;
            }

            @Override
            public List<String> names(String folder) throws IOException {
                return files.names(folder);
            }
        };
        assertThat(ManifestReader.current(replacedMeanwhile, "").orElseThrow().generation())
                .isEqualTo(2);
    }

    /** Checks that S3's answer to PUTs at the same time is no failure of S3, however often it comes. */
    @Test
    public void testConflicts() throws Exception {
        Run run = run(0, 0).setUp();
        Path written = run.write();
        run.commitTask();
        AtomicInteger puts = new AtomicInteger();
        endpoint.setFaults(request -> request.matches("PUT-IF .*/_SUCCESS") && puts.incrementAndGet() <= 7
                ? Fault.of(Fault.Kind.CONFLICT)
                : Fault.NONE);
        try {
            run.commitJob();
        } finally {
            endpoint.endFaults();
        }
        assertThat(puts).hasValue(8);
        assertThat(dataSet()).containsExactly(written.getName());
    }

    /** Checks that an abort awaits a commit: Hadoop aborts a job that is killed while another thread commits it. */
    @Test
    public void testAbortDuringTheCommit() throws Exception {
        Run run = run(0, 0).setUp();
        Path written = run.write();
        run.commitTask();
        CountDownLatch publishing = new CountDownLatch(1);
        endpoint.setFaults(request -> {
            if (!request.matches("PUT-IF .*/_SUCCESS")) {
                return Fault.NONE;
            }
            publishing.countDown();
            return Fault.slow(Duration.ofSeconds(2));
        });
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<?> commit = thread.submit(() -> {
                run.commitJob();
                return null;
            });
            publishing.await();
            assertThatThrownBy(run::abortJob).hasMessageContaining("can't be aborted: it is committed");
            commit.get();
        } finally {
            thread.shutdownNow();
            endpoint.endFaults();
        }
        assertThat(dataSet()).containsExactly(written.getName());
    }

    private static String withoutDestination(String request) {
        Matcher list = Pattern.compile("LIST .*prefix=(.*)").matcher(request);
        String path = list.matches() ? "LIST /lake/" + URLDecoder.decode(list.group(1), UTF_8) : request;
        return path.replaceFirst("/lake/t\\d+", "");
    }
}
