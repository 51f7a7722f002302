// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.layout;

import io.airlift.slice.Slice;
import io.trino.spi.block.SqlRow;
import io.trino.spi.function.Description;
import io.trino.spi.function.ScalarFunction;
import io.trino.spi.function.SqlNullable;
import io.trino.spi.function.SqlType;
import io.trino.spi.function.TypeParameter;
import io.trino.spi.type.RowType;
import io.trino.spi.type.StandardTypes;
import io.trino.spi.type.Type;

/**
 * Implements {@code layout_partition(model, ROW(column, …))} and the older form {@code layout_partition(model, column,
 * …)}. A plugin declares functions as annotated methods, and the arguments of a variadic function all have one type. So
 * the older form has an overload for each number of columns up to 8, which only makes a row of its arguments.
 */
public final class LayoutPartitionFunction {
    private static final String NAME = "layout_partition";
    private static final String DESCRIPTION = "Partition that a layout assigns to a row";

    private LayoutPartitionFunction() {}

    @Description(DESCRIPTION)
    @ScalarFunction(NAME)
    @TypeParameter("T")
    @SqlType(StandardTypes.INTEGER)
    public static long partition(
            @TypeParameter("T") Type type,
            @TypeParameter("row(T)") Type columns,
            @SqlType(StandardTypes.VARCHAR) Slice model,
            @SqlNullable @SqlType("T") Object value) {
        // a model has no column of type row, so this is the form with a row
        return type instanceof RowType
                ? LayoutFunctions.partition(model, type, (SqlRow) value)
                : LayoutFunctions.partition(model, columns, value);
    }

    @Description(DESCRIPTION)
    @ScalarFunction(NAME)
    @TypeParameter("T1")
    @TypeParameter("T2")
    @SqlType(StandardTypes.INTEGER)
    public static long partition(
            @TypeParameter("row(T1,T2)") Type columns,
            @SqlType(StandardTypes.VARCHAR) Slice model,
            @SqlNullable @SqlType("T1") Object value1,
            @SqlNullable @SqlType("T2") Object value2) {
        return LayoutFunctions.partition(model, columns, value1, value2);
    }

    @Description(DESCRIPTION)
    @ScalarFunction(NAME)
    @TypeParameter("T1")
    @TypeParameter("T2")
    @TypeParameter("T3")
    @SqlType(StandardTypes.INTEGER)
    public static long partition(
            @TypeParameter("row(T1,T2,T3)") Type columns,
            @SqlType(StandardTypes.VARCHAR) Slice model,
            @SqlNullable @SqlType("T1") Object value1,
            @SqlNullable @SqlType("T2") Object value2,
            @SqlNullable @SqlType("T3") Object value3) {
        return LayoutFunctions.partition(model, columns, value1, value2, value3);
    }

    @Description(DESCRIPTION)
    @ScalarFunction(NAME)
    @TypeParameter("T1")
    @TypeParameter("T2")
    @TypeParameter("T3")
    @TypeParameter("T4")
    @SqlType(StandardTypes.INTEGER)
    public static long partition(
            @TypeParameter("row(T1,T2,T3,T4)") Type columns,
            @SqlType(StandardTypes.VARCHAR) Slice model,
            @SqlNullable @SqlType("T1") Object value1,
            @SqlNullable @SqlType("T2") Object value2,
            @SqlNullable @SqlType("T3") Object value3,
            @SqlNullable @SqlType("T4") Object value4) {
        return LayoutFunctions.partition(model, columns, value1, value2, value3, value4);
    }

    @Description(DESCRIPTION)
    @ScalarFunction(NAME)
    @TypeParameter("T1")
    @TypeParameter("T2")
    @TypeParameter("T3")
    @TypeParameter("T4")
    @TypeParameter("T5")
    @SqlType(StandardTypes.INTEGER)
    public static long partition(
            @TypeParameter("row(T1,T2,T3,T4,T5)") Type columns,
            @SqlType(StandardTypes.VARCHAR) Slice model,
            @SqlNullable @SqlType("T1") Object value1,
            @SqlNullable @SqlType("T2") Object value2,
            @SqlNullable @SqlType("T3") Object value3,
            @SqlNullable @SqlType("T4") Object value4,
            @SqlNullable @SqlType("T5") Object value5) {
        return LayoutFunctions.partition(model, columns, value1, value2, value3, value4, value5);
    }

    @Description(DESCRIPTION)
    @ScalarFunction(NAME)
    @TypeParameter("T1")
    @TypeParameter("T2")
    @TypeParameter("T3")
    @TypeParameter("T4")
    @TypeParameter("T5")
    @TypeParameter("T6")
    @SqlType(StandardTypes.INTEGER)
    public static long partition(
            @TypeParameter("row(T1,T2,T3,T4,T5,T6)") Type columns,
            @SqlType(StandardTypes.VARCHAR) Slice model,
            @SqlNullable @SqlType("T1") Object value1,
            @SqlNullable @SqlType("T2") Object value2,
            @SqlNullable @SqlType("T3") Object value3,
            @SqlNullable @SqlType("T4") Object value4,
            @SqlNullable @SqlType("T5") Object value5,
            @SqlNullable @SqlType("T6") Object value6) {
        return LayoutFunctions.partition(model, columns, value1, value2, value3, value4, value5, value6);
    }

    @Description(DESCRIPTION)
    @ScalarFunction(NAME)
    @TypeParameter("T1")
    @TypeParameter("T2")
    @TypeParameter("T3")
    @TypeParameter("T4")
    @TypeParameter("T5")
    @TypeParameter("T6")
    @TypeParameter("T7")
    @SqlType(StandardTypes.INTEGER)
    public static long partition(
            @TypeParameter("row(T1,T2,T3,T4,T5,T6,T7)") Type columns,
            @SqlType(StandardTypes.VARCHAR) Slice model,
            @SqlNullable @SqlType("T1") Object value1,
            @SqlNullable @SqlType("T2") Object value2,
            @SqlNullable @SqlType("T3") Object value3,
            @SqlNullable @SqlType("T4") Object value4,
            @SqlNullable @SqlType("T5") Object value5,
            @SqlNullable @SqlType("T6") Object value6,
            @SqlNullable @SqlType("T7") Object value7) {
        return LayoutFunctions.partition(model, columns, value1, value2, value3, value4, value5, value6, value7);
    }

    @Description(DESCRIPTION)
    @ScalarFunction(NAME)
    @TypeParameter("T1")
    @TypeParameter("T2")
    @TypeParameter("T3")
    @TypeParameter("T4")
    @TypeParameter("T5")
    @TypeParameter("T6")
    @TypeParameter("T7")
    @TypeParameter("T8")
    @SqlType(StandardTypes.INTEGER)
    public static long partition(
            @TypeParameter("row(T1,T2,T3,T4,T5,T6,T7,T8)") Type columns,
            @SqlType(StandardTypes.VARCHAR) Slice model,
            @SqlNullable @SqlType("T1") Object value1,
            @SqlNullable @SqlType("T2") Object value2,
            @SqlNullable @SqlType("T3") Object value3,
            @SqlNullable @SqlType("T4") Object value4,
            @SqlNullable @SqlType("T5") Object value5,
            @SqlNullable @SqlType("T6") Object value6,
            @SqlNullable @SqlType("T7") Object value7,
            @SqlNullable @SqlType("T8") Object value8) {
        return LayoutFunctions.partition(
                model, columns, value1, value2, value3, value4, value5, value6, value7, value8);
    }
}
