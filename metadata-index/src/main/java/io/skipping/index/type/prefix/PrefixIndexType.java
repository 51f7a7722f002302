// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.prefix;

import static io.skipping.index.value.ScalarType.VARCHAR;

import com.google.common.collect.ImmutableSet;
import io.skipping.index.type.ColumnChecks;
import io.skipping.index.type.IndexOptions;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.SizeBudget;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryField;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.value.ListColumn;
import io.skipping.index.value.ScalarType;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps the prefixes of the texts of a column.
 *
 * <p>Field: {@code prefixes}, an array in ascending order of the first {@code length} (8 by default) characters of each
 * text, or of the whole text if it is shorter. A range has no summary if there are more than {@code limit} (1000)
 * prefixes, or if they take more than {@code max_bytes} (65536) or more than {@code budget_percent} (100) of the range.
 */
public final class PrefixIndexType implements IndexType {
    static final String NAME = "prefix";
    static final String LENGTH = "length";
    static final String LIMIT = "limit";

    private static final int DEFAULT_LENGTH = 8;
    private static final int MAX_LENGTH = 1000;
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
        return "Keeps the prefixes of texts, where there are few: decides LIKE 'text%', = and IN for paths and codes in any order";
    }

    @Override
    public void check(List<ScalarType> columns, Map<String, String> options) {
        ColumnChecks.checkSingleVarchar(NAME, columns);
        summarizer(columns, options, new RangeContext(1));
    }

    @Override
    public List<SummaryField> fields(List<ScalarType> columns) {
        return List.of(SummaryField.list("prefixes", VARCHAR));
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
                        .add(LENGTH, LIMIT)
                        .addAll(SizeBudget.OPTIONS)
                        .build());
        return new PrefixSummarizer(
                parsed.integer(LENGTH, DEFAULT_LENGTH, 1, MAX_LENGTH),
                parsed.integer(LIMIT, DEFAULT_LIMIT, 1, MAX_LIMIT),
                SizeBudget.of(parsed, DEFAULT_MAX_BYTES, DEFAULT_PERCENT, range.bytes()));
    }

    @Override
    public Map<String, String> roomier(Map<String, String> options) {
        return SizeBudget.roomier(
                options, DEFAULT_MAX_BYTES, DEFAULT_PERCENT, new IndexOptions.Limit(LIMIT, DEFAULT_LIMIT, MAX_LIMIT));
    }

    @Override
    public SummaryReader open(List<ScalarType> columns, int version, SummaryVectors summaries) {
        return new PrefixReader(
                ColumnChecks.single(columns), (ListColumn) summaries.fields().get(0));
    }
}
