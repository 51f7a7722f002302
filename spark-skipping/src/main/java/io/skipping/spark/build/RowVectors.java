// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import io.airlift.slice.DynamicSliceOutput;
import io.skipping.index.IndexedColumn;
import io.skipping.index.value.BytesVector;
import io.skipping.index.value.Key;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.LongVector;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.WideVector;
import io.skipping.spark.predicate.SparkTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;

/** Collects the values of rows, column by column, in vectors that are used again. Not thread-safe. */
final class RowVectors {
    /** How many rows are collected before they are summarised. */
    static final int ROWS = 4_096;

    private final List<Column> columns = new ArrayList<>();
    private final List<Integer> positions = new ArrayList<>();
    private int rows;

    private RowVectors() {}

    /**
     * Creates the vectors of some columns.
     *
     * @param indexed each is in {@code schema}, and has a type of the index there
     * @param schema of the rows
     */
    static RowVectors of(List<IndexedColumn> indexed, StructType schema) {
        List<String> names = Arrays.stream(schema.fieldNames())
                .map(name -> name.toLowerCase(Locale.ENGLISH))
                .toList();
        RowVectors vectors = new RowVectors();
        for (IndexedColumn column : indexed) {
            int position = names.indexOf(column.name());
            DataType type = schema.fields()[position].dataType();
            ScalarType scalar = SparkTypes.scalar(type).orElseThrow();
            vectors.positions.add(position);
            vectors.columns.add(
                    switch (scalar.form()) {
                        case LONG -> new Longs(type, scalar);
                        case WIDE -> new Wides((DecimalType) type);
                        case BYTES -> new Bytes(scalar);
                    });
        }
        return vectors;
    }

    /** Adds a row; its values are copied. */
    void add(InternalRow row) {
        for (int column = 0; column < columns.size(); column++) {
            columns.get(column).add(row, positions.get(column));
        }
        rows++;
    }

    boolean isFull() {
        return rows == ROWS;
    }

    int rows() {
        return rows;
    }

    /** Returns the values of the rows since the last call, valid until a row is added. */
    List<Optional<ValueVector>> take() {
        int count = rows;
        rows = 0;
        return columns.stream().map(column -> Optional.of(column.take(count))).toList();
    }

    private abstract static class Column {
        private final int[] valueOfRow = new int[ROWS];
        private int row;
        private int values;

        void add(InternalRow from, int column) {
            if (from.isNullAt(column)) {
                valueOfRow[row++] = -1;
            } else {
                set(values, from, column);
                valueOfRow[row++] = values++;
            }
        }

        abstract void set(int value, InternalRow from, int column);

        abstract ValueVector fill(int count);

        ValueVector take(int count) {
            ValueVector vector = fill(values);
            int[] numbers = vector.rows(count);
            System.arraycopy(valueOfRow, 0, numbers, 0, count);
            vector.setRows(count, values, count - values, true);
            row = 0;
            values = 0;
            return vector;
        }
    }

    private static final class Longs extends Column {
        private final LongVector vector = new LongVector();
        private final long[] keys = new long[ROWS];
        private final DataType type;
        private final ScalarType scalar;
        private boolean hasNegativeZero;

        Longs(DataType type, ScalarType scalar) {
            this.type = type;
            this.scalar = scalar;
        }

        @Override
        void set(int value, InternalRow from, int column) {
            switch (scalar.kind()) {
                case BOOLEAN -> keys[value] = from.getBoolean(column) ? 1 : 0;
                case TINYINT -> keys[value] = from.getByte(column);
                case SMALLINT -> keys[value] = from.getShort(column);
                case INTEGER, DATE -> keys[value] = from.getInt(column);
                case BIGINT -> keys[value] = from.getLong(column);
                case REAL -> {
                    float number = from.getFloat(column);
                    hasNegativeZero |= number == 0 && Float.floatToRawIntBits(number) != 0;
                    keys[value] = LongCodec.realKey(number);
                }
                case DOUBLE -> {
                    double number = from.getDouble(column);
                    hasNegativeZero |= number == 0 && Double.doubleToRawLongBits(number) != 0;
                    keys[value] = LongCodec.doubleKey(number);
                }
                case DECIMAL -> {
                    DecimalType decimal = (DecimalType) type;
                    keys[value] = from.getDecimal(column, decimal.precision(), decimal.scale())
                            .toUnscaledLong();
                }
                default -> throw new IllegalStateException("values of type %s".formatted(type));
            }
        }

        @Override
        ValueVector fill(int count) {
            System.arraycopy(keys, 0, vector.fill(count, hasNegativeZero), 0, count);
            hasNegativeZero = false;
            return vector;
        }
    }

    private static final class Wides extends Column {
        private final WideVector vector = new WideVector();
        private final Key.OfWide[] keys = new Key.OfWide[ROWS];
        private final DecimalType type;

        Wides(DecimalType type) {
            this.type = type;
        }

        @Override
        void set(int value, InternalRow from, int column) {
            keys[value] = (Key.OfWide) SparkTypes.key(
                            SparkTypes.scalar(type).orElseThrow(),
                            from.getDecimal(column, type.precision(), type.scale()))
                    .orElseThrow();
        }

        @Override
        ValueVector fill(int count) {
            vector.fill(count);
            for (int value = 0; value < count; value++) {
                vector.set(value, keys[value].high(), keys[value].low());
            }
            return vector;
        }
    }

    private static final class Bytes extends Column {
        private final BytesVector vector = new BytesVector();
        private final DynamicSliceOutput buffer = new DynamicSliceOutput(1 << 12);
        private final int[] offsets = new int[ROWS];
        private final int[] lengths = new int[ROWS];
        private final ScalarType scalar;

        Bytes(ScalarType scalar) {
            this.scalar = scalar;
        }

        @Override
        void set(int value, InternalRow from, int column) {
            byte[] bytes = scalar.kind() == ScalarType.Kind.VARCHAR
                    ? from.getUTF8String(column).getBytes()
                    : from.getBinary(column);
            offsets[value] = buffer.size();
            lengths[value] = bytes.length;
            buffer.writeBytes(bytes);
        }

        @Override
        ValueVector fill(int count) {
            vector.fill(buffer.copySlice(), count);
            for (int value = 0; value < count; value++) {
                vector.set(value, offsets[value], lengths[value]);
            }
            buffer.reset();
            return vector;
        }
    }
}
