// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Lists what keeps a table's index from skipping more.
 *
 * @param unindexed how many objects are not in the index
 * @param stale how many have changed since they were summarised
 * @param single the objects that are one range each though they are longer than a range
 * @param gaps the summaries that ranges lack; empty if they are not known
 * @param columns the columns that no index is over
 */
record StatusDetails(
        long unindexed, long stale, Single single, Optional<List<Gap>> gaps, List<UnindexedColumn> columns) {
    /** Objects of more bytes are longer than a range as builds make them by themselves. */
    static final long LONG = 3 << 20;

    private static final int MOST_LINES = 10;

    /**
     * Objects of one range.
     *
     * @param largest the path of the largest one; null if there is none
     */
    record Single(long objects, long bytes, String largest) {
        String reason() {
            String path = largest.toLowerCase(Locale.ROOT);
            if (path.endsWith(".gz")) {
                return "gzip of one member; written in members, it can be skipped in parts (docs/formats.md)";
            }
            return path.matches(".*\\.(bz2|zst|lz4|snappy|deflate|lzo)")
                    ? "compressed text that cannot be cut; gzip in members can (docs/formats.md)"
                    : "one row group or stripe, or text that cannot be cut because of its header or footer lines (docs/formats.md)";
        }
    }

    /**
     * An index that has no summary of some ranges.
     *
     * @param summarised how many ranges have one
     */
    record Gap(String type, String columns, long summarised, long ranges) {
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

    /** A column that no index is over. */
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

    StatusDetails with(Optional<List<Gap>> foundGaps, List<UnindexedColumn> foundColumns) {
        return new StatusDetails(unindexed, stale, single, foundGaps, foundColumns);
    }

    /** Describes the details for people, a line each. */
    String text() {
        StringBuilder text = new StringBuilder();
        if (unindexed + stale > 0) {
            text.append("%s %s in the index, and %s changed since; queries read them: build%n"
                    .formatted(Texts.objects(unindexed), unindexed == 1 ? "is not" : "are not", Texts.count(stale)));
        }
        if (single.objects() > 0) {
            text.append("%s (%s) %s one range each, skipped as a whole or not at all: %s%n"
                    .formatted(
                            Texts.objects(single.objects()),
                            Texts.bytes(single.bytes()),
                            single.objects() == 1 ? "is" : "are",
                            single.reason()));
        }
        gaps.ifPresent(all -> {
            all.stream()
                    .limit(MOST_LINES)
                    .forEach(gap -> text.append("%s(%s) has no summary of %s of %s ranges: %s%n"
                            .formatted(
                                    gap.type(),
                                    Texts.printable(gap.columns()),
                                    Texts.count(gap.ranges() - gap.summarised()),
                                    Texts.count(gap.ranges()),
                                    gap.reason())));
            if (all.size() > MOST_LINES) {
                text.append("and %d more indexes, see \"t$index\"%n".formatted(all.size() - MOST_LINES));
            }
        });
        columns.stream()
                .limit(MOST_LINES)
                .forEach(column -> text.append("No index is over %s %s: %s%n"
                        .formatted(Texts.printable(column.name()), Texts.printable(column.type()), column.reason())));
        return text.toString();
    }
}
