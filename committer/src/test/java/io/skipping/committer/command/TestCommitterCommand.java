// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.committer.Temporary;
import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.manifest.CommittedJob;
import io.skipping.committer.manifest.Line;
import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.manifest.ManifestCodec;
import io.skipping.committer.manifest.ManifestNames;
import io.skipping.committer.manifest.ObjectLine;
import io.skipping.committer.manifest.Overwrite;
import io.skipping.committer.manifest.OverwrittenLine;
import io.skipping.committer.manifest.ReplacedLine;
import io.skipping.committer.manifest.SuccessData;
import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.name.JobId;
import io.skipping.committer.name.TaskId;
import io.skipping.committer.option.CommitterOptions;
import io.skipping.committer.stage.JobCommit;
import io.skipping.committer.stage.JobInfo;
import io.skipping.committer.stage.Output;
import io.skipping.committer.stage.Publisher;
import io.skipping.committer.stage.TaskRecords;
import io.skipping.committer.store.Content;
import io.skipping.committer.store.HadoopStore;
import io.skipping.committer.store.Store;
import io.skipping.committer.store.StoreFiles;
import io.skipping.committer.vacuum.Vacuum;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;
import picocli.CommandLine;

public class TestCommitterCommand {
    private static final JobId COMMITTED = new JobId("committed");
    private static final JobId FAILED = new JobId("failed");

    private Path folder;
    private Store store;

    @BeforeMethod
    public void createStore() throws IOException {
        folder = Files.createTempDirectory("committer");
        store = storeAt("");
    }

    private Store storeAt(String below) throws IOException {
        return HadoopStore.at(
                new org.apache.hadoop.fs.Path(folder.resolve(below).toUri()), new Configuration());
    }

    @AfterMethod(alwaysRun = true)
    public void deleteStore() throws IOException {
        Temporary.delete(folder);
    }

    private record Result(int exitCode, String out, String err) {}

    private static Result run(String... arguments) {
        CommandLine commandLine = CommitterCommand.commandLine();
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        int exitCode = commandLine.execute(arguments);
        return new Result(exitCode, out.toString(), err.toString());
    }

    private static Attempt attempt(JobId job, int task) {
        return new Attempt(job, new TaskId('m', task), 0);
    }

    private static String path(JobId job, int task) {
        return AttemptNames.name("day=1/part", attempt(job, task));
    }

    private void put(String path, boolean old) throws IOException {
        store.put(path, Content.of("x".getBytes(UTF_8)));
        if (old) {
            makeOld(path);
        }
    }

    private void makeOld(String path) throws IOException {
        Files.setLastModifiedTime(
                folder.resolve(path), FileTime.from(Instant.now().minus(Duration.ofHours(25))));
    }

    /** Makes the commits of all jobs so far look old. */
    private void makeCommitsOld() throws IOException {
        long generation = ManifestReader.read(new StoreFiles(store), "").generation();
        Path manifest = folder.resolve(ManifestNames.generation(generation));
        Files.writeString(
                manifest,
                Files.readString(manifest)
                        .replaceAll(
                                "\"committedMillis\" : [0-9]+",
                                "\"committedMillis\" : "
                                        + Instant.now()
                                                .minus(Duration.ofHours(25))
                                                .toEpochMilli())
                        .replaceAll(",\\s*\"crc32c\" : \"[0-9a-f]+\"", ""));
    }

    private void publish(JobId job, Overwrite overwrite, Line... lines) throws IOException {
        publish(store, job, overwrite, lines);
    }

    private static void publish(Store store, JobId job, Overwrite overwrite, Line... lines) throws IOException {
        try (Output.Builder output = Output.builder(store, job)) {
            for (Line line : lines) {
                output.add(line);
            }
            new Publisher(store, Duration.ofMinutes(1))
                    .publish(output.build(), overwrite, 0, new JobInfo("test", "a job"));
        }
    }

    private Set<String> files() throws IOException {
        Set<String> files = new TreeSet<>();
        store.list("", object -> files.add(object.path()));
        return files;
    }

