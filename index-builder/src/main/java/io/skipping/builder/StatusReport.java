// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The indexes of a table, for people. */
final class StatusReport {
    private static final List<String> HEADER =
            List.of("INDEX", "TYPE", "CHOSEN BY", "COVERAGE", "OBJECTS", "STALE", "RANGES", "AGE");

    /** columns of text stand left, columns of numbers right */
    private static final int TEXT_COLUMNS = 3;

    private StatusReport() {}

    static String format(TableName table, List<IndexStatus> indexes, Instant now) {
        if (indexes.isEmpty()) {
            return "%s has no index: queries read all of it. 'build' makes one%n".formatted(table);
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADER);
        indexes.forEach(index -> rows.add(row(index, now)));
        return "%s%s%n%s".formatted(table, size(indexes), table(rows));
    }

    /** The indexes of a table are kept together, and each of them is reported with the size of all. */
    private static String size(List<IndexStatus> indexes) {
        long bytes = indexes.stream().mapToLong(IndexStatus::indexBytes).max().orElse(0);
        return bytes == 0 ? "" : ": indexes take %s".formatted(Texts.bytes(bytes));
    }

    private static List<String> row(IndexStatus index, Instant now) {
        return List.of(
                Texts.printable(index.name()),
                Texts.printable(index.type()),
                index.requested() ? "user" : "auto",
                coverage(index),
                Texts.count(index.objectsIndexed()) + "/" + Texts.count(index.objectsTotal()),
                Texts.count(index.objectsStale()),
                Texts.count(index.ranges()),
                index.published()
                        .map(published -> Texts.duration(Duration.between(published, now)))
                        .orElse("never built"));
    }

    /** By bytes, which are what a query pays for; by objects if all of them are empty. */
    private static String coverage(IndexStatus index) {
        return index.bytesTotal() > 0
                ? Texts.percent(index.bytesIndexed(), index.bytesTotal())
                : Texts.percent(index.objectsIndexed(), index.objectsTotal());
    }

    private static String table(List<List<String>> rows) {
        int[] widths = IntStream.range(0, HEADER.size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        StringBuilder result = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                String padding = " ".repeat(widths[column] - row.get(column).length());
                line.append("  ").append(column < TEXT_COLUMNS ? row.get(column) + padding : padding + row.get(column));
            }
            result.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return result.toString();
    }
}
