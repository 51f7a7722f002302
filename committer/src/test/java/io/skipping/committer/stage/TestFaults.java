// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.manifest.ObjectLine;
import io.skipping.committer.manifest.Overwrite;
import io.skipping.committer.option.CommitterOptions.Mode;
import io.skipping.committer.store.Content;
import io.skipping.committer.store.FaultyStore;
import io.skipping.committer.store.MemoryStore;
import io.skipping.committer.store.Store;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that manifest readers see all of a job or nothing of it, whatever fails, and that nothing that was committed is
 * lost.
 */
public class TestFaults {
    private static final Job BEFORE = Job.named("before");

    @DataProvider
    public static Object[][] modes() {
        List<Object[]> cases = new ArrayList<>();
        for (boolean conditional : List.of(true, false)) {
            for (Mode mode : Mode.values()) {
                cases.add(new Object[] {conditional, mode});
            }
        }
        return cases.toArray(Object[][]::new);
    }

    private static MemoryStore store(boolean conditional) {
        return conditional ? MemoryStore.withConditionalPut() : MemoryStore.withExclusiveRename();
    }

    /** A data set of all kinds of objects. */
    private static void fill(MemoryStore store) throws IOException {
        store.put("000000_0", Content.of(new byte[1]));
        store.put("day=1/000000_0", Content.of(new byte[1]));
        BEFORE.task(store, "", 0);
        BEFORE.task(store, "day=1/", 1);
        BEFORE.task(store, "day=2/", 2);
        BEFORE.commit(store);
    }

    private static Set<String> after(Set<String> before, Mode mode, Set<String> own) {
        Set<String> after = new TreeSet<>(own);
        for (String path : before) {
            switch (mode) {
                case APPEND -> after.add(path);
                case OVERWRITE -> {}
                case OVERWRITE_PARTITIONS -> {
                    if (!path.startsWith("day=1/")) {
                        after.add(path);
                    }
                }
            }
        }
        return after;
    }

    /** The process dies at each of its requests, one after the other, before or after it had its effect. */
    @Test(dataProvider = "modes")
    public void testCrashAtEachRequestOfTheCommit(boolean conditional, Mode mode) throws IOException {
        Job job = Job.named("job");
        boolean died = true;
        int crashes = 0;
        for (int requests = 0; died; requests++) {
            MemoryStore store = store(conditional);
            fill(store);
            Set<String> before = Readers.read(store);
            for (int task = 0; task < 3; task++) {
                job.task(store, "day=1/", task);
            }
            job.write(store, "day=1/", 2, 1);
            Set<String> after = after(
                    before, mode, Set.of(job.path("day=1/", 0, 0), job.path("day=1/", 1, 0), job.path("day=1/", 2, 0)));

            // odd: the last answers are lost, too
            FaultyStore dying = new FaultyStore(store, new Random(requests), 0).dyingAfter(requests);
            died = false;
            try {
                job.commit(dying, mode);
            } catch (FaultyStore.Killed | IOException e) {
                died = true;
                crashes++;
            }
            Set<String> seen = Readers.read(store);
            if (seen.equals(before)) {
                assertThat(died).isTrue();
                assertThat(store.list())
                        .as("nothing of before is deleted")
                        .extracting(object -> object.path())
                        .containsAll(before);
            } else {
                assertThat(seen).as("after %d requests", requests).isEqualTo(after);
            }
            // the application master starts again
            job.commit(store, mode);
            assertThat(Readers.read(store))
                    .as("after %d requests, and again", requests)
                    .isEqualTo(after);
            Job next = Job.named("next");
            next.task(store, "", 0);
            next.commit(store);
            after.add(next.path("", 0, 0));
            assertThat(Readers.read(store)).isEqualTo(after);
        }
        assertThat(crashes).isGreaterThanOrEqualTo(10);
    }

