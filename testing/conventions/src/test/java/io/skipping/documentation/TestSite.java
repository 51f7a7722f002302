// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.documentation;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Builds the site of the documentation, and looks at it in a browser if the machine has one. */
@Test(groups = "servers")
public class TestSite {
    private static final long LONGEST_BUILD_MINUTES = 5;

    /** Names the only file of a site that has a time. */
    private static final String SITEMAP = "sitemap.xml.gz";

    private final Path root = Checkout.root();
    private Path folder;
    private HttpServer server;
    private Browser browser;

    @BeforeClass
    public void build() throws IOException, InterruptedException {
        folder = Files.createTempDirectory("site");
        Result result = run(root, "bin/docs", "site", "--into", folder.toString(), "--release", "1.0");
        if (result.text().contains("No Python") || result.text().contains("can't be installed")) {
            throw new SkipException(result.text());
        }
        assertThat(result.code()).as(result.text()).isZero();
        copy(folder.resolve("1.0"), folder.resolve("0.9"));
        Path python = root.resolve("target/site-tools/bin/python");
        assertThat(run(root, python.toString(), "site/releases.py", folder.toString(), "1.0")
                        .code())
                .isZero();
    }

    @AfterClass(alwaysRun = true)
    public void delete() throws IOException {
        if (browser != null) {
            browser.close();
            browser = null;
        }
        if (server != null) {
            server.stop(0);
            server = null;
        }
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
    public void testReleasesAreBesideEachOther() {
        assertThat(folder.resolve("versions.json"))
                .content()
                .containsSubsequence("\"version\": \"1.0\"", "\"version\": \"0.9\"");
        assertThat(folder.resolve("index.html")).content().contains("1.0/index.html");
    }

    @Test
    public void testTwoBuildsAreTheSame() throws IOException, InterruptedException {
        Path again = Files.createDirectory(folder.resolve("again"));
        Result result = run(root, "bin/docs", "site", "--into", again.toString(), "--release", "1.0");
        assertThat(result.code()).as(result.text()).isZero();
        Map<String, HashCode> first = contents(folder.resolve("1.0"));
        assertThat(first).containsKey(SITEMAP);
        assertThat(contents(again.resolve("1.0"))).containsExactlyInAnyOrderEntriesOf(first);
    }

    /** MkDocs writes a day, of the clock if it gets no other: two builds would differ from one day to the next. */
    @Test
    public void testTimeOfTheBuildIsThatOfThePoms() throws IOException {
        Matcher timestamp = Pattern.compile("<project.build.outputTimestamp>(.+)</")
                .matcher(Files.readString(root.resolve("pom.xml")));
        assertThat(timestamp.find()).isTrue();
        // gzip has seconds behind the first four bytes of a file
        int seconds = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("1.0").resolve(SITEMAP)))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt(4);
        assertThat(Instant.ofEpochSecond(seconds).truncatedTo(ChronoUnit.DAYS))
                .isEqualTo(Instant.parse(timestamp.group(1)).truncatedTo(ChronoUnit.DAYS));
    }

    private static Map<String, HashCode> contents(Path site) throws IOException {
        Map<String, HashCode> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(site)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                // another test puts it there
                if (!file.endsWith("faulty.html")) {
                    contents.put(
                            site.relativize(file).toString(),
                            MoreFiles.asByteSource(file).hash(Hashing.sha256()));
                }
            }
        }
        return contents;
    }

    /** Releases that are not pinned would make another site of the same sources. */
    @Test
    public void testAllPackagesArePinned() throws IOException, InterruptedException {
        // isolated from packages that this machine's environment adds
        Result installed =
                run(root, "target/site-tools/bin/python", "-I", "-m", "pip", "--disable-pip-version-check", "freeze");
        assertThat(installed.code()).as(installed.text()).isZero();
        Set<String> pinned = Files.readAllLines(root.resolve("site/requirements.txt")).stream()
                .map(line -> normal(line.replaceFirst(";.*", "")))
                .collect(toImmutableSet());
        assertThat(pinned)
                .containsAll(installed.text().lines().map(TestSite::normal).toList());
    }

    /** Packages have their names in any case, and with any of these characters between words. */
    private static String normal(String requirement) {
        return requirement.strip().toLowerCase(Locale.ROOT).replace('_', '-');
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
    public void testPagesInABrowser() throws IOException {
        Browser browser = browser();
        browser.open(page("index"));
        List<String> pages = links(browser, "nav.md-nav--primary a.md-nav__link[href]");
        assertThat(pages)
                .hasSizeGreaterThan(40)
                .contains(page("benchmarks/skipping").toString());
        SoftAssertions.assertSoftly(softly -> {
            for (String page : pages) {
                softly.assertThat(browser.faults(URI.create(page))).as(page).isEmpty();
            }
        });
    }

    @Test
    public void testFaultsOfAPageAreSeen() throws IOException {
        Files.writeString(folder.resolve("1.0/faulty.html"), """
                <!doctype html><title>Faulty</title>
                <article><p style="width: 1000px">wide</p><img src="missing.svg"></article>
                <script>missing()</script>
                """);
        assertThat(browser().faults(page("faulty")))
                .anyMatch(fault -> fault.startsWith("has 0 headings"))
                .anyMatch(fault -> fault.startsWith("does not show a picture") && fault.contains("missing.svg"))
                .anyMatch(fault -> fault.startsWith("is too wide") && fault.contains("<p"))
                .anyMatch(fault -> fault.contains("404"))
                .anyMatch(fault -> fault.contains("missing is not defined"));
    }

    @Test
    public void testFirstPageIsThatOfTheLastRelease() throws IOException {
        Browser browser = browser();
        browser.open(page("index").resolve("/"));
        browser.await("location.pathname === '/1.0/index.html'");
        assertThat(browser.shown("h1").getText()).startsWith("Trino Skipping");
    }

    @Test
    public void testSearch() throws IOException {
        Browser browser = browser();
        browser.open(page("index"));
        browser.shown("input.md-search__input").sendKeys("bbox");
        browser.shown("a.md-search-result__link[href*='h=bbox']").click();
        browser.shown("article mark");
        assertThat(browser.page().getPath()).isEqualTo("/1.0/reference.html");
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    public void testLightAndDark() throws IOException {
        Browser browser = browser();
        browser.open(page("performance"));
        assertThat(light(browser)).isTrue();
        browser.shown("label[title=Dark]").click();
        browser.await("document.body.getAttribute('data-md-color-scheme') === 'slate'");
        assertThat(light(browser)).isFalse();
        browser.open(page("architecture"));
        assertThat(light(browser)).as("on the next page").isFalse();
    }

    @Test
    public void testDarkWhereTheSystemIs() throws IOException {
        Browser browser = browser();
        browser.prefer("dark");
        browser.open(page("index"));
        assertThat(light(browser)).isFalse();
    }

    @Test
    public void testMenuOfReleases() throws IOException {
        Browser browser = browser();
        browser.open(page("performance"));
        browser.shown("button.md-version__current").click();
        assertThat(links(browser, "a.md-version__link"))
                .containsExactly(
                        page("index").resolve(".").toString(),
                        page("index").resolve("../0.9/").toString());
        browser.shown("a.md-version__link[href*='/0.9/']").click();
        browser.await("location.pathname.startsWith('/0.9/')");
        assertThat(browser.shown("button.md-version__current").getText()).contains("0.9");
        assertThat(browser.errors()).isEmpty();
    }

    /** Returns where the links lead that a CSS selector selects, each page once. */
    private static List<String> links(Browser browser, String selector) {
        return browser.strings(
                "return [...new Set([...document.querySelectorAll(\"%s\")].map(a => a.href.replace(/#.*/, '')))]"
                        .formatted(selector));
    }

    /** Returns whether a page's text is darker than what is behind it. */
    private static boolean light(Browser browser) {
        return (boolean) browser.run("""
                const style = getComputedStyle(document.body);
                const sum = color => color.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0);
                return sum(style.color) < sum(style.backgroundColor);
                """);
    }

    private URI page(String name) {
        return URI.create(
                "http://127.0.0.1:%d/1.0/%s.html".formatted(server.getAddress().getPort(), name));
    }

    /** Returns a browser that has seen none of the pages, or skips the test if the machine has none. */
    private Browser browser() throws IOException {
        if (browser == null) {
            browser = Browser.start();
            server = SimpleFileServer.createFileServer(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), folder.toRealPath(), OutputLevel.NONE);
            server.start();
        }
        browser.forget(page("index"));
        return browser;
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
