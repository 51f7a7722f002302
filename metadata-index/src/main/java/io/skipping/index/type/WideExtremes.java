// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.BooleanType.BOOLEAN;

import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.type.Type;
import java.util.List;

/** Extremes of the types whose keys are two longs. */
final class WideExtremes implements Extremes {
    private final Type type;
    private long minimumHigh = Long.MAX_VALUE;
    private long minimumLow = Long.MAX_VALUE;
    private long maximumHigh = Long.MIN_VALUE;
    private long maximumLow = Long.MIN_VALUE;
    private boolean isEmpty = true;

    WideExtremes(Type type) {
        this.type = type;
    }

    @Override
    public void add(ValueBlock values, int[] positions, int count) {
        for (int i = 0; i < count; i++) {
            long high = WideCodec.high(values, positions[i]);
            long low = WideCodec.low(values, positions[i]);
            if (WideCodec.compare(high, low, minimumHigh, minimumLow) < 0) {
                minimumHigh = high;
                minimumLow = low;
            }
            if (WideCodec.compare(high, low, maximumHigh, maximumLow) > 0) {
                maximumHigh = high;
                maximumLow = low;
            }
        }
        isEmpty &= count == 0;
    }

    @Override
    public boolean addBounds(ValueBlock bounds) {
        if (WideCodec.compare(
                        WideCodec.high(bounds, 0),
                        WideCodec.low(bounds, 0),
                        WideCodec.high(bounds, 1),
                        WideCodec.low(bounds, 1))
                > 0) {
            return false;
        }
        add(bounds, new int[] {0, 1}, 2);
        return true;
    }

    @Override
    public void finish(List<BlockBuilder> fields, boolean exact) {
        BOOLEAN.writeBoolean(fields.get(MinMaxIndexType.MIN_EXACT), exact);
        BOOLEAN.writeBoolean(fields.get(MinMaxIndexType.MAX_EXACT), exact);
        if (isEmpty) {
            fields.get(MinMaxIndexType.MIN).appendNull();
            fields.get(MinMaxIndexType.MAX).appendNull();
            return;
        }
        WideCodec.write(type, fields.get(MinMaxIndexType.MIN), minimumHigh, minimumLow);
        WideCodec.write(type, fields.get(MinMaxIndexType.MAX), maximumHigh, maximumLow);
    }

    @Override
    public long retainedBytes() {
        return 4L * Long.BYTES;
    }
}
