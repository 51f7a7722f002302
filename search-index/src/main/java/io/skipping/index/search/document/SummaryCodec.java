// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static com.google.common.base.Preconditions.checkArgument;

import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slice;
import io.airlift.slice.SliceInput;
import io.airlift.slice.SliceOutput;
import io.skipping.index.type.SummaryField;
import io.skipping.index.value.BytesColumn;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ListColumn;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.LongColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.WideCodec;
import io.skipping.index.value.WideColumn;
import java.util.List;

/**
 * Encodes a summary exactly, in few bytes: one byte with the version, 2, then its fields. A field begins with a count,
 * in 7 bits per byte, the lowest first, where all bytes except the last have their highest bit set. The count is 0 for
 * NULL, and otherwise 1 more than
 * <ul>
 * <li>for text and bytes: the number of bytes that follow;
 * <li>for numbers: the number of bytes that follow, from the lowest byte to the last that is not 0. An integer is
 *     doubled, and inverted if negative. A real is encoded as the integer of its bits, and a double by its bits from
 *     the highest byte on. Long decimals and timestamps with picoseconds are two such integers, the second with a count
 *     of its own: the halves of the 128 bits, the higher one first, or microseconds and picoseconds;
 * <li>for booleans: 1 for true, 0 for false;
 * <li>for lists: the number of elements, which follow as fields.
 * </ul>
 */
final class SummaryCodec {
    private static final byte VERSION = 2;

    private SummaryCodec() {}

    /**
     * Encodes the summary at a position.
     *
     * @param columns one for each field
     */
    static Slice encode(List<SummaryField> fields, List<KeyColumn> columns, int position) {
        DynamicSliceOutput output = new DynamicSliceOutput(128);
        output.writeByte(VERSION);
        for (int number = 0; number < fields.size(); number++) {
            SummaryField field = fields.get(number);
            KeyColumn column = columns.get(number);
            if (!field.isList()) {
                write(field.type(), column, position, output);
            } else if (column.isNull(position)) {
                writeCount(0, output);
            } else {
                ListColumn lists = (ListColumn) column;
                writeCount(lists.length(position) + 1, output);
                for (int element = lists.offset(position); element < lists.offset(position + 1); element++) {
                    write(field.type(), lists.elements(), element, output);
                }
            }
        }
        return output.slice();
    }

    /** Decodes a summary and appends one position to the column of each field. */
    static void decode(List<SummaryField> fields, Slice summary, List<ColumnBuilder> columns) {
        SliceInput input = summary.getInput();
        byte version = input.readByte();
        checkArgument(version == VERSION, "a summary of version %s, which this release does not know", version);
        for (int number = 0; number < fields.size(); number++) {
            SummaryField field = fields.get(number);
            ColumnBuilder column = columns.get(number);
            if (!field.isList()) {
                read(field.type(), input, column);
                continue;
            }
            int count = readCount(input);
            if (count == 0) {
                column.appendNull();
            } else {
                column.appendList(elements -> {
                    for (int element = 1; element < count; element++) {
                        read(field.type(), input, elements);
                    }
                });
            }
        }
        checkArgument(!input.isReadable(), "a summary with %s bytes too many", input.available());
    }

    private static void write(ScalarType type, KeyColumn column, int position, SliceOutput output) {
        if (column.isNull(position)) {
            writeCount(0, output);
            return;
        }
        switch (type.form()) {
            case LONG:
                writeKey(type, ((LongColumn) column).key(position), output);
                break;
            case WIDE:
                WideColumn wides = (WideColumn) column;
                writeLong(wides.high(position), output);
                writeLong(lower(type, wides.low(position)), output);
                break;
            default:
                BytesColumn texts = (BytesColumn) column;
                int length = texts.length(position);
                writeCount(length + 1, output);
                output.writeBytes(texts.buffer(), texts.offset(position), length);
        }
    }

    private static void writeKey(ScalarType type, long key, SliceOutput output) {
        switch (type.kind()) {
            case BOOLEAN:
                writeCount(key == 0 ? 1 : 2, output);
                break;
            case REAL:
                writeLong(Float.floatToRawIntBits(LongCodec.toReal(key)), output);
                break;
            case DOUBLE:
                writeBits(Long.reverseBytes(Double.doubleToRawLongBits(LongCodec.toDouble(key))), output);
                break;
            default:
                writeLong(key, output);
        }
    }

    private static void writeLong(long value, SliceOutput output) {
        // small numbers of either sign become small unsigned numbers
        writeBits(value << 1 ^ value >> 63, output);
    }

    private static void writeBits(long bits, SliceOutput output) {
        int bytes = Long.BYTES - Long.numberOfLeadingZeros(bits) / 8;
        writeCount(bytes + 1, output);
        for (int i = 0; i < bytes; i++) {
            output.writeByte((byte) (bits >>> 8 * i));
        }
    }

    private static void writeCount(int count, SliceOutput output) {
        int rest = count;
        for (; rest > 0x7F; rest >>>= 7) {
            output.writeByte(rest & 0x7F | 0x80);
        }
        output.writeByte(rest);
    }

    private static void read(ScalarType type, SliceInput input, ColumnBuilder column) {
        int count = readCount(input);
        if (count == 0) {
            column.appendNull();
            return;
        }
        switch (type.form()) {
            case LONG:
                column.append(readKey(type, count, input));
                break;
            case WIDE:
                long high = readLong(count, input);
                column.append(high, lower(type, readLong(readCount(input), input)));
                break;
            default:
                column.append(input.readSlice(count - 1));
        }
    }

    private static long readKey(ScalarType type, int count, SliceInput input) {
        switch (type.kind()) {
            case BOOLEAN:
                return count == 2 ? 1 : 0;
            case REAL:
                return LongCodec.realKey((int) readLong(count, input));
            case DOUBLE:
                return LongCodec.doubleKey(Long.reverseBytes(readBits(count, input)));
            default:
                return readLong(count, input);
        }
    }

    /** Converts the lower half of a wide key to the second number of its encoding, or back. */
    private static long lower(ScalarType type, long low) {
        return type.kind() == ScalarType.Kind.DECIMAL ? WideCodec.flipLow(low) : low;
    }

    private static long readLong(int count, SliceInput input) {
        long bits = readBits(count, input);
        return bits >>> 1 ^ -(bits & 1);
    }

    private static long readBits(int count, SliceInput input) {
        checkArgument(count >= 1 && count <= Long.BYTES + 1, "a number of %s bytes", count - 1);
        long bits = 0;
        for (int i = 0; i < count - 1; i++) {
            bits |= (long) input.readUnsignedByte() << 8 * i;
        }
        return bits;
    }

    private static int readCount(SliceInput input) {
        int count = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            int read = input.readUnsignedByte();
            count |= (read & 0x7F) << shift;
            if (read < 0x80) {
                checkArgument(count >= 0, "a count is below 0");
                return count;
            }
        }
        throw new IllegalArgumentException("a count has too many bytes");
    }
}
