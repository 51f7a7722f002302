// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.vacuum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.committer.manifest.CommittedJob;
import io.skipping.committer.manifest.Line;
import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.manifest.ManifestCodec;
import io.skipping.committer.manifest.OverwrittenLine;
import io.skipping.committer.manifest.ReplacedLine;
import io.skipping.committer.manifest.SuccessData;
import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.name.JobId;
import io.skipping.committer.name.TaskId;
import io.skipping.committer.store.Content;
import io.skipping.committer.store.MemoryStore;
import io.skipping.committer.store.StoredObject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.testng.annotations.Test;

public class TestVacuum {
    private static final Duration LIMIT = Duration.ofHours(24);
    private static final Instant NOW = Instant.parse("2026-01-31T00:00:00Z");
    private static final int GENERATIONS = 5_000;
    private static final String OF_FORGOTTEN_JOB =
            AttemptNames.name("day=1/part", new Attempt(new JobId("forgotten"), new TaskId('m', 0), 0));

    /** Publishes a manifest of a data set to which a job commits each minute, so that it remembers 17 hours. */
    private static void publish(MemoryStore store, Line... lines) throws IOException {
        List<CommittedJob> jobs = IntStream.rangeClosed(GENERATIONS - Manifest.MAX_JOBS + 1, GENERATIONS)
                .mapToObj(generation -> new CommittedJob(
                        new JobId("job-" + generation),
                        generation,
                        NOW.minus(Duration.ofMinutes(GENERATIONS - generation)).toEpochMilli(),
                        0,
                        0,
                        "0000000000000000"))
                .toList();
        Manifest manifest = new Manifest(GENERATIONS, "publication", jobs, List.of(), List.of(lines));
        SuccessData success = new SuccessData("job", "test", "", "", 0, List.of(), Map.of(), Map.of());
        store.put(Manifest.NAME, out -> ManifestCodec.write(manifest, success, out));
    }

    private static List<String> garbage(MemoryStore store, Instant now) throws IOException {
        return new Vacuum(store, now, LIMIT)
                .find().stream().map(garbage -> garbage.object().path()).toList();
    }

    /** Another committer's marker had replaced the manifest that counted the object, and then a job committed over the marker. */
    @Test
    public void testObjectOfALostManifest() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        store.put(OF_FORGOTTEN_JOB, Content.of(new byte[1]));
        Attempt later = new Attempt(new JobId("later"), new TaskId('m', 0), 0);
        store.put(AttemptNames.name("day=1/part", later), Content.of(new byte[1]));
        CommittedJob job = new CommittedJob(later.job(), 1, NOW.toEpochMilli(), 0, 0, "0000000000000000");
        SuccessData success = new SuccessData("job", "test", "", "", 0, List.of(), Map.of(), Map.of());
        Manifest manifest = new Manifest(
                1,
                "publication",
                List.of(job),
                List.of(),
                List.of(),
                NOW.minus(LIMIT).toEpochMilli());
        store.put(Manifest.NAME, out -> ManifestCodec.write(manifest, success, out));
        assertThatThrownBy(() -> garbage(store, NOW))
                .hasMessageContaining("of another committer at 2026-01-30T00:00:00Z")
                .hasMessageContaining(OF_FORGOTTEN_JOB)
                .hasMessageContaining("--forget-lost");
        assertThat(new Vacuum(store, NOW, LIMIT, true).find()).hasSize(2);
        store.delete(List.of(OF_FORGOTTEN_JOB));
        assertThat(garbage(store, NOW))
                .as("what an attempt of a job that the manifest knows has left")
                .containsExactly(AttemptNames.name("day=1/part", later));
    }

    /** A program that knows nothing of overwrites writes a name again while vacuum looks at the others. */
    @Test
    public void testOrdinaryObjectThatIsWrittenAgain() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        List<StoredObject> old = new ArrayList<>();
        for (String name : List.of("000000_0", "day=1/000000_0", "day=1/000001_0")) {
            store.put(name, Content.of(new byte[1]));
        }
        store.list("", old::add);
        publish(
                store,
                old.stream()
                        .map(object -> ReplacedLine.version(object.path(), object.size(), object.modifiedMillis())
                                .at(1))
                        .toArray(Line[]::new));
        Vacuum vacuum = new Vacuum(store, NOW, LIMIT);
        List<Garbage> found = vacuum.find();
        assertThat(found).hasSize(3);
        store.put("day=1/000000_0", Content.of(new byte[2]));
        assertThat(vacuum.delete(found).stream().map(garbage -> garbage.object().path()))
                .containsExactlyInAnyOrder("000000_0", "day=1/000001_0");
        assertThat(store.open("day=1/000000_0")).as("what was written again").isPresent();
    }

    /** The folder was overwritten months ago, then the object was written, and now the folder is overwritten again. */
    @Test
    public void testObjectOfAForgottenJobThatWasOverwrittenJustNow() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        store.put(OF_FORGOTTEN_JOB, Content.of(new byte[1]));
        publish(store, new OverwrittenLine("day=1/", 1), new OverwrittenLine("day=1/", GENERATIONS));
        assertThat(garbage(store, NOW)).as("a query may read it").isEmpty();
        assertThat(garbage(store, NOW.plus(LIMIT).minusMillis(1))).isEmpty();
        assertThat(garbage(store, NOW.plus(LIMIT))).containsExactly(OF_FORGOTTEN_JOB);
    }

    @Test
    public void testObjectOfAForgottenJobThatWasOverwrittenLongAgo() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        store.put(OF_FORGOTTEN_JOB, Content.of(new byte[1]));
        publish(store, new OverwrittenLine("day=1/", 1), new OverwrittenLine("day=2/", GENERATIONS));
        assertThat(garbage(store, NOW)).containsExactly(OF_FORGOTTEN_JOB);
    }

    /** Each of the 1,000 jobs that the manifest remembers overwrites the folder, all within the limit. */
    @Test
    public void testMoreCommitsWithinTheLimitThanTheManifestRemembers() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        store.put(OF_FORGOTTEN_JOB, Content.of(new byte[1]));
        List<Long> overwrites = LongStream.range(GENERATIONS - Manifest.MAX_JOBS, GENERATIONS)
                .boxed()
                .toList();
        publish(store, new OverwrittenLine("day=1/", GENERATIONS, overwrites));
        Vacuum vacuum = new Vacuum(store, NOW, LIMIT);
        assertThat(vacuum.find()).isEmpty();
        assertThat(vacuum.warnings())
                .singleElement()
                .asString()
                .contains("remembers 1,000 jobs, all of them younger than the age limit")
                .contains("So 1 objects of other jobs stay");
        Duration shorter = Duration.ofHours(12);
        Vacuum sooner = new Vacuum(store, NOW, shorter);
        assertThat(sooner.find())
                .as("a limit that is shorter than 1,000 commits take")
                .extracting(garbage -> garbage.object().path())
                .containsExactly(OF_FORGOTTEN_JOB);
        assertThat(sooner.warnings()).isEmpty();
    }

    @Test
    public void testRememberedJobsNeedNoWarning() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        store.put(
                AttemptNames.name(
                        "day=1/part", new Attempt(new JobId("job-" + (GENERATIONS - 1)), new TaskId('m', 0), 0)),
                Content.of(new byte[1]));
        publish(store, new OverwrittenLine("day=1/", GENERATIONS));
        Vacuum vacuum = new Vacuum(store, NOW, LIMIT);
        assertThat(vacuum.find()).as("overwritten just now").isEmpty();
        assertThat(vacuum.warnings()).isEmpty();
    }
}
