// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.status;

import io.skipping.builder.catalog.IndexStatus;
import io.skipping.builder.text.TextColumns;
import io.skipping.command.TableName;
import io.skipping.command.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Formats the indexes of a table for people: first what applies to all of them, then a line for each column, since a
 * table may have several indexes on each of many columns.
 */
public final class StatusReport {
    private static final List<String> HEADER = List.of("COLUMNS", "INDEXES", "CHOSEN BY", "COVERAGE");

    /** columns of text are aligned left, columns of numbers right */
    private static final int TEXT_COLUMNS = 3;

    /** The number of changed indexes that are named. The rest are only counted, because "t$indexes" names them all. */
    private static final int MOST_NAMES = 5;

    private StatusReport() {}

    /**
     * Returns the indexes of a table, with the details and scans that the status has.
     *
     * @param bytesASecond the pace of recent queries; empty if it is not known
     * @param now the moment from which ages are counted
     */
    public static String format(TableName table, TableStatus status, OptionalDouble bytesASecond, Instant now) {
        return format(table, status.indexes(), now)
                + status.details().map(StatusDetails::text).orElse("")
                + status.scans()
                        .map(scans -> "%s%n".formatted(scans.text(bytesASecond)))
                        .orElse("");
    }

    /** Returns the indexes of a table alone. */
    public static String format(TableName table, List<IndexStatus> indexes, Instant now) {
        if (indexes.isEmpty()) {
            return "%s has no index: queries read all of it. 'build' makes one%n".formatted(table);
        }
        StringBuilder result = new StringBuilder("%s: %s%n".formatted(table, summary(indexes, now)));
        problem(indexes).ifPresent(problem -> result.append("  DAMAGED: %s%n".formatted(Texts.printable(problem))));
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADER);
        rows.addAll(rows(indexes));
        return result.append(TextColumns.of(rows, column -> column < TEXT_COLUMNS, "  "))
                .append(changes(indexes, "add", "The next build reads all objects, to add"))
                .append(changes(indexes, "drop", "New objects are not summarised any more for"))
                .toString();
    }

    private static String changes(List<IndexStatus> indexes, String nextBuild, String what) {
        List<String> names = indexes.stream()
                .filter(index -> index.nextBuild().equals(nextBuild))
                .map(index -> Texts.printable(index.name()))
                .toList();
        if (names.isEmpty()) {
            return "";
        }
        int more = names.size() - MOST_NAMES;
        return "%s %s%s%n"
                .formatted(
                        what,
                        String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size()))),
                        more > 0 ? " and %s more".formatted(Texts.count(more)) : "");
    }

    /** Returns why the index cannot be read. All indexes of a table are kept together, so one reason applies to all. */
    static Optional<String> problem(List<IndexStatus> indexes) {
        return indexes.stream().flatMap(index -> index.problem().stream()).findFirst();
    }

    /** Returns what applies to all indexes of the table; each row of {@code "t$indexes"} reports it. */
    private static String summary(List<IndexStatus> indexes, Instant now) {
        IndexStatus best = indexes.stream()
                .max(Comparator.comparingLong(IndexStatus::objectsIndexed))
                .orElseThrow();
        long stale = indexes.stream().mapToLong(IndexStatus::objectsStale).max().orElse(0);
        long bytes = indexes.stream().mapToLong(IndexStatus::indexBytes).max().orElse(0);
        return "%s of %s objects are summarised (%s of %s)%s%s%s%s"
                .formatted(
                        Texts.count(best.objectsIndexed()),
                        Texts.count(best.objectsTotal()),
                        Texts.bytes(best.bytesIndexed()),
                        Texts.bytes(best.bytesTotal()),
                        stale == 0 ? "" : ", %s changed since".formatted(Texts.count(stale)),
                        best.ranges() == 0 ? "" : ", in %s ranges".formatted(Texts.count(best.ranges())),
                        bytes == 0 ? "" : "; indexes take %s".formatted(Texts.bytes(bytes)),
                        best.published()
                                .map(published -> "; published %s ago"
                                        .formatted(Texts.duration(Duration.between(published, now))))
                                .orElse("; never built"));
    }

    /** Holds what the indexes on one line have in common. */
    private record Line(String columns, String chosenBy, String coverage) {}

    /** Returns the lines, ordered by column names. */
    private static List<List<String>> rows(List<IndexStatus> indexes) {
        Map<String, Map<Line, List<String>>> byColumns = new TreeMap<>();
        for (IndexStatus index : indexes) {
            String columns = Texts.printable(index.columns());
            Line line = new Line(columns, index.requested() ? "user" : "auto", coverage(index));
            byColumns
                    .computeIfAbsent(columns, _ -> new LinkedHashMap<>())
                    .computeIfAbsent(line, _ -> new ArrayList<>())
                    .add(Texts.printable(index.type()));
        }
        return byColumns.values().stream()
                .flatMap(lines -> lines.entrySet().stream())
                .map(line -> List.of(
                        line.getKey().columns(),
                        String.join(", ", line.getValue().stream().sorted().toList()),
                        line.getKey().chosenBy(),
                        line.getKey().coverage()))
                .toList();
    }

    /** Returns the coverage by bytes, which determine the cost of a query, or by objects if all objects are empty. */
    private static String coverage(IndexStatus index) {
        return index.bytesTotal() > 0
                ? Texts.percent(index.bytesIndexed(), index.bytesTotal())
                : Texts.percent(index.objectsIndexed(), index.objectsTotal());
    }
}
