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
import io.skipping.spark.predicate.ColumnPath;
import io.skipping.spark.predicate.IndexedColumns;
import io.skipping.spark.predicate.SparkTypes;
import io.skipping.spark.predicate.TextCast;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** Collects the values of rows, column by column, in vectors that are used again. Not thread-safe. */
final class RowVectors {
    /** How many rows, or elements of arrays in a column, are collected before they are summarised. */
    static final int ROWS = 4_096;
    /** How many bytes of a column are collected at most, but for the last value. */
    private static final int MOST_BYTES = 1 << 20;
    /** How large a buffer may be that is used again. */
    private static final int MOST_KEPT_BYTES = 8 << 20;

    private final List<Column> columns;
    private int rows;

    private RowVectors(List<Column> columns) {
        this.columns = columns;
    }

    /**
     * Creates the vectors of some columns.
     *
     * @param indexed each is in {@code schema}, and has a type of the index there
     * @param schema of the rows
     */
    static RowVectors of(List<IndexedColumn> indexed, StructType schema) {
        return new RowVectors(indexed.stream()
                .map(column -> column(IndexedColumns.path(column).orElseThrow(), schema))
                .toList());
    }

    private static Column column(ColumnPath path, StructType schema) {
        List<Step> steps = new ArrayList<>();
        StructType row = schema;
        DataType inside = schema;
        for (String name : path.names()) {
            int field = ColumnPath.position(row, name).orElseThrow();
            steps.add(new Step(field, row.size()));
            inside = row.fields()[field].dataType();
            if (inside instanceof StructType inner) {
                row = inner;
            }
        }
        DataType type = path.type(schema).orElseThrow();
        ScalarType scalar = SparkTypes.scalar(type).orElseThrow();
        Source source = new Source(
                steps,
                path.ofElements(),
                path.ofKeys(),
                mapKey(path, inside),
                path.cast().map(TextCast::caster));
        return switch (scalar.form()) {
            case LONG -> new Longs(source, type, scalar);
            case WIDE -> new Wides(source, (DecimalType) type);
            case BYTES -> new Bytes(source, scalar);
        };
    }

    private static Optional<MapKey> mapKey(ColumnPath path, DataType maps) {
        return path.key().map(key -> {
            DataType type = ((MapType) maps).keyType();
            if (key instanceof String text) {
                return new MapKey(UTF8String.fromString(text), type);
            }
            long number = (Long) key;
            return new MapKey(type.equals(DataTypes.IntegerType) ? (Object) (int) number : (Object) number, type);
        });
    }

    /** Begins another range. What is not known of values of the one before does not matter any more. */
    void begin() {
        columns.forEach(column -> column.isUnknown = false);
    }

    /** Adds a row; its values are copied. */
    void add(InternalRow row) {
        columns.forEach(column -> column.add(row));
        rows++;
    }

    boolean isFull() {
        return rows == ROWS
                || columns.stream().anyMatch(column -> column.count >= ROWS || column.bytes() >= MOST_BYTES);
    }

    int rows() {
        return rows;
    }

    /**
     * Returns the values of the rows since the last call, valid until a row is added; empty for a column with a text that does not cast, in
     * this range, where a cast must not return NULL for it.
     */
    List<Optional<ValueVector>> take() {
        rows = 0;
        return columns.stream().map(Column::take).toList();
    }

    /**
     * Names a field of a row.
     *
     * @param fields how many the row has
     */
    private record Step(int field, int fields) {}

    /**
     * Locates the values of a column in a row.
     *
     * @param steps from the row to the value, each to a row but the last
     * @param ofElements whether the last is to an array, whose elements are the values
     * @param ofKeys whether the last is to a map instead, whose keys are the values
     * @param key if the last is to a map, that of the value
     * @param caster casts the texts there
     */
    private record Source(
            List<Step> steps,
            boolean ofElements,
            boolean ofKeys,
            Optional<MapKey> key,
            Optional<Function<UTF8String, Object>> caster) {}

    /**
     * Holds a key of maps.
     *
     * @param value as Spark has it in maps
     */
    private record MapKey(Object value, DataType type) {
        /** Returns the position of the key, of which a map has the first; -1 if it is not there. */
        int in(ArrayData keys) {
            for (int entry = 0; entry < keys.numElements(); entry++) {
                if (value.equals(keys.get(entry, type))) {
                    return entry;
                }
            }
            return -1;
        }
    }

    private abstract static class Column {
        private final Source source;
        private int[] numbers = new int[ROWS];
        /** of rows, or of elements that are not NULL */
        private int count;

        private int values;
        /** whether a text of this range does not cast */
        private boolean isUnknown;

        Column(Source source) {
            this.source = source;
        }

