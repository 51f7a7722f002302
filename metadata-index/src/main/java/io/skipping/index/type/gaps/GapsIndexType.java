// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.gaps;

import com.google.common.collect.ImmutableSet;
import io.skipping.index.type.ColumnChecks;
import io.skipping.index.type.IndexOptions;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.NanFlags;
import io.skipping.index.type.NullCounts;
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
 * Keeps the widest gaps between the values of a column, in the form of the intervals between them, which contain all
 * values.
 *
 * <p>Fields: {@code from} and {@code to}, arrays of the column's type with the bounds of the intervals in ascending
 * order, each of which is a value that occurs; {@code nulls}; {@code has_nan} for real and double. NaNs are in no
 * interval. The option {@code gaps} (8 by default) limits the number of gaps; there is at most one interval more.
 * {@link Intervals} says which gaps are found.
 */
public final class GapsIndexType implements IndexType {
    static final String NAME = "gaps";
    static final String GAPS = "gaps";

    private static final int DEFAULT_GAPS = 8;
    private static final int MAX_GAPS = 256;

    static final int FROM = 0;
    static final int TO = 1;
    static final int NULLS = 2;
    static final int HAS_NAN = 3;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Keeps the widest gaps between values: decides comparisons where bounds are far apart and most between them is empty";
    }

    @Override
    public void check(List<ScalarType> columns, Map<String, String> options) {
        ColumnChecks.checkSingleNumber(NAME, columns);
        gaps(options);
    }

    @Override
    public List<SummaryField> fields(List<ScalarType> columns) {
        ScalarType type = ColumnChecks.single(columns);
        return NanFlags.after(type, SummaryField.list("from", type), SummaryField.list("to", type), NullCounts.FIELD);
    }

    @Override
    public Set<Purpose> purposes() {
        return EnumSet.of(Purpose.VERDICTS);
    }

    @Override
    public Summarizer summarizer(List<ScalarType> columns, Map<String, String> options, RangeContext range) {
        return new GapsSummarizer(ColumnChecks.single(columns), gaps(options));
    }

    @Override
    public SummaryReader open(List<ScalarType> columns, int version, SummaryVectors summaries) {
        return new GapsReader(ColumnChecks.single(columns), summaries);
    }

    private static int gaps(Map<String, String> options) {
        return new IndexOptions(NAME, options, ImmutableSet.of(GAPS)).integer(GAPS, DEFAULT_GAPS, 1, MAX_GAPS);
    }
}
