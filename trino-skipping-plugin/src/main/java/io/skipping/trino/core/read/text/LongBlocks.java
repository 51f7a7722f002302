// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import io.skipping.trino.core.release.Nulls;
import io.trino.spi.block.Block;
import io.trino.spi.block.IntArrayBlock;
import io.trino.spi.block.LongArrayBlock;
import java.util.Arrays;

/** Creates blocks of what decoders have read as longs. */
final class LongBlocks {
    private LongBlocks() {}

    /**
     * @param nulls which values are NULL; null if none is
     * @param ofIntegers whether the type of the values has blocks of ints, which each value then fits into
     */
    static Block of(long[] values, boolean[] nulls, boolean ofIntegers) {
        return ofIntegers
                ? new IntArrayBlock(
                        values.length,
                        Nulls.of(nulls),
                        Arrays.stream(values).mapToInt(value -> (int) value).toArray())
                : new LongArrayBlock(values.length, Nulls.of(nulls), values);
    }
}
