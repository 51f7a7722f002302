// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import java.util.List;
import java.util.Locale;

/**
 * Something that is claimed of a number.
 *
 * @param limit that its median is to be at most
 */
public record Aim(String what, double limit, Quartiles measured) {
    /** How many times as long something may take without being slower: less can't be told from noise. */
    public static final double NOT_SLOWER = 1.02;

    public boolean met() {
        return measured.median() <= limit;
    }

    /** For people. */
    public static String summary(List<Aim> aims) {
        return "%d of %d aims are met.".formatted(aims.stream().filter(Aim::met).count(), aims.size());
    }

    /** A row's first cells, for people: what, limit, what was measured. */
    public String cells(int decimals) {
        return String.format(Locale.ROOT, "| %s | ≤ %s | %s |", what, limit, measured.text(decimals));
    }

    /** @param metric of the number, as results call it */
    public void put(Records records, String metric, String unit) {
        Records.Target target = records.of("skipping", "aim/" + what);
        target.put(metric, measured, unit);
        target.put("target_met", met());
    }

    /** Of ratios and other numbers without a unit. */
    public static void put(List<Aim> aims, Records records) {
        aims.forEach(aim -> aim.put(records, "ratio", "1"));
    }
}
