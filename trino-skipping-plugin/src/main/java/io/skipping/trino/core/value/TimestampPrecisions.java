// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.value;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.base.Suppliers;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes conditions on timestamps of one precision conditions on those of another. Sessions choose the precision that timestamps
 * are read in, so that an index may have been built of other values of the same column. Both are roundings of what is stored,
 * and so are no further apart than the units of both precisions.
 */
public final class TimestampPrecisions {
    private static final int MICROS = 6;

    private final Supplier<Set<IndexedColumn>> indexed;

    /**
     * Creates the precisions for a query.
     *
     * @param definitions returns the indexes that will be asked; few predicates need them
     */
    public TimestampPrecisions(Supplier<List<IndexDefinition>> definitions) {
        this.indexed = Suppliers.memoize(() -> definitions.get().stream()
                .flatMap(definition -> definition.columns().stream())
                .filter(column -> isTimestamp(column.type()))
                .collect(toImmutableSet()));
    }

    /**
     * Returns a predicate that is satisfied by all rows that satisfy the given one. It differs where a column is indexed in
     * another precision only.
     */
    public Predicate adapted(Predicate predicate) {
        return switch (predicate) {
            case Predicate.And and when isAffected(and) -> Predicate.and(adapted(and.operands()));
            case Predicate.Or or when isAffected(or) -> Predicate.or(adapted(or.operands()));
            case Predicate.InSet set ->
                other(set.column()).map(column -> adapted(set, column)).orElse(set);
            case Predicate.IsNull isNull ->
                other(isNull.column()).<Predicate>map(Predicate.IsNull::new).orElse(isNull);
            default -> predicate;
        };
    }

    private List<Predicate> adapted(List<Predicate> operands) {
        return operands.stream().map(this::adapted).collect(toImmutableList());
    }

    private boolean isAffected(Predicate predicate) {
        return predicate.columns().stream().anyMatch(column -> other(column).isPresent());
    }

    /** Returns the column in the precision that it is indexed in; empty if that is the same, or there is none. */
    private Optional<IndexedColumn> other(IndexedColumn column) {
        return isTimestamp(column.type()) && !indexed.get().contains(column)
                ? indexed.get().stream()
                        .filter(other -> other.name().equals(column.name())
                                && other.origin().equals(column.origin()))
                        .findFirst()
                : Optional.empty();
    }

    private static boolean isTimestamp(ScalarType type) {
        return type.kind() == ScalarType.Kind.TIMESTAMP;
    }

    private static Predicate adapted(Predicate.InSet set, IndexedColumn column) {
        long apart = unit(set.column().type()) + unit(column.type());
        List<KeyRange> wider = new ArrayList<>();
        try {
            for (KeyRange range : set.values().ranges()) {
                wider.add(new KeyRange(
                        range.low().map(low -> key(column.type(), Math.subtractExact(floor(low), apart))),
                        range.low().isPresent(),
                        range.high().map(high -> key(column.type(), Math.addExact(ceiling(high), apart))),
                        range.high().isPresent()));
            }
        } catch (ArithmeticException e) {
            return Predicate.UNKNOWN;
        }
        // necessary, and not sufficient
        return KeySet.of(column.type(), wider)
                .map(values -> Predicate.and(List.of(new Predicate.InSet(column, values), Predicate.UNKNOWN)))
                .orElse(Predicate.UNKNOWN);
    }

    /** Returns the distance between adjacent values in microseconds, rounded up. */
    private static long unit(ScalarType type) {
        long unit = 1;
        for (int digit = type.precision(); digit < MICROS; digit++) {
            unit *= 10;
        }
        return unit;
    }

    private static long floor(Key key) {
        return key instanceof Key.OfWide wide ? wide.high() : key.asLong();
    }

    private static long ceiling(Key key) {
        return key instanceof Key.OfWide wide ? Math.addExact(wide.high(), wide.low() > 0 ? 1 : 0) : key.asLong();
    }

    private static Key key(ScalarType type, long micros) {
        return type.form() == ScalarType.KeyForm.WIDE ? Key.of(micros, 0) : Key.of(micros);
    }
}
