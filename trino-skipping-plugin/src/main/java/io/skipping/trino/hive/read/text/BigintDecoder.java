// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import static java.util.Objects.requireNonNull;

import io.trino.spi.block.Block;
import io.trino.spi.block.LongArrayBlock;
import io.trino.spi.type.BigintType;
import java.io.IOException;
import java.util.Optional;

/** {@link WholeNumbers} as they are, all else by Trino's decoder. */
final class BigintDecoder implements FieldDecoder {
    private final byte[] nullSequence;
    private final StockDecoder stock;

    BigintDecoder(byte[] nullSequence, StockDecoder stock) {
        this.nullSequence = requireNonNull(nullSequence, "nullSequence is null");
        this.stock = requireNonNull(stock, "stock is null");
    }

    @Override
    public Block decode(Fields fields) throws IOException {
        int rows = fields.rows();
        long[] values = new long[rows];
        boolean[] nulls = null;
        for (int row = 0; row < rows; row++) {
            boolean isNull = fields.isNull(row, nullSequence);
            if (!isNull) {
                long value = WholeNumbers.parse(fields.text(), fields.starts()[row], fields.lengths()[row]);
                if (value == WholeNumbers.UNKNOWN) {
                    Block single = stock.decode(fields, row);
                    isNull = single.isNull(0);
                    value = isNull ? 0 : BigintType.BIGINT.getLong(single, 0);
                }
                values[row] = value;
            }
            if (isNull) {
                nulls = nulls == null ? new boolean[rows] : nulls;
                nulls[row] = true;
            }
        }
        return new LongArrayBlock(rows, Optional.ofNullable(nulls), values);
    }
}
