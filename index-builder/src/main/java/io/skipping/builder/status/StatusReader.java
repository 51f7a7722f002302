// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.status;

import io.skipping.builder.catalog.IndexStatus;
import io.skipping.builder.catalog.SkippingCatalog;
import io.skipping.builder.job.JobException;
import io.skipping.builder.job.JobException.Scope;
import io.skipping.command.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Asks a catalog for the state of tables' indexes. */
public final class StatusReader {
    /** The summaries of more ranges are not looked through, which would take long. */
    private static final long MOST_RANGES = 200_000;

    private final SkippingCatalog catalog;
    private final boolean details;

    /**
     * Creates a reader; nothing is asked yet.
     *
     * @param details whether to ask also for what takes longer: objects by their state, gaps, and columns without an index
     */
    public StatusReader(SkippingCatalog catalog, boolean details) {
        this.catalog = catalog;
        this.details = details;
    }

    /**
     * Returns the state of a table's indexes.
     *
     * @throws JobException if the indexes cannot be read, or if the server fails
     */
    public TableStatus read(TableName table) {
        List<IndexStatus> indexes = catalog.indexes(table);
        return new TableStatus(
                indexes,
                optional(() -> catalog.scans(table)).flatMap(scans -> scans),
                details && !indexes.isEmpty() ? details(table, indexes) : Optional.empty());
    }

    /**
     * Returns the columns that no index is over, a line each with what to do; empty if there are none, if the table has no index,
     * or if the server does not say.
     */
    public String unindexed(TableName table) {
        try {
            List<IndexStatus> indexes = catalog.indexes(table);
            return indexes.isEmpty() ? "" : StatusDetails.text(unindexed(table, indexes));
        } catch (JobException _) {
            return "";
        }
    }

    /**
     * Returns how many ranges an index has no summary of, and why, in one line; empty if there are none, if the index is too
     * large to look through, or if the server does not say.
     */
    public String withoutSummary(TableName table) {
        try {
            return gaps(table, catalog.indexes(table)).map(StatusDetails::line).orElse("");
        } catch (JobException _) {
            return "";
        }
    }

    private interface Question<T> {
        T ask();
    }

    /** Returns nothing if the user may not see it, or if the plugin is older. */
    private static <T> Optional<T> optional(Question<T> question) {
        try {
            return Optional.of(question.ask());
        } catch (JobException e) {
            if (e.scope() == Scope.SERVER) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private Optional<StatusDetails> details(TableName table, List<IndexStatus> indexes) {
        return optional(
                () -> new StatusDetails(catalog.objectStates(table), gaps(table, indexes), unindexed(table, indexes)));
    }

    private Optional<List<StatusDetails.Gap>> gaps(TableName table, List<IndexStatus> indexes) {
        Map<String, Long> ranges = indexes.stream()
                .filter(index -> index.ranges() > 0)
                .collect(Collectors.toMap(IndexStatus::name, IndexStatus::ranges, Math::max));
        if (ranges.values().stream().anyMatch(count -> count * ranges.size() > MOST_RANGES)) {
            return Optional.empty();
        }
        return optional(() -> catalog.summarised(table))
                .map(summarised -> indexes.stream()
                        .filter(index -> index.ranges() > summarised.getOrDefault(index.name(), 0L))
                        .map(index -> new StatusDetails.Gap(
                                index.type(),
                                index.columns(),
                                summarised.getOrDefault(index.name(), 0L),
                                index.ranges()))
                        // a column has one of the two
                        .filter(gap -> !isDecided(gap, "bloom", "values", summarised, ranges)
                                && !isDecided(gap, "values", "bloom", summarised, ranges)
                                && !gap.type().equals("ranks"))
                        .toList());
    }

    /** Returns whether another type of index over the same column has a summary of each range that this one lacks. */
    private static boolean isDecided(
            StatusDetails.Gap gap, String type, String other, Map<String, Long> summarised, Map<String, Long> ranges) {
        String name = "%s(%s)".formatted(other, gap.columns());
        return gap.type().equals(type)
                && gap.summarised() + summarised.getOrDefault(name, 0L) >= ranges.getOrDefault(name, Long.MAX_VALUE);
    }

    private List<StatusDetails.UnindexedColumn> unindexed(TableName table, List<IndexStatus> indexes) {
        Set<String> over = indexes.stream().map(IndexStatus::columns).collect(Collectors.toSet());
        List<StatusDetails.UnindexedColumn> columns = new ArrayList<>();
        catalog.columnsInObjects(table).forEach((name, type) -> {
            if (over.stream().noneMatch(indexed -> isOver(indexed, name))) {
                columns.add(new StatusDetails.UnindexedColumn(name, type));
            }
        });
        return columns;
    }

    private static boolean isOver(String indexed, String column) {
        return indexed.matches("(?s).*(?<![a-z0-9_$])" + Pattern.quote(column) + "(?![a-z0-9_$]).*");
    }
}
