// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.IntegerType.INTEGER;

import io.trino.spi.block.ArrayBlockBuilder;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.Fixed12Block;
import io.trino.spi.block.Fixed12BlockBuilder;
import io.trino.spi.block.MapBlockBuilder;
import io.trino.spi.block.RowBlockBuilder;
import io.trino.spi.block.SqlMap;
import io.trino.spi.block.SqlRow;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeOperators;

/**
 * A column of a temporary file. ORC cannot represent timestamps of the last second before 1970: it rounds seconds
 * towards zero, so they come back a second later. Timestamps are therefore stored as the integers that they consist of.
 *
 * @param type the type of the column
 * @param stored the type in the file
 */
record StoredColumn(Type type, Type stored) {
    private static final TypeOperators TYPE_OPERATORS = new TypeOperators();
    private static final RowType LONG_TIMESTAMP =
            RowType.rowType(RowType.field("first", BIGINT), RowType.field("second", INTEGER));

    static StoredColumn of(Type type) {
        return new StoredColumn(type, storedType(type));
    }

    private static Type storedType(Type type) {
        if (isShortTimestamp(type)) {
            return BIGINT;
        }
        if (isLongTimestamp(type)) {
            return LONG_TIMESTAMP;
        }
        Type stored = switch (type) {
            case ArrayType array -> new ArrayType(storedType(array.getElementType()));
            case MapType map ->
                new MapType(storedType(map.getKeyType()), storedType(map.getValueType()), TYPE_OPERATORS);
            case RowType row ->
                RowType.from(row.getFields().stream()
                        .map(field -> new RowType.Field(field.getName(), storedType(field.getType())))
                        .collect(toImmutableList()));
            default -> type;
        };
        return stored.equals(type) ? type : stored;
    }

    private static boolean isShortTimestamp(Type type) {
        return (type instanceof TimestampType timestamp && timestamp.isShort())
                || (type instanceof TimestampWithTimeZoneType instant && instant.isShort());
    }

    private static boolean isLongTimestamp(Type type) {
        return (type instanceof TimestampType timestamp && !timestamp.isShort())
                || (type instanceof TimestampWithTimeZoneType instant && !instant.isShort());
    }

    /** Converts values of the column to those that are stored. */
    Block store(Block block) {
        return convert(block, type, stored);
    }

    /** Converts stored values to those of the column. */
    Block restore(Block block) {
        return convert(block, stored, type);
    }

    private Block convert(Block block, Type from, Type to) {
        // blocks of short timestamps are those of integers
        if (from.equals(to) || isShortTimestamp(type)) {
            return block;
        }
        BlockBuilder converted = to.createBlockBuilder(null, block.getPositionCount());
        convertAll(block, 0, block.getPositionCount(), from, to, converted);
        return converted.build();
    }

    private static void convertAll(Block block, int offset, int count, Type from, Type to, BlockBuilder converted) {
        for (int position = offset; position < offset + count; position++) {
            convert(block, position, from, to, converted);
        }
    }

    private static void convert(Block block, int position, Type from, Type to, BlockBuilder converted) {
        if (block.isNull(position)) {
            converted.appendNull();
        } else if (from.equals(to)) {
            converted.append(block.getUnderlyingValueBlock(), block.getUnderlyingValuePosition(position));
        } else if (isLongTimestamp(from)) {
            storeTimestamp(block, position, (RowBlockBuilder) converted);
        } else if (isLongTimestamp(to)) {
            restoreTimestamp(LONG_TIMESTAMP.getObject(block, position), (Fixed12BlockBuilder) converted);
        } else {
            switch (from) {
                case ArrayType array -> {
                    Block elements = array.getObject(block, position);
                    Type toElement = ((ArrayType) to).getElementType();
                    ((ArrayBlockBuilder) converted)
                            .buildEntry(builder -> convertAll(
                                    elements,
                                    0,
                                    elements.getPositionCount(),
                                    array.getElementType(),
                                    toElement,
                                    builder));
                }
                case MapType map -> {
                    SqlMap entries = map.getObject(block, position);
                    int offset = entries.getRawOffset();
                    int count = entries.getSize();
                    MapType toMap = (MapType) to;
                    ((MapBlockBuilder) converted).buildEntry((keys, values) -> {
                        convertAll(entries.getRawKeyBlock(), offset, count, map.getKeyType(), toMap.getKeyType(), keys);
                        convertAll(
                                entries.getRawValueBlock(),
                                offset,
                                count,
                                map.getValueType(),
                                toMap.getValueType(),
                                values);
                    });
                }
                case RowType row -> {
                    SqlRow fields = row.getObject(block, position);
                    RowType toRow = (RowType) to;
                    ((RowBlockBuilder) converted).buildEntry(builders -> {
                        for (int field = 0; field < builders.size(); field++) {
                            convert(
                                    fields.getRawFieldBlock(field),
                                    fields.getRawIndex(),
                                    row.getFields().get(field).getType(),
                                    toRow.getFields().get(field).getType(),
                                    builders.get(field));
                        }
                    });
                }
                // a short timestamp
                default -> to.writeLong(converted, from.getLong(block, position));
            }
        }
    }

    private static void storeTimestamp(Block block, int position, RowBlockBuilder stored) {
        Fixed12Block values = (Fixed12Block) block.getUnderlyingValueBlock();
        int value = block.getUnderlyingValuePosition(position);
        stored.buildEntry(fields -> {
            BIGINT.writeLong(fields.get(0), values.getFixed12First(value));
            INTEGER.writeLong(fields.get(1), values.getFixed12Second(value));
        });
    }

    private static void restoreTimestamp(SqlRow stored, Fixed12BlockBuilder restored) {
        int index = stored.getRawIndex();
        restored.writeFixed12(
                BIGINT.getLong(stored.getRawFieldBlock(0), index), INTEGER.getInt(stored.getRawFieldBlock(1), index));
    }
}
