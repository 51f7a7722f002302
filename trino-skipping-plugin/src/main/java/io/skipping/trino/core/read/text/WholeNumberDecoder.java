// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import static java.util.Objects.requireNonNull;

import io.trino.spi.block.Block;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.Type;
import java.io.IOException;

/** Decodes {@code bigint} and {@code integer} from decimal digits. Trino's decoder decodes all other fields. */
public final class WholeNumberDecoder implements FieldDecoder {
    /** The result of {@link #parse} for text that is not supported here. */
    private static final long UNKNOWN = Long.MIN_VALUE;

    /** Numbers with up to this many digits fit into a long. */
    private static final int MOST_DIGITS = 18;

    private final Type type;
    private final byte[] nullSequence;
    private final FieldDecoder stock;

    public WholeNumberDecoder(Type type, byte[] nullSequence, FieldDecoder stock) {
        this.type = requireNonNull(type, "type is null");
        this.nullSequence = requireNonNull(nullSequence, "nullSequence is null");
        this.stock = requireNonNull(stock, "stock is null");
    }

    @Override
    public Block decode(Fields fields) throws IOException {
        int rows = fields.rows();
        long[] values = new long[rows];
        boolean[] nulls = null;
        boolean isInteger = type instanceof IntegerType;
        for (int row = 0; row < rows; row++) {
            boolean isNull = fields.isNull(row, nullSequence);
            if (!isNull) {
                long value = parse(fields.text(), fields.starts()[row], fields.lengths()[row]);
                if (value == UNKNOWN || (isInteger && value != (int) value)) {
                    Block single = stock.decode(fields, row);
                    isNull = single.isNull(0);
                    value = isNull ? 0 : type.getLong(single, 0);
                }
                values[row] = value;
            }
            if (isNull) {
                nulls = nulls == null ? new boolean[rows] : nulls;
                nulls[row] = true;
            }
        }
        return LongBlocks.of(values, nulls, isInteger);
    }

    /** Parses digits with an optional minus sign. */
    private static long parse(byte[] text, int start, int length) {
        int end = start + length;
        boolean negative = length > 0 && text[start] == '-';
        int index = negative ? start + 1 : start;
        if (index == end || end - index > MOST_DIGITS) {
            return UNKNOWN;
        }
        long value = 0;
        for (; index < end; index++) {
            int digit = text[index] - '0';
            if (digit < 0 || digit > 9) {
                return UNKNOWN;
            }
            value = value * 10 + digit;
        }
        return negative ? -value : value;
    }
}
