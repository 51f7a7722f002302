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
        assertThatThrownBy(() -> ReleaseCheck.check("480"))
                .hasMessage(
                        "This plugin's folder is for Trino %s, but the server is Trino 480. Put the folder trino-skipping-plugin-480 in its place; docs/compatibility.md of Trino Skipping says for which releases of Trino there is one",
                        TrinoRelease.VERSION);
    }
}