    @Test(dataProvider = "modes")
    public void testCrashAtEachRequestOfTheAbort(boolean conditional, Mode mode) throws IOException {
        Job job = Job.named("job");
        boolean died = true;
        for (int requests = 0; died; requests++) {
            MemoryStore store = store(conditional);
            fill(store);
            Set<String> before = Readers.read(store);
            for (int task = 0; task < 3; task++) {
                job.task(store, "day=1/", task);
            }
            died = diesInAbort(store, job, requests);
            assertThat(Readers.read(store)).isEqualTo(before);
            new Abort(store, job.id()).job();
            assertThat(Readers.readPlainly(store)).isEqualTo(before);
        }
    }

    /** Returns whether a process that dies after some requests dies in an abort. */
    private static boolean diesInAbort(MemoryStore store, Job job, int requests) throws IOException {
        try {
            new Abort(new FaultyStore(store, new Random(1), 0).dyingAfter(requests), job.id()).job();
            return false;
        } catch (FaultyStore.Killed e) {
            return true;
        }
    }

    /** The next application master recovers the tasks that have records, and runs the others again. */
    @Test(dataProvider = "modes")
    public void testMasterThatFollowsOneThatDiedInItsAbort(boolean conditional, Mode mode) throws IOException {
        Job job = Job.named("job");
        boolean died = true;
        for (int requests = 0; died; requests++) {
            MemoryStore store = store(conditional);
            fill(store);
            Set<String> before = Readers.read(store);
            Set<String> own = new TreeSet<>();
            for (int task = 0; task < 3; task++) {
                job.task(store, "day=1/", task);
            }
            died = diesInAbort(store, job, requests);
            TaskRecords records = new TaskRecords(store, job.id());
            records.beginAgain();
            for (int task = 0; task < 3; task++) {
                int number = records.isCommitted(job.attempt(task, 0)) ? 0 : 1000;
                if (number > 0) {
                    job.write(store, "day=1/", task, number);
                    job.commitTask(store, task, number);
                }
                own.add(job.path("day=1/", task, number));
            }
            job.commit(store, mode);
            assertThat(Readers.read(store))
                    .as("the abort made %s requests", requests)
                    .isEqualTo(after(before, mode, own));
        }
    }

    @DataProvider
    public static Object[][] seeds() {
        List<Object[]> seeds = new ArrayList<>();
        for (int seed = 0; seed < 300; seed++) {
            seeds.add(new Object[] {seed});
        }
        return seeds.toArray(Object[][]::new);
    }

