// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.documentation;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.skipping.documentation.Page.Section;
import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testng.annotations.Test;

public class TestPages {
    private static final Path DOCS = Path.of("docs");
    private static final Path MANUALS = DOCS.resolve("benchmarks");
    private static final Path DESIGNS = DOCS.resolve("design");

    /** Something with a unit of what is measured. */
    private static final Pattern MEASURED =
            Pattern.compile("(?<![\\w.`])\\d[\\d,.]*\\s?(?:ms|s|ns|µs|seconds|minutes|kB|MB|GB|TB|%|requests|times"
                    + " (?:fewer|less|faster|more))(?![\\w/])");

    /** What says how to see the number again: a command, a test, or the page that has both. */
    private static final Pattern COMMAND = Pattern.compile(
            "bin/bench|bin/demo|bin/trino|bin/meters|MetersCommand|-Dtest=|`Test\\w+`|performance\\.md|benchmarks/");

    /** Sections all of whose numbers are settings, limits of formats, or examples; nobody measured them. */
    private static final Set<String> SETTINGS = ImmutableSet.of(
            "docs/advise.md#How it is measured",
            "docs/advise.md#What it advises",
            "docs/architecture.md#The way of a build",
            "docs/building.md#Commands",
            "docs/building.md#What is read",
            "docs/building.md#When it ends early",
            "docs/concepts.md#Objects and what is known of them",
            "docs/configuration.md#Catalog properties",
            "docs/configuration.md#index-builder.jar advise",
            "docs/configuration.md#index-builder.jar build",
            "docs/configuration.md#partitioner.jar advise",
            "docs/configuration.md#partitioner.jar train",
            "docs/formats.md#Avro, RCFile, SequenceFile",
            "docs/formats.md#Compressed text that can be skipped",
            "docs/formats.md#Header and footer lines",
            "docs/formats.md#Parquet and ORC",
            "docs/formats.md#Text: TEXTFILE, CSV, JSON, REGEX",
            "docs/index-format.md#Merging",
            "docs/index-format.md#Publication",
            "docs/index-format.md#Vacuum",
            "docs/index-format.md#What a store must offer",
            "docs/meter-readings.md#Meter readings",
            "docs/meter-readings.md#How the numbers are generated",
            "docs/operations.md#What status shows",
            "docs/partitioner.md#Training a k-d tree",
            "docs/reference.md#Columns and expressions",
            "docs/reference.md#What EXPLAIN says",
            "docs/search-engine-index.md#Documents of ranges",
            "docs/search-engine-index.md#Layout",
            "docs/search-engine-index.md#What it rests on",
            "docs/search-engine-index.md#Writing");

    @Test
    public void testLinksLeadSomewhere() throws IOException {
        List<String> dead = new ArrayList<>();
        for (Page page : Page.all()) {
            for (String link : page.links()) {
                if (!link.matches("[a-z]+:.*") && !leadsSomewhere(page, link)) {
                    dead.add("%s: %s".formatted(page.path(), link));
                }
            }
        }
        assertThat(dead).as("links to what is not there").isEmpty();
    }

    private static boolean leadsSomewhere(Page page, String link) {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target =
                file.isEmpty() ? page.path() : page.path().resolveSibling(file).normalize();
        if (!Files.exists(Checkout.root().resolve(target))) {
            return false;
        }
        return hash < 0 || Page.read(target).anchors().contains(link.substring(hash + 1));
    }

    @Test
    public void testEveryPageIsLinked() throws IOException {
        List<Page> pages = Page.all();
        Set<Path> linked = pages.stream()
                .flatMap(page -> page.links().stream()
                        .map(link -> link.replaceFirst("#.*", ""))
                        .filter(link -> link.endsWith(".md"))
                        .map(link -> page.path().resolveSibling(link).normalize()))
                .collect(toImmutableSet());
        Set<Path> written = pages.stream()
                .map(Page::path)
                .filter(page -> page.startsWith(DOCS))
                .collect(toImmutableSet());
        assertThat(Sets.difference(written, linked))
                .as("pages that no other page links to")
                .isEmpty();
    }

    @Test
    public void testEveryBenchmarkHasAManualPage() throws IOException {
        String usage = Files.readString(Checkout.root().resolve("bin").resolve("bench"));
        Set<String> benchmarks = Pattern.compile("(?m)^  ([a-z-]+)(?: [A-Z]+)?(?: {2,}|\\n {13})\\S.*\\n {15}--quick")
                .matcher(usage)
                .results()
                .map(name -> name.group(1))
                .collect(toImmutableSet());
        assertThat(benchmarks).contains("skipping", "layout");
        String index = Files.readString(Checkout.root().resolve(MANUALS).resolve("README.md"));
        assertThat(Pattern.compile("(?m)^([a-z-]+) +\\d+ +\\d+ GB  \\S")
                        .matcher(usage)
                        .results()
                        .map(name -> name.group(1)))
                .as("what bin/bench --list names")
                .containsAll(benchmarks);
        for (String benchmark : benchmarks) {
            assertThat(Checkout.root().resolve(MANUALS).resolve(benchmark + ".md"))
                    .exists();
            assertThat(index).contains("(%s.md)".formatted(benchmark));
        }
    }

    @Test
    public void testMeasuredNumbersHaveCommands() throws IOException {
        List<String> bare = new ArrayList<>();
        List<String> sections = new ArrayList<>();
        for (Page page : Page.all()) {
            // manual pages have numbers that are settings, and a command each; a design is of what cannot be measured
            // yet
            if (Stream.of(MANUALS, DESIGNS, Path.of("benchmarks"))
                    .anyMatch(folder -> page.path().startsWith(folder))) {
                continue;
            }
            for (Section section : page.sections()) {
                String name = "%s#%s".formatted(page.path(), section.title());
                sections.add(name);
                if (MEASURED.matcher(section.prose()).find() && !hasCommand(section) && !SETTINGS.contains(name)) {
                    bare.add(name);
                }
            }
        }
        assertThat(bare)
                .as("sections with numbers, and no command that makes them")
                .isEmpty();
        assertThat(sections).as("sections that have been renamed").containsAll(SETTINGS);
    }

    /** What a whole page begins with does not count for all of it. */
    private static boolean hasCommand(Section section) {
        return Stream.concat(Stream.of(section), section.above().stream().filter(above -> above.level() > 1))
                .anyMatch(each -> COMMAND.matcher(each.text()).find());
    }
}
