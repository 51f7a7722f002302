// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.spark.cluster;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.committer.Temporary;
import io.skipping.committer.data.DataSet;
import io.skipping.committer.data.DataSets;
import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.endpoint.S3Endpoint;
import io.skipping.committer.endpoint.S3Endpoint.Fault;
import io.skipping.committer.endpoint.S3Endpoint.Fault.Kind;
import io.skipping.committer.endpoint.S3Endpoint.Faults;
import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.name.JobId;
import io.skipping.committer.stage.Abort;
import io.skipping.committer.store.HadoopStore;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/**
 * Tests Spark with executors in processes of their own, where attempts fail, stall, have rivals, and are killed, over a
 * store that loses requests and answers; and drivers that are killed. Whatever happens, readers see all of a job or
 * nothing of it.
 */
@Test(groups = "servers")
public class TestSparkCluster {
    /** As many schedules of faults, each of a seed. */
    private static final int SCHEDULES = Integer.getInteger("committer.test.schedules", 60);

    private static final int JOBS_PER_DESTINATION = 5;

    private final AtomicInteger destinations = new AtomicInteger();
    private java.nio.file.Path folder;
    private S3Endpoint endpoint;
    private Configuration configuration;

    @BeforeClass
    public void start() throws Exception {
        folder = Files.createTempDirectory("committer");
        endpoint = S3Endpoint.start(folder.resolve("store"));
        configuration = endpoint.configuration();
        // faults are many here, and need not be waited for as long as real ones
        configuration.set("fs.s3a.retry.interval", "20ms");
        configuration.set("fs.s3a.retry.throttle.interval", "20ms");
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws Exception {
        FileSystem.closeAll();
        if (endpoint != null) {
            endpoint.close();
        }
        Temporary.delete(folder);
    }

    private String newDestination() {
        return "s3a://%s/t%d".formatted(S3Endpoint.BUCKET, destinations.incrementAndGet());
    }

    @Test
    public void testSchedules() throws IOException {
        Map<String, String> settings = Map.of(
                "spark.master", "local-cluster[2,2,512]",
                // as many have it in production, and not by default
                "spark.serializer", "org.apache.spark.serializer.KryoSerializer",
                "spark.executor.memory", "512m",
                "spark.task.maxFailures", "3",
                "spark.speculation", "true",
                "spark.speculation.interval", "50ms",
                "spark.speculation.quantile", "0.5",
                "spark.speculation.multiplier", "1.05",
                "spark.speculation.minTaskRuntime", "100ms",
                // a killed executor is no reason to give up
                "spark.deploy.maxExecutorRetries", "-1");
        int failedJobs = 0;
        try (DriverProcess driver = DriverProcess.start(folder, "cluster", configuration, settings)) {
            driver.awaitReady();
            for (int first = 0; first < SCHEDULES; first += JOBS_PER_DESTINATION) {
                failedJobs += runJobs(driver, first);
            }
            Troubles troubles = driver.troubles();
            assertThat(troubles.failedAttempts()).as("failed attempts").isGreaterThan(SCHEDULES / 4);
            assertThat(troubles.speculativeAttempts())
                    .as("attempts beside others")
                    .isGreaterThan(SCHEDULES / 10);
            assertThat(troubles.lostExecutors()).as("killed executors").isGreaterThan(SCHEDULES / 50);
        }
        assertThat(failedJobs).as("failed jobs").isBetween(1, SCHEDULES / 2);
    }

    /** @return how many failed */
    private int runJobs(DriverProcess driver, int firstSeed) throws IOException {
        Random random = new Random(firstSeed);
        String destination = newDestination();
        String format = List.of("parquet", "csv", "orc", "json", "rdd").get(random.nextInt(5));
        boolean partitioned = !format.equals("rdd") && random.nextBoolean();
        Set<Long> expected = new TreeSet<>();
        int failed = 0;
        for (int seed = firstSeed; seed < firstSeed + JOBS_PER_DESTINATION; seed++) {
            boolean isNew = expected.isEmpty();
            JobSpec job = job(seed, destination, format, partitioned, isNew, random);
            endpoint.setFaults(random.nextInt(3) == 0 ? faults(seed) : request -> Fault.NONE);
            JobOutcome outcome = driver.run(job);
            endpoint.endFaults();
            if (outcome.error() == null) {
                expected = after(expected, job);
            } else {
                failed++;
            }
            assertThat(driver.read(job))
                    .as("seed %d: %s, after %s", seed, job, outcome.error())
                    .containsExactlyElementsOf(expected);
            checkOneAttemptEach(destination);
            if (format.equals("rdd") && !expected.isEmpty()) {
                // which writes to new destinations only
                destination = newDestination();
                expected = new TreeSet<>();
            }
        }
        return failed;
    }

    private static JobSpec job(
            int seed, String destination, String format, boolean partitioned, boolean isNew, Random random) {
        String mode = "append";
        if (isNew) {
            mode = random.nextBoolean() ? "errorifexists" : "append";
        } else if (random.nextInt(3) > 0) {
            mode = partitioned && random.nextBoolean() ? "dynamic" : "overwrite";
        }
        long from = seed * 1_000L;
        return new JobSpec(
                seed,
                destination,
                format,
                isNew && format.equals("rdd") ? "append" : mode,
                partitioned,
                from,
                // of one day alone, at times
                from + (random.nextInt(4) == 0 ? 1 : random.nextInt(10, 100)),
                random.nextInt(1, 5),
                random.nextBoolean() ? 7 : 0,
                random.nextDouble(0.7),
                random.nextInt(8) == 0 ? 1 : 0);
    }

    private static Set<Long> after(Set<Long> before, JobSpec job) {
        Set<Long> own =
                new TreeSet<>(LongStream.range(job.from(), job.to()).boxed().toList());
        Set<Long> days = new TreeSet<>(own.stream().map(id -> id % JobSpec.DAYS).toList());
        Set<Long> after = new TreeSet<>(own);
        for (long id : before) {
            boolean kept = switch (job.mode()) {
                case "overwrite" -> false;
                case "dynamic" -> !days.contains(id % JobSpec.DAYS);
                default -> true;
            };
            if (kept) {
                after.add(id);
            }
        }
        return after;
    }

    /** Requests that are not done, answers that are lost, and some that take their time. */
    private static Faults faults(int seed) {
        Random random = new Random(seed);
        return request -> {
            synchronized (random) {
                return switch (random.nextInt(60)) {
                    case 0 -> Fault.of(Kind.UNAVAILABLE);
                    case 1 -> Fault.of(Kind.NOT_DONE);
                    case 2 -> Fault.of(Kind.ANSWER_LOST);
                    case 3, 4 -> Fault.slow(Duration.ofMillis(100));
                    default -> Fault.NONE;
                };
            }
        };
    }

    private HadoopStore store(String destination) throws IOException {
        return HadoopStore.at(new Path(destination), configuration);
    }

    private void checkOneAttemptEach(String destination) throws IOException {
        DataSet dataSet = ManifestReader.read(new StoreFiles(store(destination)), "");
        Set<Attempt> attempts = new TreeSet<>((a, b) -> a.toString().compareTo(b.toString()));
        dataSet.forEachObject(
                object -> attempts.add(AttemptNames.attemptOfPath(object.path()).orElseThrow()));
        assertThat(attempts.stream()
                        .collect(groupingBy(attempt -> attempt.job() + " " + attempt.task(), counting()))
                        .values())
                .as("one attempt of each task")
                .allMatch(count -> count == 1);
    }

    /**
     * The driver is killed in each state that the commit goes through: before its first request, and after each that
     * changes something (before the next one is the same). The job overwrites partitions, because that commit has all
     * kinds of requests.
     */
    @Test
    public void testKilledDriver() throws IOException {
        Map<String, String> settings = Map.of("spark.master", "local[2]");
        Map<String, String> awaited = Map.of(
                "spark.master",
                "local[2]",
                "spark.sql.sources.commitProtocolClass",
                AwaitedCommitProtocol.class.getName());
        try (DriverProcess living =
                DriverProcess.start(folder, "living", configuration, settings).awaitReady()) {
            List<Crash> crashes = new ArrayList<>();
            try (DriverProcess undisturbed = DriverProcess.start(folder, "undisturbed", configuration, awaited)
                    .awaitReady()) {
                String destination = newDestination();
                assertThat(living.run(before(destination)).error()).isNull();
                undisturbed.begin(disturbed(destination));
                undisturbed.awaitCommitting();
                endpoint.forget();
                assertThat(undisturbed.commit().error()).isNull();
                // then the driver itself reads
                List<String> requests = endpoint.requests();
                crashes.add(new Crash(0, Kind.NOT_DONE));
                int number = 0;
                for (String request : requests.subList(0, requests.lastIndexOf(lastOfCommit(requests)) + 1)) {
                    if (!isRead(request)) {
                        crashes.add(new Crash(number, Kind.ANSWER_LOST));
                    }
                    number++;
                }
            }
            assertThat(crashes).hasSizeGreaterThanOrEqualTo(3);
            Set<Boolean> committed = new TreeSet<>();
            DriverProcess next = DriverProcess.start(folder, "killed", configuration, awaited);
            for (Crash crash : crashes) {
                DriverProcess driver = next.awaitReady();
                // the next one starts while this one works
                next = DriverProcess.start(folder, "killed", configuration, awaited);
                committed.add(isCommitted(living, driver, crash));
            }
            next.kill();
            assertThat(committed).as("some were committed and some were not").hasSize(2);
        }
    }

    /** @param request of the commit, counted from 0 */
    private record Crash(int request, Kind kind) {}

    private static boolean isRead(String request) {
        return request.matches("(GET|HEAD|LIST) .*");
    }

    private static String lastOfCommit(List<String> requests) {
        return requests.stream()
                .filter(request -> request.startsWith("DELETE"))
                .reduce((_a, b) -> b)
                .orElseThrow();
    }

    private static JobSpec before(String destination) {
        return new JobSpec(1, destination, "csv", "append", true, 0, 30, 2, 0, 0, 0);
    }

    /** Of two of the three days. */
    private static JobSpec disturbed(String destination) {
        return new JobSpec(2, destination, "csv", "dynamic", true, 30_000, 30_002, 2, 0, 0, 0);
    }

    private static JobSpec after(String destination) {
        return new JobSpec(3, destination, "csv", "append", true, 60_000, 60_010, 2, 0, 0, 0);
    }

    private boolean isCommitted(DriverProcess living, DriverProcess driver, Crash crash) throws IOException {
        String destination = newDestination();
        Set<Long> without = after(Set.of(), before(destination));
        Set<Long> with = after(without, disturbed(destination));
        assertThat(living.run(before(destination)).error()).isNull();
        assertThat(living.read(before(destination))).containsExactlyElementsOf(without);

        driver.begin(disturbed(destination));
        driver.awaitCommitting();
        AtomicInteger requests = new AtomicInteger();
        endpoint.setFaults(request -> requests.getAndIncrement() == crash.request()
                ? Fault.of(crash.kind()).then(driver::kill)
                : Fault.NONE);
        driver.letCommit();
        driver.awaitEnd();
        endpoint.endFaults();

        List<Long> seen = living.read(disturbed(destination));
        boolean isCommitted = seen.equals(List.copyOf(with));
        if (!isCommitted) {
            assertThat(seen).as(crash.toString()).containsExactlyElementsOf(without);
        }
        // by somebody else, who knows of it by its objects' names
        HadoopStore store = store(destination);
        for (JobId job : uncommittedJobs(store)) {
            new Abort(store, job).job();
        }
        assertThat(uncommittedJobs(store)).isEmpty();
        Set<Long> expected = after(isCommitted ? with : without, after(destination));
        assertThat(living.run(after(destination)).error()).isNull();
        assertThat(living.read(after(destination)))
                .as("%s, and a job after it", crash)
                .containsExactlyElementsOf(expected);
        return isCommitted;
    }

    private static Set<JobId> uncommittedJobs(HadoopStore store) throws IOException {
        DataSet dataSet = ManifestReader.read(new StoreFiles(store), "");
        Set<String> committed = new TreeSet<>();
        dataSet.jobs().forEach(job -> committed.add(job.id().value()));
        DataSets dataSets = new DataSets(new StoreFiles(store));
        Set<JobId> jobs = new TreeSet<>((a, b) -> a.value().compareTo(b.value()));
        store.list("", object -> {
            if (AttemptNames.isData(object.path())
                    && !dataSets.counts(object.path(), object.size(), object.modifiedMillis())) {
                AttemptNames.attemptOfPath(object.path())
                        .map(Attempt::job)
                        .filter(job -> !committed.contains(job.value()))
                        .ifPresent(jobs::add);
            }
        });
        return jobs;
    }
}
