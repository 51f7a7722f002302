// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.plan;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import io.skipping.index.predicate.Predicate;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Flattens operands: nested ANDs, or ORs, are replaced by their operands. Works for any depth of nesting. */
public final class Operands {
    private Operands() {}

    /** Returns the conjuncts, none of which is a conjunction. */
    public static List<Predicate> ofAnd(Collection<Predicate> conjuncts) {
        return flatten(
                conjuncts,
                predicate -> predicate instanceof Predicate.And and ? Optional.of(and.operands()) : Optional.empty());
    }

    /** Returns the disjuncts, none of which is a disjunction. */
    static List<Predicate> ofOr(Collection<Predicate> disjuncts) {
        return flatten(
                disjuncts,
                predicate -> predicate instanceof Predicate.Or or ? Optional.of(or.operands()) : Optional.empty());
    }

    private static List<Predicate> flatten(
            Collection<Predicate> operands, Function<Predicate, Optional<List<Predicate>>> nested) {
        ImmutableList.Builder<Predicate> flat = ImmutableList.builder();
        Deque<Predicate> rest = new ArrayDeque<>(operands);
        while (!rest.isEmpty()) {
            Predicate operand = rest.pop();
            nested.apply(operand)
                    .ifPresentOrElse(inside -> Lists.reverse(inside).forEach(rest::push), () -> flat.add(operand));
        }
        return flat.build();
    }
}
