// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import io.skipping.builder.advice.Condition.Beginning;
import io.skipping.builder.advice.Condition.Comparison;
import io.skipping.builder.advice.Condition.Containment;
import io.skipping.builder.advice.Condition.Element;
import io.skipping.builder.advice.Condition.Form;
import io.skipping.builder.advice.Condition.Indexable;
import io.skipping.builder.advice.Condition.Missing;
import io.skipping.builder.advice.Condition.Span;
import io.skipping.builder.advice.Condition.Test;
import io.skipping.builder.advice.Condition.Undecidable;
import io.skipping.builder.advice.IndexedValues.IndexedValue;
import io.skipping.builder.advice.TextPatterns.PlainText;
import io.trino.sql.ExpressionFormatter;
import io.trino.sql.tree.BetweenPredicate;
import io.trino.sql.tree.ComparisonExpression;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.ExpressionRewriter;
import io.trino.sql.tree.ExpressionTreeRewriter;
import io.trino.sql.tree.FunctionCall;
import io.trino.sql.tree.Identifier;
import io.trino.sql.tree.InListExpression;
import io.trino.sql.tree.InPredicate;
import io.trino.sql.tree.IsNotNullPredicate;
import io.trino.sql.tree.IsNullPredicate;
import io.trino.sql.tree.LikePredicate;
import io.trino.sql.tree.LogicalExpression;
import io.trino.sql.tree.LongLiteral;
import io.trino.sql.tree.NodeLocation;
import io.trino.sql.tree.NotExpression;
import io.trino.sql.tree.StringLiteral;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds out how an index could decide a condition. */
final class ConditionForms {
    private static final String NEARLY_ALL = "nearly every row satisfies it";

    private static final Pattern DECIMAL = Pattern.compile("DECIMAL '(-?[0-9]+\\.[0-9]+)'");

    private final IndexedValues values;
    private final Columns columns;

    ConditionForms(Columns columns) {
        this.columns = columns;
        this.values = new IndexedValues(columns);
    }

    Condition condition(Expression filter, References references) {
        if (references.columns().stream().anyMatch(columns::isPartition)) {
            return new Condition(
                    text(filter),
                    text(withoutBetween(filter)),
                    new Undecidable("it is over a partition column, by which Hive skips partitions"));
        }
        return new Condition(
                text(filter),
                text(withoutBetween(filter)),
                form(filter).<Form>map(form -> form).orElseGet(() -> test(references)));
    }

