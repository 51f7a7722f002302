// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.values;

import com.google.common.collect.ImmutableSet;
import io.skipping.index.predicate.CallIn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.ColumnChecks;
import io.skipping.index.type.IndexOptions;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.NanFlags;
import io.skipping.index.type.NullCounts;
import io.skipping.index.type.SearchForm;
import io.skipping.index.type.SizeBudget;
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
 * Keeps all values of a column if there are few.
 *
 * <p>Fields: {@code values}, an array of the column's type in ascending order, without NULL and NaN; {@code nulls};
 * {@code has_nan} for real and double. A range has no summary if it has more than {@code limit} values (1000 by
 * default), or if they take more than {@code max_bytes} (65536) or more than {@code budget_percent} (100) of the range;
 * if {@code shared} (false) is set, the limit includes what other summaries take of that share.
 */
public final class ValuesIndexType implements IndexType {
    public static final String NAME = "values";
    public static final String LIMIT = "limit";

    static final int VALUES = 0;
    static final int NULLS = 1;
    static final int HAS_NAN = 2;

    private static final int DEFAULT_LIMIT = 1000;
    private static final int MAX_LIMIT = 1_000_000;
    private static final int DEFAULT_MAX_BYTES = 1 << 16;
    private static final double DEFAULT_PERCENT = 100;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Keeps all values where they are few: decides every comparison exactly, for categories in any order";
    }

    @Override
    public void check(List<ScalarType> columns, Map<String, String> options) {
        ColumnChecks.checkSingle(NAME, columns);
        limit(options(options));
        budget(options(options), new RangeContext(1));
    }

    @Override
    public List<SummaryField> fields(List<ScalarType> columns) {
        ScalarType type = ColumnChecks.single(columns);
        return NanFlags.after(type, SummaryField.list("values", type), NullCounts.FIELD);
    }

    @Override
    public Set<Purpose> purposes() {
        return EnumSet.of(Purpose.VERDICTS, Purpose.VALUES);
    }

    @Override
    public Summarizer summarizer(List<ScalarType> columns, Map<String, String> options, RangeContext range) {
        IndexOptions parsed = options(options);
        return new ValuesSummarizer(ColumnChecks.single(columns), limit(parsed), budget(parsed, range));
    }

    @Override
    public Optional<SearchForm> searchForm(List<ScalarType> columns) {
        return Optional.of(new ValuesSearch(ColumnChecks.single(columns)));
    }

    @Override
    public SummaryReader open(List<ScalarType> columns, int version, SummaryVectors summaries) {
        return new ValuesReader(ColumnChecks.single(columns), summaries);
    }

    /** Values decide what the engine tests one by one, such as a function of one column. */
    @Override
    public Fit fit(Predicate.Leaf condition) {
        boolean isOfValues =
                condition instanceof Predicate.InSet set && set.values().isPoints();
        boolean isTested = condition instanceof Predicate.Passing || condition instanceof CallIn;
        return isOfValues || isTested ? Fit.GOOD : Fit.POSSIBLE;
    }

    @Override
    public Map<String, String> roomier(Map<String, String> options) {
        return SizeBudget.roomier(
                options, DEFAULT_MAX_BYTES, DEFAULT_PERCENT, new IndexOptions.Limit(LIMIT, DEFAULT_LIMIT, MAX_LIMIT));
    }

    private static IndexOptions options(Map<String, String> options) {
        return new IndexOptions(
                NAME,
                options,
                ImmutableSet.<String>builder()
                        .add(LIMIT)
                        .addAll(SizeBudget.SHARING_OPTIONS)
                        .build());
    }

    private static int limit(IndexOptions options) {
        return options.integer(LIMIT, DEFAULT_LIMIT, 1, MAX_LIMIT);
    }

    private static SizeBudget budget(IndexOptions options, RangeContext range) {
        return SizeBudget.sharing(options, DEFAULT_MAX_BYTES, DEFAULT_PERCENT, range);
    }
}
