// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import io.trino.sql.tree.DefaultTraversalVisitor;
import io.trino.sql.tree.DereferenceExpression;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.FunctionCall;
import io.trino.sql.tree.GenericDataType;
import io.trino.sql.tree.Identifier;
import io.trino.sql.tree.LambdaExpression;
import io.trino.sql.tree.SubqueryExpression;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Lists what an expression refers to.
 *
 * @param columns names of columns, in lower case
 * @param isDeterministic whether it has the same value for equal rows
 */
record References(Set<String> columns, boolean hasSubquery, boolean isDeterministic) {
    private static final Set<String> RANDOM = Set.of("random", "rand", "uuid", "shuffle");

    static References of(Expression expression) {
        Finder finder = new Finder();
        finder.process(expression, null);
        return new References(finder.columns, finder.subquery, finder.deterministic);
    }

    private static final class Finder extends DefaultTraversalVisitor<Void> {
        private final Set<String> columns = new LinkedHashSet<>();
        private final Set<String> arguments = new LinkedHashSet<>();
        private boolean subquery;
        private boolean deterministic = true;

        @Override
        protected Void visitIdentifier(Identifier node, Void context) {
            String name = FilterReader.lower(node);
            if (!arguments.contains(name)) {
                columns.add(name);
            }
            return null;
        }

        @Override
        protected Void visitDereferenceExpression(DereferenceExpression node, Void context) {
            // the field of a row is no column
            return process(node.getBase(), context);
        }

        @Override
        protected Void visitGenericDataType(GenericDataType node, Void context) {
            return null;
        }

        @Override
        protected Void visitLambdaExpression(LambdaExpression node, Void context) {
            node.getArguments().forEach(argument -> arguments.add(FilterReader.lower(argument.getName())));
            return process(node.getBody(), context);
        }

        @Override
        protected Void visitFunctionCall(FunctionCall node, Void context) {
            deterministic &= !RANDOM.contains(node.getName().getSuffix().toLowerCase(Locale.ENGLISH));
            return super.visitFunctionCall(node, context);
        }

        @Override
        protected Void visitSubqueryExpression(SubqueryExpression node, Void context) {
            subquery = true;
            return null;
        }
    }
}
