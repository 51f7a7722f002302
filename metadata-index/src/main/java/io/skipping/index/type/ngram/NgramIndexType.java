// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.ngram;

import static io.skipping.index.value.ScalarType.VARBINARY;

import com.google.common.collect.ImmutableSet;
import io.skipping.index.predicate.Fragments;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.ColumnChecks;
import io.skipping.index.type.IndexOptions;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.SizeBudget;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryField;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.value.BytesColumn;
import io.skipping.index.value.ScalarType;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps the grams of a text column, see {@link Grams}.
 *
 * <p>Field: {@code filter}, an {@link NgramFilter} of the grams of each value. Its size follows from the number of
 * grams and from the share {@code fpp} (0.01 by default) of other grams that it reports as present. It is limited to
 * {@code max_bytes} (1048576) and to {@code budget_percent} (1.9) of the range. If the limits leave fewer than two bits
 * per gram, the longer grams are left out; if they do so for the shorter grams alone, the range has no filter.
 */
public final class NgramIndexType implements IndexType {
    static final String NAME = "ngram";
    static final String FPP = "fpp";

    private static final double DEFAULT_FPP = 0.01;
    private static final int DEFAULT_MAX_BYTES = 1 << 20;
    /** 2 % of the data, together with everything else in the files */
    private static final double DEFAULT_PERCENT = 1.9;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Keeps which runs of three and four bytes occur: decides LIKE '%text%' and the like, for words in log lines";
    }

    @Override
    public void check(List<ScalarType> columns, Map<String, String> options) {
        ColumnChecks.checkSingleVarchar(NAME, columns);
        summarizer(columns, options, new RangeContext(1));
    }

    @Override
    public List<SummaryField> fields(List<ScalarType> columns) {
        return List.of(new SummaryField("filter", VARBINARY));
    }

    @Override
    public Set<Purpose> purposes() {
        return EnumSet.of(Purpose.VERDICTS);
    }

    @Override
    public Summarizer summarizer(List<ScalarType> columns, Map<String, String> options, RangeContext range) {
        IndexOptions parsed = new IndexOptions(
                NAME,
                options,
                ImmutableSet.<String>builder()
                        .add(FPP)
                        .addAll(SizeBudget.OPTIONS)
                        .build());
        return new NgramSummarizer(
                parsed.fraction(FPP, DEFAULT_FPP, 0.000_001, 0.5),
                SizeBudget.of(parsed, DEFAULT_MAX_BYTES, DEFAULT_PERCENT, range.bytes()));
    }

    @Override
    public boolean mayDecide(Predicate.Leaf condition) {
        return condition instanceof Fragments;
    }

    @Override
    public Fit fit(Predicate.Leaf condition) {
        return condition instanceof Fragments ? Fit.GOOD : Fit.POSSIBLE;
    }

    @Override
    public Map<String, String> roomier(Map<String, String> options) {
        return SizeBudget.roomier(options, DEFAULT_MAX_BYTES, DEFAULT_PERCENT);
    }

    @Override
    public SummaryReader open(List<ScalarType> columns, int version, SummaryVectors summaries) {
        return new NgramReader((BytesColumn) summaries.fields().get(0));
    }
}
