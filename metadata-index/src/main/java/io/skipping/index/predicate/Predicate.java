// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.skipping.index.IndexedColumn;
import io.skipping.index.value.KeySet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Describes a condition on the rows of a table. There is no negation: NOT is pushed down to the leaves when a predicate is made,
 * so that "unknown" can never be turned into "proven".
 */
public sealed interface Predicate {
    Predicate ALWAYS = new And(List.of());
    Predicate NEVER = new Or(List.of());
    Predicate UNKNOWN = new Unknown();

    /** Returns every column that a leaf refers to. Only summaries of these columns are needed. */
    Set<IndexedColumn> columns();

    /** Returns every leaf. */
    default Stream<Leaf> leaves() {
        if (this instanceof Leaf leaf) {
            return Stream.of(leaf);
        }
        List<Predicate> operands =
                this instanceof And and ? and.operands() : this instanceof Or or ? or.operands() : List.of();
        return operands.stream().flatMap(Predicate::leaves);
    }

    /** Returns whether an index may decide the condition, whatever is indexed. */
    default boolean mayBeDecided() {
        if (this instanceof And and) {
            return and.operands().isEmpty() || and.operands().stream().anyMatch(Predicate::mayBeDecided);
        }
        if (this instanceof Or or) {
            return or.operands().stream().allMatch(Predicate::mayBeDecided);
        }
        return this instanceof Leaf;
    }

    /** Satisfied by the rows that satisfy all operands; by every row if there are no operands. */
    record And(List<Predicate> operands) implements Predicate {
        public And {
            operands = ImmutableList.copyOf(operands);
        }

        @Override
        public Set<IndexedColumn> columns() {
            return columnsOf(operands);
        }
    }

    /** Satisfied by the rows that satisfy at least one operand; by no row if there are no operands. */
    record Or(List<Predicate> operands) implements Predicate {
        public Or {
            operands = ImmutableList.copyOf(operands);
        }

        @Override
        public Set<IndexedColumn> columns() {
            return columnsOf(operands);
        }
    }

    /** A constraint that cannot be expressed here; any row may satisfy it. */
    record Unknown() implements Predicate {
        @Override
        public Set<IndexedColumn> columns() {
            return Set.of();
        }
    }

    /** A constraint on columns that an {@link io.skipping.index.type.IndexType} may understand. */
    non-sealed interface Leaf extends Predicate {
        /**
         * Returns the same constraint on other columns, for an index that keeps columns under other names.
         *
         * @param names returns the column to put in place of one of {@link #columns}, which has the same type
         * @return UNKNOWN if the constraint cannot be put on other columns
         */
        default Predicate over(UnaryOperator<IndexedColumn> names) {
            return UNKNOWN;
        }
    }

    /**
     * Satisfied by the rows whose value is not NULL and in the set.
     *
     * <p>For real and double, evaluators rely on two facts. A NaN may satisfy a set that is unbounded on both sides,
     * which is what {@code <>} and IS NOT NULL leave. A NaN satisfies no other set. A condition that NaN satisfies in
     * another way, such as {@code NOT (x > 5)}, must not be expressed as a set. Zeros of both signs are one value; use
     * {@link #inSet} for conditions that may tell them apart.
     */
    record InSet(IndexedColumn column, KeySet values) implements Leaf {
        @Override
        public Set<IndexedColumn> columns() {
            return ImmutableSet.of(column);
        }

        @Override
        public Predicate over(UnaryOperator<IndexedColumn> names) {
            return new InSet(names.apply(column), values);
        }
    }

    /** Satisfied by the rows whose value is NULL. */
    record IsNull(IndexedColumn column) implements Leaf {
        @Override
        public Set<IndexedColumn> columns() {
            return ImmutableSet.of(column);
        }

        @Override
        public Predicate over(UnaryOperator<IndexedColumn> names) {
            return new IsNull(names.apply(column));
        }
    }

    /** Satisfied only by rows whose value passes the test; whether such a row satisfies it is not known. */
    record Passing(IndexedColumn column, ValueTest test) implements Leaf {
        @Override
        public Set<IndexedColumn> columns() {
            return ImmutableSet.of(column);
        }

        @Override
        public Predicate over(UnaryOperator<IndexedColumn> names) {
            return new Passing(names.apply(column), test);
        }
    }

    /**
     * Returns the simplified conjunction: nested conjunctions are flattened, duplicates and ALWAYS are dropped, and
     * NEVER makes the whole NEVER.
     */
    static Predicate and(List<Predicate> operands) {
        ImmutableSet.Builder<Predicate> kept = ImmutableSet.builder();
        for (Predicate operand : operands) {
            if (operand.equals(NEVER)) {
                return NEVER;
            }
            if (operand instanceof And and) {
                kept.addAll(and.operands());
            } else {
                kept.add(operand);
            }
        }
        List<Predicate> distinct = kept.build().asList();
        return distinct.size() == 1 ? distinct.get(0) : new And(distinct);
    }

    /**
     * Returns the simplified disjunction: nested disjunctions are flattened, duplicates and NEVER are dropped, and
     * ALWAYS makes the whole ALWAYS.
     */
    static Predicate or(List<Predicate> operands) {
        ImmutableSet.Builder<Predicate> kept = ImmutableSet.builder();
        for (Predicate operand : operands) {
            if (operand.equals(ALWAYS)) {
                return ALWAYS;
            }
            if (operand instanceof Or or) {
                kept.addAll(or.operands());
            } else {
                kept.add(operand);
            }
        }
        List<Predicate> distinct = kept.build().asList();
        return distinct.size() == 1 ? distinct.get(0) : new Or(distinct);
    }

    /**
     * Returns a predicate satisfied by the rows whose value is not NULL and in the set, as engines evaluate it. Where
     * the engine may use a lookup, a zero of either sign may or may not satisfy it; see {@link SignedZeros}.
     */
    static Predicate inSet(IndexedColumn column, KeySet values) {
        if (!SignedZeros.isLookedUp(values)) {
            return new InSet(column, values);
        }
        KeySet zero = SignedZeros.zero(values.type());
        KeySet others = values.subtract(zero);
        if (!SignedZeros.holdsZero(values)) {
            return or(List.of(new InSet(column, values), and(List.of(new InSet(column, zero), UNKNOWN))));
        }
        // a separate conjunct, because indexes over several columns look for it
        return and(List.of(
                new InSet(column, values),
                others.isNone() ? UNKNOWN : or(List.of(new InSet(column, others), UNKNOWN))));
    }

    /**
     * Returns a predicate satisfied by the rows whose value is in the set, and by those whose value is NULL if NULL is
     * allowed.
     *
     * @param values of the column's type; the result is UNKNOWN if the column has another type
     */
    static Predicate of(IndexedColumn column, KeySet values, boolean isNullAllowed) {
        if (!column.type().equals(values.type())) {
            return UNKNOWN;
        }
        // joined ranges of numbers may be all numbers, and hold no NaN
        if (isNullAllowed && values.isAll() && !values.type().isFloatingPoint()) {
            return ALWAYS;
        }
        ImmutableList.Builder<Predicate> either = ImmutableList.builder();
        if (!values.isNone()) {
            either.add(inSet(column, values));
        }
        if (isNullAllowed) {
            either.add(new IsNull(column));
        }
        return or(either.build());
    }

    private static Set<IndexedColumn> columnsOf(List<Predicate> operands) {
        return operands.stream().flatMap(operand -> operand.columns().stream()).collect(ImmutableSet.toImmutableSet());
    }
}
