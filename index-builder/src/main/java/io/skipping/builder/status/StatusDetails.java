// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.status;

import io.skipping.builder.catalog.ObjectStates;
import io.skipping.command.Texts;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Lists what keeps a table's index from skipping more.
 *
 * @param objects the objects by what the index knows of them
 * @param gaps the summaries that ranges lack; empty if they are not known
 * @param columns the columns that no index is over
 */
record StatusDetails(ObjectStates objects, Optional<List<Gap>> gaps, List<UnindexedColumn> columns) {
    private static final int MOST_LINES = 10;

    /**
     * Describes an index that has no summary of some ranges.
     *
     * @param summarised how many ranges have one
     */
    record Gap(String type, String columns, long summarised, long ranges) {
        String text() {
            return "%s(%s) has no summary of %s of %s ranges: %s"
                    .formatted(type, Texts.printable(columns), Texts.count(missing()), Texts.count(ranges), reason());
        }

        long missing() {
            return ranges - summarised;
        }

        String reason() {
            return switch (type) {
                case "values" -> "too many values there; bloom may know them";
                case "bloom" -> "too many values for its budget, or few enough for values; see budget_percent";
                case "ngram", "prefix" -> "what the texts hold does not fit in its budget; see budget_percent";
                case "ranks" -> "the column was not read, or the range is short";
                case "bbox" -> "no points there, or no room";
                default ->
                    columns.startsWith("CAST(")
                            ? "some text there is of a form that only the engine reads"
                            : "its values there are unknown";
            };
        }
    }

    /** Describes a column that no index is over. */
    record UnindexedColumn(String name, String type) {
        String reason() {
            if (type.startsWith("array")) {
                return "ask for elements(%s)".formatted(name);
            }
            if (type.startsWith("map")) {
                return "ask for element_at(%s, 'key')".formatted(name);
            }
            return type.startsWith("row")
                    ? "ask for %s.field".formatted(name)
                    : "no index is requested, or its type has none";
        }
    }

    /** Describes the details for people, a line each. */
    String text() {
        StringBuilder text = new StringBuilder();
        if (objects.unindexed() + objects.stale() > 0) {
            text.append("%s %s in the index, and %s changed since; queries read them: build%n"
                    .formatted(
                            Texts.objects(objects.unindexed()),
                            objects.unindexed() == 1 ? "is not" : "are not",
                            Texts.count(objects.stale())));
        }
        ObjectStates.Single single = objects.single();
        if (single.objects() > 0) {
            text.append("%s (%s) %s one range each, skipped as a whole or not at all: %s%n"
                    .formatted(
                            Texts.objects(single.objects()),
                            Texts.bytes(single.bytes()),
                            single.objects() == 1 ? "is" : "are",
                            single.reason()));
        }
        gaps.ifPresent(all -> {
            all.stream().limit(MOST_LINES).forEach(gap -> text.append("%s%n".formatted(gap.text())));
            if (all.size() > MOST_LINES) {
                text.append("and %d more indexes, see \"t$index\"%n".formatted(all.size() - MOST_LINES));
            }
        });
        return text.append(text(columns)).toString();
    }

    /** Describes the largest gap and the number of the others, in one line; empty if there are none. */
    static String line(List<Gap> gaps) {
        return gaps.stream()
                .max(Comparator.comparingLong(Gap::missing))
                .map(gap -> "%s%s%n"
                        .formatted(
                                gap.text(),
                                gaps.size() == 1
                                        ? ""
                                        : "; status names %s more such %s"
                                                .formatted(
                                                        Texts.count(gaps.size() - 1),
                                                        gaps.size() == 2 ? "index" : "indexes")))
                .orElse("");
    }

    /** Describes columns that no index is over, a line each. */
    static String text(List<UnindexedColumn> columns) {
        StringBuilder text = new StringBuilder();
        columns.stream()
                .limit(MOST_LINES)
                .forEach(column -> text.append("No index is over %s %s: %s%n"
                        .formatted(Texts.printable(column.name()), Texts.printable(column.type()), column.reason())));
        return text.toString();
    }
}
