// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.committer.data.DataSets;
import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.manifest.ManifestFormatException;
import io.skipping.committer.manifest.ManifestNames;
import io.skipping.committer.manifest.ObjectLine;
import io.skipping.committer.manifest.Overwrite;
import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.option.CommitterOptions.Mode;
import io.skipping.committer.stage.JobCommit.Start;
import io.skipping.committer.stage.RecordedJob.Tasks;
import io.skipping.committer.store.Content;
import io.skipping.committer.store.FaultyStore;
import io.skipping.committer.store.MemoryStore;
import io.skipping.committer.store.Store;
import io.skipping.committer.store.StoreFiles;
import io.skipping.committer.store.StoredObject;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests what counts when, on stores of both kinds. */
public class TestJobCommit {
    private static final Job A = Job.named("a");
    private static final Job B = Job.named("b");

    @DataProvider
    public static Object[][] stores() {
        return new Object[][] {{MemoryStore.withConditionalPut()}, {MemoryStore.withExclusiveRename()}};
    }

    private static void putOrdinary(Store store, String path) throws IOException {
        store.put(path, Content.of(path.getBytes(UTF_8)));
    }

    @Test(dataProvider = "stores")
    public void testNothingCountsBeforeTheCommit(MemoryStore store) throws IOException {
        putOrdinary(store, "000000_0");
        A.task(store, "", 0);
        assertThat(Readers.read(store)).as("only a manifest makes it count").containsExactly("000000_0");
        A.commit(store);
        assertThat(Readers.read(store)).containsExactlyInAnyOrder("000000_0", A.path("", 0, 0));
        assertThat(store.list())
                .as("task records")
                .noneMatch(object -> object.path().startsWith("_committing"));
    }

    @Test(dataProvider = "stores")
    public void testOnlyCommittedAttemptsCount(MemoryStore store) throws IOException {
        A.task(store, "", 0);
        A.write(store, "", 0, 1);
        A.write(store, "", 1, 0);
        A.write(store, "", 1, 1);
        A.commitTask(store, 1, 1);
        A.commit(store);
        assertThat(Readers.read(store)).containsExactlyInAnyOrder(A.path("", 0, 0), A.path("", 1, 1));
        assertThat(Readers.readPlainly(store)).as("leftovers are deleted").isEqualTo(Readers.read(store));
    }

    @Test(dataProvider = "stores")
    public void testZombiesNeverCount(MemoryStore store) throws IOException {
        A.task(store, "", 0);
        A.commit(store);
        Set<String> committed = Readers.read(store);
        A.write(store, "", 0, 1);
        A.write(store, "", 7, 0);
        // also one of the attempt that is committed
        store.put(A.path("more/", 0, 0), Content.of(new byte[1]));
        A.commitTask(store, 7, 0);
        assertThat(Readers.read(store)).isEqualTo(committed);
        B.task(store, "", 0);
        B.commit(store);
        committed.add(B.path("", 0, 0));
        assertThat(Readers.read(store)).as("nor when others commit").isEqualTo(committed);
    }

    /** Readers would not see the rows of a job that succeeds. */
    @Test(dataProvider = "stores")
    public void testHiddenObjectsOfCommittedAttempts(MemoryStore store) throws IOException {
        A.task(store, "", 0);
        A.write(store, "day=1/_hidden/", 1, 0);
        A.write(store, "_hidden/", 2, 0);
        A.commitTask(store, 2, 0);
        assertThatThrownBy(() -> A.commit(store)).hasMessageContaining("it has written " + A.path("_hidden/", 2, 0));
        assertThat(Readers.read(store)).isEmpty();
        store.delete(List.of(A.path("_hidden/", 2, 0)));
        A.commit(store);
        assertThat(Readers.read(store))
                .as("an attempt that is not committed may have written anything")
                .containsExactly(A.path("", 0, 0));
    }

    @Test(dataProvider = "stores")
    public void testWhatAFormatHidesInTheFolderOfAnAttempt(MemoryStore store) throws IOException {
        A.write(store, "", 0, 0);
        String folder = AttemptNames.name("map", A.attempt(0, 0));
        putOrdinary(store, folder + "/data");
        putOrdinary(store, folder + "/.data.crc");
        A.commitTask(store, 0, 0);
        A.commit(store);
        assertThat(Readers.read(store)).containsExactlyInAnyOrder(A.path("", 0, 0), folder + "/data");
    }

    @Test(dataProvider = "stores")
    public void testTwoCommittedAttemptsOfATaskCountOnce(MemoryStore store) throws IOException {
        A.task(store, "", 0);
        A.write(store, "", 0, 1);
        A.commitTask(store, 0, 1);
        A.commit(store);
        assertThat(Readers.read(store)).containsExactly(A.path("", 0, 1));
    }

