// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.measure.Aim.Verdict;
import java.time.Instant;
import java.util.List;
import org.testng.annotations.Test;

public class TestAim {
    private static final Aim MET = Aim.ratio("time", 1.02, median(0.5, 1.01, 1.02));
    private static final Aim MISSED = Aim.atMost("build", 1.02, median(1.03, 2, 3), "seconds", "s");
    private static final Aim UNDECIDED = Aim.ratio("bytes", 1.02, median(0.5, 1.01, 3));

    private static Quartiles median(double low, double median, double high) {
        return new Quartiles(0, median, 9, new Quartiles.Interval(low, high));
    }

    @Test
    public void testTheIntervalOfTheMedianDecides() {
        assertThat(MET.verdict()).as("its end is at the limit").isEqualTo(Verdict.MET);
        assertThat(MISSED.verdict()).as("its beginning is above it").isEqualTo(Verdict.MISSED);
        assertThat(UNDECIDED.verdict())
                .as("the median is below it, the end above")
                .isEqualTo(Verdict.UNDECIDED);
        assertThat(Verdict.of(1.02, median(1.02, 1.03, 3)))
                .as("the beginning is at it")
                .isEqualTo(Verdict.UNDECIDED);
        assertThat(Verdict.of(0, Quartiles.ofOne(0))).as("one number").isEqualTo(Verdict.MET);
        assertThat(Verdict.of(0, Quartiles.ofOne(1))).as("one number").isEqualTo(Verdict.MISSED);
        assertThat(UNDECIDED.met()).isFalse();
    }

    private static String text(Aim... aims) {
        Markdown text = new Markdown();
        Aim.append(List.of(aims), text);
        return text.toString();
    }

    @Test
    public void testText() {
        assertThat(text(MET)).isEqualTo("1 of 1 aims are met.\n\n");
        assertThat(text(MET, MISSED, UNDECIDED)).isEqualTo("""
            1 of 3 aims are met. 1 cannot be decided: the limit is in the 95 % interval of the median.

            | What | Aim | Measured, with the 95 % interval of the median | Met |
            |---|---|---|---|
            | build | ≤ 1.02 | 2.000 (1.030 to 3.000) | **NO** |
            | bytes | ≤ 1.02 | 1.010 (0.500 to 3.000) | undecided |

            """);
        assertThat(Aim.ratio("index", 0.005, Quartiles.ofOne(0.0051)).measured())
                .as("enough digits to see that it is more")
                .startsWith("0.0051");
    }

    @Test
    public void testRecords() {
        Records records = new Records("some", Instant.EPOCH, new Machine("Some CPU", 2, "25", "476", 0.25, 1.75));
        Aim counted = Aim.counted("objects", "none", "7", false);
        Aim withNumber = Aim.counted("layout", "≥ 17", "18.2", true).with(18.25, "ratio", "1");
        for (Aim aim : List.of(MET, MISSED, UNDECIDED, counted, withNumber)) {
            aim.put(records);
        }
        assertThat(records.json().get("records"))
                .extracting(Object::toString)
                .contains(
                        "{\"system\":\"skipping\",\"case\":\"aim/time\",\"metric\":\"ratio\",\"value\":1.01,\"unit\":\"1\"}",
                        "{\"system\":\"skipping\",\"case\":\"aim/time\",\"metric\":\"target_met\",\"value\":1,\"unit\":\"boolean\"}",
                        "{\"system\":\"skipping\",\"case\":\"aim/build\",\"metric\":\"seconds\",\"value\":2,\"unit\":\"s\"}",
                        "{\"system\":\"skipping\",\"case\":\"aim/build\",\"metric\":\"median_low.seconds\",\"value\":1.03,\"unit\":\"s\"}",
                        "{\"system\":\"skipping\",\"case\":\"aim/build\",\"metric\":\"median_high.seconds\",\"value\":3,\"unit\":\"s\"}",
                        "{\"system\":\"skipping\",\"case\":\"aim/build\",\"metric\":\"target_met\",\"value\":0,\"unit\":\"boolean\"}",
                        "{\"system\":\"skipping\",\"case\":\"aim/bytes\",\"metric\":\"target_undecided\",\"value\":1,\"unit\":\"boolean\"}")
                .as("what was counted is met or not, too")
                .contains(
                        "{\"system\":\"skipping\",\"case\":\"aim/objects\",\"metric\":\"target_met\",\"value\":0,\"unit\":\"boolean\"}",
                        "{\"system\":\"skipping\",\"case\":\"aim/layout\",\"metric\":\"ratio\",\"value\":18.25,\"unit\":\"1\"}",
                        "{\"system\":\"skipping\",\"case\":\"aim/layout\",\"metric\":\"target_met\",\"value\":1,\"unit\":\"boolean\"}")
                .as("whether it is met is not known")
                .noneMatch(record -> record.contains("aim/bytes") && record.contains("target_met"));
    }
}
