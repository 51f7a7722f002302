// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.document;

import static com.google.common.base.Preconditions.checkArgument;

import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slice;
import io.airlift.slice.SliceInput;
import io.airlift.slice.SliceOutput;
import io.skipping.index.type.SummaryField;
import io.trino.spi.block.ArrayBlockBuilder;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.RowBlockBuilder;
import io.trino.spi.block.SqlRow;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.LongTimestamp;
import io.trino.spi.type.RowType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import java.util.List;

/**
 * A summary as bytes, exactly, and few of them: one byte with the version, 2, then its fields. A field is a count, in 7 bits a
 * byte, the lowest first, and all bytes but the last with their highest bit set: 0 for NULL, and otherwise 1 more than
 *
 * <ul>
 *   <li>the bytes that follow, of text and bytes;
 *   <li>the bytes of the number that follow, from its lowest to the last that is not 0: of integers, doubled, and if
 *       negative inverted; of doubles, their bits from the highest byte on;
 *   <li>1 if a boolean is true, 0 if not;
 *   <li>the elements of an array, that follow as fields;
 *   <li>0 for a row, whose fields follow.
 * </ul>
 */
final class SummaryCodec {
    private static final byte VERSION = 2;

    private SummaryCodec() {}

    /** @param fields one block each */
    static Slice encode(List<SummaryField> types, List<Block> fields, int position) {
        DynamicSliceOutput output = new DynamicSliceOutput(128);
        output.writeByte(VERSION);
        for (int field = 0; field < types.size(); field++) {
            write(types.get(field).type(), fields.get(field), position, output);
        }
        return output.slice();
    }

    /** Appends one position to each field. */
    static void decode(List<SummaryField> types, Slice summary, List<BlockBuilder> fields) {
        SliceInput input = summary.getInput();
        byte version = input.readByte();
        checkArgument(version == VERSION, "a summary of version %s, which this release does not know", version);
        for (int field = 0; field < types.size(); field++) {
            read(types.get(field).type(), input, fields.get(field));
        }
        checkArgument(!input.isReadable(), "a summary with %s bytes too many", input.available());
    }

    private static void write(Type type, Block block, int position, SliceOutput output) {
        if (block.isNull(position)) {
            writeCount(0, output);
            return;
        }
        if (type instanceof ArrayType array) {
            Block elements = array.getObject(block, position);
            writeCount(elements.getPositionCount() + 1, output);
            for (int element = 0; element < elements.getPositionCount(); element++) {
                write(array.getElementType(), elements, element, output);
            }
            return;
        }
        if (type instanceof RowType rowType) {
            writeCount(1, output);
            SqlRow row = rowType.getObject(block, position);
            for (int field = 0; field < row.getFieldCount(); field++) {
                write(rowType.getTypeParameters().get(field), row.getRawFieldBlock(field), row.getRawIndex(), output);
            }
            return;
        }
        switch (TypeUtils.readNativeValue(type, block, position)) {
            case Boolean value -> writeCount(value ? 2 : 1, output);
            case Long value -> writeLong(value, output);
            case Double value -> writeBits(Long.reverseBytes(Double.doubleToRawLongBits(value)), output);
            case Slice value -> {
                writeCount(value.length() + 1, output);
                output.writeBytes(value);
            }
            case Int128 value -> {
                writeLong(value.getHigh(), output);
                writeLong(value.getLow(), output);
            }
            case LongTimestamp value -> {
                writeLong(value.getEpochMicros(), output);
                writeLong(value.getPicosOfMicro(), output);
            }
            case null, default -> throw new IllegalArgumentException("A summary cannot hold values of type " + type);
        }
    }

    private static void writeLong(long value, SliceOutput output) {
        // small numbers of either sign become small ones
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

    private static void read(Type type, SliceInput input, BlockBuilder builder) {
        int count = readCount(input);
        if (count == 0) {
            builder.appendNull();
            return;
        }
        if (type instanceof ArrayType array) {
            ((ArrayBlockBuilder) builder).buildEntry(elements -> {
                for (int element = 1; element < count; element++) {
                    read(array.getElementType(), input, elements);
                }
            });
            return;
        }
        if (type instanceof RowType row) {
            ((RowBlockBuilder) builder).buildEntry(fields -> {
                for (int field = 0; field < fields.size(); field++) {
                    read(row.getTypeParameters().get(field), input, fields.get(field));
                }
            });
            return;
        }
        Class<?> javaType = type.getJavaType();
        if (javaType == boolean.class) {
            type.writeBoolean(builder, count == 2);
        } else if (javaType == long.class) {
            type.writeLong(builder, readLong(count, input));
        } else if (javaType == double.class) {
            type.writeDouble(builder, Double.longBitsToDouble(Long.reverseBytes(readBits(count, input))));
        } else if (javaType == Slice.class) {
            type.writeSlice(builder, input.readSlice(count - 1));
        } else if (javaType == Int128.class) {
            type.writeObject(builder, Int128.valueOf(readLong(count, input), readLong(readCount(input), input)));
        } else if (javaType == LongTimestamp.class) {
            type.writeObject(
                    builder, new LongTimestamp(readLong(count, input), (int) readLong(readCount(input), input)));
        } else {
            throw new IllegalArgumentException("A summary cannot hold values of type " + type);
        }
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
                checkArgument(count >= 0, "a count below 0");
                return count;
            }
        }
        throw new IllegalArgumentException("a count of too many bytes");
    }
}