    @Test(dataProvider = "stores")
    public void testAbortedAttemptCantCommit(MemoryStore store) throws IOException {
        A.write(store, "", 0, 0);
        assertThat(new Abort(store, A.id()).attempt(A.attempt(0, 0))).isEqualTo(1);
        A.write(store, "", 0, 0);
        assertThatThrownBy(() -> A.commitTask(store, 0, 0))
                .hasMessageContaining("was given up before it was committed");
        A.commit(store);
        assertThat(Readers.read(store)).isEmpty();
    }

    @Test(dataProvider = "stores")
    public void testAbortOfACommittedAttempt(MemoryStore store) throws IOException {
        A.task(store, "", 0);
        A.task(store, "", 1);
        new Abort(store, A.id()).attempt(A.attempt(0, 0));
        A.commit(store);
        assertThat(Readers.read(store)).containsExactly(A.path("", 1, 0));
    }

    @Test(dataProvider = "stores")
    public void testAbortOfAnAttemptAfterItsJobCommitted(MemoryStore store) throws IOException {
        A.task(store, "", 0);
        A.write(store, "", 0, 1);
        A.commit(store);
        A.write(store, "", 0, 1);
        new Abort(store, A.id()).attempt(A.attempt(0, 0));
        new Abort(store, A.id()).attempt(A.attempt(0, 1));
        assertThat(Readers.readPlainly(store))
                .as("what is part of the data set stays, what is not goes")
                .containsExactly(A.path("", 0, 0));
    }

    @Test(dataProvider = "stores")
    public void testAbortOfAJobDeletesOnlyItsOwn(MemoryStore store) throws IOException {
        putOrdinary(store, "000000_0");
        B.task(store, "", 0);
        A.task(store, "", 0);
        A.write(store, "day=1/", 1, 0);
        Abort abort = new Abort(store, A.id());
        assertThat(abort.job()).isEqualTo(2);
        assertThat(abort.job()).as("again").isEqualTo(0);
        assertThat(Readers.readPlainly(store)).containsExactlyInAnyOrder("000000_0", B.path("", 0, 0));
        assertThatThrownBy(() -> A.commit(store)).hasMessageContaining("was aborted");
        B.commit(store);
        assertThat(Readers.read(store)).containsExactlyInAnyOrder("000000_0", B.path("", 0, 0));
    }

    @Test(dataProvider = "stores")
    public void testACommittedJobCantBeAborted(MemoryStore store) throws IOException {
        A.task(store, "", 0);
        A.commit(store);
        assertThatThrownBy(() -> new Abort(store, A.id()).job())
                .hasMessageContaining("can't be aborted: it is committed");
        assertThat(Readers.read(store)).containsExactly(A.path("", 0, 0));
    }

    /** A manifest remembers its last jobs, and lists the objects of all. */
    @Test(dataProvider = "stores")
    public void testAbortDeletesNothingThatOtherManifestsList(MemoryStore store) throws IOException {
        MemoryStoreFolder folder = new MemoryStoreFolder(store, "a/day=1/");
        MemoryStoreFolder above = new MemoryStoreFolder(store, "a/");
        MemoryStoreFolder below = new MemoryStoreFolder(store, "a/day=1/hour=1/");
        for (MemoryStoreFolder each : List.of(above, below)) {
            String path = each == above ? A.path("day=1/", 0, 0) : A.path("", 1, 0);
            A.write(each, each == above ? "day=1/" : "", each == above ? 0 : 1, 0);
            try (Output.Builder output = Output.builder(each, B.id())) {
                output.add(ObjectLine.of(path));
                new Publisher(each, Duration.ofMinutes(1))
                        .publish(output.build(), Overwrite.nothing(), 0, new JobInfo("test", ""));
            }
        }
        A.write(folder, "", 2, 0);
        assertThat(new Abort(folder, A.id()).job()).isEqualTo(1);
        assertThat(Readers.readPlainly(store))
                .containsExactlyInAnyOrder("a/" + A.path("day=1/", 0, 0), "a/day=1/hour=1/" + A.path("", 1, 0));
    }

