// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.doctor;

import io.skipping.builder.doctor.Finding.Level;
import io.skipping.builder.text.TextColumns;
import io.skipping.command.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lays findings out for people: a line each, and a second one with what to do. */
public final class FindingLines {
    private static final String REMEDY = "-> ";

    private FindingLines() {}

    /** Returns the lines of all findings, each with a line break; empty if there are none. */
    public static String format(List<Finding> findings) {
        List<List<String>> rows = new ArrayList<>();
        for (Finding finding : findings) {
            rows.add(List.of(
                    name(finding.level()), Texts.printable(finding.subject()), Texts.printable(finding.text())));
            finding.remedy().ifPresent(remedy -> rows.add(List.of("", "", REMEDY + Texts.printable(remedy))));
        }
        return rows.isEmpty() ? "" : TextColumns.of(rows, _ -> true, "");
    }

    /** Returns how many findings there are of each level that is not good. */
    public static String summary(List<Finding> findings) {
        long problems = count(findings, Level.PROBLEM);
        long warnings = count(findings, Level.WARNING);
        if (problems + warnings == 0) {
            return count(findings, Level.UNKNOWN) == 0 ? "Nothing to do" : "Nothing to do for what could be examined";
        }
        return "%s, %s".formatted(number(problems, "problem"), number(warnings, "warning"));
    }

    private static long count(List<Finding> findings, Level level) {
        return findings.stream().filter(finding -> finding.level() == level).count();
    }

    private static String number(long count, String what) {
        return Texts.count(count) + " " + what + (count == 1 ? "" : "s");
    }

    private static String name(Level level) {
        String name = level.name();
        return level == Level.PROBLEM ? name : name.toLowerCase(Locale.ROOT);
    }
}
