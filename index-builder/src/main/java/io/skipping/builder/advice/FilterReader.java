// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import io.skipping.command.TableName;
import io.trino.sql.ExpressionFormatter;
import io.trino.sql.parser.ParsingException;
import io.trino.sql.parser.SqlParser;
import io.trino.sql.tree.AliasedRelation;
import io.trino.sql.tree.BetweenPredicate;
import io.trino.sql.tree.ComparisonExpression;
import io.trino.sql.tree.DefaultTraversalVisitor;
import io.trino.sql.tree.DereferenceExpression;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.ExpressionRewriter;
import io.trino.sql.tree.ExpressionTreeRewriter;
import io.trino.sql.tree.FunctionCall;
import io.trino.sql.tree.Identifier;
import io.trino.sql.tree.Join;
import io.trino.sql.tree.JoinOn;
import io.trino.sql.tree.Limit;
import io.trino.sql.tree.LogicalExpression;
import io.trino.sql.tree.LongLiteral;
import io.trino.sql.tree.NodeLocation;
import io.trino.sql.tree.QualifiedName;
import io.trino.sql.tree.Query;
import io.trino.sql.tree.QuerySpecification;
import io.trino.sql.tree.Relation;
import io.trino.sql.tree.SelectItem;
import io.trino.sql.tree.SingleColumn;
import io.trino.sql.tree.SortItem;
import io.trino.sql.tree.Statement;
import io.trino.sql.tree.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds what queries ask of the rows of one table. */
public final class FilterReader {
    /** Whether the value that an aggregate returns is the first in ascending order. */
    private static final Map<String, Boolean> EXTREMES = Map.of("min", true, "max", false);

    private static final Pattern DECIMAL = Pattern.compile("DECIMAL '(-?[0-9]+\\.[0-9]+)'");

    private static final Pattern QUOTED = Pattern.compile("'[^']*+'|\"[^\"]*+\"");

    private final SqlParser parser = new SqlParser();
    private final String catalog;
    private final TableName table;
    private final Columns columns;

    /**
     * Creates a reader of what is asked of one table.
     *
     * @param catalog the catalog of the table, by which queries may name it
     */
    public FilterReader(String catalog, TableName table, Columns columns) {
        this.catalog = catalog;
        this.table = table;
        this.columns = columns;
    }

    /**
     * Returns what a query asks, with an element for each scan of the table.
     *
     * @throws IllegalArgumentException if it is no query of this table; the message is meant for the user
     */
    public List<Scan> ofQuery(String query) {
        Statement statement;
        try {
            statement = parser.createStatement(query.strip().replaceFirst(";+\\s*$", ""));
        } catch (ParsingException e) {
            throw new IllegalArgumentException("The query is not SQL of Trino: " + e.getMessage(), e);
        }
        if (!(statement instanceof Query)) {
            throw new IllegalArgumentException("Only a SELECT has advice: " + shortened(query));
        }
        List<Scan> scans = new ArrayList<>();
        new DefaultTraversalVisitor<Void>() {
            @Override
            protected Void visitQuerySpecification(QuerySpecification node, Void context) {
                node.getFrom().ifPresent(from -> scans.addAll(scans(from, node)));
                return super.visitQuerySpecification(node, context);
            }
        }.process(statement, null);
        if (scans.isEmpty()) {
            throw new IllegalArgumentException(
                    "The query does not read %s.%s by this name: %s".formatted(catalog, table, shortened(query)));
        }
        return scans;
    }

    /**
     * Returns the conjuncts of a filter that has nothing but columns of the table in it.
     *
     * @throws ParsingException if the filter is not SQL
     */
    public List<Filter> ofFilter(String filter) {
        return conjuncts(parser.createExpression(filter));
    }

    /**
     * Returns whether a text is an expression over columns of the table, and has no subquery and no comment. The log has names as they
     * were: one that is no column any more can be any text that the owner of the table has chosen, and must not become a query
     * of the user who asks for advice.
     */
    public boolean isOverColumns(String text) {
        String unquoted = QUOTED.matcher(text).replaceAll("");
        try {
            return !unquoted.contains("--")
                    && !unquoted.contains("/*")
                    && isOfTheTable(References.of(parser.createExpression(text)));
        } catch (ParsingException e) {
            return false;
        }
    }

    private static String shortened(String query) {
        String line = query.replaceAll("\\s+", " ").strip();
        return line.length() <= 100 ? line : line.substring(0, 100) + "…";
    }

    private List<Scan> scans(Relation from, QuerySpecification query) {
        List<Expression> filters = new ArrayList<>(query.getWhere().stream().toList());
        List<String> names = new ArrayList<>();
        List<Relation> others = new ArrayList<>();
        collect(from, Optional.empty(), filters, names, others);
        boolean isAlone = names.size() == 1 && others.isEmpty();
        return names.stream()
                .map(name -> new Scan(
                        filters.stream()
                                .map(filter -> unqualified(filter, name))
                                .flatMap(filter -> conjuncts(filter).stream())
                                .toList(),
                        isAlone && filters.isEmpty() ? order(query, name) : Optional.empty()))
                .toList();
    }

