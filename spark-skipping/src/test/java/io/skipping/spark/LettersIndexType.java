// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import io.skipping.index.type.function.FunctionIndexType;
import io.skipping.index.value.Key;
import io.skipping.index.value.ScalarType;
import java.util.Optional;

/** Keeps the last letter of texts, for conditions on a function that a session registers. */
public final class LettersIndexType extends FunctionIndexType {
    static final String FUNCTION = "last_letter";

    public LettersIndexType() {
        super("letters", FUNCTION, ScalarType.VARCHAR);
    }

    @Override
    protected boolean accepts(ScalarType column) {
        return column.kind() == ScalarType.Kind.VARCHAR;
    }

    @Override
    protected Optional<Key> apply(Key value) {
        int length = value.asBytes().length();
        return length == 0
                ? Optional.empty()
                : Optional.of(Key.of(value.asBytes().slice(length - 1, 1)));
    }

    static String lastLetter(String text) {
        return text == null || text.isEmpty() ? null : text.substring(text.length() - 1);
    }
}
