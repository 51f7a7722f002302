// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import io.skipping.builder.advice.Advice.Finding;
import io.skipping.builder.text.TextColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats what questions read, for people. */
public final class AdviceText {
    private static final int MOST_CHARACTERS = 60;

    private AdviceText() {}

    /** Returns a table with a row for each question, and below what no index helps and why. */
    public static String questions(Advice advice) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("QUESTION", "ASKED", "READS NOW", "MATCHES ARE IN", "WITH THE ADVICE", "BY"));
        for (Finding finding : advice.findings()) {
            rows.add(List.of(
                    shortened(finding.question().text()),
                    String.format(Locale.ROOT, "%,d", finding.question().asked()),
                    percent(finding.now()),
                    percent(finding.matching()),
                    percent(finding.advised()),
                    String.join(", ", finding.by())));
        }
        StringBuilder text = new StringBuilder(TextColumns.of(
                rows, column -> column == 0 || column == rows.getFirst().size() - 1, "  "));
        advice.findings()
                .forEach(finding -> finding.reason()
                        .ifPresent(reason -> text.append("  %s: %s%n"
                                .formatted(shortened(finding.question().text()), reason))));
        LayoutCosts.warning(advice).ifPresent(warning -> text.append("  %s%n".formatted(warning)));
        return text.toString();
    }

    /** Returns a share, from 0 to 1, in percent with one decimal: {@code 12.5 %}. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    static String times(long asked) {
        return asked == 1 ? "once" : String.format(Locale.ROOT, "%,d times", asked);
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\p{Cc}+|\\s+", " ").strip();
        return line.length() <= MOST_CHARACTERS ? line : line.substring(0, MOST_CHARACTERS - 1) + "…";
    }
}
