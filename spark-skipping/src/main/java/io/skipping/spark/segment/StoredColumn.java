// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.segment;

import static org.apache.parquet.schema.LogicalTypeAnnotation.dateType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.intType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FLOAT;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import io.airlift.slice.Slices;
import io.skipping.index.store.segment.SegmentFormat.SegmentColumn;
import io.skipping.index.value.BytesColumn;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ListColumn;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.LongColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ScalarType.Kind;
import io.skipping.index.value.WideCodec;
import io.skipping.index.value.WideColumn;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * Converts the values of a column between keys and what Parquet has of them; {@code docs/index-format.md} has the table of
 * types. Both directions are exact.
 */
final class StoredColumn {
    private static final int WIDE_BYTES = 2 * Long.BYTES;
    private static final int MOST_INT_DIGITS = 9;
    private static final BigInteger PICOS_PER_MICRO = BigInteger.valueOf(1_000_000);
    /** decimals of a second with which times of more than microseconds are stored */
    private static final int PICO_DIGITS = 12;

    private static final int MOST_DIGITS = 38;
    /** the definition level of an element: the list, its entry, and the element are there */
    static final int LIST_LEVELS = 3;

    private static final String LIST = "list";
    private static final String ELEMENT = "element";

    private final SegmentColumn column;

    StoredColumn(SegmentColumn column) {
        this.column = column;
    }

    /** Returns the column as the schema of a file has it. */
    Type type() {
        return column.isList()
                ? Types.optionalList().element(value(ELEMENT)).named(column.name())
                : value(column.name());
    }

    private Type value(String name) {
        ScalarType type = column.type();
        switch (type.kind()) {
            case BOOLEAN:
                return Types.optional(BOOLEAN).named(name);
            case TINYINT:
                return Types.optional(INT32).as(intType(Byte.SIZE, true)).named(name);
            case SMALLINT:
                return Types.optional(INT32).as(intType(Short.SIZE, true)).named(name);
            case INTEGER:
                return Types.optional(INT32).as(intType(Integer.SIZE, true)).named(name);
            case BIGINT:
            case TIME:
                return Types.optional(INT64).as(intType(Long.SIZE, true)).named(name);
            case REAL:
                return Types.optional(FLOAT).named(name);
            case DOUBLE:
                return Types.optional(DOUBLE).named(name);
            case DATE:
                return Types.optional(INT32).as(dateType()).named(name);
            case DECIMAL:
                return decimal(name, type.precision(), type.scale());
            case TIMESTAMP:
            case TIMESTAMP_TZ:
                return type.form() == ScalarType.KeyForm.LONG
                        ? Types.optional(INT64)
                                .as(timestampType(false, TimeUnit.MICROS))
                                .named(name)
                        : decimal(name, MOST_DIGITS, PICO_DIGITS);
            case VARCHAR:
            case CHAR:
                return Types.optional(BINARY).as(stringType()).named(name);
            case VARBINARY:
            case UUID:
                return Types.optional(BINARY).named(name);
            default:
                throw new IllegalArgumentException("values of type %s cannot be in a segment".formatted(type));
        }
    }

    private static Type decimal(String name, int precision, int scale) {
        if (isWide(precision)) {
            return Types.optional(FIXED_LEN_BYTE_ARRAY)
                    .length(WIDE_BYTES)
                    .as(decimalType(scale, precision))
                    .named(name);
        }
        return Types.optional(precision <= MOST_INT_DIGITS ? INT32 : INT64)
                .as(decimalType(scale, precision))
                .named(name);
    }

    private static boolean isWide(int precision) {
        return ScalarType.decimal(precision, 0).form() == ScalarType.KeyForm.WIDE;
    }

    private boolean isInt() {
        ScalarType type = column.type();
        switch (type.kind()) {
            case TINYINT:
            case SMALLINT:
            case INTEGER:
            case DATE:
                return true;
            case DECIMAL:
                return type.precision() <= MOST_INT_DIGITS;
            default:
                return false;
        }
    }

    /** Writes the value of one row, or nothing if it is NULL. */
    void write(KeyColumn values, int row, int field, RecordConsumer to) {
        if (values.isNull(row)) {
            return;
        }
        to.startField(column.name(), field);
        if (values instanceof ListColumn) {
            write((ListColumn) values, row, to);
        } else {
            write(values, row, to);
        }
        to.endField(column.name(), field);
    }

