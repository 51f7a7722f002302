// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.testing.trino.TrinoRelease;
import org.testng.annotations.Test;
import picocli.CommandLine;

public class TestLocalLakeMain {
    @Test
    public void testStore() {
        assertThat(store()).isEqualTo(LakeStore.OBJECT_STORE);
        assertThat(store("--store", "object-store")).isEqualTo(LakeStore.OBJECT_STORE);
        assertThat(store("--store", "elasticsearch")).isEqualTo(LakeStore.ELASTICSEARCH);
        assertThat(store("--store=OpenSearch")).isEqualTo(LakeStore.OPENSEARCH);
        assertThatThrownBy(() -> store("--store=solr"))
                .isInstanceOf(CommandLine.ParameterException.class)
                .hasMessageContaining("object-store")
                .hasMessageContaining("solr");
    }

    @Test
    public void testRelease() {
        assertThat((TrinoRelease) option("--release")).isEqualTo(TrinoRelease.TRINO_476);
        assertThat((TrinoRelease) option("--release", "--release", "483")).isEqualTo(TrinoRelease.TRINO_483);
        assertThatThrownBy(() -> option("--release", "--release=480"))
                .isInstanceOf(CommandLine.ParameterException.class)
                .hasMessageContaining("476")
                .hasMessageContaining("480");
    }

    private static LakeStore store(String... arguments) {
        return option("--store", arguments);
    }

    private static <T> T option(String name, String... arguments) {
        return LocalLakeMain.commandLine()
                .parseArgs(arguments)
                .commandSpec()
                .findOption(name)
                .getValue();
    }
}