    @Test
    public void testVacuum() throws IOException {
        put("000000_0", true);
        long modified = Files.getLastModifiedTime(folder.resolve("000000_0")).toMillis();
        put("000000_1", true);
        put(path(COMMITTED, 0), true);
        put(path(COMMITTED, 1), true);
        publish(COMMITTED, Overwrite.nothing(), ObjectLine.of(path(COMMITTED, 0)));
        publish(new JobId("other"), Overwrite.nothing(), ReplacedLine.version("000000_0", 1, modified));
        makeCommitsOld();
        put(path(FAILED, 0), true);
        new TaskRecords(store, FAILED).commit(attempt(FAILED, 0));
        makeOld("_committing-failed/m00000.0");
        put("_manifest-failed-01234567-00000.jsonl.gz", true);
        put("._manifest-0123", true);
        makeOld("_manifest-g00000000000000000001.json");
        makeOld("_manifest-g00000000000000000002.json");
        // of a job that still runs
        put(path(new JobId("running"), 0), true);
        put(path(new JobId("running"), 1), false);
        // of somebody else
        put("_temporary/0/part-attempt.x.m00000.0", true);
        put("_other", true);
        Set<String> before = files();

        Result dry = run("vacuum", folder.toUri().toString());
        assertThat(dry.exitCode()).isEqualTo(0);
        assertThat(files()).isEqualTo(before);
        assertThat(dry.out())
                .contains("Would delete 2 objects, 2 bytes: written by an attempt that no manifest counts")
                .contains(path(FAILED, 0) + ": written by")
                .contains("000000_0: replaced by an overwrite")
                .endsWith("Nothing was deleted. Add --delete to do it.%n".formatted());

        Result real = run("vacuum", "--delete", "--quiet", folder.toUri().toString());
        assertThat(real.exitCode()).isEqualTo(0);
        Set<String> expected = new TreeSet<>(before);
        expected.removeAll(Set.of(
                "000000_0",
                path(COMMITTED, 1),
                path(FAILED, 0),
                "_committing-failed/m00000.0",
                "_manifest-failed-01234567-00000.jsonl.gz",
                "._manifest-0123",
                "_manifest-g00000000000000000001.json"));
        assertThat(files()).isEqualTo(expected);
        assertThat(folder.resolve("_committing-failed")).doesNotExist();
        assertThat(run("vacuum", "--delete", folder.toUri().toString()).out())
                .contains("is older than 24h and not needed");
    }

    @Test
    public void testVacuumOfYoungThings() throws IOException {
        put(path(FAILED, 0), false);
        assertThat(run("vacuum", "--delete", folder.toUri().toString()).out())
                .contains("is older than 24h and not needed");
        assertThat(files()).containsExactly(path(FAILED, 0));
        assertThat(run(
                                "vacuum",
                                "--delete",
                                "--older-than",
                                "0s",
                                folder.toUri().toString())
                        .out())
                .contains("Deleted 1 objects");
        assertThat(files()).isEmpty();
    }

    /** The objects stay however old they are: a query may have begun just before the overwrite. */
    @Test
    public void testVacuumOfWhatWasReplacedLately() throws IOException {
        put("000000_0", true);
        put("day=1/000000_0", true);
        JobId a = new JobId("a");
        String list = "_manifest-a-01234567-00000.jsonl.gz";
        commit(a, Overwrite.nothing());
        assertThat(garbage()).as("of an attempt that did not commit").containsExactly(path(a, 1));
        JobId b = new JobId("b");
        commit(b, Overwrite.everything());
        // as if it had been in the manifest before
        put(list, true);
        assertThat(garbage()).as("what was replaced now stays").containsExactly(path(b, 1));
        makeCommitsOld();
        Set<String> replacedLongAgo = Set.of("000000_0", "day=1/000000_0", path(a, 0), path(a, 1), list);
        assertThat(garbage()).containsAll(replacedLongAgo).hasSize(6);
        for (Overwrite overwrite : List.of(Overwrite.folders(List.of("day=1/")), Overwrite.everything())) {
            JobId next =
                    new JobId("next-%d".formatted(overwrite.folders().get(0).length()));
            commit(next, overwrite);
            assertThat(garbage())
                    .as("what was replaced before, however often since")
                    .containsAll(replacedLongAgo)
                    .contains(path(next, 1))
                    .hasSize(6);
        }
        assertThat(run("vacuum", "--delete", "--quiet", location("")).out())
                .contains("Deleted 2 objects, 2 bytes: replaced by an overwrite")
                .contains("Deleted 3 objects, 3 bytes: written by");
        assertThat(files()).contains(path(b, 0)).doesNotContainAnyElementsOf(replacedLongAgo);
    }

    /** A job of two old objects, one of them of an attempt that did not commit. What it replaces is left to vacuum. */
    private void commit(JobId job, Overwrite overwrite) throws IOException {
        put(path(job, 0), true);
        new JobCommit(store, job, new Publisher(store, Duration.ofMinutes(1)), false)
                .commitObjects(List.of(path(job, 0)), Set.of(), overwrite, true, new JobInfo("test", "a job"));
        put(path(job, 1), true);
    }

