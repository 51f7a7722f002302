// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bloom;

import static io.skipping.index.value.ScalarType.VARBINARY;

import com.google.common.collect.ImmutableSet;
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
 * Keeps a Bloom filter of a column's values.
 *
 * <p>Field: {@code filter}, see {@link BloomFilter}; it does not contain NULLs and NaNs. Its size follows from the
 * number of values and from the share {@code fpp} (0.01 by default) of other values that it reports as present. It is
 * limited to {@code max_bytes} (1048576) and to {@code budget_percent} (2) of the range; if {@code shared} (false) is
 * set, the limit includes what other summaries take of that share. A range has no filter if the limits leave fewer than
 * four bits per value, or if it has at most {@code above} (0) values, because {@code values} serves these better.
 */
public final class BloomIndexType implements IndexType {
    public static final String NAME = "bloom";
    public static final String FPP = "fpp";
    static final String ABOVE = "above";

    private static final double DEFAULT_FPP = 0.01;
    private static final int DEFAULT_ABOVE = 0;
    private static final int MAX_ABOVE = 1_000_000;
    private static final int DEFAULT_MAX_BYTES = 1 << 20;
    private static final double DEFAULT_PERCENT = 2;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Keeps a Bloom filter: decides = and IN for identifiers, which are many and in no order";
    }

    @Override
    public void check(List<ScalarType> columns, Map<String, String> options) {
        ColumnChecks.checkSingle(NAME, columns);
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
                        .add(FPP, ABOVE)
                        .addAll(SizeBudget.SHARING_OPTIONS)
                        .build());
        return new BloomSummarizer(
                ColumnChecks.single(columns),
                parsed.fraction(FPP, DEFAULT_FPP, 0.000_001, 0.5),
                parsed.integer(ABOVE, DEFAULT_ABOVE, 0, MAX_ABOVE),
                SizeBudget.sharing(parsed, DEFAULT_MAX_BYTES, DEFAULT_PERCENT, range));
    }

    @Override
    public boolean mayDecide(Predicate.Leaf condition) {
        return BloomReader.mayDecide(condition);
    }

    @Override
    public Fit fit(Predicate.Leaf condition) {
        return condition instanceof Predicate.InSet set && set.values().isPoints() ? Fit.FINER : Fit.POSSIBLE;
    }

    @Override
    public Map<String, String> roomier(Map<String, String> options) {
        return SizeBudget.roomier(options, DEFAULT_MAX_BYTES, DEFAULT_PERCENT);
    }

    @Override
    public SummaryReader open(List<ScalarType> columns, int version, SummaryVectors summaries) {
        return new BloomReader(
                ColumnChecks.single(columns), (BytesColumn) summaries.fields().get(0));
    }
}
