// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.VarbinaryType.VARBINARY;

import com.google.common.collect.ImmutableSet;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Map;

/**
 * A Bloom filter of a column's values.
 *
 * <p>Field: {@code filter}, see {@link BloomFilter}; NULLs and NaNs are not in it. Its size follows from the number of
 * values and the share {@code fpp} (0.01 by default) of other values that it takes for one of them, but it takes at most
 * {@code max_bytes} (1048576) and {@code budget_percent} (2) of the range; if {@code shared} (false), together with what
 * others take that share. A range has none if that left fewer than
 * four bits a value, or if it holds at most {@code above} (0) values, because then {@code values} serves better.
 */
public final class BloomIndexType implements IndexType {
    static final String NAME = "bloom";
    static final String FPP = "fpp";
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
    public void check(List<Type> columns, Map<String, String> options) {
        ScalarTypes.checkSingle(NAME, columns);
        summarizer(columns, options, new RangeContext(1));
    }

    @Override
    public List<SummaryField> fields(List<Type> columns) {
        return List.of(new SummaryField("filter", VARBINARY));
    }

    @Override
    public Summarizer summarizer(List<Type> columns, Map<String, String> options, RangeContext range) {
        IndexOptions parsed = new IndexOptions(
                NAME,
                options,
                ImmutableSet.<String>builder()
                        .add(FPP, ABOVE)
                        .addAll(SizeBudget.SHARING_OPTIONS)
                        .build());
        return new BloomSummarizer(
                ScalarTypes.single(columns),
                parsed.fraction(FPP, DEFAULT_FPP, 0.000_001, 0.5),
                parsed.integer(ABOVE, DEFAULT_ABOVE, 0, MAX_ABOVE),
                SizeBudget.sharing(parsed, DEFAULT_MAX_BYTES, DEFAULT_PERCENT, range));
    }

    @Override
    public SummaryReader open(List<Type> columns, SummaryBlocks summaries) {
        return new BloomReader(ScalarTypes.single(columns), summaries.fields().getFirst());
    }
}
