// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slices;
import io.skipping.trino.core.release.Nulls;
import io.trino.spi.block.Block;
import io.trino.spi.block.VariableWidthBlock;
import java.util.function.IntPredicate;

/** Decodes fields as text of unbounded length. */
public final class TextDecoder implements FieldDecoder {
    private final byte[] nullSequence;

    public TextDecoder(byte[] nullSequence) {
        this.nullSequence = requireNonNull(nullSequence, "nullSequence is null");
    }

    @Override
    public Block decode(Fields fields) {
        return copy(fields, row -> fields.isNull(row, nullSequence));
    }

    /** Returns a block with one position for each row: NULL or the text of its field. */
    static VariableWidthBlock copy(Fields fields, IntPredicate isNull) {
        int rows = fields.rows();
        boolean[] nulls = null;
        int[] offsets = new int[rows + 1];
        for (int row = 0; row < rows; row++) {
            boolean none = isNull.test(row);
            if (none) {
                nulls = nulls == null ? new boolean[rows] : nulls;
                nulls[row] = true;
            }
            offsets[row + 1] = offsets[row] + (none ? 0 : fields.lengths()[row]);
        }
        byte[] values = new byte[offsets[rows]];
        for (int row = 0; row < rows; row++) {
            System.arraycopy(
                    fields.text(), fields.starts()[row], values, offsets[row], offsets[row + 1] - offsets[row]);
        }
        return new VariableWidthBlock(rows, Slices.wrappedBuffer(values), offsets, Nulls.of(nulls));
    }
}
