// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testng.annotations.Test;

public class TestConfigurationPage {
    /** Set by {@code bin/docs}. */
    private static final String WRITE = "configuration-page.write";

    private static final Path PAGE = Path.of("..", "..", "docs", "configuration.md");

    @Test
    public void testPageIsWhatTheCodeSays() throws IOException {
        String page = ConfigurationPage.write();
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE)
                .as("docs/configuration.md is not what the code says; bin/docs writes it anew")
                .hasContent(page);
    }

    @Test
    public void testRefusesWhatIsNotDescribed() {
        assertThatThrownBy(() -> new Setting("skipping.new", "boolean", "true", null))
                .hasMessage("skipping.new has no description");
    }
}
