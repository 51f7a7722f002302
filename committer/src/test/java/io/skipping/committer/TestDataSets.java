// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.store.Content;
import io.skipping.committer.store.MemoryStore;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** What should be there, for readers that list. */
public class TestDataSets {
    private static void publish(MemoryStore store, String folder, long generation, String... lines) throws IOException {
        String manifest =
                "{\"dataSet\": {\"format\": \"trino-skipping-data-set\", \"version\": 1, \"generation\": %d, \"lines\": [%s]}}"
                        .formatted(generation, Stream.of(lines).collect(Collectors.joining(",")));
        store.put(folder + Manifest.NAME, Content.of(manifest.getBytes(UTF_8)));
    }

    private static String object(String path, long generation) {
        return "{\"object\": \"%s\", \"generation\": %d}".formatted(path, generation);
    }

    private static String name(int task) {
        return "part-attempt.job.m0000%d.0".formatted(task);
    }

    private static DataSets dataSets(MemoryStore store) throws IOException {
        DataSets dataSets = new DataSets(new StoreFiles(store));
        dataSets.dataSet("");
        return dataSets;
    }

    @Test
    public void testExpected() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        assertThat(dataSets(store).expected("")).as("no manifest").isEqualTo(0);
        publish(
                store,
                "",
                4,
                object(name(0), 4),
                object("a/" + name(1), 2),
                object("a/" + name(2), 4),
                object("a/x/" + name(3), 4),
                object("b/" + name(4), 4),
                // once more, by a job that committed twice
                object("b/" + name(4), 3),
                "{\"overwritten\": \"a/\", \"generation\": 3}",
                "{\"replaced\": \"a/%s\", \"generation\": 4}".formatted(name(9)));
        DataSets dataSets = dataSets(store);
        assertThat(dataSets.expected("")).isEqualTo(4);
        assertThat(dataSets.expected("a/")).as("without the overwritten one").isEqualTo(2);
        assertThat(dataSets.expected("a/x/")).isEqualTo(1);
        assertThat(dataSets.expected("b/")).isEqualTo(1);
        assertThat(dataSets.expected("aa/")).isEqualTo(0);
    }

    @Test
    public void testExpectedByManifestsBelow() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        publish(store, "a/", 1, object(name(1), 1), object(name(9), 1));
        publish(
                store,
                "",
                1,
                object("a/" + name(2), 1),
                "{\"replaced\": \"a/%s\", \"generation\": 1}".formatted(name(9)));
        DataSets dataSets = dataSets(store);
        assertThat(dataSets.expected("a/")).as("by what has been read").isEqualTo(1);
        assertThat(dataSets.counts("a/" + name(1), 10, 10)).isTrue();
        assertThat(dataSets.counts("a/" + name(9), 10, 10)).isFalse();
        assertThat(dataSets.expected("a/")).as("without the replaced one").isEqualTo(2);
        assertThat(dataSets.expected("")).isEqualTo(2);
    }

    @Test
    public void testIsOutdated() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        DataSets without = dataSets(store);
        publish(store, "", 1, object("a/" + name(0), 1));
        assertThat(without.isOutdated("a/")).as("it counted nothing").isFalse();
        DataSets dataSets = dataSets(store);
        assertThat(dataSets.isOutdated("a/")).isFalse();
        publish(store, "", 2, object("a/" + name(1), 2));
        assertThat(dataSets.isOutdated("a/")).isTrue();
        assertThat(dataSets.expected("a/")).as("what is pinned stays").isEqualTo(1);
    }
}
