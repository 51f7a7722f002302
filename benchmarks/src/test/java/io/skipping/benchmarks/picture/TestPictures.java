// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

public class TestPictures {
    private Path folder;

    @BeforeMethod
    public void makeFolder() throws IOException {
        folder = Files.createTempDirectory("pictures");
    }

    @AfterMethod(alwaysRun = true)
    public void deleteFolder() throws IOException {
        Folders.delete(folder);
    }

    private static JsonNode results(String... records) throws IOException {
        return new ObjectMapper().readTree("{\"records\": [%s]}".formatted(String.join(", ", records)));
    }

    private static String record(String system, String name, int value) {
        return "{\"system\": \"%s\", \"case\": \"%s\", \"metric\": \"requests\", \"value\": %d}"
                .formatted(system, name, value);
    }

    @Test
    public void testDrawsWhatThereIs() throws IOException {
        JsonNode results = results(
                record("file-v1", "parquet/n=1", 54),
                record("attempt-naming", "parquet/n=1", 5),
                record("attempt-naming", "parquet/n=10", 23));
        assertThat(Pictures.draw("committer", results, folder)).containsExactly("committer-parquet.svg");
        DrawnSvg svg = DrawnSvg.read(folder.resolve("committer-parquet.svg"));
        assertThat(svg.texts("title")).containsExactly("Spark writes N objects: a data frame, Parquet");
        assertThat(svg.texts("axis")).containsExactly("requests, logarithmic");
        assertThat(svg.texts("legend"))
                .as("systems with records, by names for people")
                .containsExactly("Hadoop's committer, algorithm 1", "Attempt naming (this project)");
        assertThat(svg.texts("case")).containsExactly("N = 1", "N = 10");
        assertThat(svg.texts("value"))
                .as("numbers, and ratios where there is something to compare with")
                .containsExactly("54", "5, 11× less", "23");
        assertThat(svg.colours("bar")).containsExactly("#e69f00", "#d55e00", "#d55e00");
        assertThat(svg.colours("key")).containsExactly("#e69f00", "#d55e00");
        assertThat(folder).isDirectoryContaining("glob:**.svg").isDirectoryNotContaining("glob:**.png");
    }