    /** Returns the first rows of an order, if that is what a query without a filter wants; of {@code max} the last one. */
    private Optional<Scan.Order> order(QuerySpecification query, String name) {
        if (query.getGroupBy().isPresent() || query.getHaving().isPresent()) {
            return Optional.empty();
        }
        List<SelectItem> items = query.getSelect().getSelectItems();
        if (items.size() == 1
                && items.getFirst() instanceof SingleColumn column
                && column.getExpression() instanceof FunctionCall call
                && call.getArguments().size() == 1
                && EXTREMES.containsKey(call.getName().getSuffix().toLowerCase(Locale.ENGLISH))) {
            Expression value = unqualified(call.getArguments().getFirst(), name);
            return Optional.of(value)
                    .filter(_ -> isOfTheTable(References.of(value)))
                    .map(_ -> new Scan.Order(
                            sql(value), EXTREMES.get(call.getName().getSuffix().toLowerCase(Locale.ENGLISH)), 1));
        }
        if (query.getOrderBy().isEmpty()
                || !(query.getLimit().orElse(null) instanceof Limit limit)
                || !(limit.getRowCount() instanceof LongLiteral rows)) {
            return Optional.empty();
        }
        SortItem first = query.getOrderBy().get().getSortItems().getFirst();
        Expression key = unqualified(selected(first.getSortKey(), query), name);
        return isOfTheTable(References.of(key))
                ? Optional.of(new Scan.Order(
                        sql(key), first.getOrdering() == SortItem.Ordering.ASCENDING, rows.getParsedValue()))
                : Optional.empty();
    }

    /** Returns what a number or an alias in ORDER BY stands for. */
    private static Expression selected(Expression key, QuerySpecification query) {
        List<SelectItem> items = query.getSelect().getSelectItems();
        if (key instanceof LongLiteral number) {
            return number.getParsedValue() <= items.size()
                            && items.get((int) number.getParsedValue() - 1) instanceof SingleColumn column
                    ? column.getExpression()
                    : key;
        }
        return items.stream()
                .filter(item -> item instanceof SingleColumn column
                        && column.getAlias()
                                .map(Expression.class::cast)
                                .filter(key::equals)
                                .isPresent())
                .map(item -> ((SingleColumn) item).getExpression())
                .findFirst()
                .orElse(key);
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

    private List<Filter> conjuncts(Expression filter) {
        if (filter instanceof LogicalExpression logical && logical.getOperator() == LogicalExpression.Operator.AND) {
            return logical.getTerms().stream()
                    .flatMap(term -> conjuncts(term).stream())
                    .toList();
        }
        References references = References.of(filter);
        return isOfTheTable(references) ? List.of(filter(filter, references)) : List.of();
    }

    /** Returns whether an expression is over columns of the table, and neither of other tables nor of subqueries. */
    private boolean isOfTheTable(References references) {
        return !references.columns().isEmpty()
                && !references.hasSubquery()
                && references.columns().stream().allMatch(columns::has);
    }

    private Filter filter(Expression filter, References references) {
        Optional<String> undecidable = references.columns().stream().anyMatch(columns::isPartition)
                ? Optional.of("it is over a partition column, by which Hive skips partitions")
                : Optional.of("it is random").filter(_ -> !references.isDeterministic());
        return new Filter(text(filter), text(withoutBetween(filter)), references.columns(), undecidable);
    }

    private static String sql(Expression expression) {
        // numbers with a point as people write them; a text cannot have such a quote in it
        return DECIMAL.matcher(ExpressionFormatter.formatExpression(expression)).replaceAll("$1");
    }
    /** Returns the name in lower case, by which columns are known. */
    static String lower(Identifier name) {
        return name.getValue().toLowerCase(Locale.ENGLISH);
    }

    private static Expression withoutBetween(Expression expression) {
        return ExpressionTreeRewriter.rewriteWith(
                new ExpressionRewriter<Void>() {
                    @Override
                    public Expression rewriteBetweenPredicate(
                            BetweenPredicate node, Void context, ExpressionTreeRewriter<Void> rewriter) {
                        NodeLocation location = node.getLocation().orElseThrow();
                        return new LogicalExpression(
                                location,
                                LogicalExpression.Operator.AND,
                                List.of(
                                        new ComparisonExpression(
                                                location,
                                                ComparisonExpression.Operator.GREATER_THAN_OR_EQUAL,
                                                node.getValue(),
                                                node.getMin()),
                                        new ComparisonExpression(
                                                location,
                                                ComparisonExpression.Operator.LESS_THAN_OR_EQUAL,
                                                node.getValue(),
                                                node.getMax())));
                    }
                },
                expression);
    }

    /** Returns the SQL without parentheses around all of it. */
    private static String text(Expression expression) {
        String sql = sql(expression);
        return sql.startsWith("(") && closing(sql) == sql.length() - 1 ? sql.substring(1, sql.length() - 1) : sql;
    }

    /** Returns where the first parenthesis is closed. */
    private static int closing(String sql) {
        int depth = 0;
        boolean quoted = false;
        for (int i = 0; i < sql.length(); i++) {
            char character = sql.charAt(i);
            if (character == '\'') {
                quoted = !quoted;
            } else if (!quoted && character == '(') {
                depth++;
            } else if (!quoted && character == ')' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }
}
