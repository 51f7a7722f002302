// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.util.concurrent.UncheckedExecutionException;
import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.ScanTotals;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.expression.FilterConjunct;
import io.trino.spi.connector.SchemaTableName;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Remembers, in the memory of this server, on which conditions recent scans have read much. Conditions that differ in
 * constants alone are one: of them, that of the scan that read most is kept as an example. Scans that skip nine tenths of
 * the bytes need no advice and are not remembered, so they do not pay for this. Thread-safe.
 *
 * <p>Scans do not wait until they are remembered: to put conditions into words takes as long as to plan a scan. So it is not done
 * again for a scan that demands what one before it did.
 */
public class AskedConditions {
    private static final Logger log = Logger.get(AskedConditions.class);

    private static final int MOST_TABLES = 1000;

    /** The maximum number of conditions on a table. Those that were not asked for longest are forgotten. */
    static final int MOST_CONDITIONS = 20;

    /** In bytes. A condition whose constants take more, even when its lists are cut short, is not remembered. */
    static final int MOST_BYTES = 2000;

    /** The maximum number of scans that wait until they are remembered. Others than these are not: there are enough like them. */
    static final int MOST_WAITING = 100;

    private final Executor executor;
    private final Cache<SchemaTableName, OfTable> tables =
            CacheBuilder.newBuilder().maximumSize(MOST_TABLES).build();

    // scans are remembered one after the other; guarded by this
    private CompletableFuture<Void> newest = CompletableFuture.completedFuture(null);
    private int waiting;

    @Inject
    public AskedConditions(SkippingExecutor executor) {
        this((Executor) executor);
    }

    AskedConditions(Executor executor) {
        this.executor = requireNonNull(executor, "executor is null");
    }

    /**
     * Describes a condition that scans had.
     *
     * @param text the condition without its constants
     * @param example the condition with the constants of one scan
     * @param last when the last of the scans ended
     */
    public record Asked(
            String text, FilterConjunct example, long scans, long objectsRead, long bytesRead, Instant last) {
        public Asked {
            requireNonNull(text, "text is null");
            requireNonNull(example, "example is null");
            requireNonNull(last, "last is null");
        }
    }

    /** Tells conditions apart. The constants that are left out may decide which index helps, as in patterns. */
    private record Kind(String text, Set<String> leaves) {
        static Kind of(FilterConjunct conjunct) {
            return new Kind(
                    MaskedText.of(conjunct),
                    conjunct.predicate()
                            .leaves()
                            .map(leaf -> leaf.getClass().getSimpleName() + " " + isOfPoints(leaf) + leaf.columns())
                            .collect(toImmutableSet()));
        }

        private static boolean isOfPoints(Predicate.Leaf leaf) {
            return leaf instanceof Predicate.InSet set && set.values().isPoints();
        }
    }

    /** Holds the conditions on one table, those that were asked last at the end. All access is synchronized on it. */
    private static final class OfTable {
        private final Map<Kind, Conditions> conditions = mostRecent();

        /** the kinds of the conditions that scans demanded, those that were demanded last at the end */
        private final Map<Object, List<Kind>> demanded = mostRecent();

        /** Returns a map that forgets what was not used for longest. */
        private static <K, V> Map<K, V> mostRecent() {
            return new LinkedHashMap<>(MOST_CONDITIONS, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                    return size() > MOST_CONDITIONS;
                }
            };
        }