        void add(InternalRow from) {
            if (isUnknown) {
                return;
            }
            InternalRow row = from;
            int last = source.steps().size() - 1;
            for (int step = 0; step < last && row != null; step++) {
                Step next = source.steps().get(step);
                row = row.isNullAt(next.field())
                        ? null
                        : row.getStruct(
                                next.field(), source.steps().get(step + 1).fields());
            }
            int field = source.steps().get(last).field();
            boolean isNull = row == null || row.isNullAt(field);
            if (source.key().isPresent()) {
                int entry =
                        isNull ? -1 : source.key().get().in(row.getMap(field).keyArray());
                ArrayData mapped = entry < 0 ? null : row.getMap(field).valueArray();
                add(mapped == null || mapped.isNullAt(entry), mapped, entry);
            } else if (!source.ofElements()) {
                add(isNull, row, field);
            } else if (!isNull) {
                ArrayData array = source.ofKeys() ? row.getMap(field).keyArray() : row.getArray(field);
                for (int element = 0; element < array.numElements(); element++) {
                    if (!array.isNullAt(element)) {
                        add(false, array, element);
                    }
                }
            }
        }

        private void add(boolean isNull, SpecializedGetters from, int position) {
            if (isNull || source.caster().isEmpty()) {
                append(isNull, from, position);
                return;
            }
            Object value;
            try {
                value = source.caster().get().apply(from.getUTF8String(position));
            } catch (RuntimeException e) {
                // the query fails on it
                isUnknown = true;
                return;
            }
            append(value == null, new GenericInternalRow(new Object[] {value}), 0);
        }

        private void append(boolean isNull, SpecializedGetters from, int position) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
                grow(2 * count);
            }
            if (!isNull) {
                set(values, from, position);
            }
            numbers[count++] = isNull ? -1 : values++;
        }

        /** Returns how many bytes of values that have no fixed size are collected. */
        int bytes() {
            return 0;
        }

        /** Makes room for so many values. */
        abstract void grow(int capacity);

        abstract void set(int value, SpecializedGetters from, int position);

        abstract ValueVector fill(int values);

        Optional<ValueVector> take() {
            ValueVector vector = fill(values);
            System.arraycopy(numbers, 0, vector.rows(count), 0, count);
            vector.setRows(count, values, count - values, true);
            count = 0;
            values = 0;
            return isUnknown ? Optional.empty() : Optional.of(vector);
        }
    }

    private static final class Longs extends Column {
        private final LongVector vector = new LongVector();
        private long[] keys = new long[ROWS];
        private final DataType type;
        private final ScalarType scalar;
        private boolean hasNegativeZero;

        Longs(Source source, DataType type, ScalarType scalar) {
            super(source);
            this.type = type;
            this.scalar = scalar;
        }

        @Override
        void grow(int capacity) {
            keys = Arrays.copyOf(keys, capacity);
        }

        @Override
        void set(int value, SpecializedGetters from, int column) {
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
                default -> throw new IllegalStateException("Values of type %s have no keys".formatted(type));
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
        private Key.OfWide[] keys = new Key.OfWide[ROWS];
        private final DecimalType type;

        Wides(Source source, DecimalType type) {
            super(source);
            this.type = type;
        }

        @Override
        void grow(int capacity) {
            keys = Arrays.copyOf(keys, capacity);
        }

        @Override
        void set(int value, SpecializedGetters from, int column) {
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
        private DynamicSliceOutput buffer = new DynamicSliceOutput(1 << 12);
        private int[] offsets = new int[ROWS];
        private int[] lengths = new int[ROWS];
        private final ScalarType scalar;

        Bytes(Source source, ScalarType scalar) {
            super(source);
            this.scalar = scalar;
        }

        @Override
        void grow(int capacity) {
            offsets = Arrays.copyOf(offsets, capacity);
            lengths = Arrays.copyOf(lengths, capacity);
        }

        @Override
        void set(int value, SpecializedGetters from, int column) {
            byte[] bytes = scalar.kind() == ScalarType.Kind.VARCHAR
                    ? from.getUTF8String(column).getBytes()
                    : from.getBinary(column);
            offsets[value] = buffer.size();
            lengths[value] = bytes.length;
            buffer.writeBytes(bytes);
        }

        @Override
        int bytes() {
            return buffer.size();
        }

        @Override
        ValueVector fill(int count) {
            vector.fill(buffer.copySlice(), count);
            for (int value = 0; value < count; value++) {
                vector.set(value, offsets[value], lengths[value]);
            }
            if (buffer.getRetainedSize() > MOST_KEPT_BYTES) {
                buffer = new DynamicSliceOutput(1 << 12);
            }
            buffer.reset();
            return vector;
        }
    }
}
