// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.layout;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TinyintType.TINYINT;
import static java.util.stream.Collectors.joining;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.LayoutModel;
import io.trino.spi.type.CharType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.List;

/** Checks whether SQL types match the columns of a model. */
public final class LayoutColumns {
    private LayoutColumns() {}

    /**
     * Checks that types match the columns of a model.
     *
     * @param types types of the values for the model's columns, in their order
     * @throws IllegalArgumentException if the types do not match; the message names the model's columns
     */
    public static void check(LayoutModel model, List<Type> types) {
        List<Column> columns = model.columns();
        if (columns.size() != types.size()) {
            throw new IllegalArgumentException("The layout has %s columns: %s; %s given"
                    .formatted(columns.size(), describe(model), types.size() == 1 ? "1 is" : types.size() + " are"));
        }
        for (int index = 0; index < types.size(); index++) {
            Column column = columns.get(index);
            if (!accepts(column.type(), types.get(index))) {
                throw new IllegalArgumentException(
                        "Column %s of the layout is %s, which a value of type %s is not; its columns are: %s"
                                .formatted(
                                        column.name(),
                                        column.type().typeName(),
                                        types.get(index).getDisplayName(),
                                        describe(model)));
            }
            int scale = types.get(index) instanceof DecimalType decimal ? decimal.getScale() : 0;
            if (!column.acceptsScale(scale)) {
                throw new IllegalArgumentException(
                        "Column %s of the layout has scale %d, and a value of type %s has scale %d: cast it, or train a model for this scale"
                                .formatted(
                                        column.name(),
                                        column.scale().getAsInt(),
                                        types.get(index).getDisplayName(),
                                        scale));
            }
        }
    }

    /** Returns the model's columns as readable text. */
    static String describe(LayoutModel model) {
        return model.columns().stream()
                .map(column -> column.name() + " " + column.type().typeName())
                .collect(joining(", "));
    }

    private static boolean accepts(ColumnType column, Type type) {
        return switch (column) {
            case BIGINT ->
                type == TINYINT || type == SMALLINT || type == INTEGER || type == BIGINT || type instanceof DecimalType;
            case DOUBLE -> type == DOUBLE || type == REAL;
            case DATE -> type == DATE;
            case TIMESTAMP -> type instanceof TimestampType;
            case VARCHAR -> type instanceof VarcharType || type instanceof CharType;
        };
    }
}
