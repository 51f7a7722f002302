// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestReadme {
    private static final String CASE = "box-5km";

    @DataProvider
    public static Object[][] rows() {
        return new Object[][] {
            {"Hive on CSV", "hive"},
            {"**skipping on CSV**", "skipping"},
            {"Hive on CSV, gzip", "hive-gzip"},
            {"**skipping on CSV, gzip**", "skipping-gzip"},
            {"Hive on Parquet", "hive-parquet"},
            {"Iceberg on Parquet", "iceberg"},
            {"**skipping on Parquet**", "skipping-parquet"}
        };
    }

    /** When the benchmark was run again, the table must follow. */
    @Test(dataProvider = "rows")
    public void testTableIsOfTheResults(String title, String system) throws IOException {
        Path results = Checkout.root().resolve("benchmarks").resolve("results").resolve("skipping.json");
        JsonNode records = new ObjectMapper().readTree(results.toFile()).get("records");
        String row = String.format(
                Locale.ROOT,
                "| %s | %d | %d | %s | %.2f |",
                title,
                (long) value(records, system, "objects"),
                (long) value(records, system, "requests"),
                Quantity.bytes((long) value(records, system, "bytes")),
                value(records, system, "seconds"));
        assertThat(Files.readString(Checkout.root().resolve("README.md")))
                .as("README.md has not what benchmarks/results/skipping.json says")
                .contains(row);
    }

    private static double value(JsonNode records, String system, String metric) {
        for (JsonNode each : records) {
            if (each.get("system").textValue().equals(system)
                    && each.get("case").textValue().equals(CASE)
                    && each.get("metric").textValue().equals(metric)) {
                return each.get("value").doubleValue();
            }
        }
        throw new AssertionError("No %s of %s for %s".formatted(metric, system, CASE));
    }
}
