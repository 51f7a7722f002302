// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import java.util.List;

/**
 * Divides columns of numbers into cells of equal size, and distributes the cells over the partitions by a hash.
 * Neighbouring records stay together, but a partition contains cells from anywhere, and the partitions' sizes are left
 * to chance.
 */
public final class GridModel implements LayoutModel {
    static final int MOST_PRECISION = 9;

    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    private final List<Column> columns;
    private final ColumnType[] types;
    private final int partitions;
    private final int precision;
    private final double cellsAUnit;

    /**
     * Creates a model.
     *
     * @param precision the decimal digits of a cell's side: 0 makes cells of one degree, 1 of a tenth of a degree
     * @throws IllegalArgumentException for a column of text, or a precision or number of partitions out of range
     */
    public GridModel(List<Column> columns, int partitions, int precision) {
        this.columns = Column.distinct(columns);
        this.partitions = LayoutModel.checkPartitions(partitions);
        if (Math.abs(precision) > MOST_PRECISION) {
            throw new IllegalArgumentException(
                    "Precision must be -%1$d to %1$d: %2$d".formatted(MOST_PRECISION, precision));
        }
        for (Column column : columns) {
            if (column.type().isText()) {
                throw new IllegalArgumentException("A grid has no cells of text: column " + column.name());
            }
        }
        this.precision = precision;
        types = columns.stream().map(Column::type).toArray(ColumnType[]::new);
        // the nearest double, where Math.pow may be another one on another Java
        cellsAUnit = Double.parseDouble("1e" + precision);
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public int partitions() {
        return partitions;
    }

    int precision() {
        return precision;
    }

    @Override
    public int partition(Row row) {
        long hash = 0;
        for (int column = 0; column < types.length; column++) {
            hash = mix(hash + GOLDEN_RATIO + cell(row, column));
        }
        // the upper half of the unsigned product
        return (int) (Math.multiplyHigh(hash, partitions) + ((hash >> 63) & partitions));
    }

    private long cell(Row row, int column) {
        if (row.isNull(column)) {
            return Keys.NULL;
        }
        double value = types[column] == ColumnType.DOUBLE ? row.doubleValue(column) : row.longValue(column);
        return Double.isNaN(value) ? Keys.NULL : (long) Math.floor(value * cellsAUnit);
    }

    /**
     * Applies the finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA
     * 2014).
     */
    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
