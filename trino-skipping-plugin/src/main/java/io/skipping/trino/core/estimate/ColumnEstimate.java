// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.estimate;

import static io.trino.spi.statistics.StatsUtil.toStatsRepresentation;
import static java.util.Objects.requireNonNull;

import io.skipping.index.type.RangeBounds;
import io.skipping.index.value.Key;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.value.TrinoKeys;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.statistics.ColumnStatistics;
import io.trino.spi.statistics.DoubleRange;
import io.trino.spi.statistics.Estimate;
import io.trino.spi.type.Type;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;

/** Combines what the index knows about a column in the ranges seen so far. Not thread-safe. */
final class ColumnEstimate {
    /**
     * Bounds how many values, over all ranges, are examined to count the distinct ones. Each costs about a microsecond.
     */
    private static final int MOST_VALUES = 200_000;

    private final Type type;
    private final ScalarType indexed;
    private long rows;
    private long nulls;
    private boolean nullsKnown = true;
    private boolean boundsKnown = true;
    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;
    private final Set<Key> values = new HashSet<>();
    private int valuesSeen;
    private boolean valuesKnown = true;

    /**
     * Creates an estimate without ranges.
     *
     * @param type type of the column, whose values must have keys
     */
    ColumnEstimate(ScalarType type) {
        this.indexed = requireNonNull(type, "type is null");
        this.type = TrinoTypes.trino(type);
    }

    /**
     * Adds an object.
     *
     * @param rowCounts number of rows in each range
     * @param bounds bounds of each range; empty if they are not known
     */
    void add(List<Long> rowCounts, Optional<List<Optional<RangeBounds>>> bounds) {
        for (int range = 0; range < rowCounts.size(); range++) {
            int position = range;
            rows += rowCounts.get(range);
            bounds.flatMap(ranges -> ranges.get(position))
                    .ifPresentOrElse(
                            known -> add(rowCounts.get(position), known), () -> addUnknown(position, rowCounts));
        }
    }

    private void addUnknown(int range, List<Long> rowCounts) {
        if (rowCounts.get(range) > 0) {
            nullsKnown = false;
            boundsKnown = false;
        }
    }

    private void add(long rowCount, RangeBounds bounds) {
        nulls += bounds.nulls();
        if (bounds.nulls() == rowCount) {
            return;
        }
        OptionalDouble minimum = number(bounds.minimum());
        OptionalDouble maximum = number(bounds.maximum());
        if (minimum.isPresent() && maximum.isPresent()) {
            low = Math.min(low, minimum.getAsDouble());
            high = Math.max(high, maximum.getAsDouble());
        } else {
            boundsKnown = false;
        }
    }

    /**
     * Converts a value to the number that the engine uses in statistics; empty for text and other types without one.
     */
    private OptionalDouble number(Optional<Key> value) {
        return value.map(known -> toStatsRepresentation(type, TrinoKeys.nativeValue(indexed, known)))
                .filter(number -> number.isPresent() && Double.isFinite(number.getAsDouble()))
                .orElse(OptionalDouble.empty());
    }

    /** Adds the values of an object, unless the number of distinct values can no longer be determined. */
    void addValues(List<Long> rowCounts, Supplier<Optional<List<Optional<List<Key>>>>> object) {
        if (!valuesKnown) {
            return;
        }
        Optional<List<Optional<List<Key>>>> ranges = object.get();
        for (int range = 0; range < rowCounts.size() && valuesKnown; range++) {
            int position = range;
            if (rowCounts.get(range) > 0) {
                ranges.flatMap(known -> known.get(position))
                        .ifPresentOrElse(this::addValues, () -> valuesKnown = false);
            }
        }
    }

    private void addValues(List<Key> ofRange) {
        valuesSeen += ofRange.size();
        if (valuesSeen > MOST_VALUES) {
            valuesKnown = false;
        } else {
            values.addAll(ofRange);
        }
    }

    /**
     * Returns the statistics of the column.
     *
     * @param withValues whether the values of all objects were added, so that the distinct values can be counted
     */
    ColumnStatistics statistics(boolean withValues) {
        ColumnStatistics.Builder statistics = ColumnStatistics.builder();
        if (nullsKnown && rows > 0) {
            statistics.setNullsFraction(Estimate.of((double) nulls / rows));
        }
        if (withValues && valuesKnown && rows > 0) {
            statistics.setDistinctValuesCount(Estimate.of(values.size()));
        }
        if (boundsKnown && low <= high) {
            statistics.setRange(new DoubleRange(low, high));
        }
        return statistics.build();
    }
}
