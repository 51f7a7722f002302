// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import static java.util.Objects.requireNonNull;

import io.skipping.trino.core.release.Nulls;
import io.trino.spi.block.Block;
import io.trino.spi.block.LongArrayBlock;
import io.trino.spi.type.DoubleType;
import java.io.IOException;

/**
 * Decodes decimal numbers with few digits by a single division. It is exact: numerator and denominator are
 * floating-point numbers, and the quotient is rounded once. See William D. Clinger, "How to read floating point numbers
 * accurately", 1990. Trino's decoder decodes all other fields.
 */
public final class DoubleDecoder implements FieldDecoder {
    /** Ensures that the digits of a number, including leading zeros, fit into a long. */
    private static final int MOST_DIGITS = 18;

    /** Every whole number up to this one is a floating-point number. */
    private static final long MOST_EXACT = 1L << 53;

    /** Powers of ten that are exact floating-point numbers; more than a number can have digits. */
    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18
    };

    private final byte[] nullSequence;
    private final FieldDecoder stock;

    public DoubleDecoder(byte[] nullSequence, FieldDecoder stock) {
        this.nullSequence = requireNonNull(nullSequence, "nullSequence is null");
        this.stock = requireNonNull(stock, "stock is null");
    }

    @Override
    public Block decode(Fields fields) throws IOException {
        int rows = fields.rows();
        long[] values = new long[rows];
        boolean[] nulls = null;
        byte[] text = fields.text();
        for (int row = 0; row < rows; row++) {
            boolean isNull = fields.isNull(row, nullSequence);
            if (!isNull) {
                double value = parse(text, fields.starts()[row], fields.lengths()[row]);
                if (Double.isNaN(value)) {
                    Block single = stock.decode(fields, row);
                    isNull = single.isNull(0);
                    value = isNull ? 0 : DoubleType.DOUBLE.getDouble(single, 0);
                }
                values[row] = Double.doubleToLongBits(value);
            }
            if (isNull) {
                nulls = nulls == null ? new boolean[rows] : nulls;
                nulls[row] = true;
            }
        }
        return new LongArrayBlock(rows, Nulls.of(nulls), values);
    }

    /** Returns the number, or NaN if the text has a form that is not supported here. */
    private static double parse(byte[] text, int start, int length) {
        int end = start + length;
        int index = start;
        boolean negative = false;
        if (length > 0 && (text[index] == '-' || text[index] == '+')) {
            negative = text[index] == '-';
            index++;
        }
        long digits = 0;
        int count = 0;
        int point = -1;
        if (end - index > MOST_DIGITS + 1) {
            return Double.NaN;
        }
        for (; index < end; index++) {
            int digit = text[index] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = digits * 10 + digit;
                count++;
            } else if (text[index] == '.' && point < 0) {
                point = count;
            } else {
                return Double.NaN;
            }
        }
        if (count == 0 || count > MOST_DIGITS || digits > MOST_EXACT) {
            return Double.NaN;
        }
        double value = point < 0 ? digits : digits / POWERS_OF_TEN[count - point];
        return negative ? -value : value;
    }
}