    /** Several jobs run at once, over a network that loses requests and answers. */
    @Test(dataProvider = "seeds")
    public void testRandomFaults(int seed) throws Exception {
        Random random = new Random(seed);
        MemoryStore store = store(random.nextBoolean());
        if (random.nextBoolean()) {
            fill(store);
        }
        Set<String> before = Readers.read(store);
        int jobs = random.nextInt(1, 5);
        List<Callable<Set<String>>> runs = new ArrayList<>();
        CyclicBarrier start = new CyclicBarrier(jobs);
        for (int i = 0; i < jobs; i++) {
            Job job = Job.named("job-" + i);
            long jobSeed = random.nextLong();
            runs.add(() -> {
                start.await();
                return run(job, store, new Random(jobSeed));
            });
        }
        Set<String> after = new TreeSet<>(before);
        ExecutorService threads = Executors.newFixedThreadPool(jobs);
        try {
            for (Future<Set<String>> run : threads.invokeAll(runs)) {
                after.addAll(run.get());
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(Readers.read(store)).as("seed %d", seed).isEqualTo(after);
    }

    /**
     * Runs a job as a framework would: attempts that fail are done again, a commit that fails is tried again, and given up in the end.
     *
     * @return what it must have added to the data set
     */
    private static Set<String> run(Job job, MemoryStore store, Random random) throws IOException {
        return run(job, Mode.APPEND, List.of("", "day=1/"), store, random);
    }

    private static Set<String> run(Job job, Mode mode, List<String> folders, MemoryStore store, Random random)
            throws IOException {
        Store network = new FaultyStore(store, random, random.nextDouble(0.25));
        Set<String> expected = new TreeSet<>();
        int tasks = random.nextInt(1, 6);
        for (int task = 0; task < tasks; task++) {
            for (int attempt = 0; ; attempt++) {
                String folder = folders.get(random.nextInt(folders.size()));
                try {
                    job.write(network, folder, task, attempt);
                    if (random.nextInt(4) == 0) {
                        throw new IOException("the task fails, by a test");
                    }
                    job.commitTask(network, task, attempt);
                    expected.add(job.path(folder, task, attempt));
                    break;
                } catch (IOException e) {
                    // as often as not there is nobody left to do it
                    abort(job, task, attempt, random.nextBoolean() ? network : store);
                }
            }
        }
        for (int i = 0; i < 10; i++) {
            try {
                job.commit(network, mode);
                return expected;
            } catch (IOException e) {
                // again, by another application master
            }
        }
        try {
            new Abort(store, job.id()).job();
            return Set.of();
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("can't be aborted: it is committed");
            return expected;
        }
    }

    /** Until the attempt is known to be given up; only then does a framework start the next one. */
    private static void abort(Job job, int task, int attempt, Store store) throws IOException {
        for (int i = 0; ; i++) {
            try {
                new Abort(store, job.id()).attempt(job.attempt(task, attempt));
                return;
            } catch (IOException e) {
                if (i == 50) {
                    throw e;
                }
            }
        }
    }

    /**
     * A job and what came of it.
     *
     * @param paths that it must have added, none if it failed
     * @param began before its commit began, and {@code ended} after it had ended, by one clock
     */
    private record Finished(Mode mode, Set<String> paths, int began, int ended) {
        boolean overwrites(String folder) {
            return switch (mode) {
                case APPEND -> false;
                case OVERWRITE -> !paths.isEmpty();
                case OVERWRITE_PARTITIONS -> paths.stream().anyMatch(path -> path.startsWith(folder));
            };
        }

        Set<String> in(String folder) {
            Set<String> found = new TreeSet<>(paths);
            found.removeIf(path -> !path.startsWith(folder));
            return found;
        }
    }

    /** Several jobs run at once, of which some overwrite all or some partitions: it is as if they had run in some order. */
    @Test(dataProvider = "seeds")
    public void testRandomFaultsOfOverwrites(int seed) throws Exception {
        Random random = new Random(seed);
        MemoryStore store = store(random.nextBoolean());
        List<String> folders = List.of("day=1/", "day=2/", "day=3/");
        AtomicInteger clock = new AtomicInteger();
        List<Finished> finished = new ArrayList<>();
        // some rounds, so that there is something to overwrite
        for (int round = 0; round < 3; round++) {
            int jobs = random.nextInt(1, 4);
            List<Callable<Finished>> runs = new ArrayList<>();
            CyclicBarrier start = new CyclicBarrier(jobs);
            for (int i = 0; i < jobs; i++) {
                Job job = Job.named("job-%d-%d".formatted(round, i));
                Mode mode = Mode.values()[random.nextInt(Mode.values().length)];
                List<String> own = folders.subList(random.nextInt(3), 3);
                Random jobRandom = new Random(random.nextLong());
                runs.add(() -> {
                    start.await();
                    int began = clock.getAndIncrement();
                    Set<String> paths = run(job, mode, own, store, jobRandom);
                    return new Finished(mode, paths, began, clock.getAndIncrement());
                });
            }
            ExecutorService threads = Executors.newFixedThreadPool(jobs);
            try {
                for (Future<Finished> run : threads.invokeAll(runs)) {
                    finished.add(run.get());
                }
            } finally {
                threads.shutdownNow();
            }
            check(seed, finished, folders, Readers.read(store));
        }
    }

    private static void check(int seed, List<Finished> jobs, List<String> folders, Set<String> seen) {
        Set<String> known = new TreeSet<>();
        for (String folder : folders) {
            List<Finished> overwrites =
                    jobs.stream().filter(job -> job.overwrites(folder)).toList();
            for (Finished job : jobs) {
                Set<String> own = job.in(folder);
                known.addAll(own);
                boolean isSeen = seen.containsAll(own);
                assertThat(isSeen || own.stream().noneMatch(seen::contains))
                        .as("seed %d: all of a job, or nothing: %s of %s", seed, own, seen)
                        .isTrue();
                if (overwrites.stream().allMatch(other -> other == job || other.ended() < job.began())) {
                    assertThat(isSeen)
                            .as("seed %d: nobody overwrote %s after %s", seed, folder, own)
                            .isTrue();
                }
                if (!own.isEmpty() && overwrites.stream().anyMatch(other -> other.began() > job.ended())) {
                    assertThat(isSeen)
                            .as("seed %d: %s of %s is overwritten", seed, folder, own)
                            .isFalse();
                }
            }
            if (!overwrites.isEmpty()) {
                assertThat(overwrites.stream().anyMatch(job -> seen.containsAll(job.in(folder))))
                        .as("seed %d: the last one to overwrite %s is seen", seed, folder)
                        .isTrue();
            }
        }
        assertThat(known).as("seed %d: nothing of failed jobs", seed).containsAll(seen);
    }

    @DataProvider
    public static Object[][] fewSeeds() {
        List<Object[]> seeds = new ArrayList<>();
        for (int seed = 0; seed < 30; seed++) {
            seeds.add(new Object[] {seed});
        }
        return seeds.toArray(Object[][]::new);
    }

    /** Jobs whose lines are in list files, and small ones that make the manifest spill into list files. */
    @Test(dataProvider = "fewSeeds")
    public void testRandomFaultsOfLists(int seed) throws Exception {
        Random random = new Random(seed);
        MemoryStore store = store(random.nextBoolean());
        int jobs = 4;
        List<Callable<Void>> runs = new ArrayList<>();
        CyclicBarrier start = new CyclicBarrier(jobs);
        int[] sizes = new int[jobs];
        for (int i = 0; i < jobs; i++) {
            Job job = Job.named("job-" + i);
            int size = random.nextBoolean() ? 6_000 : 3_000;
            sizes[i] = size;
            Store network = new FaultyStore(store, new Random(random.nextLong()), 0.3);
            runs.add(() -> {
                start.await();
                for (int attempt = 0; attempt < 20; attempt++) {
                    try (Output.Builder output = Output.builder(network, job.id())) {
                        for (int task = 0; task < size; task++) {
                            output.add(ObjectLine.of(job.path("", task, 0)));
                        }
                        new Publisher(network, Duration.ofMinutes(1))
                                .publish(output.build(), Overwrite.nothing(), 0, new JobInfo("test", ""));
                        return null;
                    } catch (IOException e) {
                        // again
                    }
                }
                throw new AssertionError("seed %d: no attempt got through".formatted(seed));
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(jobs);
        try {
            for (Future<Void> run : threads.invokeAll(runs)) {
                run.get();
            }
        } finally {
            threads.shutdownNow();
        }
        List<String> listed = new ArrayList<>();
        ManifestReader.read(new StoreFiles(store), "").forEachObject(object -> listed.add(object.path()));
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            for (int task = 0; task < sizes[i]; task++) {
                expected.add(Job.named("job-" + i).path("", task, 0));
            }
        }
        listed.sort(null);
        expected.sort(null);
        assertThat(listed.equals(expected)).as("all of each job, and once").isTrue();
    }

    /** Of many jobs that append at the same time, all are counted. */
    @Test(dataProvider = "modes")
    public void testRace(boolean conditional, Mode ignored) throws Exception {
        MemoryStore store = store(conditional);
        int jobs = 16;
        CyclicBarrier start = new CyclicBarrier(jobs);
        List<Callable<String>> runs = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            Job job = Job.named("job-" + i);
            job.task(store, "", 0);
            runs.add(() -> {
                start.await();
                job.commit(store);
                return job.path("", 0, 0);
            });
        }
        Set<String> expected = new TreeSet<>();
        ExecutorService threads = Executors.newFixedThreadPool(jobs);
        try {
            for (Future<String> run : threads.invokeAll(runs)) {
                expected.add(run.get());
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(Readers.read(store)).isEqualTo(expected);
    }
}
