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
    public void drawsWhatThereIs() throws IOException {
        JsonNode results = results(
                record("file-v1", "parquet/n=1", 54),
                record("attempt-naming", "parquet/n=1", 5),
                record("attempt-naming", "parquet/n=10", 23));
        assertThat(Pictures.draw("committer", results, folder)).containsExactly("committer-parquet.svg");
        // bars of both systems, each in its colour
        assertThat(Files.readString(folder.resolve("committer-parquet.svg")))
                .contains("<svg", "fill:rgb(230,159,0)", "fill:rgb(86,180,233)")
                .doesNotContain("fill:rgb(0,158,115)");
        assertThat(folder).isDirectoryContaining("glob:**.svg").isDirectoryNotContaining("glob:**.png");
    }

    @Test
    public void drawsNothingOfNothing() throws IOException {
        assertThat(Pictures.draw("committer", results(), folder)).isEmpty();
        assertThat(Pictures.draw("of no benchmark", results(record("a", "b", 1)), folder))
                .isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    /** A case or a system that was renamed would vanish from pictures unseen. */
    @Test
    public void chartsAreOfRecordsThatExist() throws IOException {
        Path kept = Checkout.root().resolve("benchmarks").resolve("results");
        for (String benchmark : List.of(
                "committer",
                "committer-workloads",
                "concurrency",
                "formats",
                "layout",
                "overhead",
                "pruning",
                "scale",
                "skipping",
                "small-objects",
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

    @Test
    public void drawsLinesThroughPointsInTheirOrder() throws IOException {
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
        String svg = Files.readString(folder.resolve("scale-list.svg"));
        assertThat(svg).contains("<svg", "fill:rgb(230,159,0)");
        List<String> segments = Pattern.compile("stroke:rgb\\(230,159,0\\)[^>]* x1=\"([^\"]*)\" x2=\"([^\"]*)\"")
                .matcher(svg)
                .results()
                .flatMap(segment -> Stream.of(segment.group(1), segment.group(2)))
                .toList();
        assertThat(segments.subList(0, 6))
                .as("three segments, each of which begins where the one before ends")
                .extracting(Double::valueOf)
                .isSorted();
        assertThat(segments.get(1)).isEqualTo(segments.get(2));
        assertThat(segments.get(3)).isEqualTo(segments.get(4));
    }
}
