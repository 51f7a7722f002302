// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import io.trino.sql.tree.Expression;
import io.trino.sql.tree.FunctionCall;
import io.trino.sql.tree.IsNullPredicate;
import java.util.List;
import java.util.Optional;

/** Takes parsed SQL apart. */
public final class SqlNodes {
    private SqlNodes() {}

    public static List<Expression> arguments(FunctionCall call) {
        return call.getArguments();
    }

    /** Returns x of {@code x IS NULL}. */
    public static Optional<Expression> operandOfIsNull(Expression condition) {
        return condition instanceof IsNullPredicate isNull ? Optional.of(isNull.getValue()) : Optional.empty();
    }
}
