// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static com.google.common.base.Preconditions.checkArgument;

import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ScalarType.KeyForm;
import io.skipping.index.value.ScalarType.Kind;
import java.util.List;

/** Checks the columns of an index. Error messages are sentences for the user. */
public final class ColumnChecks {
    private ColumnChecks() {}

    /**
     * Returns the only column of an index over one column.
     *
     * @throws IllegalArgumentException if there is not exactly one
     */
    public static ScalarType single(List<ScalarType> columns) {
        checkArgument(columns.size() == 1, "expected one column instead of %s", columns.size());
        return columns.get(0);
    }

    /**
     * Checks that there is exactly one column and that its values have keys.
     *
     * @throws IllegalArgumentException otherwise, with a sentence for the user
     */
    public static void checkSingle(String indexType, List<ScalarType> columns) {
        checkArgument(
                columns.size() == 1,
                "An index of type %s is over exactly one column; %s were given",
                indexType,
                columns.size());
        ScalarType type = columns.get(0);
        checkArgument(
                type.hasKeys(),
                "An index of type %s cannot be made over a column of type %s: its values must be numbers, booleans, text, bytes, UUIDs, dates, times or timestamps, of which times and timestamps with time zone have six decimals",
                indexType,
                type);
    }

    /**
     * Checks that there is exactly one column and that it is varchar.
     *
     * @throws IllegalArgumentException otherwise, with a sentence for the user
     */
    public static void checkSingleVarchar(String indexType, List<ScalarType> columns) {
        checkSingle(indexType, columns);
        checkArgument(
                columns.get(0).kind() == Kind.VARCHAR,
                "An index of type %s cannot be made over a column of type %s: it is for varchar",
                indexType,
                columns.get(0));
    }

    /** Returns whether values of a type are numbers, dates, times or timestamps, with keys that are longs. */
    public static boolean isNumber(ScalarType type) {
        return type.hasKeys() && type.form() == KeyForm.LONG && type.kind() != Kind.BOOLEAN;
    }

    /**
     * Checks that there is exactly one column and that it {@link #isNumber is a number}.
     *
     * @throws IllegalArgumentException otherwise, with a sentence for the user
     */
    public static void checkSingleNumber(String indexType, List<ScalarType> columns) {
        checkSingle(indexType, columns);
        checkArgument(
                isNumber(columns.get(0)),
                "An index of type %s cannot be made over a column of type %s: it is for numbers, dates, times and timestamps, of which decimals have at most 18 digits and timestamps at most microseconds",
                indexType,
                columns.get(0));
    }
}
