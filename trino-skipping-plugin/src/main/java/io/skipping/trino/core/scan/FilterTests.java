// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static io.trino.spi.type.RealType.REAL;

import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.SignedZeros;
import io.skipping.index.predicate.ValueTest;
import io.skipping.index.value.Key;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.engine.EngineFilter;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.text.LikeMatchers;
import io.skipping.trino.core.value.TrinoKeys;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.predicate.NullableValue;
import io.trino.spi.type.CharType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tests single values against conditions beyond comparisons, such as functions and patterns. The engine itself
 * evaluates the filter, by its own semantics, with the value of one column and all other columns left open. It can do
 * so for every deterministic filter that remains above a scan.
 *
 * <p>This evaluation runs on the coordinator; workers evaluate the filter again, in compiled form, for each row. A value
 * for which the two may differ passes ({@link EngineFilter}).
 */
public final class FilterTests {
    /**
     * Bounds the evaluations for one column of one scan. All further values pass. One of a brief filter takes some microseconds.
     */
    private static final int MOST_EVALUATIONS = 10_000;

    /**
     * Bounds the expressions that these evaluations visit, each of which takes a tenth of a microsecond: a filter may have lists
     * of thousands of values on other columns.
     */
    private static final long MOST_VISITS = 2_000_000;

    private FilterTests() {}

    /**
     * Creates the tests for the filter of a scan.
     *
     * @return a predicate that holds for every row that satisfies the filter
     */
    public static Predicate of(EngineFilter filter, ScanDemand demand, ColumnHandles handles) {
        List<ColumnHandle> columns = filter.columns().stream()
                .filter(column -> handles.isData(column)
                        && demand.isTestable(column)
                        && !filter.disputedColumns().contains(column)
                        && handles.indexed(column).type().hasKeys())
                .toList();
        return Predicate.and(columns.stream()
                .<Predicate>map(column -> new Predicate.Passing(
                        handles.indexed(column), new EngineTest(column, handles.type(column), filter)))
                .toList());
    }

    /** Asks the engine once for each value, and remembers the result. */
    private static final class EngineTest implements ValueTest {
        private final ColumnHandle column;
        private final Type type;
        private final EngineFilter filter;
        private final ScalarType indexed;
        private final boolean isText;
        private final long mostEvaluations;
        private final Map<Optional<Key>, Boolean> known = new ConcurrentHashMap<>();
        private final AtomicInteger evaluations = new AtomicInteger();

        EngineTest(ColumnHandle column, Type type, EngineFilter filter) {
            this.column = column;
            this.type = type;
            this.filter = filter;
            this.indexed = TrinoTypes.scalar(type);
            this.isText = type instanceof VarcharType || type instanceof CharType;
            this.mostEvaluations = Math.min(MOST_EVALUATIONS, MOST_VISITS / Math.max(1, filter.size()));
        }

        @Override
        public boolean mayPass(Optional<Key> value) {
            if (value.isEmpty() && filter.columnsBesideOthers().contains(column)) {
                return true;
            }
            if (isText && value.isPresent() && !LikeMatchers.agreeOn(value.get().asBytes())) {
                return true;
            }
            boolean isZero = value.isPresent() && SignedZeros.isZero(indexed, value.get());
            if (isZero && type.equals(REAL)) {
                // a real of either sign has the key of zero, and lookups tell them apart
                return true;
            }
            Boolean before = known.get(value);
            if (before != null) {
                return before;
            }
            if (evaluations.incrementAndGet() > mostEvaluations) {
                return true;
            }
            Object nativeValue =
                    value.map(key -> TrinoKeys.nativeValue(indexed, key)).orElse(null);
            boolean passes = evaluate(nativeValue) || isZero && evaluate(-0.0);
            known.put(value, passes);
            return passes;
        }

        private boolean evaluate(Object value) {
            try {
                return filter.mayPass(column, new NullableValue(type, value));
            } catch (RuntimeException e) {
                // if a row has this value, the evaluation on that row decides whether the query fails
                return true;
            }
        }
    }
}
