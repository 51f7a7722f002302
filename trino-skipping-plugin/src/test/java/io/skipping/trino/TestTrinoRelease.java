// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.trino.core.release.TrinoRelease;
import io.trino.spi.connector.ConnectorContext;
import org.testng.annotations.Test;

public class TestTrinoRelease {
    @Test
    public void theReleaseIsThatOfTheLibraries() {
        assertThat(TrinoRelease.VERSION).isEqualTo(new ConnectorContext() {}.getSpiVersion());
        SkippingConnectorFactory.checkRelease(TrinoRelease.VERSION);
    }

    @Test
    public void aServerOfAnotherReleaseIsToldSo() {
        assertThatThrownBy(() -> SkippingConnectorFactory.checkRelease("480"))
                .hasMessage(
                        "This plugin's folder is for Trino %s, but the server is Trino 480. Put the folder trino-skipping-plugin-480 in its place; docs/compatibility.md of Trino Skipping says for which releases of Trino there is one",
                        TrinoRelease.VERSION);
    }
}
