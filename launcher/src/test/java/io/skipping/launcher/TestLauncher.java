// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.testng.annotations.Test;

public class TestLauncher {
    private static final Launcher LAUNCHER = new Launcher("builder.jar", 24, "no.such.Command");

    @Test
    public void testOlderJavaIsToldWhatIsNeeded() {
        assertThat(LAUNCHER.problem("17", "/opt/jdk-17"))
                .contains(
                        "builder.jar needs Java 24 or later, and this is Java 17 in /opt/jdk-17. Start it with a newer one: /path/to/jdk-25/bin/java -jar builder.jar");
        assertThat(LAUNCHER.problem("1.8", "/opt/jre").orElseThrow()).contains("this is Java 8 in /opt/jre");
        assertThat(LAUNCHER.problem("11", "/opt/jre")).isPresent();
    }

    @Test
    public void testNewerJavaIsFine() {
        assertThat(LAUNCHER.problem("24", "/opt/jdk")).isEmpty();
        assertThat(LAUNCHER.problem("25", "/opt/jdk")).isEmpty();
        assertThat(LAUNCHER.problem("100", "/opt/jdk")).isEmpty();
    }
}
