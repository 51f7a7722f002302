// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.function;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import io.skipping.index.type.IndexOptions;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.SizeBudget;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryField;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.value.Key;
import io.skipping.index.value.ListColumn;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps what a function of SQL gives for the values of a column, if these results are few: for users, who say what the
 * function does. Decides {@code f(column) = x} and {@code f(column) IN (…)}.
 *
 * <p>Right only if the function is deterministic, gives NULL for NULL, and {@link #apply} does exactly what it does. When it
 * comes to do something else, the index type needs another name: what is kept speaks of what it did.
 *
 * <p>Field: {@code results}, an array. A range has no summary if there are more than {@code limit} results (1000 by default),
 * or they take more than {@code max_bytes} (65536) or more than {@code budget_percent} (100) of the range.
 */
public abstract class FunctionIndexType implements IndexType {
    private static final String LIMIT = "limit";
    private static final int DEFAULT_LIMIT = 1000;
    private static final int MAX_LIMIT = 1_000_000;
    private static final int DEFAULT_MAX_BYTES = 1 << 16;
    private static final double DEFAULT_PERCENT = 100;

    private final String name;
    private final String function;
    private final ScalarType result;

    /**
     * @param name of this index type
     * @param function lower-case name in SQL, of a function that belongs to no catalog
     * @param result type of what the function gives; scalar, but neither real nor double
     */
    protected FunctionIndexType(String name, String function, ScalarType result) {
        this.name = requireNonNull(name, "name is null");
        this.function = requireNonNull(function, "function is null");
        this.result = requireNonNull(result, "result is null");
        checkArgument(result.hasKeys() && !result.isFloatingPoint(), "results of type %s cannot be kept", result);
    }

    /** Returns whether the function takes values of this type, and {@link #apply} takes its keys. */
    protected abstract boolean accepts(ScalarType column);

    /**
     * Returns what the function gives for a value. A range that may hold -0.0, whose key is that of 0.0, has no summary.
     *
     * @param value key of a value of a type that the function {@linkplain #accepts}; not to be held on to
     * @return key of the result's type; empty for NULL
     */
    protected abstract Optional<Key> apply(Key value);

    @Override
    public final String name() {
        return name;
    }

    @Override
    public String description() {
        return "Keeps what %1$s gives where that is little: decides %1$s(column) = x".formatted(function);
    }

    @Override
    public final void check(List<ScalarType> columns, Map<String, String> options) {
        checkArgument(
                columns.size() == 1 && accepts(columns.get(0)),
                "An index of type %s is over exactly one column that %s takes",
                name,
                function);
        limit(options(options));
        maxBytes(options(options), 1);
    }

    @Override
    public final List<SummaryField> fields(List<ScalarType> columns) {
        return List.of(SummaryField.list("results", result));
    }

    @Override
    public final Summarizer summarizer(List<ScalarType> columns, Map<String, String> options, RangeContext range) {
        IndexOptions parsed = options(options);
        return new FunctionSummarizer(this::apply, limit(parsed), maxBytes(parsed, range.bytes()));
    }

    @Override
    public final SummaryReader open(List<ScalarType> columns, int version, SummaryVectors summaries) {
        return new FunctionReader(
                function, result, (ListColumn) summaries.fields().get(0));
    }

    private IndexOptions options(Map<String, String> options) {
        return new IndexOptions(
                name,
                options,
                ImmutableSet.<String>builder()
                        .add(LIMIT)
                        .addAll(SizeBudget.OPTIONS)
                        .build());
    }

    private static int limit(IndexOptions options) {
        return options.integer(LIMIT, DEFAULT_LIMIT, 1, MAX_LIMIT);
    }

    private static long maxBytes(IndexOptions options, long rangeBytes) {
        return SizeBudget.of(options, DEFAULT_MAX_BYTES, DEFAULT_PERCENT, rangeBytes);
    }
}
