// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.time.temporal.ChronoUnit.SECONDS;

import com.google.common.collect.ImmutableList;
import io.skipping.index.explain.AmountText;
import io.skipping.index.explain.ExplainedIndex;
import io.skipping.index.explain.Finding;
import io.skipping.index.explain.Remedy;
import io.skipping.index.explain.UnknownObjects;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.Leftover;
import io.skipping.trino.core.expression.FilterConjunct;
import io.skipping.trino.core.value.TimestampPrecisions;
import io.trino.spi.connector.SchemaTableName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Explains, line by line, what the index leaves of a scan after each conjunct of its filter. The form, objects and ranges
 * after each step, is that of ClickHouse's {@code EXPLAIN indexes = 1}.
 */
public final class ScanExplanation {
    private ScanExplanation() {}

    /** Explains any condition on a table without an index. */
    public static Finding withoutIndex(String catalog, SchemaTableName table) {
        return Finding.tooMuch("The table has no index", Remedy.of(IndexedTable.buildCommand(catalog, table)));
    }

    /** Says what to look at where an index fails. */
    public static String failed(String catalog, SchemaTableName table) {
        return "The index cannot be used, and everything is read: the server's log says why, and so may SELECT problem FROM "
                + IndexedTable.sqlName(catalog, table, "$indexes");
    }

    /** Explains one condition of another's scan alone, whatever other conditions that has. */
    public static Finding ofOthers(IndexedTable table, FilterConjunct asked) {
        FilterConjunct conjunct =
                asked.with(new TimestampPrecisions(table.snapshot()::definitions).adapted(asked.predicate()));
        ExplainedIndex index = table.explained();
        Finding finding = new ConditionFinding(
                        table,
                        Predicate.ALWAYS,
                        conjunct,
                        index.left(Predicate.ALWAYS),
                        index.left(conjunct.predicate()))
                .finding();
        return MaskedText.withoutKeys(conjunct, finding);
    }

    /**
     * Explains a scan.
     *
     * @param conjuncts in the order of their lines; what one leaves is what is left for the next
     * @param limit the rows that the scan is asked for, in words; empty if these are all
     * @param listed what the scan would read now, or the first of it
     */
    public static List<String> of(
            IndexedTable table, List<FilterConjunct> conjuncts, Optional<String> limit, ListedObjects listed) {
        ImmutableList.Builder<String> lines = ImmutableList.builder();
        Predicate predicate = Predicate.ALWAYS;
        ExplainedIndex index = table.explained();
        Leftover before = index.left(predicate);
        Leftover first = before;
        lines.add("The index of %s knows %s"
                .formatted(
                        Instant.ofEpochMilli(table.snapshot().publishedMillis()).truncatedTo(SECONDS),
                        AmountText.of(first.all())));
        TimestampPrecisions precisions = new TimestampPrecisions(table.snapshot()::definitions);
        for (FilterConjunct asked : conjuncts) {
            FilterConjunct conjunct = asked.with(precisions.adapted(asked.predicate()));
            Predicate given = predicate;
            predicate = Predicate.and(List.of(given, conjunct.predicate()));
            Leftover after = index.left(predicate);
            lines.add("%s: %s"
                    .formatted(
                            conjunct.text(),
                            new ConditionFinding(table, given, conjunct, before, after)
                                    .finding()
                                    .text()));
            before = after;
        }
        if (conjuncts.isEmpty()) {
            lines.add(unconditional(limit));
        }
        if (conjuncts.size() > 1) {
            lines.add("All conditions leave " + AmountText.of(before.left(), first.all()));
        }
        if (!conjuncts.isEmpty()) {
            lines.addAll(WholeObjects.explain(table, predicate, listed));
        }
        lines.addAll(UnknownObjects.of(index, listed.live(), listed.complete()).lines());
        return lines.build().stream().map(ScanExplanation::inOneLine).collect(toImmutableList());
    }

    private static String unconditional(Optional<String> limit) {
        return limit.map(rows ->
                        "%s: ranges that these rows do not need are left out while the query runs; EXPLAIN ANALYZE VERBOSE counts them"
                                .formatted(rows))
                .orElse(
                        "No condition on a stored column is known yet, so that everything is read but what a join's dynamic filter, or a condition with TRY, excludes while the query runs. Less is read for a WHERE, for LIMIT, with ORDER BY of a plain column or without, and for count, min and max alone");
    }

    private static String inOneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }
}
