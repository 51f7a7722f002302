// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.conventions.ReleaseBuild.Archives;
import io.skipping.testing.folder.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.testng.annotations.Test;

/** Runs the parts of a release's build that nothing else runs between two releases. */
@Test(groups = "servers")
public class TestReleaseBuild {
    /** Maven Central refuses a bundle in which a single pom or jar has no signature. */
    @Test
    public void testJarsAndPomsAreSigned() throws Exception {
        String gpg = ReleaseBuild.tool("gpg");
        Path keys = Files.createTempDirectory("keys");
        Map<String, String> environment = Map.of("GNUPGHOME", keys.toString());
        try (ReleaseBuild build = ReleaseBuild.create()) {
            assertThat(run(
                            environment,
                            gpg,
                            "--batch",
                            "--passphrase",
                            "",
                            "--quick-gen-key",
                            "Test <test@example.com>",
                            "default",
                            "default",
                            "1d"))
                    .isZero();
            build.run(
                    environment,
                    "-Prelease,sign",
                    // the root's pom, a pom of several modules, and a jar
                    "-pl",
                    ".,trino-skipping-plugin,launcher",
                    "-Dmaven.test.skip",
                    "-Dmaven.install.skip",
                    "-Dspotless.check.skip",
                    "clean",
                    "deploy");
            List<Path> published;
            try (Stream<Path> files = Files.walk(build.folder().resolve("target/central"))) {
                published = files.filter(file -> file.toString().matches(".*\\.(jar|pom)"))
                        .toList();
            }
            assertThat(published.stream()
                            .map(file ->
                                    file.getFileName().toString().replaceFirst("-\\d.*?(?=(-[a-z]+)?\\.\\w+$)", "")))
                    .containsExactlyInAnyOrder(
                            "trino-skipping.pom",
                            "trino-skipping-plugin.pom",
                            "skipping-launcher.pom",
                            "skipping-launcher.jar",
                            "skipping-launcher-sources.jar",
                            "skipping-launcher-javadoc.jar");
            SoftAssertions softly = new SoftAssertions();
            for (Path file : published) {
                Path signature = Path.of(file + ".asc");
                softly.assertThat(signature).exists();
                softly.assertThat(run(environment, gpg, "--verify", signature.toString(), file.toString()))
                        .as("gpg's verdict on %s", signature)
                        .isZero();
            }
            softly.assertAll();
        } finally {
            // gpg has left an agent, which serves this folder
            run(environment, "gpgconf", "--kill", "all");
            Folders.delete(keys);
        }
    }

    /** Another folder, other times of files and another time zone stand for another machine. */
    @Test
    public void testTwoBuildsMakeTheSameArchives() throws Exception {
        try (ReleaseBuild one = ReleaseBuild.create();
                ReleaseBuild other = ReleaseBuild.create()) {
            Archives archives = one.makeArchives(Map.of("TZ", "UTC"));
            // a second of difference shows in the times of both formats
            TimeUnit.SECONDS.sleep(2);
            Archives others = other.makeArchives(Map.of("TZ", "Asia/Tokyo"));
            assertThat(archives.zip()).hasSameBinaryContentAs(others.zip());
            assertThat(archives.tar()).hasSameBinaryContentAs(others.tar());
        }
    }

    private static int run(Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        return builder.start().waitFor();
    }
}
