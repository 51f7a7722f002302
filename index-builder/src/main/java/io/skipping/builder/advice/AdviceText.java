// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import io.skipping.builder.advice.Advice.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

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
        StringBuilder text = new StringBuilder(table(rows));
        advice.findings()
                .forEach(finding -> finding.reason()
                        .ifPresent(reason -> text.append("  %s: %s%n"
                                .formatted(shortened(finding.question().text()), reason))));
        LayoutCosts.warning(advice).ifPresent(warning -> text.append("  %s%n".formatted(warning)));
        return text.toString();
    }

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

    private static String table(List<List<String>> rows) {
        int columns = rows.getFirst().size();
        int[] widths = IntStream.range(0, columns)
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                String padding = " ".repeat(widths[column] - row.get(column).length());
                boolean left = column == 0 || column == columns - 1;
                line.append("  ").append(left ? row.get(column) + padding : padding + row.get(column));
            }
            text.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.toString();
    }
}
