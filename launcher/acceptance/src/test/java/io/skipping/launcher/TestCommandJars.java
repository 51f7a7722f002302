// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.testng.SkipException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests the packaged jars, started as the first thing that a user does with them: with whatever Java there is, and
 * without Hadoop.
 */
public class TestCommandJars {
    private static final Path JAVA = Path.of(System.getProperty("java.home"));

    /** Folders with a Java in each, besides the one that the tests run on. */
    private static final List<Path> ELSEWHERE = List.of(
            JAVA.getParent(),
            Path.of("/usr/lib/jvm"),
            Path.of("/Library/Java/JavaVirtualMachines"),
            Path.of(System.getProperty("user.home"), ".sdkman/candidates/java"));

    private record Run(int exitCode, String out, String err) {}

    @DataProvider
    public Object[][] commands() {
        return new Object[][] {
            {"index-builder", List.of("--help"), "Usage: index-builder"},
            {"index-builder", List.of("build", "--help"), "Usage: index-builder build"},
            {"index-builder", List.of("advise", "--help"), "Usage: index-builder advise"},
            {"partitioner", List.of("--help"), "Usage: partitioner"},
            {"partitioner", List.of("train", "--help"), "Usage: partitioner train"},
            {"committer", List.of("--help"), "Usage: committer"},
            {"committer", List.of("show", "--help"), "Usage: committer show"},
            {"index-builder", List.of("--version"), "index-builder 0."},
            {"partitioner", List.of("--version"), "partitioner 0."},
            {"partitioner", List.of("train", "--version"), "partitioner 0."},
            {"committer", List.of("--version"), "committer 0."},
            {"committer", List.of("help-of-nothing"), ""},
        };
    }

    @Test(dataProvider = "commands")
    public void testHelpNeedsNothing(String module, List<String> arguments, String expected) throws Exception {
        Run run = run(JAVA, module, arguments);
        assertThat(run.out).as(run.err).startsWith(expected);
        assertThat(run.exitCode).isEqualTo(expected.isEmpty() ? 2 : 0);
        assertNoStackTrace(run);
    }

    @Test
    public void testWhatNeedsHadoopSaysHowToStartIt() throws Exception {
        Run run = run(JAVA, "committer", List.of("show", "s3a://bucket/table"));
        assertThat(run.exitCode).isEqualTo(2);
        assertThat(run.err)
                .startsWith("committer.jar needs Hadoop on its class path")
                .contains("hadoop jar committer.jar", "spark-submit committer.jar");
        assertNoStackTrace(run);
        assertThat(run(JAVA, "committer", List.of("show", "--objcts", "x")).err)
                .startsWith("Unknown option '--objcts'");
    }

    @Test
    public void testJavaThatIsTooOldIsToldSo() throws Exception {
        Path old = java(version -> version < 24);
        Run run = run(old, "index-builder", List.of("build", "--server", "http://localhost:8080"));
        assertThat(run.exitCode).isEqualTo(2);
        assertThat(run.err.lines())
                .singleElement()
                .asString()
                .startsWith("index-builder.jar needs Java 24 or later, and this is Java ")
                .contains(" in /")
                .endsWith("/bin/java -jar index-builder.jar");
    }

    @Test
    public void testCommitterAndPartitionerRunOnTheJavaOfHadoop() throws Exception {
        Path old = java(version -> version >= 17 && version < 24);
        assertThat(run(old, "committer", List.of("vacuum", "--help")).out).startsWith("Usage: committer vacuum");
        Path sample = Files.createTempFile("sample", ".csv");
        try {
            Files.writeString(sample, "x\n1\n2\n3\n4\n");
            Run run = run(
                    old, "partitioner", List.of("train", "--columns=x:double", "--partitions=2", "--sample=" + sample));
            assertThat(run.exitCode).as(run.err).isZero();
            assertThat(run.out).contains("trino-skipping-layout");
        } finally {
            Files.delete(sample);
        }
    }

    /** A platform whose character set lacks the model's characters would replace them, and the model send rows elsewhere. */
    @Test
    public void testModelsDoNotDependOnTheCharacterSetOfThePlatform() throws Exception {
        Path sample = Files.createTempFile("sample", ".csv");
        try {
            Files.writeString(sample, "s\nA\n\u00c9\n");
            for (Path java : List.of(JAVA, java(version -> version >= 17 && version < 24))) {
                Run run = run(
                        java,
                        List.of(
                                "-Dfile.encoding=US-ASCII",
                                "-Dstdout.encoding=US-ASCII",
                                "-Dsun.stdout.encoding=US-ASCII"),
                        "partitioner",
                        List.of("train", "--columns=s:varchar", "--partitions=2", "--sample=" + sample));
                assertThat(run.exitCode).as(run.err).isZero();
                assertThat(run.out).contains("\"from\":\"\\u00C9\"");
            }
        } finally {
            Files.delete(sample);
        }
    }

    private static void assertNoStackTrace(Run run) {
        assertThat(run.err).doesNotContain("\tat ", "Exception", "Error");
    }

    private interface Wish {
        boolean fits(int version);
    }

    private static Path java(Wish wish) throws IOException {
        for (Path folder : ELSEWHERE) {
            if (!Files.isDirectory(folder)) {
                continue;
            }
            try (Stream<Path> homes = Files.list(folder)) {
                Optional<Path> found = homes.filter(home -> Files.isExecutable(home.resolve("bin/java")))
                        .filter(home -> version(home).map(wish::fits).orElse(false))
                        .findFirst();
                if (found.isPresent()) {
                    return found.get();
                }
            }
        }
        throw new SkipException("No such Java is in any of " + ELSEWHERE);
    }

    /** By the file that every JDK has since Java 8. */
    private static Optional<Integer> version(Path home) {
        try (Stream<String> lines = Files.lines(home.resolve("release"))) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> line.replaceFirst("JAVA_VERSION=\"(?:1\\.)?(\\d+).*", "$1"))
                    .map(Integer::valueOf)
                    .findFirst();
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Run run(Path java, String module, List<String> arguments) throws Exception {
        return run(java, List.of(), module, arguments);
    }

    private static Run run(Path java, List<String> properties, String module, List<String> arguments) throws Exception {
        Path jar = Checkout.root().resolve(module).resolve("target").resolve(module + ".jar");
        assertThat(jar).as("the jar, which `mvn package` makes").exists();
        List<String> command = new ArrayList<>(List.of(java.resolve("bin/java").toString()));
        command.addAll(properties);
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(arguments);
        Path out = Files.createTempFile("command", ".out");
        Path err = Files.createTempFile("command", ".err");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            // which other releases of Java would complain about
            builder.environment()
                    .keySet()
                    .removeIf(name -> name.endsWith("JAVA_OPTIONS") || name.endsWith("TOOL_OPTIONS"));
            Process process = builder.start();
            try {
                assertThat(process.waitFor(2, MINUTES)).as("%s ended", command).isTrue();
            } finally {
                process.destroyForcibly();
            }
            return new Run(process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