    private List<String> garbage() throws IOException {
        return new Vacuum(store, Instant.now(), Duration.ofHours(24))
                .find().stream().map(each -> each.object().path()).toList();
    }

    private String location(String below) {
        return folder.resolve(below).toUri().toString();
    }

    /** The objects in it count by the manifest above. */
    @Test
    public void testVacuumOfAPartition() throws IOException {
        put(path(COMMITTED, 0), true);
        publish(COMMITTED, Overwrite.nothing(), ObjectLine.of(path(COMMITTED, 0)));
        put("day=1/_SUCCESS", true);
        Result refused = run("vacuum", "--delete", location("day=1"));
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err())
                .contains("may count objects in it that no manifest in it counts, such as part-attempt.committed.")
                .contains("Run vacuum on file:%s%n".formatted(folder));
        assertThat(files()).contains(path(COMMITTED, 0));
        // with a manifest of its own
        Files.delete(folder.resolve("day=1/_SUCCESS"));
        publish(storeAt("day=1"), new JobId("other"), Overwrite.nothing());
        assertThat(run("vacuum", "--delete", location("day=1")).err()).contains("Run vacuum on");
        assertThat(files()).contains(path(COMMITTED, 0));
        put(path(FAILED, 0), true);
        Files.move(folder.resolve(path(COMMITTED, 0)), folder.resolve("elsewhere"));
        assertThat(run("vacuum", "--delete", location("day=1")).out())
                .as("nothing that the manifest above counts")
                .contains("Deleted 1 objects");
        assertThat(files()).doesNotContain(path(FAILED, 0));
    }

    @Test
    public void testVacuumAfterAnotherCommitter() throws IOException {
        put("t/" + path(COMMITTED, 0), true);
        put("t/_SUCCESS", true);
        // also from further up
        for (String vacuumed : List.of(location("t"), location(""))) {
            Result refused = run("vacuum", "--delete", vacuumed);
            assertThat(refused.exitCode()).as(vacuumed).isEqualTo(1);
            assertThat(refused.err())
                    .contains("_SUCCESS is not a manifest, so another committer has probably replaced the manifest")
                    .contains("Restore it from a copy")
                    .contains("or delete it, if nothing that this committer wrote there is wanted");
            assertThat(files()).contains("t/" + path(COMMITTED, 0));
        }
        Files.delete(folder.resolve("t/_SUCCESS"));
        assertThat(run("vacuum", "--delete", location("t")).out()).contains("Deleted 1 objects");
    }

    /** The manifest of the table is that of a job that wrote nothing to the partition. */
    @Test
    public void testVacuumAfterAnotherCommitterWroteToAPartition() throws IOException {
        publish(new JobId("backfill"), Overwrite.nothing());
        put(path(COMMITTED, 0), true);
        put("day=1/_SUCCESS", true);
        Result refused = run("vacuum", "--delete", location(""));
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains("day=1/_SUCCESS is not a manifest");
        assertThat(files()).contains(path(COMMITTED, 0));
        // which counts what is in it
        publish(storeAt("day=1"), new JobId("other"), Overwrite.nothing());
        assertThat(run("vacuum", "--delete", location("")).out()).contains("Deleted 1 objects");
        assertThat(files()).doesNotContain(path(COMMITTED, 0));
    }

    /** The manifest of the table counts what jobs wrote to the partition. The marker replaced nothing. */
    @Test
    public void testVacuumAfterAnotherCommitterAddedToAPartition() throws IOException {
        put(path(COMMITTED, 0), true);
        put(path(FAILED, 0), true);
        publish(COMMITTED, Overwrite.nothing(), ObjectLine.of(path(COMMITTED, 0)));
        put("day=1/_SUCCESS", true);
        assertThat(run("vacuum", "--delete", location("")).err())
                .contains(
                        "or if no job of this committer has written to that folder alone, nor to a table of which it is a partition with a location of its own")
                .contains("what the manifests of other folders list stays");
        Files.delete(folder.resolve("day=1/_SUCCESS"));
        assertThat(run("vacuum", "--delete", location("")).out()).contains("Deleted 1 objects");
        assertThat(files()).contains(path(COMMITTED, 0)).doesNotContain(path(FAILED, 0));
    }

    @Test
    public void testVacuumSaysThatItsLimitIsTooLongForTheManifest() throws IOException {
        put(path(new JobId("forgotten"), 0), true);
        int last = Manifest.MAX_JOBS + 1;
        List<CommittedJob> jobs = IntStream.rangeClosed(2, last)
                .mapToObj(generation -> new CommittedJob(
                        new JobId("job-" + generation),
                        generation,
                        Instant.now().toEpochMilli(),
                        0,
                        0,
                        "0000000000000000"))
                .toList();
        Manifest manifest =
                new Manifest(last, "publication", jobs, List.of(), List.of(new OverwrittenLine("day=1/", last)));
        SuccessData success = new SuccessData("job", "test", "", "", 0, List.of(), Map.of(), Map.of());
        store.put(ManifestNames.generation(last), out -> ManifestCodec.write(manifest, success, out));
        assertThat(run("vacuum", "--delete", location("")).out())
                .contains(
                        "remembers 1,000 jobs, all of them younger than the age limit. So 1 objects of other jobs stay")
                .contains("Use an age limit that is shorter than 1,000 commits take");
        assertThat(files()).contains(path(new JobId("forgotten"), 0));
    }

    @Test
    public void testAbortAtAnotherLevel() throws IOException {
        put("t/" + path(COMMITTED, 0), false);
        publish(storeAt("t"), COMMITTED, Overwrite.nothing(), ObjectLine.of(path(COMMITTED, 0)));
        for (String wrong : List.of(location("t/day=1"), location(""))) {
            Result refused = run("abort", wrong, COMMITTED.value());
            assertThat(refused.exitCode()).as(wrong).isEqualTo(1);
            assertThat(refused.err()).contains("can't be aborted: it is committed to file:%s/t".formatted(folder));
            assertThat(files()).contains("t/" + path(COMMITTED, 0));
        }
    }

    @Test
    public void testShow() throws IOException {
        assertThat(run("show", folder.toUri().toString()).out()).contains("has no manifest");
        publish(COMMITTED, Overwrite.nothing(), ObjectLine.of(path(COMMITTED, 0)));
        assertThat(run("show", "--objects", folder.toUri().toString()).out())
                .contains("is at generation 1")
                .contains("committed  1 objects")
                .contains(path(COMMITTED, 0))
                .contains("1 objects of them count");
    }

    @Test
    public void testAbort() throws IOException {
        put(path(FAILED, 0), false);
        put(path(COMMITTED, 0), false);
        publish(COMMITTED, Overwrite.nothing(), ObjectLine.of(path(COMMITTED, 0)));
        assertThat(run("abort", folder.toUri().toString(), "failed").out()).contains("Deleted 1 objects of job failed");
        assertThat(files()).doesNotContain(path(FAILED, 0)).contains(path(COMMITTED, 0));
        Result refused = run("abort", folder.toUri().toString(), "committed");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains("can't be aborted: it is committed");
        assertThat(files()).contains(path(COMMITTED, 0));
    }

    @Test
    public void testUsage() {
        assertThat(run("--help").out()).contains("vacuum", "show", "abort", "hadoop jar");
        assertThat(run("vacuum", "--help").out()).contains("--older-than", "Must exceed the longest job");
        Result wrong = run("vacuum", "--older-than", "soon", "x");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("'soon' is not a duration");
        assertThat(run("vacuum").err()).contains("Missing required parameter: '<path>'");
        assertThat(run("abort", "-D", "fs.defaultFS=file:///", "/nowhere", "a.b")
                        .err())
                .contains("'a.b' can't be a job id");
        assertThat(run("show", "unknown://x/y").err()).contains("unknown");
    }

    /** Endpoints and keys are often there alone. */
    @Test
    public void testSettingsOfSpark() {
        String setting = "spark.hadoop." + CommitterOptions.STORE;
        System.setProperty(setting, "nowhere");
        try {
            assertThat(run("abort", folder.toUri().toString(), "job").err())
                    .contains("skipping.committer.store can't be 'nowhere'");
            Result overruled = run(
                    "abort",
                    "-D",
                    "skipping.committer.store=link",
                    folder.toUri().toString(),
                    "job");
            assertThat(overruled.exitCode()).as(overruled.err()).isZero();
        } finally {
            System.clearProperty(setting);
        }
    }

    @Test
    public void testUnknownOptionsAreNamedBeforeMissingArguments() {
        Result option = run("show", "--objcts");
        assertThat(option.exitCode()).isEqualTo(2);
        assertThat(option.err()).startsWith("Unknown option '--objcts'. Did you mean '--objects'");
        assertThat(run("vacum", "somewhere").err()).startsWith("Unknown command 'vacum'. Did you mean 'vacuum'");
        Result nothing = run();
        assertThat(nothing.exitCode()).isEqualTo(2);
        assertThat(nothing.err()).contains("Missing required subcommand", "See committer --help");
    }
}