    @Test(dataProvider = "stores")
    public void testAbortOfAnAttemptThatIsCommittedBelow(MemoryStore store) throws IOException {
        MemoryStoreFolder folder = new MemoryStoreFolder(store, "day=1/");
        A.task(folder, "", 0);
        A.commit(folder);
        A.write(store, "day=2/", 0, 0);
        assertThat(new Abort(store, A.id()).attempt(A.attempt(0, 0))).isEqualTo(1);
        assertThat(Readers.readPlainly(store)).containsExactly("day=1/" + A.path("", 0, 0));
        assertThatThrownBy(() -> new Abort(store, A.id()).job()).hasMessageContaining("committed to memory/day=1/");
        assertThatThrownBy(() -> new Abort(new MemoryStoreFolder(store, "day=1/hour=1/"), A.id()).job())
                .hasMessageContaining("committed to memory/day=1/");
        assertThat(Readers.readPlainly(store)).containsExactly("day=1/" + A.path("", 0, 0));
    }

    @Test(dataProvider = "stores")
    public void testSecondCommitChangesNothing(MemoryStore store) throws IOException {
        A.task(store, "", 0);
        A.commit(store);
        long generation = generation(store);
        A.commit(store);
        assertThat(generation(store)).isEqualTo(generation);
        assertThat(Readers.read(store)).containsExactly(A.path("", 0, 0));
    }

    /** Vacuum has deleted the objects and records of tasks that ended long before the last one. */
    @Test(dataProvider = "stores")
    public void testTaskWithoutRecord(MemoryStore store) throws IOException {
        A.task(store, "", 0);
        A.task(store, "", 1);
        RecordedJob job = A.recorded(store, Mode.APPEND, true);
        assertThatThrownBy(() -> job.commit(new JobInfo("test", ""), Optional.of(new Tasks('m', 3))))
                .hasMessageContaining("1 of its 3 tasks have no record")
                .hasMessageContaining("age limit");
        assertThat(Readers.read(store)).isEmpty();
        A.task(store, "", 2);
        job.commit(new JobInfo("test", ""), Optional.of(new Tasks('m', 3)));
        assertThat(Readers.read(store)).hasSize(3);
        // no record is left, nor needed
        job.commit(new JobInfo("test", ""), Optional.of(new Tasks('m', 3)));
    }

