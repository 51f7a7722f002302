// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.status;

import io.skipping.builder.catalog.IndexStatus;
import io.skipping.builder.catalog.TableScans;
import io.skipping.builder.text.TextColumns;
import io.skipping.command.TableName;
import io.skipping.command.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Formats the indexes of several tables for people, with a line for each table. */
public final class StatusLines {
    private static final List<String> HEADER = List.of(
            "TABLE",
            "COVERAGE",
            "OBJECTS",
            "CHANGED",
            "RANGES",
            "INDEX",
            "BUILT",
            "SCANS",
            "SKIPPED",
            "SAVED",
            "STATE");

    private StatusLines() {}

    /**
     * Returns a header and a line for each table, in the order of the map; nothing if there are no tables.
     *
     * @param bytesASecond the pace of recent queries; empty if it is not known
     * @param now the moment from which ages are counted
     */
    public static String format(Map<TableName, TableStatus> tables, OptionalDouble bytesASecond, Instant now) {
        if (tables.isEmpty()) {
            return "";
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADER);
        tables.forEach((table, status) -> rows.add(row(table, status, bytesASecond, now)));
        StringBuilder text =
                new StringBuilder(TextColumns.of(rows, column -> column == 0 || column == HEADER.size() - 1, ""));
        tables.values().stream()
                .flatMap(status -> status.scans().stream())
                .map(TableScans::since)
                .min(Comparator.naturalOrder())
                .ifPresent(since -> text.append(
                        "Scans with a condition are counted by the server since %s; SAVED assumes the speed of its recent queries%n"
                                .formatted(Texts.time(since))));
        return text.toString();
    }

    private static List<String> row(TableName table, TableStatus status, OptionalDouble bytesASecond, Instant now) {
        Optional<IndexStatus> best =
                status.indexes().stream().max(Comparator.comparingLong(IndexStatus::objectsIndexed));
        Optional<TableScans> scans = status.scans().filter(counted -> counted.scans() > 0);
        return List.of(
                Texts.printable(table.toString()),
                best.map(index -> Texts.percent(index.bytesIndexed(), index.bytesTotal()))
                        .orElse("0 %"),
                best.map(index -> Texts.count(index.objectsTotal())).orElse("-"),
                best.map(_ -> Texts.count(status.indexes().stream()
                                .mapToLong(IndexStatus::objectsStale)
                                .max()
                                .orElse(0)))
                        .orElse("-"),
                best.map(index -> Texts.count(index.ranges())).orElse("-"),
                best.map(index -> Texts.bytes(index.indexBytes())).orElse("-"),
                best.flatMap(IndexStatus::published)
                        .map(built -> Texts.duration(Duration.between(built, now)) + " ago")
                        .orElse("never"),
                Texts.count(scans.map(TableScans::scans).orElse(0L)),
                scans.map(counted -> "%s (%s)"
                                .formatted(
                                        Texts.bytes(counted.bytesPruned()),
                                        Texts.percent(counted.bytesPruned(), counted.bytes())))
                        .orElse("-"),
                scans.map(counted -> counted.secondsSaved(bytesASecond))
                        .filter(OptionalDouble::isPresent)
                        .map(seconds -> Texts.duration(Duration.ofSeconds(Math.round(seconds.getAsDouble()))))
                        .orElse("-"),
                state(status, best));
    }

    private static String state(TableStatus status, Optional<IndexStatus> best) {
        if (best.isEmpty()) {
            return "no index";
        }
        if (status.isDamaged()) {
            return "DAMAGED";
        }
        boolean complete = best.get().objectsIndexed() == best.get().objectsTotal()
                && status.indexes().stream()
                        .noneMatch(index -> index.nextBuild().equals("add"));
        return complete ? "fresh" : "build";
    }
}
