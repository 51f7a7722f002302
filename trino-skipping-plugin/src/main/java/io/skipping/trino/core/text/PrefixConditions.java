// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.text;

import static io.skipping.trino.core.GlobalFunctions.isGlobal;
import static io.trino.spi.expression.StandardFunctions.LIKE_FUNCTION_NAME;

import io.airlift.slice.Slice;
import io.skipping.index.text.RegexPrefix;
import io.skipping.trino.core.monotone.MonotoneCalls.Demand;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.VarcharType;
import java.util.Optional;

/** Finds how a text must begin that satisfies LIKE, {@code starts_with} or {@code regexp_like}. */
public final class PrefixConditions {
    private PrefixConditions() {}

    /**
     * Returns the values that a text must have for a condition to be TRUE.
     *
     * @return empty if the condition is none on how a text begins
     */
    public static Optional<Demand> of(Call condition) {
        if (condition.getArguments().size() < 2
                || !(condition.getArguments().getFirst().getType() instanceof VarcharType)) {
            return Optional.empty();
        }
        ConnectorExpression text = condition.getArguments().getFirst();
        return prefix(condition)
                .filter(prefix -> !prefix.isEmpty())
                .map(prefix -> new Demand(text, ValueSet.ofRanges(TextRanges.beginningWith(text.getType(), prefix))));
    }

    private static Optional<String> prefix(Call condition) {
        Optional<String> pattern = text(condition.getArguments().get(1));
        if (condition.getFunctionName().equals(LIKE_FUNCTION_NAME)) {
            return like(condition, pattern);
        }
        if (isGlobal(condition, "starts_with")) {
            return pattern;
        }
        return isGlobal(condition, "regexp_like") ? pattern.flatMap(RegexPrefix::of) : Optional.empty();
    }

    private static Optional<String> like(Call like, Optional<String> pattern) {
        Optional<Integer> escape = like.getArguments().size() < 3
                ? Optional.empty()
                : text(like.getArguments().get(2))
                        .filter(character -> character.codePointCount(0, character.length()) == 1)
                        .map(character -> character.codePointAt(0));
        return like.getArguments().size() == 3 && escape.isEmpty()
                ? Optional.empty()
                : pattern.flatMap(found -> LikeParts.of(found, escape)).map(LikeParts::prefix);
    }

    private static Optional<String> text(ConnectorExpression expression) {
        return expression instanceof Constant constant && constant.getValue() instanceof Slice text
                ? TextRanges.characters(text)
                : Optional.empty();
    }
}
