// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.time.temporal.ChronoUnit.SECONDS;

import com.google.common.collect.ImmutableList;
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
    /** In bytes. Nothing is gained by reading smaller objects in parts. */
    private static final long LARGE = 4L << 20;

    private ScanExplanation() {}

    /** Explains a scan of a table without an index. */
    public static List<String> withoutIndex(String catalog, SchemaTableName table) {
        return ImmutableList.of("The table has no index: " + IndexedTable.build(catalog, table));
    }

    /**
     * Explains a scan.
     *
     * @param conjuncts in the order of their lines; what one leaves is what is left for the next
     * @param listed what the store has now; empty if nobody has looked
     */
    public static List<String> of(IndexedTable table, List<FilterConjunct> conjuncts, Optional<ListedObjects> listed) {
        ImmutableList.Builder<String> lines = ImmutableList.builder();
        Predicate predicate = Predicate.ALWAYS;
        Leftover before = table.snapshot().plan(predicate).left(table.folders());
        Leftover first = before;
        lines.add("The index of %s knows %s"
                .formatted(
                        Instant.ofEpochMilli(table.snapshot().publishedMillis()).truncatedTo(SECONDS),
                        AmountText.of(first.all())));
        TimestampPrecisions precisions =
                new TimestampPrecisions(table.snapshot().definitions());
        for (FilterConjunct asked : conjuncts) {
            FilterConjunct conjunct = asked.with(precisions.adapted(asked.predicate()));
            predicate = Predicate.and(List.of(predicate, conjunct.predicate()));
            Leftover after = table.snapshot().plan(predicate).left(table.folders());
            lines.add("%s: %s".formatted(conjunct.text(), new ConjunctFinding(table, conjunct, before, after).text()));
            before = after;
        }
        if (conjuncts.size() > 1) {
            lines.add("All conditions leave " + AmountText.of(before.left(), first.all()));
        }
        lines.addAll(whole(before));
        listed.map(objects -> objects.unknown(table))
                .filter(text -> !text.isEmpty())
                .ifPresent(lines::add);
        return lines.build().stream().map(ScanExplanation::inOneLine).collect(toImmutableList());
    }

    /** Returns why large objects are read as a whole, if there are more of them than others. */
    private static List<String> whole(Leftover last) {
        if (last.whole() * 2 <= last.left().objects() || last.left().objects() == 0) {
            return List.of();
        }
        String example = last.exampleOfWhole().orElseThrow();
        boolean isCompressed = example.endsWith(".gz");
        if (!isCompressed && last.left().bytes() / last.left().objects() < LARGE) {
            return List.of();
        }
        String reason = isCompressed
                ? "compressed text is read in parts only if it is gzip of several members (docs/formats.md)"
                : "they have one row group, stripe or block, or header or footer lines that no build has looked at (docs/formats.md)";
        return List.of("%d of the %d objects left have one range and are read as a whole, such as %s: %s"
                .formatted(last.whole(), last.left().objects(), example, reason));
    }

    private static String inOneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }
}
