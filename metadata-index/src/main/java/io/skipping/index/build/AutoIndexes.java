// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.SizeBudget;
import io.skipping.index.type.bbox.BboxIndexType;
import io.skipping.index.type.bloom.BloomIndexType;
import io.skipping.index.type.minmax.MinMaxIndexType;
import io.skipping.index.type.nulls.NullsIndexType;
import io.skipping.index.type.ranks.RanksIndexType;
import io.skipping.index.type.values.ValuesIndexType;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Chooses the indexes of a table that its user need not ask for, so that they take at most 0.5 % of the data: bounds and NULL
 * counts of every column, values at some ranks of numbers and times, all values where they are few, Bloom filters where
 * there may be identifiers, and boxes around points. Bounds and ranks take some dozens of bytes a column and range; values
 * and filters share what they may take, since nobody knows beforehand of which columns they will be small. No column is read for
 * its ranks that need not be read for something else.
 */
public final class AutoIndexes {
    /** Share of a range, in percent, for the values and the Bloom filters of all columns together. */
    private static final String SHARED_PERCENT = "0.25";
    /** Of so many ranges that do not hold an identifier, one at most is read for it, where there is room. */
    private static final String BLOOM_FPP = "0.001";
    /** Share of a range, in percent, for the boxes of all pairs of coordinates. */
    private static final double BOXES_PERCENT = 0.04;
    /** Bytes of a bound of text. */
    private static final int TRUNCATE = 32;

    private static final int LIMIT = 1000;

    private AutoIndexes() {}

    /**
     * Returns the indexes for these columns; columns that cannot be summarised get none.
     *
     * @param casts what texts of some of the columns can be read as: only their bounds are kept, since whatever else is
     *     kept of the texts decides as much
     */
    public static List<IndexDefinition> choose(List<IndexedColumn> columns, List<IndexedColumn> casts) {
        ImmutableList.Builder<IndexDefinition> definitions = ImmutableList.builder();
        for (IndexedColumn column : columns) {
            if (!column.type().hasKeys()) {
                continue;
            }
            // in the order in which they are asked: the cheapest first
            definitions.add(definition(NullsIndexType.NAME, column, ImmutableMap.of()));
            definitions.add(bounds(column));
            if (RanksIndexType.isOver(column.type())) {
                definitions.add(
                        definition(RanksIndexType.NAME, column, ImmutableMap.of(RanksIndexType.IF_READ, "true")));
            }
            if (mayHaveFewValues(column)) {
                definitions.add(definition(
                        ValuesIndexType.NAME,
                        column,
                        ImmutableMap.of(
                                ValuesIndexType.LIMIT,
                                Integer.toString(LIMIT),
                                SizeBudget.BUDGET_PERCENT,
                                SHARED_PERCENT,
                                SizeBudget.SHARED,
                                "true")));
            }
            if (mayBeIdentifier(column)) {
                definitions.add(definition(
                        BloomIndexType.NAME,
                        column,
                        ImmutableMap.of(
                                BloomIndexType.FPP,
                                BLOOM_FPP,
                                SizeBudget.BUDGET_PERCENT,
                                SHARED_PERCENT,
                                SizeBudget.SHARED,
                                "true")));
            }
        }
        casts.forEach(cast -> definitions.add(bounds(cast)));
        return definitions.addAll(boxes(columns, casts)).build();
    }

    /** Returns the index of a column's bounds. */
    public static IndexDefinition bounds(IndexedColumn column) {
        return definition(MinMaxIndexType.NAME, column, minMaxOptions(column.type()));
    }

    /**
     * Boxes around the points that pairs of columns hold. A table of nothing but measurements has none: it never had, and
     * another choice would have all of its objects summarised anew.
     */
    private static List<IndexDefinition> boxes(List<IndexedColumn> columns, List<IndexedColumn> casts) {
        if (columns.stream().noneMatch(AutoIndexes::mayHaveFewValues)) {
            return ImmutableList.of();
        }
        List<List<IndexedColumn>> pairs = CoordinatePairs.of(ImmutableList.copyOf(Iterables.concat(columns, casts)));
        return pairs.stream()
                .map(pair -> new IndexDefinition(
                        BboxIndexType.NAME,
                        pair,
                        ImmutableMap.of(SizeBudget.BUDGET_PERCENT, share(BOXES_PERCENT, pairs.size()))))
                .collect(ImmutableList.toImmutableList());
    }

    private static Map<String, String> minMaxOptions(ScalarType type) {
        return type.form() == ScalarType.KeyForm.BYTES
                ? ImmutableMap.of(MinMaxIndexType.TRUNCATE, Integer.toString(TRUNCATE))
                : ImmutableMap.of();
    }

    /** Measurements rarely repeat. */
    private static boolean mayHaveFewValues(IndexedColumn column) {
        return column.type().hasKeys() && !column.type().isFloatingPoint();
    }

    private static boolean mayBeIdentifier(IndexedColumn column) {
        switch (column.type().kind()) {
            case BIGINT:
            case INTEGER:
            case VARCHAR:
                return true;
            default:
                return false;
        }
    }

    private static String share(double percent, long columns) {
        return String.format(Locale.ROOT, "%.4f", percent / columns);
    }

    private static IndexDefinition definition(String type, IndexedColumn column, Map<String, String> options) {
        return new IndexDefinition(type, ImmutableList.of(column), options);
    }
}
