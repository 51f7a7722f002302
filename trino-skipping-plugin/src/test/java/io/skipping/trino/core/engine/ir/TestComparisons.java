// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.engine.ir;

import static io.skipping.trino.core.engine.ir.EngineComparisons.between;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.sql.ir.IrExpressions.not;
import static org.assertj.core.api.Assertions.assertThat;

import io.trino.metadata.TestingFunctionResolution;
import io.trino.spi.function.OperatorType;
import io.trino.sql.ir.Call;
import io.trino.sql.ir.Coalesce;
import io.trino.sql.ir.Constant;
import io.trino.sql.ir.Expression;
import io.trino.sql.ir.In;
import io.trino.sql.ir.IsNull;
import io.trino.sql.ir.Logical;
import io.trino.sql.ir.Reference;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestComparisons {
    private static final TestingFunctionResolution FUNCTIONS = new TestingFunctionResolution();
    private static final Expression A = new Reference(BIGINT, "a");
    private static final Expression B = new Reference(BIGINT, "b");
    private static final Expression ONE = new Constant(BIGINT, 1L);
    private static final Expression TWO = new Constant(BIGINT, 2L);

    private static Expression comparison(String operator, Expression left, Expression right) {
        return EngineComparisons.comparison(FUNCTIONS, operator, left, right);
    }

    private static Expression negated(Expression expression) {
        return not(FUNCTIONS.getMetadata(), expression);
    }

    private static Expression plusOne(Expression value) {
        return new Call(FUNCTIONS.resolveOperator(OperatorType.ADD, List.of(BIGINT, BIGINT)), List.of(value, ONE));
    }

    @DataProvider
    public static Object[][] shownAsDomains() {
        return new Object[][] {
            {comparison("=", A, ONE)},
            {comparison("<>", A, ONE)},
            {comparison("<", A, ONE)},
            {comparison(">=", A, ONE)},
            {comparison("<", ONE, A)},
            {comparison("IS NOT DISTINCT FROM", A, ONE)},
            {between(FUNCTIONS, A, ONE, TWO)},
            {new In(A, List.of(ONE, TWO))},
            {new IsNull(A)},
            {negated(new IsNull(A))},
            {negated(new In(A, List.of(ONE, TWO)))},
            {Logical.and(between(FUNCTIONS, A, ONE, TWO), comparison("=", B, TWO))},
        };
    }

    @Test(dataProvider = "shownAsDomains")
    public void testFiltersThatDomainsSayAllOf(Expression filter) {
        assertThat(Comparisons.areAllOf(new IrNode(filter))).isTrue();
    }

    @DataProvider
    public static Object[][] others() {
        return new Object[][] {
            {comparison("<", A, B)},
            {comparison("=", plusOne(A), TWO)},
            {new In(A, List.of(ONE, B))},
            {new In(plusOne(A), List.of(ONE, TWO))},
            {new IsNull(plusOne(A))},
            {between(FUNCTIONS, A, ONE, B)},
            {comparison("=", new Coalesce(A, ONE), TWO)},
            {new Logical(Logical.Operator.OR, List.of(comparison("=", A, ONE), comparison("=", B, TWO)))},
            {Logical.and(comparison("=", A, ONE), comparison("=", plusOne(B), TWO))},
            {negated(comparison("<", A, B))},
        };
    }

    @Test(dataProvider = "others")
    public void testFiltersOfWhichThereIsMoreToLearn(Expression filter) {
        assertThat(Comparisons.areAllOf(new IrNode(filter))).isFalse();
    }
}
