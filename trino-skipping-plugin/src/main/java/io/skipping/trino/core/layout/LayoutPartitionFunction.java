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
 * …)}. The arguments of a variadic function in Trino all have one type, so the older form has an overload for each
 * number of columns up to 8.
 */
public final class LayoutPartitionFunction {
    private static final String NAME = "layout_partition";
    private static final String DESCRIPTION = "Partition that a layout assigns to a row";

    private LayoutPartitionFunction() {}

    @Description(DESCRIPTION)
    @ScalarFunction(NAME)
    @TypeParameter("T1")
    @SqlType(StandardTypes.INTEGER)
    public static long partition(
            @TypeParameter("T1") Type type1,
            @SqlType(StandardTypes.VARCHAR) Slice model,
            @SqlNullable @SqlType("T1") Object value1) {
        // a model has no column of type row, so this is the form with a row
        return type1 instanceof RowType row
                ? LayoutFunctions.partition(model, row, (SqlRow) value1)
                : LayoutFunctions.model(model, type1).partition(new NativeRow(new Object[] {value1}));
    }

    @Description(DESCRIPTION)
    @ScalarFunction(NAME)
    @TypeParameter("T1")
    @TypeParameter("T2")
    @SqlType(StandardTypes.INTEGER)
    public static long partition(
            @TypeParameter("T1") Type type1,
            @TypeParameter("T2") Type type2,
            @SqlType(StandardTypes.VARCHAR) Slice model,
            @SqlNullable @SqlType("T1") Object value1,
            @SqlNullable @SqlType("T2") Object value2) {
        return LayoutFunctions.model(model, type1, type2).partition(new NativeRow(value1, value2));
    }

    @Description(DESCRIPTION)
    @ScalarFunction(NAME)
    @TypeParameter("T1")
    @TypeParameter("T2")
    @TypeParameter("T3")
    @SqlType(StandardTypes.INTEGER)
    public static long partition(
            @TypeParameter("T1") Type type1,
            @TypeParameter("T2") Type type2,
            @TypeParameter("T3") Type type3,
            @SqlType(StandardTypes.VARCHAR) Slice model,
            @SqlNullable @SqlType("T1") Object value1,
            @SqlNullable @SqlType("T2") Object value2,
            @SqlNullable @SqlType("T3") Object value3) {
        return LayoutFunctions.model(model, type1, type2, type3).partition(new NativeRow(value1, value2, value3));
    }

    @Description(DESCRIPTION)
    @ScalarFunction(NAME)
    @TypeParameter("T1")
    @TypeParameter("T2")
    @TypeParameter("T3")
    @TypeParameter("T4")
    @SqlType(StandardTypes.INTEGER)
    public static long partition(
            @TypeParameter("T1") Type type1,
            @TypeParameter("T2") Type type2,
            @TypeParameter("T3") Type type3,
            @TypeParameter("T4") Type type4,
            @SqlType(StandardTypes.VARCHAR) Slice model,
            @SqlNullable @SqlType("T1") Object value1,
            @SqlNullable @SqlType("T2") Object value2,
            @SqlNullable @SqlType("T3") Object value3,
            @SqlNullable @SqlType("T4") Object value4) {
        return LayoutFunctions.model(model, type1, type2, type3, type4)
                .partition(new NativeRow(value1, value2, value3, value4));
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
            @TypeParameter("T1") Type type1,
            @TypeParameter("T2") Type type2,
            @TypeParameter("T3") Type type3,
            @TypeParameter("T4") Type type4,
            @TypeParameter("T5") Type type5,
            @SqlType(StandardTypes.VARCHAR) Slice model,
            @SqlNullable @SqlType("T1") Object value1,
            @SqlNullable @SqlType("T2") Object value2,
            @SqlNullable @SqlType("T3") Object value3,
            @SqlNullable @SqlType("T4") Object value4,
            @SqlNullable @SqlType("T5") Object value5) {
        return LayoutFunctions.model(model, type1, type2, type3, type4, type5)
                .partition(new NativeRow(value1, value2, value3, value4, value5));
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
            @TypeParameter("T1") Type type1,
            @TypeParameter("T2") Type type2,
            @TypeParameter("T3") Type type3,
            @TypeParameter("T4") Type type4,
            @TypeParameter("T5") Type type5,
            @TypeParameter("T6") Type type6,
            @SqlType(StandardTypes.VARCHAR) Slice model,
            @SqlNullable @SqlType("T1") Object value1,
            @SqlNullable @SqlType("T2") Object value2,
            @SqlNullable @SqlType("T3") Object value3,
            @SqlNullable @SqlType("T4") Object value4,
            @SqlNullable @SqlType("T5") Object value5,
            @SqlNullable @SqlType("T6") Object value6) {
        return LayoutFunctions.model(model, type1, type2, type3, type4, type5, type6)
                .partition(new NativeRow(value1, value2, value3, value4, value5, value6));
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
            @TypeParameter("T1") Type type1,
            @TypeParameter("T2") Type type2,
            @TypeParameter("T3") Type type3,
            @TypeParameter("T4") Type type4,
            @TypeParameter("T5") Type type5,
            @TypeParameter("T6") Type type6,
            @TypeParameter("T7") Type type7,
            @SqlType(StandardTypes.VARCHAR) Slice model,
            @SqlNullable @SqlType("T1") Object value1,
            @SqlNullable @SqlType("T2") Object value2,
            @SqlNullable @SqlType("T3") Object value3,
            @SqlNullable @SqlType("T4") Object value4,
            @SqlNullable @SqlType("T5") Object value5,
            @SqlNullable @SqlType("T6") Object value6,
            @SqlNullable @SqlType("T7") Object value7) {
        return LayoutFunctions.model(model, type1, type2, type3, type4, type5, type6, type7)
                .partition(new NativeRow(value1, value2, value3, value4, value5, value6, value7));
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
            @TypeParameter("T1") Type type1,
            @TypeParameter("T2") Type type2,
            @TypeParameter("T3") Type type3,
            @TypeParameter("T4") Type type4,
            @TypeParameter("T5") Type type5,
            @TypeParameter("T6") Type type6,
            @TypeParameter("T7") Type type7,
            @TypeParameter("T8") Type type8,
            @SqlType(StandardTypes.VARCHAR) Slice model,
            @SqlNullable @SqlType("T1") Object value1,
            @SqlNullable @SqlType("T2") Object value2,
            @SqlNullable @SqlType("T3") Object value3,
            @SqlNullable @SqlType("T4") Object value4,
            @SqlNullable @SqlType("T5") Object value5,
            @SqlNullable @SqlType("T6") Object value6,
            @SqlNullable @SqlType("T7") Object value7,
            @SqlNullable @SqlType("T8") Object value8) {
        return LayoutFunctions.model(model, type1, type2, type3, type4, type5, type6, type7, type8)
                .partition(new NativeRow(value1, value2, value3, value4, value5, value6, value7, value8));
    }
}
