// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.ValueTest;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.predicate.NullableValue;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a filter demands of single columns beyond comparisons: functions, patterns, anything. The engine evaluates the filter
 * itself, by its own semantics, with the value of one column put in and all others left open; it does so for every
 * deterministic filter that stays above a scan.
 */
public final class FilterTests {
    /** Evaluations for one column of one scan, some microseconds each. What comes then passes. */
    private static final int MOST_EVALUATIONS = 10_000;

    private FilterTests() {}

    /**
     * @param constraint as it reaches {@code getSplits}
     * @return what rows that satisfy the filter satisfy
     */
    public static Predicate of(Constraint constraint, ScanDemand demand) {
        if (constraint.predicate().isEmpty()) {
            return Predicate.ALWAYS;
        }
        Set<ColumnHandle> columns = constraint.getPredicateColumns().orElse(Set.of());
        ImmutableList.Builder<Predicate> tests = ImmutableList.builder();
        for (ColumnHandle handle : columns) {
            if (handle instanceof HiveColumnHandle column
                    && HiveColumns.isData(column)
                    && demand.saysMoreThanDomain(column)) {
                tests.add(new Predicate.Passing(
                        HiveColumns.indexed(column),
                        new EngineTest(column, constraint.predicate().get())));
            }
        }
        return Predicate.and(tests.build());
    }

    /** Asks the engine once for each value. */
    private static final class EngineTest implements ValueTest {
        private final HiveColumnHandle column;
        private final java.util.function.Predicate<Map<ColumnHandle, NullableValue>> filter;
        private final Map<Optional<Object>, Boolean> known = new ConcurrentHashMap<>();
        private final AtomicInteger evaluations = new AtomicInteger();

        EngineTest(HiveColumnHandle column, java.util.function.Predicate<Map<ColumnHandle, NullableValue>> filter) {
            this.column = column;
            this.filter = filter;
        }

        @Override
        public boolean mayPass(Object value) {
            Optional<Object> key = Optional.ofNullable(value);
            Boolean before = known.get(key);
            if (before != null) {
                return before;
            }
            if (evaluations.incrementAndGet() > MOST_EVALUATIONS) {
                return true;
            }
            boolean passes = evaluate(value);
            known.put(key, passes);
            return passes;
        }

        private boolean evaluate(Object value) {
            try {
                return filter.test(ImmutableMap.of(column, new NullableValue(column.getType(), value)));
            } catch (RuntimeException e) {
                // the row, if there is one, decides whether the query fails
                return true;
            }
        }
    }
}
