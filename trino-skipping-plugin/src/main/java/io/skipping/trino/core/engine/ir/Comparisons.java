// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.engine.ir;

import static io.trino.spi.expression.StandardFunctions.NOT_FUNCTION_NAME;

import io.skipping.trino.core.release.FunctionNames;
import io.trino.spi.function.CatalogSchemaFunctionName;
import java.util.List;
import java.util.Set;

/**
 * Recognises filters of which the engine shows connectors all, as domains of columns. Most filters are such, and there is nothing
 * more to be learnt from them.
 */
public final class Comparisons {
    /** Names expressions of earlier releases, in which later ones have calls of operators. */
    private static final Set<String> KINDS = Set.of("Comparison", "Between", "In", "IsNull");

    private static final Set<String> OPERATORS =
            Set.of("$operator$equal", "$operator$less_than", "$operator$less_than_or_equal", "$operator$identical");

    private Comparisons() {}

    /** Returns whether each condition of a conjunction compares one column, as it is, with constants. */
    public static boolean areAllOf(IrNode filter) {
        return filter.conjuncts().stream().allMatch(Comparisons::isComparison);
    }

    private static boolean isComparison(IrNode condition) {
        String function = condition.is("Call") ? function(condition) : "";
        if (function.equals(NOT_FUNCTION_NAME.getName())) {
            return isComparison(condition.children().getFirst());
        }
        return (KINDS.contains(condition.kind()) || OPERATORS.contains(function))
                && isOfOneColumn(condition.children());
    }

    private static boolean isOfOneColumn(List<IrNode> operands) {
        return operands.stream().filter(operand -> operand.is("Reference")).count() == 1
                && operands.stream().allMatch(operand -> operand.is("Reference") || operand.is("Constant"));
    }

    private static String function(IrNode call) {
        return FunctionNames.name((CatalogSchemaFunctionName) IrNode.get(call.get("function"), "name"));
    }
}
