// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DecimalType.createDecimalType;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TimestampType.TIMESTAMP_MICROS;
import static io.trino.spi.type.TinyintType.TINYINT;
import static io.trino.spi.type.VarbinaryType.VARBINARY;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import io.trino.spi.block.ArrayBlock;
import io.trino.spi.block.Block;
import io.trino.spi.block.ColumnarArray;
import io.trino.spi.block.Fixed12Block;
import io.trino.spi.block.Fixed12BlockBuilder;
import io.trino.spi.block.Int128ArrayBlock;
import io.trino.spi.block.RowBlock;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.CharType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.RowType;
import io.trino.spi.type.TimeType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** How the values of a type stand in a segment file; both directions are exact. */
final class StoredType {
    private static final Set<Type> NATURAL =
            Set.of(BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, DATE, VARBINARY);
    /** seconds with twelve decimals: picoseconds, readable by any tool */
    private static final DecimalType LONG_SECONDS = createDecimalType(38, 12);

    private static final DecimalType SECONDS_OF_DAY = createDecimalType(17, 12);
    private static final long PICOS_PER_MICRO = 1_000_000;
    private static final BigInteger MICRO = BigInteger.valueOf(PICOS_PER_MICRO);

    private final Type type;
    private final boolean same;
    private final UnaryOperator<ValueBlock> encoder;
    private final UnaryOperator<ValueBlock> decoder;

    private StoredType(Type type) {
        this.type = requireNonNull(type, "type is null");
        this.same = true;
        this.encoder = UnaryOperator.identity();
        this.decoder = UnaryOperator.identity();
    }

    private StoredType(Type type, UnaryOperator<ValueBlock> encoder, UnaryOperator<ValueBlock> decoder) {
        this.type = requireNonNull(type, "type is null");
        this.same = false;
        this.encoder = requireNonNull(encoder, "encoder is null");
        this.decoder = requireNonNull(decoder, "decoder is null");
    }

    /** @throws IllegalArgumentException if values of this type cannot be stored */
    static StoredType of(Type type) {
        if (NATURAL.contains(type) || type instanceof DecimalType) {
            return new StoredType(type);
        }
        if (type instanceof VarcharType || type instanceof CharType) {
            // unbounded, so that no reader cuts or pads
            return new StoredType(VARCHAR);
        }
        if (type instanceof TimestampType timestamp) {
            // microseconds also below precision 6: they are what Trino holds
            return timestamp.isShort()
                    ? new StoredType(TIMESTAMP_MICROS)
                    : new StoredType(LONG_SECONDS, StoredType::picosOfTimestamps, StoredType::timestampsOfPicos);
        }
        if (type instanceof TimeType) {
            return new StoredType(SECONDS_OF_DAY);
        }
        if (type instanceof TimestampWithTimeZoneType timestamp && timestamp.isShort()) {
            return new StoredType(BIGINT);
        }
        if (type instanceof ArrayType array) {
            return ofArray(of(array.getElementType()));
        }
        if (type instanceof RowType row) {
            return ofRow(row);
        }
        throw new IllegalArgumentException("A summary cannot hold values of type " + type.getDisplayName());
    }

    private static StoredType ofArray(StoredType element) {
        Type type = new ArrayType(element.type);
        return element.same
                ? new StoredType(type)
                : new StoredType(
                        type,
                        block -> mapElements(block, element.encoder),
                        block -> mapElements(block, element.decoder));
    }

    private static StoredType ofRow(RowType row) {
        List<StoredType> fields =
                row.getFields().stream().map(field -> of(field.getType())).toList();
        Type type = RowType.from(IntStream.range(0, fields.size())
                .mapToObj(index -> RowType.field(
                        row.getFields().get(index).getName().orElse("field" + index), fields.get(index).type))
                .toList());
        return fields.stream().allMatch(field -> field.same)
                ? new StoredType(type)
                : new StoredType(
                        type,
                        block -> mapFields(
                                (RowBlock) block,
                                fields.stream().map(field -> field.encoder).toList()),
                        block -> mapFields(
                                (RowBlock) block,
                                fields.stream().map(field -> field.decoder).toList()));
    }

    /** The type in the file. */
    Type type() {
        return type;
    }

    Block encode(Block values) {
        return same ? values : encoder.apply(Blocks.flatten(values));
    }

    Block decode(Block stored) {
        return same ? stored : decoder.apply(Blocks.flatten(stored));
    }

    private static ValueBlock mapElements(ValueBlock block, UnaryOperator<ValueBlock> mapping) {
        ColumnarArray arrays = ColumnarArray.toColumnarArray(block);
        int count = arrays.getPositionCount();
        int[] offsets = new int[count + 1];
        boolean[] nulls = new boolean[count];
        for (int position = 0; position < count; position++) {
            nulls[position] = arrays.isNull(position);
            offsets[position + 1] = offsets[position] + arrays.getLength(position);
        }
        return ArrayBlock.fromElementBlock(
                count, Optional.of(nulls), offsets, mapping.apply(Blocks.flatten(arrays.getElementsBlock())));
    }

    private static ValueBlock mapFields(RowBlock rows, List<UnaryOperator<ValueBlock>> mappings) {
        int count = rows.getPositionCount();
        boolean[] nulls = new boolean[count];
        for (int position = 0; position < count; position++) {
            nulls[position] = rows.isNull(position);
        }
        Block[] fields = new Block[mappings.size()];
        for (int field = 0; field < fields.length; field++) {
            fields[field] = mappings.get(field).apply(Blocks.flatten(rows.getFieldBlock(field)));
        }
        return RowBlock.fromNotNullSuppressedFieldBlocks(count, Optional.of(nulls), fields);
    }

    private static ValueBlock picosOfTimestamps(ValueBlock block) {
        Fixed12Block timestamps = (Fixed12Block) block;
        int count = timestamps.getPositionCount();
        boolean[] nulls = new boolean[count];
        long[] picos = new long[2 * count];
        for (int position = 0; position < count; position++) {
            if (timestamps.isNull(position)) {
                nulls[position] = true;
                continue;
            }
            Int128 value = Int128.valueOf(BigInteger.valueOf(timestamps.getFixed12First(position))
                    .multiply(MICRO)
                    .add(BigInteger.valueOf(timestamps.getFixed12Second(position))));
            picos[2 * position] = value.getHigh();
            picos[2 * position + 1] = value.getLow();
        }
        return new Int128ArrayBlock(count, Optional.of(nulls), picos);
    }

    private static ValueBlock timestampsOfPicos(ValueBlock block) {
        Int128ArrayBlock picos = (Int128ArrayBlock) block;
        int count = picos.getPositionCount();
        Fixed12BlockBuilder timestamps = new Fixed12BlockBuilder(null, count);
        for (int position = 0; position < count; position++) {
            if (picos.isNull(position)) {
                timestamps.appendNull();
                continue;
            }
            // rounding down, so that the rest is not negative before the epoch
            BigInteger[] parts = picos.getInt128(position).toBigInteger().divideAndRemainder(MICRO);
            boolean negative = parts[1].signum() < 0;
            timestamps.writeFixed12(
                    parts[0].longValueExact() - (negative ? 1 : 0),
                    parts[1].intValueExact() + (negative ? (int) PICOS_PER_MICRO : 0));
        }
        return timestamps.buildValueBlock();
    }
}
