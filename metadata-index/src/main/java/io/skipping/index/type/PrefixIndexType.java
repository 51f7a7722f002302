// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.VarcharType.VARCHAR;

import com.google.common.collect.ImmutableSet;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Map;

/**
 * How the texts of a column begin.
 *
 * <p>Field: {@code prefixes}, an array in ascending order of the first {@code length} (8 by default) characters of each text,
 * or all of it if there are no more. A range has no summary if there are more than {@code limit} (1000) of them, or if they
 * take more than {@code max_bytes} (65536) or more than {@code budget_percent} (100) of the range.
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
        return "Keeps how texts begin, where there are few ways: decides LIKE 'text%', = and IN for paths and codes in any order";
    }

    @Override
    public void check(List<Type> columns, Map<String, String> options) {
        ScalarTypes.checkSingleVarchar(NAME, columns);
        summarizer(columns, options, new RangeContext(1));
    }

    @Override
    public List<SummaryField> fields(List<Type> columns) {
        return List.of(new SummaryField("prefixes", new ArrayType(VARCHAR)));
    }

    @Override
    public Summarizer summarizer(List<Type> columns, Map<String, String> options, RangeContext range) {
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
    public SummaryReader open(List<Type> columns, SummaryBlocks summaries) {
        return new PrefixReader(ScalarTypes.single(columns), summaries.fields().getFirst());
    }
}
