// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.format;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.Reading;
import io.skipping.testing.meters.park.Town;
import io.skipping.testing.meters.park.Towns;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.block.DictionaryBlock;
import io.trino.spi.block.IntArrayBlock;
import io.trino.spi.block.LongArrayBlock;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.block.VariableWidthBlock;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Collects rows into pages for Trino's columnar writers. */
final class PageBuffer {
    private static final ValueBlock TYPES = dictionary(List.of("elec", "gas"));
    private static final ValueBlock CITIES =
            dictionary(Towns.france().all().stream().map(Town::name).toList());

    private final int capacity;
    private final long[][] longs = new long[MeterColumn.values().length][];
    private final int[][] ints = new int[MeterColumn.values().length][];
    private int rows;

    PageBuffer(int capacity) {
        this.capacity = capacity;
        reset();
    }

    /** Adds a row to a page that is not full, and returns whether the page is full now. */
    boolean add(Reading reading) {
        Meter meter = reading.meter;
        longs[0][rows] = reading.time;
        longs[1][rows] = bits(reading.indexWattHours() / 1e3);
        longs[2][rows] = bits(reading.offPeakWattHours / 1e3);
        longs[3][rows] = bits(reading.peakWattHours / 1e3);
        ints[4][rows] = meter.gas() ? 1 : 0;
        longs[5][rows] = meter.vid();
        ints[6][rows] = meter.size();
        longs[7][rows] = bits(reading.temperature / 1e2);
        ints[8][rows] = meter.townIndex();
        ints[9][rows] = meter.town().department();
        longs[10][rows] = bits(meter.latitude());
        longs[11][rows] = bits(meter.longitude());
        rows++;
        return rows == capacity;
    }

    boolean isEmpty() {
        return rows == 0;
    }

    /** Returns the rows since the last page. */
    Page take() {
        Block[] blocks = new Block[MeterColumn.values().length];
        for (MeterColumn column : MeterColumn.values()) {
            int index = column.ordinal();
            blocks[index] = switch (column) {
                case TYPE -> DictionaryBlock.create(rows, TYPES, ints[index]);
                case CITY -> DictionaryBlock.create(rows, CITIES, ints[index]);
                case SIZE, REGION -> new IntArrayBlock(rows, Optional.empty(), ints[index]);
                default -> new LongArrayBlock(rows, Optional.empty(), longs[index]);
            };
        }
        Page page = new Page(rows, blocks);
        reset();
        return page;
    }

    /** Allocates new arrays, since a page owns its own. */
    private void reset() {
        rows = 0;
        for (MeterColumn column : MeterColumn.values()) {
            switch (column) {
                case TYPE, CITY, SIZE, REGION -> ints[column.ordinal()] = new int[capacity];
                default -> longs[column.ordinal()] = new long[capacity];
            }
        }
    }

    private static long bits(double value) {
        return Double.doubleToLongBits(value);
    }

    private static ValueBlock dictionary(List<String> values) {
        int[] offsets = new int[values.size() + 1];
        for (int index = 0; index < values.size(); index++) {
            offsets[index + 1] = offsets[index] + values.get(index).getBytes(StandardCharsets.UTF_8).length;
        }
        Slice bytes = Slices.utf8Slice(String.join("", values));
        return new VariableWidthBlock(values.size(), bytes, offsets, Optional.empty());
    }
}
