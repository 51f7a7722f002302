// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.answer;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ScanPlan;
import io.skipping.trino.core.SkippingStats;
import io.skipping.trino.core.index.IndexLookup;
import io.skipping.trino.core.path.ColumnPredicates;
import io.trino.spi.TrinoException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Computes aggregates from the index alone, over all rows of a scan or over those that satisfy the filter it has taken
 * over. The answer is correct only if every object that the scan would read is in the index and fresh, every range has
 * a row count and exact bounds, and the filter is decided for every range. The table is therefore listed, exactly as
 * the scan would list it.
 */
public class IndexAnswers {
    private static final Logger log = Logger.get(IndexAnswers.class);

    private final IndexLookup lookup;
    private final SkippingStats stats;

    @Inject
    public IndexAnswers(IndexLookup lookup, SkippingStats stats) {
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.stats = requireNonNull(stats, "stats is null");
    }

    /**
     * Returns the values of the aggregates.
     *
     * @return empty if the scan must read the objects
     */
    public Optional<Answer> find(AnswerableScan scan, List<Aggregate> aggregates) {
        try {
            return findInIndex(scan, aggregates);
        } catch (IndexUnavailableException _) {
            // the lookup has already logged a warning
            stats.addLookupFailure();
            return Optional.empty();
        } catch (TrinoException e) {
            // of the listing, which a scan needs, too, and EXPLAIN does not
            log.debug(
                    e,
                    "Files of %s cannot be listed for an answer",
                    scan.planned().table());
            return Optional.empty();
        } catch (RuntimeException e) {
            log.warn(e, "The index of %s cannot be evaluated", scan.planned().table());
            stats.addLookupFailure();
            return Optional.empty();
        }
    }

    private Optional<Answer> findInIndex(AnswerableScan scan, List<Aggregate> aggregates) {
        Set<IndexedColumn> columns = aggregates.stream()
                .flatMap(aggregate -> aggregate.column().stream())
                .collect(toImmutableSet());
        Optional<IndexSnapshot> atHand = lookup.findForPlan(scan.planned(), stats::addLookupFailure);
        Optional<ScanPlan> predicate = atHand.flatMap(index -> promising(index, scan, columns, aggregates));
        if (predicate.isEmpty()) {
            return Optional.empty();
        }
        // waiting is worthwhile: an older snapshot does not know the newest objects and so cannot answer
        Optional<IndexSnapshot> newest = lookup.findNewest(scan.planned(), stats::addLookupFailure);
        predicate = newest.flatMap(index -> promising(index, scan, columns, aggregates));
        if (predicate.isEmpty()) {
            return Optional.empty();
        }
        RunningAnswer answer = new RunningAnswer(newest.get(), predicate.get(), aggregates);
        return scan.forEachBatch(used(scan, columns), answer::add) ? Optional.of(answer.result()) : Optional.empty();
    }

    private static Set<IndexedColumn> used(AnswerableScan scan, Set<IndexedColumn> aggregated) {
        return ImmutableSet.<IndexedColumn>builder()
                .addAll(aggregated)
                .addAll(scan.filter().getDomains().orElseThrow().keySet().stream()
                        .map(scan.planned().columns()::indexed)
                        .iterator())
                .build();
    }

    /**
     * Checks, before the table is listed, whether the index may know enough to answer.
     *
     * @return the plan of the filter; empty if the index cannot answer
     */
    private static Optional<ScanPlan> promising(
            IndexSnapshot index, AnswerableScan scan, Set<IndexedColumn> columns, List<Aggregate> aggregates) {
        if (!mayKnow(index, columns)) {
            return Optional.empty();
        }
        ScanPlan predicate = index.plan(ColumnPredicates.of(
                scan.filter(), Predicate.ALWAYS, Set.of(), scan.planned().columns()));
        boolean may = scan.filter().isAll()
                // if the index lacks something for one object, it probably lacks it for all
                ? RunningAnswer.suffices(index.sample(scan.planned().folders(), 1), aggregates)
                : predicate.count(scan.planned().folders()).may() == 0;
        return may ? Optional.of(predicate) : Optional.empty();
    }

    /** Returns whether the index covers the columns at all. This check is cheap and needs no listing. */
    private static boolean mayKnow(IndexSnapshot index, Set<IndexedColumn> columns) {
        Set<IndexedColumn> indexed = index.definitions().stream()
                .filter(definition -> definition.columns().size() == 1)
                .map(definition -> definition.columns().getFirst())
                .collect(toImmutableSet());
        return index.objectCount() > 0 && indexed.containsAll(columns);
    }
}
