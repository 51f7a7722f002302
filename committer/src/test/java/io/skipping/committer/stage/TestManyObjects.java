// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.committer.data.DataSet;
import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.manifest.ObjectLine;
import io.skipping.committer.manifest.Overwrite;
import io.skipping.committer.store.MemoryStore;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Commits a million objects, in less memory than their names take. */
public class TestManyObjects {
    private static final int OBJECTS = 1_000_000;

    @Test
    public void testMillionObjectsInLittleMemory() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx160m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        TestManyObjects.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output).isEqualTo(0);
        assertThat(output).endsWith("1000000 of 1000000 count, and no others%n".formatted());
    }

    /** Runs in a process of its own. */
    public static void main(String[] arguments) throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        Job job = Job.named("many");
        try (Output.Builder output = Output.builder(store, job.id())) {
            for (int i = 0; i < OBJECTS; i++) {
                output.add(ObjectLine.of(path(job, i), i, Optional.of("etag-" + i)));
            }
            new Publisher(store, Duration.ofMinutes(1))
                    .publish(output.build(), Overwrite.nothing(), 0, new JobInfo("test", ""));
        }
        // merged, without touching what is there
        Job next = Job.named("next");
        try (Output.Builder output = Output.builder(store, next.id())) {
            output.add(ObjectLine.of(next.path("", 0, 0)));
            new Publisher(store, Duration.ofMinutes(1))
                    .publish(output.build(), Overwrite.nothing(), 0, new JobInfo("test", ""));
        }
        DataSet dataSet = ManifestReader.read(new StoreFiles(store), "");
        int counted = 0;
        for (int i = 0; i < OBJECTS; i++) {
            if (dataSet.counts(path(job, i), i, 0)) {
                counted++;
            }
            if (dataSet.counts(job.path("", i, 1), i, 0)) {
                throw new AssertionError("an attempt that is not committed counts");
            }
        }
        long[] listed = {0};
        dataSet.forEachObject(object -> listed[0]++);
        if (listed[0] != OBJECTS + 1) {
            throw new AssertionError("%d are listed".formatted(listed[0]));
        }
        System.out.printf("%d of %d count, and no others%n", counted, OBJECTS);
    }

    private static String path(Job job, int task) {
        return job.path("day=%d/".formatted(task % 1_000), task, 0);
    }
}
