// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.text;

import static io.trino.spi.expression.StandardFunctions.LIKE_FUNCTION_NAME;

import io.airlift.slice.Slice;
import io.airlift.slice.SliceUtf8;
import io.airlift.slice.Slices;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import java.util.List;
import java.util.Optional;

/**
 * Finds where the LIKE matcher of the coordinator may give a different result from the matcher of scans; see {@link
 * LikeParts}. In these cases, nothing may be concluded from what the coordinator finds.
 */
public final class LikeMatchers {
    private LikeMatchers() {}

    /** Returns whether an expression contains a LIKE for which the matchers may disagree on some valid UTF-8 text. */
    public static boolean mayDisagree(ConnectorExpression expression) {
        return expression instanceof Call call
                        && call.getFunctionName().equals(LIKE_FUNCTION_NAME)
                        && pattern(call.getArguments())
                                .filter(parts -> !parts.isUndisputed())
                                .isPresent()
                || expression.getChildren().stream().anyMatch(LikeMatchers::mayDisagree);
    }

    /** Returns whether the matchers may disagree on some valid UTF-8 text; LIKE fails on a pattern that is not valid. */
    public static boolean mayDisagree(String pattern, Optional<Integer> escape) {
        return LikeParts.of(pattern, escape)
                .filter(parts -> !parts.isUndisputed())
                .isPresent();
    }

    /**
     * Returns whether the matchers agree on a text for every pattern, which they do if it is valid UTF-8 and has only
     * characters below U+10000. This also applies to texts whose filter is not known as an expression, because the
     * engine does not show everything that it evaluates.
     */
    public static boolean agreeOn(Slice text) {
        if (SliceUtf8.isAscii(text)) {
            return true;
        }
        String characters = text.toStringUtf8();
        return characters.chars().noneMatch(character -> Character.isSurrogate((char) character))
                && Slices.utf8Slice(characters).equals(text);
    }

    /**
     * Returns the parts of a constant pattern; empty if LIKE fails on it. It is also empty for any other pattern, which
     * is matched in the same way everywhere.
     */
    private static Optional<LikeParts> pattern(List<ConnectorExpression> arguments) {
        if (arguments.size() == 2) {
            return text(arguments.get(1)).flatMap(pattern -> LikeParts.of(pattern, Optional.empty()));
        }
        Optional<Integer> escape = text(arguments.get(2))
                .filter(character -> character.codePointCount(0, character.length()) == 1)
                .map(character -> character.codePointAt(0));
        return escape.isEmpty()
                ? Optional.empty()
                : text(arguments.get(1)).flatMap(pattern -> LikeParts.of(pattern, escape));
    }

    private static Optional<String> text(ConnectorExpression expression) {
        return expression instanceof Constant constant && constant.getValue() instanceof Slice text
                ? Optional.of(text.toStringUtf8())
                : Optional.empty();
    }
}
