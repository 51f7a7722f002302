// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.benchmarks.storageside.KeyedTable.Arrangement;
import io.skipping.benchmarks.storageside.KeyedTable.Way;
import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

/** Tests what the report says of measurements, and the tables that are measured. */
public class TestAlluxioReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", "476", 0.25, 1.75);
    private static final KeyedTable TABLE = new KeyedTable(80, 2, Arrangement.CLUSTERED);

    private static Run run(double seconds, long bytes, long rows) {
        LoggedRequest request = new LoggedRequest(
                DATE, RequestKind.GET, "lake", "alluxio/keyed/0", Optional.empty(), 200, bytes, 0, 0, 1);
        return new Run(List.of(List.of(rows, "A")), seconds, seconds, RequestCounts.of(List.of(request)));
    }

    private static AlluxioReport report(Run skipping, Run filter) {
        Rounds<Way> rounds = new Rounds<>(List.of(Map.of(
                Way.ENGINE,
                run(1, 10_000, 3),
                Way.ENGINE_READS_ALL,
                run(1.5, 10_000, 3),
                Way.SKIPPING,
                skipping,
                Way.STORE,
                filter)));
        return new AlluxioReport(
                Map.of(TABLE, 12_000L), List.of(new KeyedOutcome(TABLE, 20, rounds, List.of(run(2.5, 0, 3)))));
    }

    @Test
    public void testWhereAFilterPays() {
        AlluxioReport report = report(run(0.5, 3000, 3), run(3, 4000, 3));
        assertThat(report.equalResults()).isTrue();
        assertThat(report.text(DATE, MACHINE))
                .contains("All results are equal.", "2 of 2 aims are met.")
                .contains("### 80 rows of 1 + 2 columns, clustered: 12.0 kB")
                .as("6000 bytes in 2 seconds; more than skipping reads")
                .contains("| 20 % | 1.00 (1.00 to 1.00) |", "| 10.0 kB | 3.00 kB | 4.00 kB | 3.00 kB/s | never |");
        assertThat(report.records(DATE, MACHINE).json().get("records"))
                .anyMatch(each -> each.toString().equals("""
                {"system":"store-filter","case":"rows=80/columns=1+2/share=20/clustered",\
                "metric":"pays_below.by_hive.bytes","value":3000,"unit":"B"}\
                """));
        assertThat(report(run(2, 9000, 3), run(0.75, 4000, 3)).text(DATE, MACHINE))
                .contains("| always | always |", "time of skipping by that of store-filter | ≤ 1.0 | 2.667");
    }

    /** Returns an outcome of a table in which each way takes so many seconds for all of its rows. */
    private static KeyedOutcome outcome(long rows, int values, double engine, double readsAll, double store) {
        Rounds<Way> rounds = new Rounds<>(List.of(Map.of(
                Way.ENGINE,
                run(engine, 10, 3),
                Way.ENGINE_READS_ALL,
                run(readsAll, 10, 3),
                Way.SKIPPING,
                run(1, 10, 3),
                Way.STORE,
                run(store, 10, 3))));
        return new KeyedOutcome(
                new KeyedTable(rows, values, Arrangement.SCATTERED), 100, rounds, List.of(run(2.5, 0, 3)));
    }

    @Test
    public void testBesideThePublished() {
        int million = 1 << 20;
        List<KeyedOutcome> outcomes = List.of(
                outcome(million, 1, 0.5, 1, 2),
                outcome(million, 10, 1, 2, 6),
                outcome(16 * million, 1, 1.5, 2, 8),
                outcome(16 * million, 10, 3, 3, 40));
        AlluxioReport report = new AlluxioReport(
                Map.of(new KeyedTable(16 * million, 10, Arrangement.SCATTERED), 1_370_000_000L), outcomes);
        assertThat(report.text(DATE, MACHINE))
                .contains("time of store-filter ÷ hive-no-statistics, where rows match | 2.00 to 13.33 times |")
                .contains("store-filter: time of most values ÷ one, of all rows, scattered | 3.00 to 5.00 times |")
                .contains("| hive-no-statistics: the same | 1.50 to 2.00 times |")
                .contains("store-filter: seconds for all rows of 16,777,216 with ten values | 40.00 s |")
                .as("1.5 s − 0.5 s, 3 s − 1 s")
                .contains("by columns, of all rows, scattered | 1.00 to 2.00 s |")
                .contains(
                        "time of hive ÷ hive-no-statistics, of scattered rows, where rows match | 0.50 to 1.00 times |")
                .contains("time of store-filter ÷ hive, where rows match | 4.00 to 13.33 times |")
                .contains("| 16777216 | 1 + 10 | 9, 12 | 1.28 GB | 1.37 GB |");
        assertThat(report.records(DATE, MACHINE).json().get("records"))
                .extracting(Object::toString)
                .contains(
                        "{\"system\":\"measured\",\"case\":\"published/largest-with-filter\",\"metric\":\"least\",\"value\":40,\"unit\":\"s\"}",
                        "{\"system\":\"published\",\"case\":\"published/largest-with-filter\",\"metric\":\"least\",\"value\":60,\"unit\":\"s\"}",
                        "{\"system\":\"published\",\"case\":\"published/growth-in-spark\",\"metric\":\"most\",\"value\":1,\"unit\":\"s\"}");
        assertThat(report(run(0.5, 3000, 3), run(3, 4000, 3)).text(DATE, MACHINE))
                .as("a table that the paper does not have")
                .contains("with ten values | not measured |");
    }

    @Test
    public void testDifferentResultsAreTold() {
        AlluxioReport report = report(run(0.5, 3000, 4), run(3, 4000, 3));
        assertThat(report.equalResults()).isFalse();
        assertThat(report.text(DATE, MACHINE)).contains("**RESULTS DIFFER.**");
    }

    @Test
    public void testTables() {
        assertThat(TABLE.definitions()).isEqualTo("key varchar, value1 double, value2 double");
        assertThat(TABLE.rowsOf(1))
                .startsWith("SELECT 'k' || CAST(n * 5 / 80 AS varchar) AS key, ")
                .endsWith("TABLE(sequence(start => 10, stop => 19)))");
        assertThat(TABLE.reading("t", " WHERE " + KeyedTable.condition(40)))
                .isEqualTo("SELECT count(*), to_hex(checksum(key)), to_hex(checksum(value1)), to_hex(checksum(value2))"
                        + " FROM t WHERE key IN ('k0', 'k1')");
        assertThat(KeyedTable.condition(100)).isEqualTo("key IN ('k0', 'k1', 'k2', 'k3', 'k4')");
        assertThat("k2-").as("none of the keys, but between them").isBetween("k2", "k3");
    }
}
