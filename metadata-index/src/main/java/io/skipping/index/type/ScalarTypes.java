// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static com.google.common.base.Preconditions.checkArgument;

import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.CharType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarbinaryType;
import io.trino.spi.type.VarcharType;
import java.util.List;

/** The types whose values have an order that the built-in index types understand. */
final class ScalarTypes {
    private ScalarTypes() {}

    /** How the keys of a type's values are kept. */
    enum KeyForm {
        /** one signed long */
        LONG,
        /** two signed longs, the more significant one first */
        WIDE,
        /** bytes, compared as unsigned */
        BYTES,
    }

    static boolean isScalar(Type type) {
        return switch (type) {
            case BooleanType _, TinyintType _, SmallintType _, IntegerType _, BigintType _, RealType _, DoubleType _ ->
                true;
            case DecimalType _, DateType _, TimestampType _, VarcharType _, CharType _, VarbinaryType _ -> true;
            default -> false;
        };
    }

    static KeyForm form(Type type) {
        return switch (type) {
            case VarcharType _, CharType _, VarbinaryType _ -> KeyForm.BYTES;
            case DecimalType decimal -> decimal.isShort() ? KeyForm.LONG : KeyForm.WIDE;
            case TimestampType timestamp -> timestamp.isShort() ? KeyForm.LONG : KeyForm.WIDE;
            default -> KeyForm.LONG;
        };
    }

    static boolean isFloatingPoint(Type type) {
        return type instanceof RealType || type instanceof DoubleType;
    }

    /** The one column of an index over one column. */
    static Type single(List<Type> columns) {
        checkArgument(columns.size() == 1, "expected one column instead of %s", columns.size());
        return columns.getFirst();
    }

    /** @throws IllegalArgumentException with a sentence for the user */
    static void checkSingle(String indexType, List<Type> columns) {
        checkArgument(
                columns.size() == 1,
                "An index of type %s is over exactly one column; %s were given",
                indexType,
                columns.size());
        Type type = columns.getFirst();
        checkArgument(
                isScalar(type),
                "An index of type %s cannot be made over a column of type %s: its values must be numbers, booleans, text, bytes, dates or timestamps without time zone",
                indexType,
                type.getDisplayName());
    }

    /** The same, for a type of index that is over text only. */
    static void checkSingleVarchar(String indexType, List<Type> columns) {
        checkSingle(indexType, columns);
        checkArgument(
                columns.getFirst() instanceof VarcharType,
                "An index of type %s cannot be made over a column of type %s: it is for varchar",
                indexType,
                columns.getFirst().getDisplayName());
    }
}