    private void write(ListColumn lists, int row, RecordConsumer to) {
        to.startGroup();
        if (lists.length(row) > 0) {
            to.startField(LIST, 0);
            for (int element = lists.offset(row); element < lists.offset(row + 1); element++) {
                to.startGroup();
                if (!lists.elements().isNull(element)) {
                    to.startField(ELEMENT, 0);
                    write(lists.elements(), element, to);
                    to.endField(ELEMENT, 0);
                }
                to.endGroup();
            }
            to.endField(LIST, 0);
        }
        to.endGroup();
    }

    private void write(KeyColumn values, int row, RecordConsumer to) {
        switch (column.type().form()) {
            case LONG:
                write(((LongColumn) values).key(row), to);
                break;
            case WIDE:
                to.addBinary(wide((WideColumn) values, row));
                break;
            default:
                to.addBinary(Binary.fromConstantByteArray(
                        ((BytesColumn) values).slice(row).getBytes()));
        }
    }

    private void write(long key, RecordConsumer to) {
        switch (column.type().kind()) {
            case BOOLEAN:
                to.addBoolean(key != 0);
                break;
            case REAL:
                to.addFloat(LongCodec.toReal(key));
                break;
            case DOUBLE:
                to.addDouble(LongCodec.toDouble(key));
                break;
            default:
                if (isInt()) {
                    to.addInteger(Math.toIntExact(key));
                } else {
                    to.addLong(key);
                }
        }
    }

    private Binary wide(WideColumn values, int row) {
        if (column.type().kind() == Kind.TIMESTAMP) {
            BigInteger picos = BigInteger.valueOf(values.high(row))
                    .multiply(PICOS_PER_MICRO)
                    .add(BigInteger.valueOf(values.low(row)));
            return Binary.fromConstantByteArray(wide(picos));
        }
        return Binary.fromConstantByteArray(ByteBuffer.allocate(WIDE_BYTES)
                .putLong(values.high(row))
                .putLong(WideCodec.flipLow(values.low(row)))
                .array());
    }

    /** Returns a number as 16 bytes, in two's complement, the most significant byte first. */
    private static byte[] wide(BigInteger number) {
        byte[] digits = number.toByteArray();
        byte[] bytes = new byte[WIDE_BYTES];
        Arrays.fill(bytes, 0, WIDE_BYTES - digits.length, (byte) (number.signum() < 0 ? -1 : 0));
        System.arraycopy(digits, 0, bytes, WIDE_BYTES - digits.length, digits.length);
        return bytes;
    }

    /**
     * Appends the value that a reader stands at.
     *
     * @throws RuntimeException if the file has a value of another form
     */
    void append(ColumnReader from, ColumnBuilder to) {
        ScalarType type = column.type();
        switch (type.form()) {
            case LONG:
                to.append(readLong(from));
                break;
            case WIDE:
                to.append(readWide(from));
                break;
            default:
                to.append(Slices.wrappedBuffer(from.getBinary().getBytes()));
        }
    }

    private long readLong(ColumnReader from) {
        switch (column.type().kind()) {
            case BOOLEAN:
                return from.getBoolean() ? 1 : 0;
            case REAL:
                return LongCodec.realKey(from.getFloat());
            case DOUBLE:
                return LongCodec.doubleKey(from.getDouble());
            default:
                return isInt() ? from.getInteger() : from.getLong();
        }
    }

    private Key readWide(ColumnReader from) {
        // writers use as few bytes as the precision needs
        BigInteger number = new BigInteger(from.getBinary().getBytes());
        if (column.type().kind() != Kind.TIMESTAMP) {
            return Key.of(number.shiftRight(Long.SIZE).longValueExact(), WideCodec.flipLow(number.longValue()));
        }
        BigInteger[] parts = floorDivide(number);
        return Key.of(parts[0].longValueExact(), parts[1].longValueExact());
    }

    private static BigInteger[] floorDivide(BigInteger picos) {
        BigInteger[] parts = picos.divideAndRemainder(PICOS_PER_MICRO);
        return parts[1].signum() < 0
                ? new BigInteger[] {parts[0].subtract(BigInteger.ONE), parts[1].add(PICOS_PER_MICRO)}
                : parts;
    }
}
