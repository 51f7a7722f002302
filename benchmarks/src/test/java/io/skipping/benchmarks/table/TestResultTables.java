// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** Tables in pages have the numbers of the results. {@code bin/docs} writes them. */
public class TestResultTables {
    private static final boolean WRITE = Boolean.getBoolean("result-tables.write");

    private static final String PAGE = """
            Text.

            <!-- results some rows=case columns=system/metric head=Seconds, bytes
            box = a box of `5` km
            d43/scan = everything
            --
            hive/seconds = Hive
            skipping/bytes = **ours**
            -->
            | old |
            <!-- end of results -->

            More text.
            """;

    private static final String RECORDS = """
            {"records": [
              {"system": "hive", "case": "box", "metric": "seconds", "value": 1.234, "unit": "s"},
              {"system": "hive", "case": "d43/scan", "metric": "seconds", "value": 12, "unit": "s"},
              {"system": "hive", "case": "box", "metric": "first_quartile.seconds", "value": 1.1, "unit": "s"},
              {"system": "hive", "case": "box", "metric": "third_quartile.seconds", "value": 1.4, "unit": "s"},
              {"system": "skipping", "case": "box", "metric": "bytes", "value": 1230000, "unit": "B"},
              {"system": "skipping", "case": "d43/scan", "metric": "bytes", "value": 12, "unit": "B"},
              {"system": "skipping", "case": "box", "metric": "requests", "value": 1234, "unit": "count"}
            ]}""";

    @Test
    public void testPagesHaveTheNumbersOfResults() throws IOException {
        Path root = Checkout.root();
        List<Path> pages;
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            pages = Stream.concat(Stream.of(root.resolve("README.md")), docs)
                    .filter(page -> page.toString().endsWith(".md"))
                    .toList();
        }
        // the product's claim
        assertThat(root.resolve("README.md")).content().contains("<!-- results skipping");
        for (Path page : pages) {
            String text = Files.readString(page);
            String filled = ResultTable.fill(text, TestResultTables::read);
            if (WRITE) {
                Files.writeString(page, filled);
            } else {
                assertThat(text).as("%s; bin/docs writes its tables", page).isEqualTo(filled);
            }
        }
    }

    private static JsonNode read(String name) {
        try {
            return new ObjectMapper()
                    .readTree(Checkout.root()
                            .resolve("benchmarks/results")
                            .resolve(name + ".json")
                            .toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String filled(String page) {
        return ResultTable.fill(page, name -> {
            assertThat(name).isEqualTo("some");
            try {
                return new ObjectMapper().readTree(RECORDS);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Test
    public void testTable() {
        String filled = filled(PAGE);
        assertThat(filled)
                .startsWith("Text.\n\n<!-- results some ")
                .contains("-->\n| Seconds, bytes | Hive | **ours** |\n|---|---|---|\n")
                .contains(
                        "| a box of `5` km | 1.23 | 1.23 MB |\n| everything | 12.0 | 12 B |\n<!-- end of results -->\n")
                .endsWith("\n\nMore text.\n");
        assertThat(filled(filled)).as("nothing more to fill in").isEqualTo(filled);
    }

    @Test
    public void testRowsOfSystems() {
        assertThat(filled("""
                <!-- results some case=box rows=system columns=metric
                skipping = ours
                --
                requests = Requests
                bytes = Bytes
                -->
                <!-- end of results -->
                """)).contains("|  | Requests | Bytes |\n|---|---|---|\n| ours | 1,234 | 1.23 MB |\n");
    }

    @Test
    public void testQuartiles() {
        assertThat(filled("""
                <!-- results some case=box rows=system columns=metric
                hive = Hive
                --
                seconds+quartiles = Seconds
                -->
                <!-- end of results -->
                """)).contains("| Hive | 1.23 (1.10–1.40) |");
    }

    /** A system or case that was renamed is found. */
    @Test
    public void testNumberThatIsNotThere() {
        assertThatThrownBy(() -> filled(PAGE.replace("d43/scan", "d43/all")))
                .hasMessageContainingAll("some.json has no number of ", "case=d43/all");
    }
}
