// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.table;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes into a page how many aims of a benchmark are met, between {@code <!-- aims skipping-483 -->} and {@code <!-- end of aims -->}. The report is the
 * source, because older records have no aims about counts.
 */
final class MetAims {
    private static final Pattern MARK = Pattern.compile("(<!-- aims (\\S+) -->).*?(<!-- end of aims -->)");
    private static final Pattern MET =
            Pattern.compile("(?m)^(\\d+) of (\\d+) (?:aims )?are met\\.(?: (\\d+) cannot be)?");

    private MetAims() {}

    /** Supplies a benchmark's report by the name of its file. */
    interface Reports {
        String of(String name);
    }

    static String fill(String page, Reports reports) {
        return MARK.matcher(page)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) + text(found.group(2), reports.of(found.group(2))) + found.group(3)));
    }

    private static String text(String name, String report) {
        Matcher met = MET.matcher(report);
        if (!met.find()) {
            throw new IllegalArgumentException("%s.md does not say how many aims are met".formatted(name));
        }
        int all = Integer.parseInt(met.group(2));
        int undecided = met.group(3) == null ? 0 : Integer.parseInt(met.group(3));
        int missed = all - Integer.parseInt(met.group(1)) - undecided;
        return "%s of %d aims are met".formatted(met.group(1), all)
                + (undecided > 0 ? ", %d undecided".formatted(undecided) : "")
                + (missed > 0 ? ", %d missed".formatted(missed) : "");
    }
}
