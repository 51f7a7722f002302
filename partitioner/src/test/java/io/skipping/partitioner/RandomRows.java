// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes rows with what is likely to go wrong: NULL, NaN, zeros of both signs, infinities, extremes, ties, skew, odd
 * text.
 */
public final class RandomRows {
    /** Has one column of each type. */
    public static final List<Column> COLUMNS = List.of(
            new Column("bigint", ColumnType.BIGINT),
            new Column("double", ColumnType.DOUBLE),
            new Column("date", ColumnType.DATE),
            new Column("timestamp", ColumnType.TIMESTAMP),
            new Column("varchar", ColumnType.VARCHAR));

    private static final long[] LONGS = {
        Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE
    };
    private static final double[] DOUBLES = {
        Double.NaN,
        -0.0,
        0.0,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
    };
    private static final byte[][] TEXTS = {
        {},
        {0},
        {0, 0},
        "é".getBytes(StandardCharsets.UTF_8),
        "🛰".getBytes(StandardCharsets.UTF_8),
        {(byte) 0xFF},
        {(byte) 0xC3}
    };

    private final SplittableRandom random;
    private final List<Column> columns;

    public RandomRows(long seed, List<Column> columns) {
        random = new SplittableRandom(seed);
        this.columns = columns;
    }

    /** Fills the row anew. */
    public Row next(ArrayRow row) {
        for (int column = 0; column < columns.size(); column++) {
            fill(row, column, columns.get(column).type());
        }
        return row;
    }

    private void fill(ArrayRow row, int column, ColumnType type) {
        double kind = random.nextDouble();
        if (kind < 0.05) {
            row.setNull(column);
            return;
        }
        boolean odd = kind < 0.15;
        boolean tied = kind < 0.4;
        switch (type) {
            case VARCHAR ->
                row.set(
                        column,
                        odd
                                ? TEXTS[random.nextInt(TEXTS.length)]
                                : text(tied ? random.nextInt(3) : random.nextInt(1000)));
            case DOUBLE ->
                row.set(
                        column,
                        odd
                                ? DOUBLES[random.nextInt(DOUBLES.length)]
                                : tied ? random.nextInt(4) : Math.exp(20 * random.nextDouble() - 10));
            default ->
                row.set(
                        column,
                        odd
                                ? LONGS[random.nextInt(LONGS.length)]
                                : tied ? random.nextInt(4) : (long) Math.exp(30 * random.nextDouble()));
        }
    }

    private static byte[] text(int number) {
        return "text %d".formatted(number).getBytes(StandardCharsets.UTF_8);
    }
}
