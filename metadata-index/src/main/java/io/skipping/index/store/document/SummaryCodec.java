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
 * A summary as bytes, exactly: one byte with the version, 1, then its fields. A field is a byte, 0 for NULL or 1, and its
 * native value: numbers little-endian in 8 bytes, a boolean in one, bytes with their count in 4 before them, an array with the
 * count of its elements in 4, elements and fields of rows as fields.
 */
final class SummaryCodec {
    private static final byte VERSION = 1;

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
            output.writeByte(0);
            return;
        }
        output.writeByte(1);
        if (type instanceof ArrayType array) {
            Block elements = array.getObject(block, position);
            output.writeInt(elements.getPositionCount());
            for (int element = 0; element < elements.getPositionCount(); element++) {
                write(array.getElementType(), elements, element, output);
            }
            return;
        }
        if (type instanceof RowType rowType) {
            SqlRow row = rowType.getObject(block, position);
            for (int field = 0; field < row.getFieldCount(); field++) {
                write(rowType.getTypeParameters().get(field), row.getRawFieldBlock(field), row.getRawIndex(), output);
            }
            return;
        }
        switch (TypeUtils.readNativeValue(type, block, position)) {
            case Boolean value -> output.writeByte(value ? 1 : 0);
            case Long value -> output.writeLong(value);
            case Double value -> output.writeLong(Double.doubleToRawLongBits(value));
            case Slice value -> {
                output.writeInt(value.length());
                output.writeBytes(value);
            }
            case Int128 value -> {
                output.writeLong(value.getHigh());
                output.writeLong(value.getLow());
            }
            case LongTimestamp value -> {
                output.writeLong(value.getEpochMicros());
                output.writeLong(value.getPicosOfMicro());
            }
            case null, default -> throw new IllegalArgumentException("A summary cannot hold values of type " + type);
        }
    }

    private static void read(Type type, SliceInput input, BlockBuilder builder) {
        if (input.readByte() == 0) {
            builder.appendNull();
            return;
        }
        if (type instanceof ArrayType array) {
            int count = input.readInt();
            ((ArrayBlockBuilder) builder).buildEntry(elements -> {
                for (int element = 0; element < count; element++) {
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
            type.writeBoolean(builder, input.readByte() != 0);
        } else if (javaType == long.class) {
            type.writeLong(builder, input.readLong());
        } else if (javaType == double.class) {
            type.writeDouble(builder, Double.longBitsToDouble(input.readLong()));
        } else if (javaType == Slice.class) {
            type.writeSlice(builder, input.readSlice(input.readInt()));
        } else if (javaType == Int128.class) {
            type.writeObject(builder, Int128.valueOf(input.readLong(), input.readLong()));
        } else if (javaType == LongTimestamp.class) {
            type.writeObject(builder, new LongTimestamp(input.readLong(), (int) input.readLong()));
        } else {
            throw new IllegalArgumentException("A summary cannot hold values of type " + type);
        }
    }
}