    static String sql(Expression expression) {
        // numbers with a point as people write them; a text cannot have such a quote in it
        return DECIMAL.matcher(ExpressionFormatter.formatExpression(expression)).replaceAll("$1");
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

    private Form test(References references) {
        if (!references.isDeterministic()) {
            return new Undecidable("it is random");
        }
        if (references.columns().size() > 1) {
            return new Undecidable("it is over several columns of a row");
        }
        String column = references.columns().iterator().next();
        return columns.type(column).filter(Columns::isScalarType).isPresent()
                ? new Test(Columns.quoted(column))
                : new Undecidable(
                        "no index tests values of type " + columns.type(column).orElse("unknown"));
    }

    /** @return empty if only the values of a column can decide it */
    private Optional<? extends Form> form(Expression filter) {
        return switch (filter) {
            case ComparisonExpression comparison -> comparison(comparison);
            case BetweenPredicate between
            when isConstant(between.getMin()) && isConstant(between.getMax()) ->
                spans(
                        between.getValue(),
                        List.of(new Span(
                                Optional.of(sql(between.getMin())), true, Optional.of(sql(between.getMax())), true)));
            case InPredicate in
            when in.getValueList() instanceof InListExpression list
                    && list.getValues().stream().allMatch(ConditionForms::isConstant) ->
                spans(
                        in.getValue(),
                        list.getValues().stream()
                                .map(value -> Span.point(sql(value)))
                                .toList());
            case LikePredicate like -> like(like);
            case FunctionCall call -> call(call);
            case IsNullPredicate isNull ->
                values.of(isNull.getValue()).map(value -> new Missing(value.value(), value.indexed()));
            case IsNotNullPredicate _, NotExpression _ -> Optional.of(new Undecidable(NEARLY_ALL));
            case Identifier flag
            when columns.type(FilterReader.lower(flag))
                    .filter(type -> type.equals("boolean"))
                    .isPresent() -> spans(flag, List.of(Span.point("true")));
            case LogicalExpression logical
            when logical.getOperator() == LogicalExpression.Operator.OR -> anyOf(logical.getTerms());
            default -> Optional.empty();
        };
    }

    static boolean isConstant(Expression expression) {
        return References.of(expression).isConstant();
    }

    private Optional<Form> spans(Expression expression, List<Span> spans) {
        return values.of(expression).map(value -> new Comparison(value.value(), value.indexed(), spans));
    }

    /** Joins conditions on the same value. */
    private Optional<Form> anyOf(List<Expression> terms) {
        List<Comparison> comparisons = new ArrayList<>();
        for (Expression term : terms) {
            if (form(term).orElse(null) instanceof Comparison comparison) {
                comparisons.add(comparison);
            }
        }
        boolean same = comparisons.size() == terms.size()
                && comparisons.stream().map(Comparison::value).distinct().count() == 1;
        return same
                ? Optional.of(new Comparison(
                        comparisons.getFirst().value(),
                        comparisons.getFirst().indexed(),
                        comparisons.stream()
                                .flatMap(comparison -> comparison.spans().stream())
                                .toList()))
                : Optional.empty();
    }

    private Optional<? extends Form> comparison(ComparisonExpression comparison) {
        if (isConstant(comparison.getRight())) {
            return comparison(comparison.getLeft(), comparison.getOperator(), comparison.getRight());
        }
        if (isConstant(comparison.getLeft())) {
            return comparison(comparison.getRight(), comparison.getOperator().flip(), comparison.getLeft());
        }
        return Optional.empty();
    }

    private Optional<? extends Form> comparison(
            Expression compared, ComparisonExpression.Operator operator, Expression constant) {
        Optional<Indexable> ofText =
                compared instanceof FunctionCall call ? textFunction(call, operator, constant) : Optional.empty();
        if (ofText.isPresent()) {
            return ofText;
        }
        Optional<String> value = Optional.of(sql(constant));
        return switch (operator) {
            case EQUAL -> spans(compared, List.of(Span.point(value.get())));
            case LESS_THAN -> spans(compared, List.of(new Span(Optional.empty(), true, value, false)));
            case LESS_THAN_OR_EQUAL -> spans(compared, List.of(new Span(Optional.empty(), true, value, true)));
            case GREATER_THAN -> spans(compared, List.of(new Span(value, false, Optional.empty(), true)));
            case GREATER_THAN_OR_EQUAL -> spans(compared, List.of(new Span(value, true, Optional.empty(), true)));
            default -> Optional.of(new Undecidable(NEARLY_ALL));
        };
    }

    /** Reads {@code strpos(s, 'x') > 0} and {@code substr(s, 1, k) = 'x'}. */
    private Optional<Indexable> textFunction(
            FunctionCall call, ComparisonExpression.Operator operator, Expression constant) {
        List<Expression> arguments = call.getArguments();
        String name = name(call);
        if (name.equals("strpos")
                && arguments.size() == 2
                && arguments.get(1) instanceof StringLiteral text
                && constant instanceof LongLiteral number) {
            boolean first = operator == ComparisonExpression.Operator.EQUAL && number.getParsedValue() == 1;
            boolean anywhere = switch (operator) {
                case GREATER_THAN, NOT_EQUAL -> number.getParsedValue() == 0;
                case GREATER_THAN_OR_EQUAL, EQUAL -> number.getParsedValue() >= 1;
                default -> false;
            };
            return first
                    ? beginning(arguments.getFirst(), text.getValue())
                    : anywhere ? containment(arguments.getFirst(), List.of(text.getValue())) : Optional.empty();
        }
        boolean isBeginning = (name.equals("substr") || name.equals("substring"))
                && arguments.size() == 3
                && arguments.get(1) instanceof LongLiteral start
                && start.getParsedValue() == 1
                && operator == ComparisonExpression.Operator.EQUAL;
        return isBeginning && constant instanceof StringLiteral text
                ? beginning(arguments.getFirst(), text.getValue())
                : Optional.empty();
    }

    private Optional<? extends Form> like(LikePredicate like) {
        if (!(like.getPattern() instanceof StringLiteral pattern)
                || like.getEscape()
                        .filter(escape -> !(escape instanceof StringLiteral))
                        .isPresent()) {
            return Optional.empty();
        }
        Optional<Character> escape = like.getEscape()
                .map(text -> ((StringLiteral) text).getValue())
                .filter(text -> text.length() == 1)
                .map(text -> text.charAt(0));
        return pattern(like.getValue(), TextPatterns.like(pattern.getValue(), escape));
    }

    private Optional<? extends Form> call(FunctionCall call) {
        List<Expression> arguments = call.getArguments();
        if (arguments.size() != 2) {
            return Optional.empty();
        }
        Expression first = arguments.getFirst();
        Expression second = arguments.get(1);
        return switch (name(call)) {
            case "starts_with" ->
                second instanceof StringLiteral text ? beginning(first, text.getValue()) : Optional.empty();
            case "regexp_like" ->
                second instanceof StringLiteral pattern
                        ? TextPatterns.regexp(pattern.getValue()).flatMap(plain -> pattern(first, plain))
                        : Optional.empty();
            case "contains" ->
                first instanceof Identifier array && isConstant(second)
                        ? Optional.of(new Element(
                                sql(array), "elements(%s)".formatted(Columns.quoted(FilterReader.lower(array)))))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private Optional<Indexable> pattern(Expression expression, PlainText plain) {
        // an index of beginnings is smaller than one of all that texts contain
        return plain.isAll()
                        || (!plain.beginning().isEmpty() && plain.fragments().isEmpty())
                ? beginning(expression, plain.beginning())
                : containment(expression, plain.fragments());
    }

    private Optional<Indexable> beginning(Expression expression, String text) {
        return text.isEmpty()
                ? Optional.empty()
                : text(expression, value -> new Beginning(value.value(), value.indexed(), text));
    }

    private Optional<Indexable> containment(Expression expression, List<String> fragments) {
        return fragments.isEmpty() || !fragments.stream().allMatch(TextPatterns::isLongEnough)
                ? Optional.empty()
                : text(expression, value -> new Containment(value.value(), value.indexed(), fragments));
    }

    private interface OfText {
        Indexable form(IndexedValue value);
    }

    private Optional<Indexable> text(Expression expression, OfText form) {
        return values.of(expression).filter(IndexedValue::isText).map(form::form);
    }

    private static String name(FunctionCall call) {
        return call.getName().getSuffix().toLowerCase(Locale.ENGLISH);
    }
}
