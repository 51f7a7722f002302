// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.conventions;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import io.skipping.testing.folder.Checkout;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Runs a copy of {@code bin/test} where Maven only shows its arguments, and where no test tool is there or can be fetched. */
public class TestTestScript {
    private static final List<String> PROGRAMS = List.of("bash", "dirname", "head", "mkdir", "sed", "sort");

    private Path folder;

    @BeforeClass
    public void copyScript() throws IOException {
        folder = Files.createTempDirectory("script");
        Path bin = Files.createDirectory(folder.resolve("bin"));
        for (String file : List.of("test", "lib.sh", "test-tools.sh")) {
            Files.copy(Checkout.root().resolve("bin").resolve(file), bin.resolve(file));
        }
        Path path = Files.createDirectory(folder.resolve("path"));
        for (String program : PROGRAMS) {
            Files.createSymbolicLink(path.resolve(program), program(program));
        }
        Path maven = Files.writeString(path.resolve("mvn"), """
                #!%s
                if [ "$1" = --version ]; then echo "Apache Maven 3.9.9"; else echo "Maven runs: $*"; fi
                """.formatted(program("bash")));
        assertThat(maven.toFile().setExecutable(true)).isTrue();
    }

    private static Path program(String name) {
        return Splitter.on(File.pathSeparatorChar)
                .splitToStream(System.getenv("PATH"))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new SkipException("There is no " + name));
    }

    @AfterClass(alwaysRun = true)
    public void deleteScript() throws IOException {
        deleteRecursively(folder, ALLOW_INSECURE);
    }

    @DataProvider
    public Object[][] runsOfAllTests() {
        return new Object[][] {
            {List.of()},
            {List.of("--threads", "4")},
            {List.of("-Dtest.forks=2")},
            {List.of("-o", "-Dspotless.check.skip")}
        };
    }

    @Test(dataProvider = "runsOfAllTests")
    public void testRunsOfAllTestsLookForTools(List<String> arguments) throws Exception {
        assertThat(run(false, arguments))
                .contains("There is no promtool on the PATH")
                .contains("There is no chromedriver on the PATH")
                .contains("Maven runs: --batch-mode --no-transfer-progress verify")
                .contains(String.join(" ", arguments));
        assertThat(run(true, arguments))
                .as("under continuous integration, nobody would read it")
                .contains("There is no promtool on the PATH")
                .doesNotContain("Maven runs");
    }

    @DataProvider
    public Object[][] runsOfSomeTests() {
        return new Object[][] {
            {List.of("--fast")},
            {List.of("--threads", "4", "-pl", "metadata-index", "-am")},
            {List.of("-plmetadata-index")},
            {List.of("--projects=metadata-index")},
            {List.of("-o", "-Dtest=TestX")},
            {List.of("--trino-suite", "iceberg", "--stock")},
            {List.of("-DskipTests")}
        };
    }

    @Test(dataProvider = "runsOfSomeTests")
    public void testRunsOfSomeTestsNeedNoTools(List<String> arguments) throws Exception {
        assertThat(run(true, arguments)).contains("Maven runs").doesNotContain("There is no");
    }

    private String run(boolean continuousIntegration, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(
                        Stream.of(
                                folder.resolve("path/bash").toString(),
                                folder.resolve("bin/test").toString()),
                        arguments.stream())
                .collect(ImmutableList.toImmutableList());
        Path log = folder.resolve("log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", folder.resolve("path").toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        if (continuousIntegration) {
            builder.environment().put("CI", "true");
        }
        builder.start().waitFor();
        return Files.readString(log, UTF_8);
    }
}
