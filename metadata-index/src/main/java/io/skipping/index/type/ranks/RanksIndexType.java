// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.ranks;

import static io.skipping.index.value.ScalarType.INTEGER;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.skipping.index.type.ColumnChecks;
import io.skipping.index.type.IndexOptions;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryField;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.value.ScalarType;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps the values of a column at some ranks, counted from its smallest and from its largest value.
 *
 * <p>Fields: {@code ranks}, an array of those ranks of the option {@code ranks} for which the range has enough values;
 * {@code smallest} and {@code largest}, arrays of the column's type and of the same length, with the value at each
 * rank. Every row counts, except those that are NULL or NaN. These summaries decide no predicate.
 *
 * <p>Without the option, ranges of 32 kB and more have the ranks 10, 100 and 1000, and smaller ranges have none. For
 * small ranges they would take as much space as all other indexes together, and save a query that wants {@code k} rows
 * no more than {@code k} rows of reading.
 */
public final class RanksIndexType implements IndexType {
    public static final String NAME = "ranks";
    static final String RANKS = "ranks";
    public static final String IF_READ = "if_read";

    private static final List<Integer> DEFAULT_RANKS = ImmutableList.of(10, 100, 1000);
    private static final int MAX_RANK = 10_000;
    /** Length in bytes from which a range has ranks if the option is not set. */
    private static final long DEFAULT_FROM_BYTES = 32 << 10;

    private static final int MOST_RANKS = 16;

    static final int RANK = 0;
    static final int SMALLEST = 1;
    static final int LARGEST = 2;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Keeps the values at some ranks from either end: finds the few ranges that ORDER BY with LIMIT needs";
    }

    @Override
    public void check(List<ScalarType> columns, Map<String, String> options) {
        ColumnChecks.checkSingleNumber(NAME, columns);
        ranks(options);
        options(options).bool(IF_READ, false);
    }

    @Override
    public List<SummaryField> fields(List<ScalarType> columns) {
        ScalarType values = ColumnChecks.single(columns);
        return ImmutableList.of(
                SummaryField.list("ranks", INTEGER),
                SummaryField.list("smallest", values),
                SummaryField.list("largest", values));
    }

    @Override
    public Set<Purpose> purposes() {
        return EnumSet.of(Purpose.RANKS);
    }

    @Override
    public boolean isWorthReading(Map<String, String> options) {
        return !options(options).bool(IF_READ, false);
    }

    @Override
    public Summarizer summarizer(List<ScalarType> columns, Map<String, String> options, RangeContext range) {
        List<Integer> ranks =
                options.containsKey(RANKS) || range.bytes() >= DEFAULT_FROM_BYTES ? ranks(options) : ImmutableList.of();
        return new RanksSummarizer(ColumnChecks.single(columns), ranks);
    }

    @Override
    public SummaryReader open(List<ScalarType> columns, int version, SummaryVectors summaries) {
        return new RanksReader(ColumnChecks.single(columns), summaries);
    }

    private static List<Integer> ranks(Map<String, String> options) {
        return options(options).ascending(RANKS, DEFAULT_RANKS, 1, MAX_RANK, MOST_RANKS);
    }

    private static IndexOptions options(Map<String, String> options) {
        return new IndexOptions(NAME, options, ImmutableSet.of(RANKS, IF_READ));
    }
}
