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
              {"system": "skipping", "case": "box", "metric": "requests", "value": 1234, "unit": "count"},
              {"system": "skipping", "case": "box", "metric": "index.ratio", "value": 0.00377, "unit": "1"},
              {"system": "skipping", "case": "box", "metric": "cost", "value": 0.000792, "unit": "USD"},
              {"system": "skipping", "case": "box", "metric": "rows.seconds", "value": 0.01763, "unit": "s"},
              {"system": "skipping", "case": "open", "metric": "microseconds", "value": 95700, "unit": "us"}
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
            String filled = MetAims.fill(ResultTable.fill(text, TestResultTables::read), TestResultTables::report);
            if (WRITE) {
                Files.writeString(page, filled);
            } else {
                assertThat(text).as("%s; bin/docs writes its tables", page).isEqualTo(filled);
            }
        }
    }

    private static JsonNode read(String name) {
        try {
            return new ObjectMapper().readTree(result(name + ".json").toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String report(String name) {
        try {
            return Files.readString(result(name + ".md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path result(String file) {
        return Checkout.root().resolve("benchmarks/results").resolve(file);
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

    @Test
    public void testSeveralNumbersInOneCell() {
        assertThat(filled("""
                <!-- results some case=box rows=system columns=metric empty=unknown
                hive = Hive
                skipping = ours
                --
                requests + bytes = Requests (bytes)
                seconds = Seconds
                -->
                <!-- end of results -->
                """))
                .contains("| Hive | unknown | 1.23 |\n| ours | 1,234 (1.23 MB) | unknown |\n")
                .doesNotContain("| Hive | unknown (");
    }

    @Test
    public void testPartsOfCases() {
        assertThat(filled("""
                <!-- results some system=hive metric=seconds rows=case columns=case
                d43/{} = D4.3
                --
                scan = Everything
                -->
                <!-- end of results -->
                """)).contains("| D4.3 | 12.0 |");
        assertThat(filled("""
                <!-- results some system=hive metric=seconds rows=case columns=case
                scan = everything
                --
                d43/{} = D4.3
                -->
                <!-- end of results -->
                """)).contains("| everything | 12.0 |");
    }

    @Test
    public void testUnits() {
        assertThat(filled("""
                <!-- results some system=skipping rows=metric columns=case empty=
                index.ratio+percent = index
                microseconds = opening
                rows.seconds+ms = reading
                cost = cost of 1,000
                --
                box = Box
                open = Open
                -->
                <!-- end of results -->
                """))
                .contains(
                        "| index | 0.38 % |  |\n| opening |  | 95.7 ms |\n| reading | 17.6 ms |  |\n| cost of 1,000 | 0.79 |  |\n");
    }

    @Test
    public void testTextsOfRowsAndNumbersOfOtherFiles() {
        assertThat(filled("""
                <!-- results other system=hive metric=seconds rows=case columns=results last=Why
                box = a box | it is small
                --
                some = Seconds
                -->
                <!-- end of results -->
                """)).contains("|  | Seconds | Why |\n|---|---|---|\n| a box | 1.23 | it is small |\n");
    }

    @Test
    public void testAims() {
        assertThat(aims("# Report\n\n5 of 9 aims are met. 3 cannot be decided: the limit is near.\n"))
                .isEqualTo("Here <!-- aims some -->5 of 9 aims are met, 3 undecided, 1 missed<!-- end of aims -->.");
        assertThat(aims("9 of 9 are met."))
                .isEqualTo("Here <!-- aims some -->9 of 9 aims are met<!-- end of aims -->.");
        assertThatThrownBy(() -> aims("All results are equal."))
                .hasMessage("some.md does not say how many aims are met");
    }

    private static String aims(String report) {
        return MetAims.fill("Here <!-- aims some -->1 aim<!-- end of aims -->.", _ -> report);
    }

    /** A system or case that was renamed is found, also where some numbers may be missing. */
    @Test
    public void testNumberThatIsNotThere() {
        assertThatThrownBy(() -> filled(PAGE.replace("d43/scan", "d43/all")))
                .hasMessageContainingAll("some.json has no number of ", "case=d43/all");
        assertThatThrownBy(() -> filled(PAGE.replace("d43/scan", "d43/all").replace("rows=", "empty=none rows=")))
                .hasMessageContainingAll("No results have a number of ", "case=d43/all");
    }
}
