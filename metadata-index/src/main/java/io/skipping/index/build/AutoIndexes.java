// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.ColumnChecks;
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
 * Chooses the indexes that a table gets without a request by its user, such that they take at most 0.5 % of the data.
 * These are bounds and NULL counts of every column, values at some ranks of numbers and times, all values where there
 * are few, Bloom filters where there may be identifiers, and boxes around points. Bounds and ranks take some dozens of
 * bytes per column and range. Values and filters share a budget, because it is unknown beforehand for which columns
 * they will be small. No column is read only for its ranks.
 */
public final class AutoIndexes {
    /** Budget for the values and the Bloom filters of all columns together, as a percentage of a range. */
    private static final String SHARED_PERCENT = "0.25";
    /** Share of the ranges without an identifier that are read for it at most, if there is room for such a filter. */
    private static final String BLOOM_FPP = "0.001";
    /** Budget for the boxes of all pairs of coordinates, as a percentage of a range. */
    private static final double BOXES_PERCENT = 0.04;
    /** Maximum length of a bound of text, in bytes. */
    private static final int TRUNCATE = 32;

    private static final int LIMIT = 1000;

    private AutoIndexes() {}

    /**
     * Returns the indexes for these columns. Columns that cannot be summarised get none.
     *
     * @param casts casts of some text columns to other types; only their bounds are kept, because the other summaries
     *     of the texts decide as much
     */
    public static List<IndexDefinition> choose(List<IndexedColumn> columns, List<IndexedColumn> casts) {
        ImmutableList.Builder<IndexDefinition> definitions = ImmutableList.builder();
        for (IndexedColumn column : columns) {
            if (!column.type().hasKeys()) {
                continue;
            }
            // in the order of evaluation: the cheapest first
            definitions.add(definition(NullsIndexType.NAME, column, ImmutableMap.of()));
            definitions.add(bounds(column));
            if (ColumnChecks.isNumber(column.type())) {
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

    /** Returns the minmax index of a column. */
    public static IndexDefinition bounds(IndexedColumn column) {
        return definition(MinMaxIndexType.NAME, column, minMaxOptions(column.type()));
    }

    /**
     * Returns the boxes around the points that pairs of columns hold. A table that has only measurements gets none:
     * earlier releases made none for it, and a different choice would cause all of its objects to be summarised again.
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

    /** Returns whether a column may have few values; measurements rarely repeat. */
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