    @Test
    public void testDrawsNothingOfNothing() throws IOException {
        assertThat(Pictures.draw("committer", results(), folder)).isEmpty();
        assertThat(Pictures.draw("of no benchmark", results(record("a", "b", 1)), folder))
                .isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    /** A case or a system that was renamed would vanish from pictures unseen. */
    @Test
    public void testChartsAreOfRecordsThatExist() throws IOException {
        Path kept = Checkout.root().resolve("benchmarks").resolve("results");
        for (String benchmark : List.of(
                "alluxio",
                "cif",
                "committer",
                "committer-workloads",
                "concurrency",
                "formats",
                "iceberg-planning",
                "iceberg-planning-483",
                "layout",
                "layout-tables",
                "overhead",
                "planning",
                "pruning",
                "questions",
                "scale",
                "skipping",
                "skipping-iceberg",
                "skipping-iceberg-483",
                "skipping-spark",
                "small-objects",
                "stocator",
                "storage-side",
                "stores")) {
            Path file = kept.resolve(benchmark + ".json");
            if (!Files.exists(file)) {
                // a benchmark that is new
                continue;
            }
            JsonNode results = new ObjectMapper().readTree(file.toFile());
            for (Chart chart : Charts.of(benchmark)) {
                for (String system : chart.systems()) {
                    assertThat(results.get("records"))
                            .as("%s: records of %s", chart.name(), system)
                            .anyMatch(each -> each.get("system").textValue().equals(system)
                                    && each.get("metric").textValue().equals(chart.metric()));
                }
                for (String names : chart.caseNames()) {
                    assertThat(results.get("records"))
                            .as("%s: records of %s", chart.name(), names)
                            .anyMatch(each -> each.get("case").textValue().matches(names));
                }
            }
        }
    }

    /** Whoever measures can draw, and read what was drawn, however large or small the numbers are. */
    @Test
    public void testChartsOfJoinsAndQuestionsCanBeRead() throws IOException {
        for (String benchmark : List.of("planning", "questions")) {
            List<String> records = new ArrayList<>();
            for (Chart chart : Charts.of(benchmark)) {
                int number = 0;
                for (String name : chart.caseNames()) {
                    for (String system : chart.systems()) {
                        number++;
                        records.add("{\"system\": \"%s\", \"case\": \"%s\", \"metric\": \"%s\", \"value\": %s}"
                                .formatted(
                                        system,
                                        name,
                                        chart.metric(),
                                        chart.metric().equals("bytes")
                                                ? 1000 * Math.pow(3, number % 13)
                                                : 0.013 * number));
                    }
                }
            }
            List<String> pictures = Pictures.draw(benchmark, results(records.toArray(String[]::new)), folder);
            assertThat(pictures).as(benchmark).hasSameSizeAs(Charts.of(benchmark));
            for (String name : pictures) {
                assertThat(Files.size(folder.resolve(name))).as(name).isLessThan(200_000);
                DrawnSvg svg = DrawnSvg.read(folder.resolve(name));
                assertThat(svg.collisions()).as(name).isEmpty();
                assertThat(svg.texts("legend")).as(name).startsWith("Hive connector", "Trino Skipping");
                assertThat(svg.texts("value")).as("%s: ratios", name).anyMatch(text -> text.contains("×"));
                assertThat(svg.texts("case"))
                        .as("%s: names for people", name)
                        .noneMatch(text -> text.contains("/") || text.contains("-"));
            }
        }
    }

    @Test
    public void testDrawsLinesThroughPointsInTheirOrder() throws IOException {
        JsonNode results = new ObjectMapper()
                .readTree(new ObjectMapper()
                        .writeValueAsString(Map.of(
                                "records",
                                Stream.of(10_000, 1000, 1_000_000, 100_000)
                                        .map(objects -> Map.of(
                                                "system",
                                                "skipping",
                                                "case",
                                                "listed/objects=%d/list".formatted(objects),
                                                "metric",
                                                "seconds",
                                                "value",
                                                objects / 1e5))
                                        .toList())));
        assertThat(Pictures.draw("scale", results, folder)).contains("scale-list.svg");
        DrawnSvg svg = DrawnSvg.read(folder.resolve("scale-list.svg"));
        assertThat(svg.texts("axis")).containsExactly("seconds, logarithmic", "objects, logarithmic");
        assertThat(svg.texts("legend")).containsExactly("Trino Skipping");
        assertThat(svg.texts("tick")).contains("10 ms", "10 s", "1,000", "1,000,000");
        List<Double> across = Pattern.compile("[ML]([0-9.]+) ")
                .matcher(svg.line())
                .results()
                .map(point -> Double.valueOf(point.group(1)))
                .toList();
        assertThat(across).as("points from left to right").hasSize(4).isSorted();
    }

    /** All that is committed would be drawn so that people can read it. */
    @Test
    public void testLabelsDoNotCollide() throws IOException {
        Path kept = Checkout.root().resolve("benchmarks").resolve("results");
        List<Path> results;
        try (Stream<Path> files = Files.list(kept)) {
            results = files.filter(file -> file.toString().endsWith(".json")).toList();
        }
        int pictures = 0;
        for (Path file : results) {
            String benchmark = file.getFileName().toString().replace(".json", "");
            for (String name : Pictures.draw(benchmark, new ObjectMapper().readTree(file.toFile()), folder)) {
                DrawnSvg svg = DrawnSvg.read(folder.resolve(name));
                assertThat(svg.collisions()).as(name).isEmpty();
                assertThat(svg.texts("title")).as(name).hasSize(1);
                assertThat(svg.texts("axis")).as(name).isNotEmpty();
                assertThat(svg.texts("legend"))
                        .as("%s: names, not keys of results", name)
                        .isNotEmpty()
                        .allMatch(text -> Character.isUpperCase(text.charAt(0)) || text.startsWith("k-d tree"));
                pictures++;
            }
        }
        assertThat(pictures).isGreaterThan(30);
    }

    @Test
    public void testNumbersAreWrittenForPeople() {
        assertThat(List.of(
                        Unit.BYTES.write(513_000_000),
                        Unit.BYTES.write(999_900),
                        Unit.BYTES.write(12),
                        Unit.SECONDS.write(1.234),
                        Unit.SECONDS.write(0.0821),
                        Unit.SECONDS.write(0.00002),
                        Unit.SECONDS.write(75.4),
                        Unit.COUNT.write(28_000),
                        Unit.PERCENT.write(0.04),
                        Unit.TIMES.write(2.23)))
                .containsExactly(
                        "513 MB", "1.0 MB", "12 B", "1.23 s", "82 ms", "20 µs", "75 s", "28,000", "0.040 %", "2.2 ×");
    }
}
