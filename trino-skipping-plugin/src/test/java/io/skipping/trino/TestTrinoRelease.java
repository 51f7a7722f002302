// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.trino.core.release.ReleaseCheck;
import io.skipping.trino.core.release.TrinoRelease;
import io.trino.spi.connector.ConnectorContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.Test;

public class TestTrinoRelease {
    @Test
    public void testTheReleaseIsThatOfTheLibraries() {
        assertThat(TrinoRelease.VERSION).isEqualTo(new ConnectorContext() {}.getSpiVersion());
        ReleaseCheck.check(TrinoRelease.VERSION);
        ReleaseCheck.checkServer();
    }

    @Test
    public void testAServerOfAnotherReleaseIsToldSo() {
        String other = TrinoRelease.VERSION.equals("476") ? "483" : "476";
        assertThatThrownBy(() -> ReleaseCheck.check(other))
                .hasMessage(
                        "This plugin's folder is for Trino %s, but the server is Trino %s. Put the folder trino-skipping-plugin-%s in its place",
                        TrinoRelease.VERSION, other, other);
    }

    @Test
    public void testAServerThatThereIsNoFolderForIsToldSo() throws IOException {
        assertThatThrownBy(() -> ReleaseCheck.check("480"))
                .hasMessage(
                        "This plugin's folder is for Trino %s, but the server is Trino 480. Trino Skipping has folders for Trino %s, and none for this release: docs/compatibility.md says how to add one",
                        TrinoRelease.VERSION, String.join(" and ", modules()));
    }

    /** Returns the releases that have a module beside that of this test. */
    private static List<String> modules() throws IOException {
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            return modules.map(module -> module.getFileName().toString())
                    .filter(name -> name.matches("trino-\\d+"))
                    .map(name -> name.substring("trino-".length()))
                    .sorted()
                    .toList();
        }
    }
}