        /**
         * Adds a scan of which all is known, but for what it read.
         *
         * @return whether it was added; not if a condition has been forgotten, or would get another example
         */
        synchronized boolean addAgain(Object demand, ScanTotals scan, long read) {
            List<Kind> kinds = demanded.get(demand);
            if (kinds == null) {
                return false;
            }
            List<Conditions> sums =
                    kinds.stream().map(conditions::get).filter(Objects::nonNull).toList();
            if (sums.size() < kinds.size() || sums.stream().anyMatch(sum -> read > sum.mostRead)) {
                return false;
            }
            sums.forEach(sum -> sum.add(scan, read));
            return true;
        }
    }

    /** Sums up the scans with conditions of one kind. */
    private static final class Conditions {
        private FilterConjunct example;
        private long mostRead = -1;
        private long scans;
        private long objectsRead;
        private long bytesRead;
        private Instant last;

        void add(ScanTotals scan, long read) {
            scans++;
            objectsRead += scan.objectsConsidered() - scan.objectsPruned();
            bytesRead += read;
            last = Instant.now();
        }
    }

    /**
     * Adds a scan that has ended, in another thread unless one like it is known.
     *
     * @param demand equals those of scans with the same conjuncts; empty if they are not known to be the same
     * @param conjuncts returns the conjuncts of its filter
     */
    public void add(
            SchemaTableName table, ScanTotals scan, Optional<Object> demand, Supplier<List<FilterConjunct>> conjuncts) {
        long read = scan.bytesConsidered() - scan.bytesPruned();
        if (read * 10 <= scan.bytesConsidered()) {
            return;
        }
        OfTable ofTable = tables.getIfPresent(table);
        if (ofTable != null && demand.isPresent() && ofTable.addAgain(demand.get(), scan, read)) {
            return;
        }
        synchronized (this) {
            if (waiting < MOST_WAITING) {
                waiting++;
                // whatever became of the one before
                newest = newest.handleAsync((_, _) -> remember(table, scan, read, demand, conjuncts), executor);
            }
        }
    }

    private Void remember(
            SchemaTableName table,
            ScanTotals scan,
            long read,
            Optional<Object> demand,
            Supplier<List<FilterConjunct>> conjuncts) {
        try {
            add(table, scan, read, demand, conjuncts.get());
        } catch (RuntimeException e) {
            // the scan itself has succeeded
            log.debug(e, "The conditions of a scan of %s are not remembered", table);
        } finally {
            synchronized (this) {
                waiting--;
            }
        }
        return null;
    }

    private void add(
            SchemaTableName table,
            ScanTotals scan,
            long read,
            Optional<Object> demand,
            List<FilterConjunct> conjuncts) {
        List<FilterConjunct> bounded = conjuncts.stream()
                .flatMap(conjunct -> BoundedCondition.of(conjunct, MOST_BYTES).stream())
                .toList();
        if (bounded.isEmpty()) {
            return;
        }
        OfTable ofTable = ofTable(table);
        synchronized (ofTable) {
            List<Kind> kinds = bounded.stream().map(Kind::of).toList();
            for (int i = 0; i < kinds.size(); i++) {
                Conditions sum = ofTable.conditions.computeIfAbsent(kinds.get(i), _ -> new Conditions());
                if (read > sum.mostRead) {
                    sum.example = bounded.get(i);
                    sum.mostRead = read;
                }
                sum.add(scan, read);
            }
            // what was cut short may be of any size
            demand.filter(_ -> bounded.equals(conjuncts)).ifPresent(all -> ofTable.demanded.put(all, kinds));
        }
    }

    private OfTable ofTable(SchemaTableName table) {
        try {
            return tables.get(table, OfTable::new);
        } catch (ExecutionException e) {
            throw new UncheckedExecutionException(e.getCause());
        }
    }

    /** Returns the conditions on a table, those that were asked last first. Waits for those of scans that have ended. */
    public List<Asked> of(SchemaTableName table) {
        newest().join();
        OfTable ofTable = tables.getIfPresent(table);
        if (ofTable == null) {
            return List.of();
        }
        synchronized (ofTable) {
            return ofTable.conditions.entrySet().stream()
                    .map(entry -> asked(entry.getKey(), entry.getValue()))
                    .collect(toImmutableList())
                    .reverse();
        }
    }

    private synchronized CompletableFuture<Void> newest() {
        return newest;
    }

    private static Asked asked(Kind kind, Conditions sum) {
        return new Asked(kind.text(), sum.example, sum.scans, sum.objectsRead, sum.bytesRead, sum.last);
    }
}