    /**
     * An application master that was thought to be dead commits the job after its successor has looked whether it is committed. What
     * comes then is in the successor's listing, and not replaced by the job.
     */
    @Test(dataProvider = "stores")
    public void testOverwriteThatAnotherProcessCommits(MemoryStore store) throws IOException {
        putOrdinary(store, "000000_0");
        A.task(store, "", 0);
        A.commit(store);
        B.task(store, "", 0);
        Job later = Job.named("later");
        later.task(store, "", 0);
        AtomicBoolean isLate = new AtomicBoolean();
        Store slow = (Store) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("list")
                            && "".equals(arguments[0])
                            && isLate.compareAndSet(false, true)) {
                        // as far as it comes before it deletes anything
                        B.commit(store, Mode.OVERWRITE, false);
                        later.commit(store);
                        putOrdinary(store, "000001_0");
                    }
                    return method.invoke(store, arguments);
                });
        B.commit(slow, Mode.OVERWRITE);
        assertThat(isLate).as("it came to that").isTrue();
        Set<String> expected = Set.of("000001_0", B.path("", 0, 0), later.path("", 0, 0));
        assertThat(Readers.read(store)).isEqualTo(expected);
        assertThat(Readers.readPlainly(store))
                .as("what the job has replaced is deleted, and nothing else")
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    /** Jobs that publish all the time are no failure of the store, whatever request notices them. */
    @Test
    public void testOtherJobsPublishWhileTheManifestIsRead() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        A.task(store, "", 0);
        A.commit(store);
        B.write(store, "", 0, 0);
        FaultyStore busy = new FaultyStore(store, new Random(1), 0).replacingWhileRead(6);
        publish(busy, B, Duration.ofMinutes(1));
        assertThat(Readers.read(store)).containsExactlyInAnyOrder(A.path("", 0, 0), B.path("", 0, 0));
        Store busier = new FaultyStore(store, new Random(1), 0).replacingWhileRead(Integer.MAX_VALUE);
        assertThatThrownBy(() -> publish(busier, Job.named("c"), Duration.ofSeconds(1)))
                .hasMessageContaining("other jobs kept publishing first for PT1S")
                .hasStackTraceContaining("memory/_SUCCESS was replaced while it was read");
    }

    private static void publish(Store store, Job job, Duration timeout) throws IOException {
        try (Output.Builder output = Output.builder(store, job.id())) {
            output.add(ObjectLine.of(job.path("", 0, 0)));
            new Publisher(store, timeout).publish(output.build(), Overwrite.nothing(), 0, new JobInfo("test", ""));
        }
    }

    @Test(dataProvider = "stores")
    public void testTwoJobsWithOneId(MemoryStore store) throws IOException {
        A.task(store, "", 0);
        A.commit(store);
        // as Spark's protocol would: it does not ask first
        try (Output.Builder other = Output.builder(store, A.id())) {
            other.add(ObjectLine.of(A.path("", 1, 0)));
            Output output = other.build();
            assertThatThrownBy(() -> new Publisher(store, Duration.ofMinutes(1))
                            .publish(output, Overwrite.nothing(), 0, new JobInfo("test", "")))
                    .hasMessageContaining("two jobs must not have the same id");
        }
        assertThat(Readers.read(store)).containsExactly(A.path("", 0, 0));
    }

    /**
     * The PUT is done, its answer is lost, S3A's second try is told that somebody was faster, and then the manifest can't be read:
     * what was written for that PUT must stay, since it may be in use.
     */
    @Test
    public void testAnswerIsLostAndThenManifestCannotBeRead() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        int lines = Manifest.MAX_LINES * 2 / 3;
        publish(store, A, lines);
        AtomicBoolean answerLost = new AtomicBoolean();
        AtomicBoolean unreadable = new AtomicBoolean();
        Store unlucky = (Store) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("open") && answerLost.get() && unreadable.compareAndSet(false, true)) {
                        throw new IOException("503, by a test");
                    }
                    Object answer = method.invoke(store, arguments);
                    if (method.getName().equals("replace") && answerLost.compareAndSet(false, true)) {
                        assertThat(answer).isEqualTo(true);
                        return false;
                    }
                    return answer;
                });
        publish(unlucky, B, lines);
        assertThat(unreadable).as("it came to that").isTrue();
        List<String> listed = new ArrayList<>();
        ManifestReader.read(new StoreFiles(store), "").forEachObject(object -> listed.add(object.path()));
        assertThat(listed).as("of both jobs").hasSize(2 * lines);
    }

    private static void publish(Store store, Job job, int lines) throws IOException {
        try (Output.Builder output = Output.builder(store, job.id())) {
            for (int task = 0; task < lines; task++) {
                output.add(ObjectLine.of(job.path("", task, 0)));
            }
            new Publisher(store, Duration.ofMinutes(1))
                    .publish(output.build(), Overwrite.nothing(), 0, new JobInfo("test", ""));
        }
    }

    private static long generation(MemoryStore store) throws IOException {
        return ManifestReader.read(new StoreFiles(store), "").generation();
    }

    @Test(dataProvider = "stores")
    public void testJobWithoutOutput(MemoryStore store) throws IOException {
        A.commitTask(store, 0, 0);
        A.commit(store);
        assertThat(generation(store)).isEqualTo(1);
        assertThat(Readers.read(store)).isEmpty();
        B.commit(store);
        assertThat(generation(store)).isEqualTo(2);
    }

    @Test(dataProvider = "stores")
    public void testAppend(MemoryStore store) throws IOException {
        A.task(store, "", 0);
        B.task(store, "", 0);
        B.commit(store);
        A.commit(store);
        assertThat(Readers.read(store)).containsExactlyInAnyOrder(A.path("", 0, 0), B.path("", 0, 0));
        assertThat(ManifestReader.read(new StoreFiles(store), "").jobs())
                .extracting(job -> job.id().value())
                .containsExactly("b", "a");
    }

    @Test(dataProvider = "stores")
    public void testAnotherCommittersMarkerIsReplaced(MemoryStore store) throws IOException {
        putOrdinary(store, "part-00000");
        store.put(Manifest.NAME, Content.of(new byte[0]));
        A.task(store, "", 0);
        A.commit(store);
        assertThat(Readers.read(store)).containsExactlyInAnyOrder("part-00000", A.path("", 0, 0));

        // numbered manifests are not replaced by a marker
        boolean mayHaveLost = store.replacesConditionally();
        long lost = lostMillis(store);
        assertThat(lost > 0).isEqualTo(mayHaveLost);
        B.task(store, "", 0);
        B.commit(store);
        assertThat(lostMillis(store)).isEqualTo(lost);
        Job all = Job.named("all");
        all.task(store, "", 0);
        all.commit(store, Mode.OVERWRITE);
        assertThat(lostMillis(store)).as("nothing of that time counts any more").isZero();
    }

    private static long lostMillis(MemoryStore store) throws IOException {
        return ManifestReader.read(new StoreFiles(store), "").manifest().lostMillis();
    }

    @Test(dataProvider = "stores")
    public void testOverwrite(MemoryStore store) throws IOException {
        putOrdinary(store, "000000_0");
        putOrdinary(store, "day=1/000000_0");
        A.task(store, "", 0);
        A.commit(store);
        Set<String> before = Readers.read(store);
        DataSets pinned = new DataSets(new StoreFiles(store));
        assertThat(Readers.read(store, pinned)).isEqualTo(before);
        // of a job that goes on
        Job running = Job.named("running");
        running.task(store, "", 0);

        B.task(store, "", 0);
        B.commit(store, Mode.OVERWRITE, false);
        assertThat(Readers.read(store)).as("replaced at once").containsExactly(B.path("", 0, 0));
        assertThat(Readers.read(store, pinned))
                .as("who has begun is not disturbed")
                .isEqualTo(before);

        putOrdinary(store, "000000_0");
        assertThat(Readers.read(store))
                .as("ordinary data that comes later counts")
                .containsExactlyInAnyOrder("000000_0", B.path("", 0, 0));
        running.commit(store);
        assertThat(Readers.read(store)).containsExactlyInAnyOrder("000000_0", B.path("", 0, 0), running.path("", 0, 0));
    }

    @Test(dataProvider = "stores")
    public void testOverwriteDeletesWhatItReplaced(MemoryStore store) throws IOException {
        putOrdinary(store, "000000_0");
        A.task(store, "day=1/", 0);
        A.commit(store);
        Job running = Job.named("running");
        running.task(store, "", 0);
        B.task(store, "", 0);
        B.commit(store, Mode.OVERWRITE);
        assertThat(Readers.readPlainly(store)).containsExactlyInAnyOrder(B.path("", 0, 0), running.path("", 0, 0));
    }

    @Test(dataProvider = "stores")
    public void testOverwriteOfPartitions(MemoryStore store) throws IOException {
        for (String folder : List.of("day=1/", "day=2/")) {
            putOrdinary(store, folder + "000000_0");
            A.task(store, folder, folder.equals("day=1/") ? 0 : 1);
        }
        A.commit(store);
        B.task(store, "day=1/", 0);
        B.task(store, "day=3/", 1);
        B.commit(store, Mode.OVERWRITE_PARTITIONS, false);
        Set<String> expected = new TreeSet<>(
                Set.of("day=2/000000_0", A.path("day=2/", 1, 0), B.path("day=1/", 0, 0), B.path("day=3/", 1, 0)));
        assertThat(Readers.read(store)).isEqualTo(expected);

        Job c = Job.named("c");
        c.task(store, "day=1/", 0);
        c.commit(store);
        expected.add(c.path("day=1/", 0, 0));
        assertThat(Readers.read(store)).as("an append to what was overwritten").isEqualTo(expected);

        Job d = Job.named("d");
        d.task(store, "day=2/", 0);
        d.commit(store, Mode.OVERWRITE_PARTITIONS);
        assertThat(Readers.read(store))
                .containsExactlyInAnyOrder(
                        B.path("day=1/", 0, 0), B.path("day=3/", 1, 0), c.path("day=1/", 0, 0), d.path("day=2/", 0, 0));
    }

    @Test(dataProvider = "stores")
    public void testOverwriteOfFolderThatHasManifestsOfItsOwn(MemoryStore store) throws IOException {
        MemoryStoreFolder folder = new MemoryStoreFolder(store, "day=1/");
        A.task(folder, "", 0);
        A.commit(folder);
        String nested = "day=1/" + A.path("", 0, 0);
        assertThat(Readers.read(store)).containsExactly(nested);
        B.task(store, "", 0);
        B.commit(store, Mode.OVERWRITE, false);
        assertThat(Readers.read(store)).containsExactly(B.path("", 0, 0));

        Job c = Job.named("c");
        c.task(folder, "", 0);
        c.commit(folder);
        assertThat(Readers.read(store))
                .as("what its own manifest still lists stays replaced")
                .containsExactlyInAnyOrder(B.path("", 0, 0), "day=1/" + c.path("", 0, 0));
    }

    /** Readers of a folder see nothing of what is in a hidden one below it, which may be a data set all the same. */
    @Test(dataProvider = "stores")
    public void testOverwriteLeavesHiddenFoldersAlone(MemoryStore store) throws IOException {
        MemoryStoreFolder folder = new MemoryStoreFolder(store, "_archive/2023/");
        A.task(folder, "", 0);
        A.commit(folder);
        B.task(store, "", 0);
        B.commit(store, Mode.OVERWRITE);
        assertThat(Readers.read(store)).containsExactly(B.path("", 0, 0));
        List<String> all = new ArrayList<>();
        store.list("", object -> all.add(object.path()));
        assertThat(all).contains("_archive/2023/" + A.path("", 0, 0));
    }

    /** Where nothing has the name of an attempt, readers do not look for a manifest that says what was replaced. */
    @Test(dataProvider = "stores")
    public void testOverwriteThatLeavesNoObjectOfAnAttempt(MemoryStore store) throws IOException {
        putOrdinary(store, "day=1/000000_0");
        putOrdinary(store, "day=2/000000_0");
        Job empty = Job.named("empty");
        commitToVacuum(store, empty, List.of(), Overwrite.folders(List.of("day=2/")));
        assertThat(Readers.readPlainly(store)).as("deleted at once").containsExactly("day=1/000000_0");
        A.write(store, "day=2/", 0, 0);
        commitToVacuum(store, A, List.of(A.path("day=2/", 0, 0)), Overwrite.everything());
        assertThat(Readers.readPlainly(store))
                .as("left to vacuum")
                .containsExactlyInAnyOrder("day=1/000000_0", A.path("day=2/", 0, 0));
        commitToVacuum(store, Job.named("day-1"), List.of(), Overwrite.folders(List.of("day=1/")));
        assertThat(Readers.readPlainly(store))
                .as("an object counts, so readers look")
                .hasSize(2);
        commitToVacuum(store, Job.named("day-2"), List.of(), Overwrite.folders(List.of("day=2/")));
        assertThat(Readers.readPlainly(store))
                .as("also what was replaced before")
                .isEmpty();
    }

    /** Checks that a job is not said to have overwritten what readers still count, and that its commit can be repeated. */
    @Test(dataProvider = "stores")
    public void testOverwriteThatLeavesNothingButCannotDelete(MemoryStore store) throws IOException {
        putOrdinary(store, "000000_0");
        AtomicBoolean fails = new AtomicBoolean(true);
        Store failing = (Store) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (fails.get() && method.getName().equals("delete")) {
                        throw new IOException("the store denies access, by a test");
                    }
                    return method.invoke(store, arguments);
                });
        assertThatThrownBy(() -> A.commit(failing, Mode.OVERWRITE))
                .hasMessageContaining("1 objects that it replaced could not be deleted");
        fails.set(false);
        A.commit(failing, Mode.OVERWRITE);
        assertThat(Readers.readPlainly(store)).isEmpty();

        putOrdinary(store, "000000_0");
        A.commit(store, Mode.OVERWRITE);
        assertThat(Readers.readPlainly(store)).as("written after the job").containsExactly("000000_0");
    }

    /** Checks that a job whose output format names its files itself fails, and only such a job. */
    @Test(dataProvider = "stores")
    public void testOutputThatItsFormatNames(MemoryStore store) throws IOException {
        A.task(store, "", 0);
        A.commitTask(store, 1, 0);
        putOrdinary(store, "own-m-00000.csv");
        putOrdinary(store, "own-m-00001.csv");
        long before = store.list().get(0).modifiedMillis();
        JobCommit commit = new JobCommit(
                store,
                A.id(),
                new Publisher(store, Duration.ofMinutes(1)),
                true,
                Optional.of(new Start(before, "Own")));
        Set<Attempt> attempts = Set.of(A.attempt(0, 0), A.attempt(1, 0));
        for (Mode mode : Mode.values()) {
            assertThatThrownBy(() -> commit.commitAttempts(attempts, mode, new JobInfo("test", "")))
                    .hasMessageContaining(
                            "task m00001 has no object with the name that the committer asked for, but own-m-00001.csv was written")
                    .hasMessageContaining("Own seems to name its files itself")
                    .hasMessageContaining("delete what it named. If another job wrote that object, run this one again");
        }
        assertThat(Readers.read(store)).containsExactlyInAnyOrder("own-m-00000.csv", "own-m-00001.csv");
        JobCommit later = new JobCommit(
                store,
                A.id(),
                new Publisher(store, Duration.ofMinutes(1)),
                true,
                Optional.of(new Start(before + Duration.ofMinutes(5).toMillis(), "Own")));
        later.commitAttempts(attempts, Mode.APPEND, new JobInfo("test", ""));
        assertThat(Readers.read(store))
                .as("older than the job, whose task has no rows")
                .contains("own-m-00001.csv", A.path("", 0, 0));
    }

    private static void commitToVacuum(Store store, Job job, List<String> paths, Overwrite overwrite)
            throws IOException {
        new JobCommit(store, job.id(), new Publisher(store, Duration.ofMinutes(1)), false)
                .commitObjects(paths, Set.of(), overwrite, true, new JobInfo("test", ""));
    }

    /** Checks a job that writes rows to partitions only: its default output is an empty object in the destination. */
    @Test(dataProvider = "stores")
    public void testDestinationIsNotAPartition(MemoryStore store) throws IOException {
        putOrdinary(store, "000000_0");
        for (int day = 1; day <= 2; day++) {
            A.task(store, "day=" + day + "/", day);
        }
        A.task(store, "", 0);
        A.commit(store);
        B.task(store, "day=2/", 0);
        B.write(store, "", 0, 0);
        B.commit(store, Mode.OVERWRITE_PARTITIONS);
        assertThat(Readers.read(store))
                .containsExactlyInAnyOrder(
                        "000000_0", A.path("", 0, 0), A.path("day=1/", 1, 0), B.path("day=2/", 0, 0), B.path("", 0, 0));
        assertThat(Readers.readPlainly(store)).isEqualTo(Readers.read(store));
        Job c = Job.named("c");
        c.task(store, "", 0);
        assertThatThrownBy(() -> c.commit(store, Mode.OVERWRITE_PARTITIONS))
                .hasMessageContaining("has written to the destination alone");
        assertThat(Readers.read(store)).as("nothing is replaced or added").hasSize(5);
    }

    @Test(dataProvider = "stores")
    public void testOverwriteOfPartitionsByMapFiles(MemoryStore store) throws IOException {
        for (Job job : List.of(A, B)) {
            for (String name : List.of("data", "index")) {
                putOrdinary(store, job.path("day=2/", 0, 0) + "/" + name);
            }
            job.commitTask(store, 0, 0);
            job.commit(store, Mode.OVERWRITE_PARTITIONS);
        }
        assertThat(Readers.read(store))
                .containsExactlyInAnyOrder(B.path("day=2/", 0, 0) + "/data", B.path("day=2/", 0, 0) + "/index");
    }

    /** A data frame may be saved to a partition, with partitions in it. */
    @Test(dataProvider = "stores")
    public void testOverwriteBelowAFolderThatHasAManifest(MemoryStore store) throws IOException {
        MemoryStoreFolder folder = new MemoryStoreFolder(store, "a=1/");
        A.task(folder, "b=2/", 0);
        A.task(folder, "b=3/", 1);
        A.commit(folder);
        B.task(store, "a=1/b=2/", 0);
        B.commit(store, Mode.OVERWRITE_PARTITIONS, false);
        assertThat(Readers.read(store))
                .containsExactlyInAnyOrder(B.path("a=1/b=2/", 0, 0), "a=1/" + A.path("b=3/", 1, 0));
        Job c = Job.named("c");
        c.task(store, "a=1/b=3/", 0);
        c.commit(store, Mode.OVERWRITE_PARTITIONS);
        assertThat(Readers.readPlainly(store))
                .as("deleted, too, except what was left to vacuum")
                .containsExactlyInAnyOrder(
                        "a=1/" + A.path("b=2/", 0, 0), B.path("a=1/b=2/", 0, 0), c.path("a=1/b=3/", 0, 0));
        assertThat(Readers.read(store)).containsExactlyInAnyOrder(B.path("a=1/b=2/", 0, 0), c.path("a=1/b=3/", 0, 0));
    }

    /** Spark does this for partitions with locations of their own, whose scheme may be another than the table's. */
    @Test(dataProvider = "stores")
    public void testJobThatCommitsToAFolderInItsDestination(MemoryStore store) throws IOException {
        MemoryStoreFolder folder = new MemoryStoreFolder(store, "2024/");
        String name = A.path("", 0, 0);
        String old = B.path("", 0, 0);
        for (boolean overwrites : new boolean[] {false, true}) {
            for (MemoryStoreFolder each : List.of(folder, new MemoryStoreFolder(store, "day=2/"))) {
                B.write(each, "", 0, 0);
                A.write(each, "", 0, 0);
            }
            A.write(store, "day=2/", 0, 7);
            Overwrite all = overwrites ? Overwrite.everything() : Overwrite.nothing();
            for (Job job : List.of(B, A)) {
                String each = job.path("", 0, 0);
                commitObjects(folder, job, List.of(each), Set.of(each), job == A ? all : Overwrite.nothing());
                commitObjects(store, job, List.of("day=2/" + each), Set.of(each), job == A ? all : Overwrite.nothing());
            }
            Set<String> expected = new TreeSet<>(Set.of("2024/" + name, "day=2/" + name));
            if (!overwrites) {
                expected.addAll(Set.of("2024/" + old, "day=2/" + old));
            }
            assertThat(Readers.read(store)).isEqualTo(expected);
            assertThat(Readers.readPlainly(store))
                    .as("the leftover of attempt 7, and what was replaced, is deleted")
                    .isEqualTo(expected);
            store.delete(store.list().stream().map(StoredObject::path).toList());
        }
    }

    private static void commitObjects(
            Store store, Job job, List<String> paths, Set<String> elsewhere, Overwrite overwrite) throws IOException {
        new JobCommit(store, job.id(), new Publisher(store, Duration.ofMinutes(1)), true)
                .commitObjects(paths, elsewhere, overwrite, true, new JobInfo("test", ""));
    }

    @Test(dataProvider = "stores")
    public void testManyObjects(MemoryStore store) throws IOException {
        Set<String> expected = new TreeSet<>();
        for (Job job : List.of(A, B)) {
            job.commitTask(store, 0, 0);
            for (int i = 0; i < 12_000; i++) {
                job.write(store, "day=" + i + "/", 0, 0);
                expected.add(job.path("day=" + i + "/", 0, 0));
            }
            job.commit(store);
        }
        Manifest manifest = ManifestReader.current(new StoreFiles(store), "").orElseThrow();
        assertThat(manifest.lines()).hasSizeLessThanOrEqualTo(Manifest.MAX_LINES);
        assertThat(manifest.lists()).hasSize(2);
        DataSets root = new DataSets(new StoreFiles(store));
        assertThat(counted(store, root)).isEqualTo(expected);
        List<String> listed = new ArrayList<>();
        root.dataSet("").forEachObject(object -> listed.add(object.path()));
        assertThat(listed).hasSize(24_000).containsExactlyInAnyOrderElementsOf(expected);

        Job c = Job.named("c");
        c.task(store, "day=3/", 0);
        c.commit(store, Mode.OVERWRITE_PARTITIONS);
        expected.remove(A.path("day=3/", 0, 0));
        expected.remove(B.path("day=3/", 0, 0));
        expected.add(c.path("day=3/", 0, 0));
        assertThat(counted(store, new DataSets(new StoreFiles(store)))).isEqualTo(expected);

        Job d = Job.named("d");
        d.task(store, "", 0);
        d.commit(store, Mode.OVERWRITE);
        assertThat(Readers.readPlainly(store)).containsExactly(d.path("", 0, 0));
    }

    private static Set<String> counted(MemoryStore store, DataSets dataSets) throws IOException {
        Set<String> found = new TreeSet<>();
        for (StoredObject object : store.list()) {
            if (dataSets.dataSet("").counts(object.path(), object.size(), object.modifiedMillis())) {
                found.add(object.path());
            }
        }
        return found;
    }

    /** A commit after the largest generation would be one that no reader counts. */
    @Test(dataProvider = "stores")
    public void testLargestGeneration(MemoryStore store) throws IOException {
        long largest = ManifestNames.LARGEST_GENERATION;
        String manifest =
                "{\"dataSet\": {\"format\": \"trino-skipping-data-set\", \"version\": 1, \"generation\": %d}}";
        for (String name : List.of(Manifest.NAME, ManifestNames.generation(largest))) {
            store.put(name, Content.of(manifest.formatted(largest).getBytes(UTF_8)));
        }
        A.task(store, "", 0);
        assertThatThrownBy(() -> A.commit(store))
                .isInstanceOf(ManifestFormatException.class)
                .hasMessageContaining("the largest that there is");
        assertThat(ManifestReader.current(new StoreFiles(store), "")
                        .orElseThrow()
                        .generation())
                .as("the manifest before is still there")
                .isEqualTo(largest);
    }

    @Test(dataProvider = "stores")
    public void testManySmallAppends(MemoryStore store) throws IOException {
        Set<String> expected = new TreeSet<>();
        for (int i = 0; i < 1_020; i++) {
            Job job = Job.named("job-" + i);
            try (Output.Builder output = Output.builder(store, job.id())) {
                for (int task = 0; task < 6; task++) {
                    job.write(store, "", task, 0);
                    output.add(ObjectLine.of(job.path("", task, 0)));
                    expected.add(job.path("", task, 0));
                }
                new Publisher(store, Duration.ofMinutes(1))
                        .publish(output.build(), Overwrite.nothing(), 0, new JobInfo("test", ""));
            }
        }
        Manifest manifest = ManifestReader.current(new StoreFiles(store), "").orElseThrow();
        assertThat(manifest.generation()).isEqualTo(1_020);
        assertThat(manifest.lines()).hasSizeLessThanOrEqualTo(Manifest.MAX_LINES);
        assertThat(manifest.jobs()).hasSize(Manifest.MAX_JOBS);
        assertThat(Readers.read(store)).isEqualTo(expected);
    }
}
