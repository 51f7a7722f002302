// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.trino.core.release.ReleaseCheck;
import io.skipping.trino.core.release.TrinoRelease;
import io.trino.spi.connector.ConnectorContext;
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
    public void testAServerThatThereIsNoFolderForIsToldSo() {
        assertThatThrownBy(() -> ReleaseCheck.check("480"))
                .hasMessage(
                        "This plugin's folder is for Trino %s, but the server is Trino 480. Trino Skipping has folders for Trino 476 and 483, and none for this release: docs/compatibility.md says how to add one",
                        TrinoRelease.VERSION);
    }
}
