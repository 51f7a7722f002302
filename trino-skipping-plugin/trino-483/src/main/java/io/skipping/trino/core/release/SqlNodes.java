// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.trino.sql.tree.CallArgument;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.FunctionCall;
import io.trino.sql.tree.IsNullPredicate;
import io.trino.sql.tree.Predicated;
import java.util.List;
import java.util.Optional;

/** Takes parsed SQL apart. */
public final class SqlNodes {
    private SqlNodes() {}

    public static List<Expression> arguments(FunctionCall call) {
        return call.getArguments().stream().map(CallArgument::getValue).collect(toImmutableList());
    }

    /** Returns x of {@code x IS NULL}. */
    public static Optional<Expression> operandOfIsNull(Expression condition) {
        return condition instanceof Predicated predicated
                        && predicated.getPredicate() instanceof IsNullPredicate isNull
                        && !isNull.isNegated()
                ? Optional.of(predicated.getValue())
                : Optional.empty();
    }
}
