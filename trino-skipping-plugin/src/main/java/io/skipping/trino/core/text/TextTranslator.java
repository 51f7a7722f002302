// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.text;

import static io.skipping.trino.core.GlobalFunctions.isGlobal;
import static io.trino.spi.expression.StandardFunctions.EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.GREATER_THAN_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LESS_THAN_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LIKE_FUNCTION_NAME;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Fragments;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.text.RegexFragments;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FunctionName;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Translates patterns over text columns into index predicates: which fragments a text must contain, and how it must
 * begin.
 */
public final class TextTranslator {
    private final Function<ConnectorExpression, Optional<IndexedColumn>> columns;

    /**
     * Creates a translator.
     *
     * @param columns returns the indexed column that an expression stands for, if there is one
     */
    public TextTranslator(Function<ConnectorExpression, Optional<IndexedColumn>> columns) {
        this.columns = requireNonNull(columns, "columns is null");
    }

    /**
     * Translates a condition into a predicate that holds for every row for which the condition is TRUE.
     *
     * @param negated whether the translation is for the rows for which the condition is FALSE; nothing is concluded
     *     about those
     * @return empty if the condition is not about fragments of text
     */
    public Optional<Predicate> translate(Call call, boolean negated) {
        if (negated) {
            return Optional.empty();
        }
        List<ConnectorExpression> arguments = call.getArguments();
        FunctionName name = call.getFunctionName();
        if (name.equals(LIKE_FUNCTION_NAME)) {
            return text(arguments.get(1)).flatMap(pattern -> like(arguments, pattern));
        }
        if (isGlobal(call, "regexp_like")) {
            return text(arguments.get(1))
                    .flatMap(pattern -> inOneOf(arguments.getFirst(), RegexFragments.of(pattern.toStringUtf8())));
        }
        if (isGlobal(call, "starts_with")) {
            return text(arguments.get(1)).flatMap(prefix -> beginsWith(arguments.getFirst(), prefix));
        }
        if (name.equals(GREATER_THAN_OPERATOR_FUNCTION_NAME)) {
            return found(arguments.get(0), arguments.get(1));
        }
        if (name.equals(LESS_THAN_OPERATOR_FUNCTION_NAME)) {
            return found(arguments.get(1), arguments.get(0));
        }
        if (name.equals(EQUAL_OPERATOR_FUNCTION_NAME)) {
            return arguments.get(1) instanceof Constant constant
                            && constant.getValue() instanceof Long place
                            && place > 0
                    ? found(arguments.get(0), constant)
                    : Optional.empty();
        }
        return Optional.empty();
    }

    private Optional<Predicate> like(List<ConnectorExpression> arguments, Slice pattern) {
        if (arguments.size() == 2) {
            return in(arguments.getFirst(), LikeFragments.of(pattern.toStringUtf8(), Optional.empty()));
        }
        return text(arguments.get(2))
                .map(Slice::toStringUtf8)
                .filter(escape -> escape.codePointCount(0, escape.length()) == 1)
                .flatMap(escape -> in(
                        arguments.getFirst(),
                        LikeFragments.of(pattern.toStringUtf8(), Optional.of(escape.codePointAt(0)))));
    }

    /** Returns a predicate on the fragment and on the range of values, as the engine itself does for LIKE. */
    private Optional<Predicate> beginsWith(ConnectorExpression text, Slice prefix) {
        return textColumn(text)
                .map(column -> Predicate.and(List.of(
                        new Predicate.InSet(column, texts(column.type(), KeyRange.beginningWith(prefix))),
                        new Fragments(column, List.of(prefix)))));
    }

    private static KeySet texts(ScalarType type, KeyRange range) {
        return KeySet.of(type, List.of(range)).orElseThrow();
    }

    /** Translates {@code strpos(text, part) > 0}, or a comparison that is TRUE only if this is. */
    private Optional<Predicate> found(ConnectorExpression position, ConnectorExpression limit) {
        if (!(position instanceof Call call)
                || !isGlobal(call, "strpos")
                || call.getArguments().size() != 2
                || !(limit instanceof Constant constant)
                || !(constant.getValue() instanceof Long least)
                || least < 0) {
            return Optional.empty();
        }
        return text(call.getArguments().get(1))
                .flatMap(part -> in(call.getArguments().getFirst(), List.of(part)));
    }

    private Optional<Predicate> in(ConnectorExpression text, List<Slice> fragments) {
        return fragments.isEmpty()
                ? Optional.empty()
                : textColumn(text).map(column -> new Fragments(column, fragments));
    }

    private Optional<Predicate> inOneOf(ConnectorExpression text, List<List<Slice>> alternatives) {
        return alternatives.isEmpty()
                ? Optional.empty()
                : textColumn(text)
                        .map(column -> Predicate.or(alternatives.stream()
                                .<Predicate>map(fragments -> new Fragments(column, fragments))
                                .toList()));
    }

    private Optional<IndexedColumn> textColumn(ConnectorExpression text) {
        return columns.apply(text).filter(column -> column.type().kind() == ScalarType.Kind.VARCHAR);
    }

    /** Returns a constant text if it is valid UTF-8; otherwise its bytes could not be recovered from its characters. */
    private static Optional<Slice> text(ConnectorExpression expression) {
        return expression instanceof Constant constant
                        && constant.getValue() instanceof Slice text
                        && Slices.utf8Slice(text.toStringUtf8()).equals(text)
                ? Optional.of(text)
                : Optional.empty();
    }
}
