// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.minmax;

import static io.skipping.index.value.ScalarType.BOOLEAN;

import com.google.common.collect.ImmutableSet;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.ColumnChecks;
import io.skipping.index.type.IndexOptions;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.NanFlags;
import io.skipping.index.type.NullCounts;
import io.skipping.index.type.SearchForm;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryField;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.value.ScalarType;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps the smallest and the largest value of a column.
 *
 * <p>Fields:
 * <ul>
 * <li>{@code min} and {@code max}, of the column's type. NaNs are in neither bound. A range has no bounds if all its
 *     values are NULL or NaN, or if its char values do not order as their bytes do; the counts tell these cases apart.
 * <li>{@code nulls}, the number of NULLs.
 * <li>{@code min_exact} and {@code max_exact}, whether the bound is known to occur. This is false for bounds from a
 *     footer, for text and bytes that were cut to the option {@code truncate} (64 bytes by default), and for a zero if
 *     some row is -0.0, because bounds do not hold its sign.
 * <li>{@code has_nan}, for real and double, whether a row may be NaN.
 * </ul>
 *
 * <p>Footers of Parquet and ORC do not say whether there are NaNs. Real and double columns are therefore read to find
 * out, unless the option {@code nans} is {@code unknown}: then bounds from footers suffice, and any range with such
 * bounds may contain a NaN.
 */
public final class MinMaxIndexType implements IndexType {
    public static final String NAME = "minmax";
    public static final String TRUNCATE = "truncate";
    static final String NANS = "nans";
    private static final String KNOWN = "known";
    private static final String UNKNOWN = "unknown";

    private static final int DEFAULT_TRUNCATE = 64;
    private static final int MAX_TRUNCATE = 1 << 16;

    static final int MIN = 0;
    static final int MAX = 1;
    static final int NULLS = 2;
    static final int MIN_EXACT = 3;
    static final int MAX_EXACT = 4;
    static final int HAS_NAN = 5;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Keeps the smallest and the largest value: decides comparisons, BETWEEN and IN where data is clustered";
    }

    @Override
    public void check(List<ScalarType> columns, Map<String, String> options) {
        ColumnChecks.checkSingle(NAME, columns);
        truncate(options);
        areNansKnown(options);
    }

    @Override
    public List<SummaryField> fields(List<ScalarType> columns) {
        ScalarType type = ColumnChecks.single(columns);
        return NanFlags.after(
                type,
                new SummaryField("min", type),
                new SummaryField("max", type),
                NullCounts.FIELD,
                new SummaryField("min_exact", BOOLEAN),
                new SummaryField("max_exact", BOOLEAN));
    }

    @Override
    public Set<Purpose> purposes() {
        return EnumSet.of(Purpose.VERDICTS, Purpose.BOUNDS);
    }

    @Override
    public Summarizer summarizer(List<ScalarType> columns, Map<String, String> options, RangeContext range) {
        ScalarType type = ColumnChecks.single(columns);
        return new MinMaxSummarizer(extremes(type, options), !type.isFloatingPoint() || !areNansKnown(options));
    }

    private static Extremes extremes(ScalarType type, Map<String, String> options) {
        switch (type.form()) {
            case LONG:
                return new LongExtremes(type);
            case WIDE:
                return new WideExtremes();
            default:
                return new ByteExtremes(type, truncate(options));
        }
    }

    @Override
    public Optional<SearchForm> searchForm(List<ScalarType> columns) {
        return Optional.of(new MinMaxSearch(ColumnChecks.single(columns)));
    }

    @Override
    public Fit fit(Predicate.Leaf condition) {
        return condition instanceof Predicate.InSet set && !set.values().isPoints() ? Fit.GOOD : Fit.POSSIBLE;
    }

    @Override
    public SummaryReader open(List<ScalarType> columns, int version, SummaryVectors summaries) {
        return new MinMaxReader(ColumnChecks.single(columns), summaries);
    }

    private static int truncate(Map<String, String> options) {
        return options(options).integer(TRUNCATE, DEFAULT_TRUNCATE, 1, MAX_TRUNCATE);
    }

    private static boolean areNansKnown(Map<String, String> options) {
        return options(options)
                .word(NANS, KNOWN, ImmutableSet.of(KNOWN, UNKNOWN))
                .equals(KNOWN);
    }

    private static IndexOptions options(Map<String, String> options) {
        return new IndexOptions(NAME, options, ImmutableSet.of(TRUNCATE, NANS));
    }
}
