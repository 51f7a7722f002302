// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Builds the site of the documentation, and looks at it by a browser if the machine has one. */
@Test(groups = "servers")
public class TestSite {
    private static final long LONGEST_BUILD_MINUTES = 5;
    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome", "chrome");

    private final Path root = Checkout.root();
    private Path folder;

    @BeforeClass
    public void build() throws IOException, InterruptedException {
        folder = Files.createTempDirectory("site");
        Result result = run(root, "bin/docs", "site", "--into", folder.toString(), "--release", "1.0");
        if (result.text().contains("No Python") || result.text().contains("can't be installed")) {
            throw new SkipException(result.text());
        }
        assertThat(result.code()).as(result.text()).isZero();
    }

    @AfterClass(alwaysRun = true)
    public void delete() throws IOException {
        if (folder != null) {
            Folders.delete(folder);
        }
    }

    @Test
    public void testPagesOfAllFolders() throws IOException {
        Path site = folder.resolve("1.0");
        assertThat(site.resolve("index.html")).content().contains("bin/demo");
        assertThat(site.resolve("benchmarks/skipping.html")).exists();
        assertThat(site.resolve("results/skipping.html")).content().contains("skipping-seconds.svg");
        assertThat(site.resolve("results/skipping-seconds.svg")).exists();
        // where a sentence names a file that the site does not have, it has no link
        assertThat(site.resolve("compatibility.html")).content().doesNotContain("pom.xml\"");
        try (Stream<Path> pages = Files.list(root.resolve("docs"))) {
            assertThat(pages.map(page -> page.getFileName().toString())
                            .filter(name -> name.endsWith(".md"))
                            .map(name -> name.replace(".md", ".html")))
                    .allSatisfy(name -> assertThat(site.resolve(name)).exists());
        }
    }

    @Test
    public void testNothingIsFetchedFromOtherServers() throws IOException {
        assertThat(Files.readString(folder.resolve("1.0/index.html")))
                .doesNotContainPattern(
                        "<(script|link|img)[^>]+(src|href)=\"https?://(?!example)[^\"]*\\.(js|css|woff2?|svg|png)\"");
    }

    @Test
    public void testReleasesAreBesideEachOther() throws IOException, InterruptedException {
        Path other = Files.createDirectory(folder.resolve("0.9"));
        Files.createFile(other.resolve("index.html"));
        Path python = root.resolve("target/site-tools/bin/python");
        assertThat(run(root, python.toString(), "site/releases.py", folder.toString(), "1.0")
                        .code())
                .isZero();
        assertThat(folder.resolve("versions.json"))
                .content()
                .containsSubsequence("\"version\": \"1.0\"", "\"version\": \"0.9\"");
        assertThat(folder.resolve("index.html")).content().contains("1.0/index.html");
    }

    @Test
    public void testDeadLinksFail() throws IOException, InterruptedException {
        Path copy = folder.resolve("copy");
        for (String part : List.of("docs", "site", "benchmarks/results")) {
            copy(root.resolve(part), copy.resolve(part));
        }
        Files.copy(root.resolve("README.md"), copy.resolve("README.md"));
        Files.copy(root.resolve("mkdocs.yml"), copy.resolve("mkdocs.yml"));
        String mkdocs = root.resolve("target/site-tools/bin/mkdocs").toString();
        Path page = copy.resolve("docs/concepts.md");
        Files.writeString(page, "\n[nowhere](reference.md#nowhere)\n", StandardOpenOption.APPEND);
        Result result =
                run(copy, mkdocs, "build", "--site-dir", copy.resolve("out").toString());
        assertThat(result.code()).as(result.text()).isNotZero();
        assertThat(result.text()).contains("concepts.md", "nowhere");
    }

    @Test
    public void testPageInABrowser() throws IOException, InterruptedException {
        String browser =
                browser().orElseThrow(() -> new SkipException("None of %s is on the PATH".formatted(BROWSERS)));
        HttpServer server = SimpleFileServer.createFileServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), folder.toRealPath(), OutputLevel.NONE);
        server.start();
        try {
            String page = "http://127.0.0.1:%d/1.0/predicates.html"
                    .formatted(server.getAddress().getPort());
            Path profile = Files.createDirectory(folder.resolve("profile"));
            List<String> command = new ArrayList<>(List.of(browser, "--headless", "--no-sandbox", "--disable-gpu"));
            command.add("--user-data-dir=" + profile);
            command.add("--virtual-time-budget=10000");
            command.add("--dump-dom");
            command.add(page);
            Result result = run(root, command.toArray(String[]::new));
            // scripts have run: of pages that are only read, the menu of releases is not there
            assertThat(result.text())
                    .contains("md-version", "md-search__input", "data-md-color-scheme", "Getting started");
        } finally {
            server.stop(0);
        }
    }

    private static Optional<String> browser() {
        return BROWSERS.stream()
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    /** @param text all that a command said */
    private record Result(int code, String text) {}

    private static Result run(Path folder, String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("site", ".log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(LONGEST_BUILD_MINUTES, TimeUnit.MINUTES)).isTrue();
            return new Result(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
            Files.delete(output);
        }
    }
}
