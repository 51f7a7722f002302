// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import io.skipping.command.TableName;
import io.trino.sql.parser.ParsingException;
import io.trino.sql.parser.SqlParser;
import io.trino.sql.tree.AliasedRelation;
import io.trino.sql.tree.DefaultTraversalVisitor;
import io.trino.sql.tree.DereferenceExpression;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.ExpressionRewriter;
import io.trino.sql.tree.ExpressionTreeRewriter;
import io.trino.sql.tree.Identifier;
import io.trino.sql.tree.Join;
import io.trino.sql.tree.JoinOn;
import io.trino.sql.tree.LogicalExpression;
import io.trino.sql.tree.QualifiedName;
import io.trino.sql.tree.Query;
import io.trino.sql.tree.QuerySpecification;
import io.trino.sql.tree.Relation;
import io.trino.sql.tree.Statement;
import io.trino.sql.tree.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the conditions that queries put on the rows of one table. */
public final class FilterReader {
    private final SqlParser parser = new SqlParser();
    private final String catalog;
    private final TableName table;
    private final Columns columns;
    private final ConditionForms forms;

    public FilterReader(String catalog, TableName table, Columns columns) {
        this.catalog = catalog;
        this.table = table;
        this.columns = columns;
        this.forms = new ConditionForms(columns);
    }

    /**
     * Returns the conditions of a query, with an element for each scan of the table.
     *
     * @throws IllegalArgumentException if it is no query of this table; the message is meant for the user
     */
    public List<List<Condition>> ofQuery(String query) {
        Statement statement;
        try {
            statement = parser.createStatement(query.strip().replaceFirst(";+\\s*$", ""));
        } catch (ParsingException e) {
            throw new IllegalArgumentException("The query is not SQL of Trino: " + e.getMessage(), e);
        }
        if (!(statement instanceof Query)) {
            throw new IllegalArgumentException("Only a SELECT has advice: " + shortened(query));
        }
        List<List<Condition>> scans = new ArrayList<>();
        new DefaultTraversalVisitor<Void>() {
            @Override
            protected Void visitQuerySpecification(QuerySpecification node, Void context) {
                node.getFrom().ifPresent(from -> scans.addAll(scans(from, node.getWhere())));
                return super.visitQuerySpecification(node, context);
            }
        }.process(statement, null);
        if (scans.isEmpty()) {
            throw new IllegalArgumentException(
                    "The query does not read %s.%s by this name: %s".formatted(catalog, table, shortened(query)));
        }
        return scans;
    }

    /** Returns the conditions of a filter that has nothing but columns of the table in it. */
    public List<Condition> ofFilter(String filter) {
        return conditions(parser.createExpression(filter));
    }

    private static String shortened(String query) {
        String line = query.replaceAll("\\s+", " ").strip();
        return line.length() <= 100 ? line : line.substring(0, 100) + "…";
    }

    private List<List<Condition>> scans(Relation from, Optional<Expression> where) {
        List<Expression> filters = new ArrayList<>(where.stream().toList());
        List<String> names = new ArrayList<>();
        List<Relation> others = new ArrayList<>();
        collect(from, Optional.empty(), filters, names, others);
        return names.stream()
                .map(name -> filters.stream()
                        .map(filter -> unqualified(filter, name))
                        .flatMap(filter -> conditions(filter).stream())
                        .toList())
                .toList();
    }

    /** Collects the names by which the table is scanned, and the conditions of inner joins. */
    private void collect(
            Relation relation,
            Optional<String> alias,
            List<Expression> filters,
            List<String> names,
            List<Relation> others) {
        switch (relation) {
            case AliasedRelation aliased ->
                collect(aliased.getRelation(), Optional.of(aliased.getAlias().getValue()), filters, names, others);
            case Join join -> {
                boolean inner = join.getType() == Join.Type.INNER;
                join.getCriteria()
                        .filter(criteria -> inner && criteria instanceof JoinOn)
                        .ifPresent(criteria -> filters.add(((JoinOn) criteria).getExpression()));
                collect(join.getLeft(), Optional.empty(), filters, names, others);
                collect(join.getRight(), Optional.empty(), filters, names, others);
            }
            case Table scanned when isTheTable(scanned.getName()) -> names.add(alias.orElse(table.table()));
            default -> others.add(relation);
        }
    }

    private boolean isTheTable(QualifiedName name) {
        List<String> parts = name.getParts();
        int count = parts.size();
        return parts.get(count - 1).equalsIgnoreCase(table.table())
                && (count < 2 || parts.get(count - 2).equalsIgnoreCase(table.schema()))
                && (count < 3 || parts.get(count - 3).equalsIgnoreCase(catalog));
    }

    /** Writes {@code t.column} as {@code column}. */
    private static Expression unqualified(Expression filter, String name) {
        return ExpressionTreeRewriter.rewriteWith(
                new ExpressionRewriter<Void>() {
                    @Override
                    public Expression rewriteDereferenceExpression(
                            DereferenceExpression node, Void context, ExpressionTreeRewriter<Void> rewriter) {
                        return node.getField()
                                .filter(_ -> node.getBase() instanceof Identifier base
                                        && base.getValue().equalsIgnoreCase(name))
                                .map(Expression.class::cast)
                                .orElseGet(() -> rewriter.defaultRewrite(node, context));
                    }
                },
                filter);
    }

    private List<Condition> conditions(Expression filter) {
        if (filter instanceof LogicalExpression logical && logical.getOperator() == LogicalExpression.Operator.AND) {
            return logical.getTerms().stream()
                    .flatMap(term -> conditions(term).stream())
                    .toList();
        }
        References references = References.of(filter);
        // what compares with other tables, or with what a subquery gives, is no filter of this table
        boolean isOfTheTable = !references.columns().isEmpty()
                && !references.hasSubquery()
                && references.columns().stream().allMatch(columns::has);
        return isOfTheTable ? List.of(forms.condition(filter, references)) : List.of();
    }

    /** Returns the name in lower case, by which columns are known. */
    static String lower(Identifier name) {
        return name.getValue().toLowerCase(Locale.ENGLISH);
    }
}
