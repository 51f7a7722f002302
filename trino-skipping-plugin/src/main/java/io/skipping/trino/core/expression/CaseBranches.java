// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import com.google.common.collect.ImmutableList;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import java.util.List;
import java.util.Optional;

/**
 * A condition {@code f(CASE WHEN c THEN a … ELSE b END)} in parts. It has the value of {@code f(a)} where c is TRUE, and so on.
 *
 * @param before the conditions of earlier branches, none of which is TRUE
 * @param condition the condition of this branch; empty for ELSE
 * @param result {@code f(a)}
 */
record CaseBranches(
        List<ConnectorExpression> before, Optional<ConnectorExpression> condition, ConnectorExpression result) {
    /** Bounds the conditions into which one is taken apart, and so the size of a predicate. */
    private static final long MOST_BRANCHES = 64;

    /**
     * Takes apart the outermost CASE of a condition.
     *
     * @return empty if there is none
     */
    static Optional<List<CaseBranches>> of(Call condition) {
        return HiddenParts.first(condition, HiddenCalls.CASE).map(found -> of(condition, found));
    }

    /** Returns whether a condition would be taken apart into too many. */
    static boolean areTooMany(Call condition) {
        return HiddenParts.all(condition, HiddenCalls.CASE)
                        .mapToLong(call -> (call.getArguments().size() + 1) / 2)
                        .reduce(1, (product, branches) -> Math.min(MOST_BRANCHES + 1, product * branches))
                > MOST_BRANCHES;
    }

    private static List<CaseBranches> of(Call condition, Call found) {
        List<ConnectorExpression> parts = found.getArguments();
        ImmutableList.Builder<CaseBranches> branches = ImmutableList.builder();
        ImmutableList.Builder<ConnectorExpression> before = ImmutableList.builder();
        for (int when = 0; when < parts.size() - 1; when += 2) {
            branches.add(new CaseBranches(
                    before.build(),
                    Optional.of(parts.get(when)),
                    HiddenParts.replace(condition, found, parts.get(when + 1))));
            before.add(parts.get(when));
        }
        branches.add(new CaseBranches(
                before.build(), Optional.empty(), HiddenParts.replace(condition, found, parts.getLast())));
        return branches.build();
    }
}
