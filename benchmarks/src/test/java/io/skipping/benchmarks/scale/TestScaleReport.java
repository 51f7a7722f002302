// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.testing.console.Steps;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.testng.annotations.Test;

/** What is told of points. */
public class TestScaleReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", "476", 0.25, 1.75);

    private static ScaleReport report(double openSeconds) {
        Steps steps = new Steps(new PrintStream(OutputStream.nullOutputStream()));
        List<Point> all = new ArrayList<>();
        for (int objects : new int[] {1000, 1_000_000}) {
            Points points = new Points(Part.LISTED, objects, steps);
            points.seconds("plan", "hive", DoubleStream.of(0.1, 0.2, 0.3));
            points.seconds("plan", "skipping", DoubleStream.of(0.02));
            points.seconds("open", "skipping", DoubleStream.of(openSeconds));
            points.bytes("heap", "skipping", objects * 50.0);
            points.rate("fill", "skipping", 10);
            all.addAll(points.all());
        }
        return new ScaleReport(5, all);
    }

    @Test
    public void testText() {
        assertThat(report(0.5).text(DATE, MACHINE))
                .contains("1 of 1 aims are met.")
                .contains("""
                    | Objects | hive: seconds | skipping: seconds |
                    |---|---|---|
                    | 1,000 | 0.20 (0.15 to 0.25) | 0.0200 |
                    | 1,000,000 | 0.20 (0.15 to 0.25) | 0.0200 |
                    """)
                .contains("| 1,000,000 | 50.0 MB |", "| 1,000,000 | 10.00 | 100,000 |")
                .doesNotContain("## Making the index");
        assertThat(report(2.5).text(DATE, MACHINE))
                .contains("| open of a million | ≤ 1.0 | 2.500 (2.500 to 2.500) | **NO** |");
    }

    @Test
    public void testRecords() {
        assertThat(report(2.5).records(DATE, MACHINE).json().get("records"))
                .anyMatch(
                        each -> each.toString()
                                .equals(
                                        "{\"system\":\"skipping\",\"case\":\"listed/objects=1000000/heap\",\"metric\":\"bytes\",\"value\":50000000,\"unit\":\"B\"}"))
                .anyMatch(each -> each.get("metric").textValue().equals("target_met")
                        && each.get("value").intValue() == 0);
    }
}
