// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.manifest.ManifestFormatException;
import io.skipping.committer.manifest.ManifestNames;
import io.skipping.committer.manifest.MissingListException;
import io.skipping.committer.store.Content;
import io.skipping.committer.store.MemoryStore;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import java.util.List;
import org.testng.annotations.Test;

/** Tests which of several manifests is read. */
public class TestManifestReader {
    private static void put(MemoryStore store, String path, String content) throws IOException {
        store.put(path, Content.of(content.getBytes(UTF_8)));
    }

    private static String manifest(long generation) {
        return "{\"dataSet\": {\"format\": \"trino-skipping-data-set\", \"version\": 1, \"generation\": %d}}"
                .formatted(generation);
    }

    private static long read(MemoryStore store) throws IOException {
        return ManifestReader.read(new StoreFiles(store), "").generation();
    }

    @Test
    public void testNumberedManifests() throws IOException {
        MemoryStore store = MemoryStore.withExclusiveRename();
        assertThat(read(store)).as("none").isEqualTo(0);
        put(store, ManifestNames.generation(1), manifest(1));
        assertThat(read(store)).as("its copy is not written yet").isEqualTo(1);
        put(store, Manifest.NAME, manifest(1));
        put(store, ManifestNames.generation(9), manifest(9));
        put(store, ManifestNames.generation(10), manifest(10));
        assertThat(read(store)).as("the copy is old").isEqualTo(10);
        put(store, Manifest.NAME, "");
        assertThat(read(store)).as("another committer's marker").isEqualTo(10);
        put(store, Manifest.NAME, manifest(10).substring(0, 60));
        assertThat(read(store)).as("the copy is being written").isEqualTo(10);
        put(store, Manifest.NAME, manifest(11));
        assertThat(read(store)).as("copied from a store that needs no numbers").isEqualTo(11);
    }

    @Test
    public void testDamage() throws IOException {
        MemoryStore store = MemoryStore.withExclusiveRename();
        put(store, Manifest.NAME, manifest(1).substring(0, 60));
        assertThatThrownBy(() -> read(store)).isInstanceOf(ManifestFormatException.class);
        MemoryStore damaged = MemoryStore.withExclusiveRename();
        put(damaged, Manifest.NAME, manifest(1));
        put(damaged, ManifestNames.generation(2), manifest(2).substring(0, 60));
        assertThatThrownBy(() -> read(damaged))
                .as("an older one must not be taken for it")
                .isInstanceOf(ManifestFormatException.class);
    }

    @Test
    public void testConditionalPut() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        put(store, Manifest.NAME, manifest(3));
        assertThat(read(store)).isEqualTo(3);
        put(store, Manifest.NAME, manifest(3).substring(0, 60));
        assertThatThrownBy(() -> read(store)).isInstanceOf(ManifestFormatException.class);
    }

    @Test
    public void testForeignFileUnderANumberedName() throws IOException {
        MemoryStore store = MemoryStore.withExclusiveRename();
        put(store, ManifestNames.generation(1), manifest(1));
        // numbers that no commit gives
        for (String name : List.of(
                "_manifest-g00000000000000000000.json",
                "_manifest-g09223372036854775807.json",
                "_manifest-g99999999999999999999.json",
                "_manifest-g00001000000000000000.json",
                "_manifest-g-0000000000000000001.json",
                "_manifest-g2.json")) {
            put(store, name, "{");
            assertThat(read(store)).as(name).isEqualTo(1);
        }
        for (String content : List.of("", "{", "{\"dataSet\": null}", manifest(1))) {
            put(store, ManifestNames.generation(2), content);
            assertThatThrownBy(() -> read(store))
                    .as(content)
                    .isInstanceOf(ManifestFormatException.class)
                    .hasMessageContaining(ManifestNames.generation(2) + ": The manifest is damaged");
        }
    }

    @Test
    public void testMissingList() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        put(
                store,
                Manifest.NAME,
                manifest(3).replace(": 3", ": 3, \"lists\": [{\"name\": \"_manifest-a-0-0.jsonl.gz\", \"lines\": 1}]"));
        assertThatThrownBy(() -> read(store))
                .isInstanceOf(MissingListException.class)
                .hasMessageContaining(
                        "The manifest of generation 3 names the list _manifest-a-0-0.jsonl.gz, which is not there");
    }
}
