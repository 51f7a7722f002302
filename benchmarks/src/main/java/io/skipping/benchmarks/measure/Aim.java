// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * States a claim, and whether the numbers support it.
 *
 * @param what the subject of the claim
 * @param wanted the limit, for human readers
 * @param measured the measurement, for human readers
 * @param sample the measured number; empty if the aim is not about one number
 */
public record Aim(String what, String wanted, String measured, Verdict verdict, Optional<Sample> sample) {
    /**
     * The ratio of times up to which something does not count as slower: smaller differences cannot be told from noise.
     */
    public static final double NOT_SLOWER = 1.02;

    /** Says whether an aim is met. */
    public enum Verdict {
        MET("yes"),
        MISSED("**NO**"),
        /** The limit lies in the interval of the median. */
        UNDECIDED("undecided");

        private final String title;

        Verdict(String title) {
            this.title = title;
        }

        /** Returns whether a number is at most the limit: undecided if its median might be on either side. */
        public static Verdict of(double limit, Quartiles measured) {
            if (measured.ofMedian().high() <= limit) {
                return MET;
            }
            return measured.ofMedian().low() > limit ? MISSED : UNDECIDED;
        }

        /** Returns the verdict on a number that was counted, not sampled. */
        public static Verdict of(boolean met) {
            return met ? MET : MISSED;
        }

        /** Returns the verdict for human readers. */
        @Override
        public String toString() {
            return title;
        }
    }

    /**
     * Holds the number that an aim limits.
     *
     * @param metric its name in results
     */
    public record Sample(Quartiles quartiles, String metric, String unit) {}

    /** Returns the aim that a number is at most the limit. */
    public static Aim atMost(String what, double limit, Quartiles measured, String metric, String unit) {
        return new Aim(
                what,
                "≤ " + limit,
                measured.textOfMedian(limit > 0 && limit < 0.1 ? 4 : 3),
                Verdict.of(limit, measured),
                Optional.of(new Sample(measured, metric, unit)));
    }

    /** Returns the aim that a ratio is at most the limit. */
    public static Aim ratio(String what, double limit, Quartiles measured) {
        return atMost(what, limit, measured, "ratio", "1");
    }

    /** Returns an aim about what was counted or computed, not sampled. {@link #with} adds its number for programs. */
    public static Aim counted(String what, String wanted, String measured, boolean met) {
        return new Aim(what, wanted, measured, Verdict.of(met), Optional.empty());
    }

    /** Returns this aim with the number that it limits. */
    public Aim with(double counted, String metric, String unit) {
        return new Aim(
                what, wanted, measured, verdict, Optional.of(new Sample(Quartiles.ofOne(counted), metric, unit)));
    }

    public boolean met() {
        return verdict == Verdict.MET;
    }

    /** Records the verdict, and the number that it is about if there is one. */
    void put(Records records) {
        Records.Target target = records.of("skipping", "aim/" + what);
        sample.ifPresent(number -> {
            target.put(number.metric(), number.quartiles(), number.unit());
            Quartiles.Interval interval = number.quartiles().ofMedian();
            if (interval.low() != interval.high()) {
                target.put("median_low." + number.metric(), interval.low(), number.unit());
                target.put("median_high." + number.metric(), interval.high(), number.unit());
            }
        });
        if (verdict == Verdict.UNDECIDED) {
            target.put("target_undecided", true);
        } else {
            target.put("target_met", met());
        }
    }

    /** Writes how many aims are met, and a table of the others. */
    static void append(List<Aim> aims, Markdown text) {
        List<Aim> others = aims.stream().filter(aim -> !aim.met()).toList();
        long undecided = others.stream()
                .filter(aim -> aim.verdict() == Verdict.UNDECIDED)
                .count();
        text.append(String.format(Locale.ROOT, "%d of %d aims are met.", aims.size() - others.size(), aims.size()));
        if (undecided > 0) {
            text.append(String.format(
                    Locale.ROOT,
                    " %d cannot be decided: the limit is in the 95 %% interval of the median.",
                    undecided));
        }
        text.append("\n\n");
        if (!others.isEmpty()) {
            text.line("| What | Aim | Measured, with the 95 %% interval of the median | Met |")
                    .line("|---|---|---|---|");
            others.forEach(
                    aim -> text.line("| %s | %s | %s | %s |", aim.what(), aim.wanted(), aim.measured(), aim.verdict()));
            text.line("");
        }
    }
}
