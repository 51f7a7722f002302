// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.conventions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testng.SkipException;

/**
 * Runs parts of a release's build in a copy of this checkout's poms, so that a test of them changes nothing that the build which runs
 * it has made. The copies name no dependencies: those within the project are in no repository before they are installed.
 */
public final class ReleaseBuild implements AutoCloseable {
    /** Names the release of Trino whose plugin stands for those of all releases. */
    public static final String TRINO = "476";

    private static final Path PLUGIN = Path.of("trino-skipping-plugin", "trino-" + TRINO);

    /** Limits the files of a plugin that archives are made of: to compress all of them takes half a minute, and shows no more. */
    private static final long LARGEST_BYTES = 200_000;

    private static final Pattern MODULE = Pattern.compile("<module>(.+)</module>");

    /** Matches what the project itself needs, which is one step in: plugins and management have dependencies, too. */
    private static final Pattern DEPENDENCIES = Pattern.compile("(?ms)^ {4}<dependencies>.*?^ {4}</dependencies>");

    private static final long LONGEST_BUILD_MINUTES = 10;

    private final Path folder;

    private ReleaseBuild(Path folder) {
        this.folder = folder;
    }

    /** Copies the poms, and what else the parts of a release's build read. */
    public static ReleaseBuild create() throws IOException {
        ReleaseBuild build = new ReleaseBuild(Files.createTempDirectory("release"));
        build.copyPoms(Path.of(""));
        for (String file : List.of("LICENSE", "docs/kubernetes", "docs/monitoring", "launcher/src/main")) {
            build.copy(Path.of(file));
        }
        build.copy(Path.of("trino-skipping-plugin", "src", "assembly"));
        return build;
    }

    /** Copies the pom of a module, and of those below it: Maven looks for all of them. */
    private void copyPoms(Path module) throws IOException {
        String pom = Files.readString(Checkout.root().resolve(module).resolve("pom.xml"));
        Path copy = Files.createDirectories(folder.resolve(module)).resolve("pom.xml");
        Files.writeString(copy, DEPENDENCIES.matcher(pom).replaceAll(""));
        for (MatchResult each : MODULE.matcher(pom).results().toList()) {
            copyPoms(module.resolve(each.group(1)));
        }
    }

    private void copy(Path path) throws IOException {
        try (Stream<Path> files = Files.walk(Checkout.root().resolve(path))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(Checkout.root().relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    /** Returns the version that the poms give to everything. */
    public static String version() throws IOException {
        String pom = Files.readString(Checkout.root().resolve("pom.xml"));
        Matcher version = Pattern.compile("(?m)^ {4}<version>(.+)</version>$").matcher(pom);
        assertThat(version.find()).isTrue();
        return version.group(1);
    }

    /** Returns the root folder of the copy. */
    public Path folder() {
        return folder;
    }

    /**
     * Puts the smaller files of the plugin that this checkout's build has made into the copy, and makes the archives of them.
     *
     * @param environment variables of Maven's process
     */
    public Archives makeArchives(Map<String, String> environment) throws IOException, InterruptedException {
        Path built;
        try {
            built = Checkout.skippingPlugin(TRINO);
        } catch (IOException e) {
            throw new SkipException(e.getMessage());
        }
        Path target = folder.resolve(PLUGIN).resolve("target");
        Path plugin = Files.createDirectories(target.resolve(built.getFileName()));
        ImmutableList.Builder<String> names = ImmutableList.builder();
        try (Stream<Path> files = Files.list(built)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (Files.size(file) <= LARGEST_BYTES || name.startsWith("trino-skipping-plugin-")) {
                    Files.copy(file, plugin.resolve(name));
                    names.add(name);
                }
            }
        }
        run(environment, "-f", PLUGIN.toString(), "-Prelease", "assembly:single@archives");
        String name = "trino-skipping-plugin-%s-%s".formatted(TRINO, version());
        return new Archives(
                name,
                target.resolve(name + ".zip"),
                target.resolve(name + ".tar.gz"),
                names.add("LICENSE").build());
    }

    /**
     * Locates the archives of a plugin.
     *
     * @param folder the name of the only folder in each archive
     * @param files the names of the files in that folder
     */
    public record Archives(String folder, Path zip, Path tar, List<String> files) {}

    /** Runs Maven in the copy, and returns what it said. */
    public String run(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        ImmutableList.Builder<String> command =
                ImmutableList.<String>builder().add(tool("mvn"), "--batch-mode", "--no-transfer-progress");
        // the repository of the Maven that runs this test, which has most of what is needed
        Optional.ofNullable(System.getProperty("localRepository"))
                .ifPresent(repository -> command.add("-Dmaven.repo.local=" + repository));
        ProcessBuilder builder = new ProcessBuilder(command.add(arguments).build())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("build.log").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(LONGEST_BUILD_MINUTES, TimeUnit.MINUTES);
            String text = Files.readString(folder.resolve("build.log"), UTF_8);
            assertThat(ended).as(text).isTrue();
            if (text.contains("PluginResolutionException")) {
                throw new SkipException("Maven cannot download its plugins: " + text);
            }
            assertThat(process.exitValue()).as(text).isZero();
            return text;
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns a program of this machine, or skips the test. */
    public static String tool(String program) {
        return onPath(program).orElseThrow(() -> new SkipException("There is no %s on the PATH".formatted(program)));
    }

    /** Returns a program of this machine, if it has it. */
    public static Optional<String> onPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder).resolve(program))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    @Override
    public void close() throws IOException {
        Folders.delete(folder);
    }
}
