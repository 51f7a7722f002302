// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.testng.annotations.Test;

public class TestAim {
    private static final Aim MET = new Aim("time", 1.02, new Quartiles(0.5, 1.02, 3));
    private static final Aim MISSED = new Aim("bytes", 1.02, new Quartiles(0.5, 1.03, 3));

    @Test
    public void testMedianCounts() {
        assertThat(MET.met()).as("at the limit").isTrue();
        assertThat(MISSED.met()).isFalse();
        assertThat(new Aim("errors", 0, Quartiles.ofOne(0)).met()).isTrue();
    }

    @Test
    public void testText() {
        assertThat(Aim.summary(List.of(MET, MISSED))).isEqualTo("1 of 2 aims are met.");
        assertThat(MISSED.cells(3)).isEqualTo("| bytes | ≤ 1.02 | 1.030 (0.500 to 3.000) |");
    }

    @Test
    public void testRecords() {
        Records records = new Records("some", Instant.EPOCH, new Machine("Some CPU", 2, "25", "476", 0.25, 1.75));
        Aim.put(List.of(MET), records);
        MISSED.put(records, "seconds", "s");
        assertThat(records.json().get("records"))
                .extracting(Object::toString)
                .contains(
                        "{\"system\":\"skipping\",\"case\":\"aim/time\",\"metric\":\"ratio\",\"value\":1.02,\"unit\":\"1\"}",
                        "{\"system\":\"skipping\",\"case\":\"aim/time\",\"metric\":\"target_met\",\"value\":1,\"unit\":\"boolean\"}",
                        "{\"system\":\"skipping\",\"case\":\"aim/bytes\",\"metric\":\"seconds\",\"value\":1.03,\"unit\":\"s\"}",
                        "{\"system\":\"skipping\",\"case\":\"aim/bytes\",\"metric\":\"target_met\",\"value\":0,\"unit\":\"boolean\"}");
    }
}
