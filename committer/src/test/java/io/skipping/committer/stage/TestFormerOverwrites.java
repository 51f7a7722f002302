// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.committer.manifest.Line;
import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.manifest.ManifestCodec;
import io.skipping.committer.manifest.ObjectLine;
import io.skipping.committer.manifest.Overwrite;
import io.skipping.committer.manifest.OverwrittenLine;
import io.skipping.committer.manifest.SuccessData;
import io.skipping.committer.store.MemoryStore;
import io.skipping.committer.vacuum.Vacuum;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

public class TestFormerOverwrites {
    private static final Duration DAY = Duration.ofDays(1);

    @Test
    public void testLinesThatReadersNeedStay() {
        List<Line> lines = new ArrayList<>();
        for (int generation = 1; generation <= 3_000; generation++) {
            // of different folders
            lines.add(new OverwrittenLine("day=%d/".formatted(generation), generation));
            lines.add(ObjectLine.of("part").at(generation));
        }
        assertThat(FormerOverwrites.superseded(lines, Overwrite.nothing())).isEmpty();
        assertThat(FormerOverwrites.superseded(lines, Overwrite.folders(List.of("day=22/hour=1/"))))
                .isEmpty();
        assertThat(FormerOverwrites.superseded(lines, Overwrite.folders(List.of("day=1/", "day=22/hour=1/"))))
                .containsExactly(new OverwrittenLine("day=1/", 1));
    }

    @Test
    public void testLinesThatLaterOnesCoverGo() {
        List<Line> lines = List.of(
                new OverwrittenLine("day=1/", 1), new OverwrittenLine("", 2), new OverwrittenLine("day=1/hour=2/", 3));
        assertThat(FormerOverwrites.superseded(lines, Overwrite.nothing()))
                .as("by a folder above")
                .containsExactly(lines.get(0));
        assertThat(FormerOverwrites.superseded(lines, Overwrite.folders(List.of("day=1/"))))
                .as("the last one of everything is still needed")
                .containsExactlyInAnyOrder(lines.get(0), lines.get(2));
        assertThat(FormerOverwrites.superseded(lines, Overwrite.everything()))
                .containsExactlyInAnyOrderElementsOf(lines);
    }

    /** However often a folder is overwritten, a generation is known that is at most half as long ago as any before it. */
    @Test
    public void testFewGenerationsStandForMany() {
        int oldestJob = 500;
        OverwrittenLine line = new OverwrittenLine("day=1/", 1);
        Set<Long> all = new TreeSet<>();
        for (long generation = 2; generation <= 3_000; generation += 1 + generation % 3) {
            all.add(line.generation());
            FormerOverwrites former = new FormerOverwrites();
            former.add(line);
            line = former.line("day=1/", generation, oldestJob);
            assertThat(line.earlier()).isSorted().hasSizeLessThanOrEqualTo(26);
            for (long each : all) {
                if (each >= oldestJob) {
                    long known = line.earlier().stream()
                            .filter(earlier -> earlier >= each)
                            .findFirst()
                            .orElse(generation);
                    assertThat(2 * (generation - known))
                            .as("%d, of which %d is known, at %d", each, known, generation)
                            .isGreaterThanOrEqualTo(generation - each);
                }
            }
        }
        assertThat(line.earlier()).as("of the jobs that are remembered").allMatch(earlier -> earlier >= oldestJob);
        assertThat(new FormerOverwrites().line("day=2/", 9, 1)).isEqualTo(new OverwrittenLine("day=2/", 9));
    }

    /** Each day, a job overwrites more folders than there is room for lines about earlier days. Vacuum runs after it. */
    @Test
    public void testDailyOverwritesOfManyFolders() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        List<String> folders =
                IntStream.range(0, 1_500).mapToObj("day=%d/"::formatted).toList();
        List<String> written = folders.subList(0, 20);
        Manifest manifest = Manifest.none();
        for (int day = 1; day <= 20; day++) {
            Job job = Job.named("job-" + day);
            try (Output.Builder output = Output.builder(store, job.id())) {
                for (String folder : folders) {
                    for (int task = 0; task < 2; task++) {
                        output.add(ObjectLine.of(job.path(folder, task, 0)));
                        if (written.contains(folder) || folder.equals("day=999/")) {
                            job.write(store, folder, task, 0);
                        }
                    }
                }
                manifest = new Merge(store, output.build(), Overwrite.folders(folders), manifest.generation())
                        .after(manifest, day * DAY.toMillis())
                        .manifest();
            }
            assertThat(manifest.lists())
                    .as("no list is written for lines that readers do not need")
                    .isEmpty();
            assertThat(manifest.lines()).hasSize(3 * folders.size());
            publish(store, manifest);

            Instant soonAfter = Instant.ofEpochMilli(day * DAY.toMillis()).plus(Duration.ofHours(1));
            Vacuum vacuum = new Vacuum(store, soonAfter, DAY);
            vacuum.delete(vacuum.find());
            assertThat(Readers.readPlainly(store))
                    .as("what counts, and what was replaced within the age limit")
                    .hasSize((day == 1 ? 1 : 2) * 2 * (written.size() + 1))
                    .containsAll(Readers.read(store));
        }
    }

    private static void publish(MemoryStore store, Manifest manifest) throws IOException {
        SuccessData success = new SuccessData("job", "test", "", "", 0, List.of(), Map.of(), Map.of());
        store.put(Manifest.NAME, out -> ManifestCodec.write(manifest, success, out));
    }
}
