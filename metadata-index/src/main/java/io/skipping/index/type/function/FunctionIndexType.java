// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.function;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import io.skipping.index.predicate.CallIn;
import io.skipping.index.predicate.Predicate;
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
 * Keeps the results of an SQL function for the values of a column, if there are few of them. Users extend it and
 * implement the function. It decides {@code f(column) = x} and {@code f(column) IN (…)}.
 *
 * <p>It is sound only if the function is deterministic, returns NULL for NULL, and {@link #apply} returns exactly what
 * the function returns. If the function's behaviour changes, the index type needs another name, because stored
 * summaries describe the old behaviour.
 *
 * <p>Field: {@code results}, an array. A range has no summary if there are more than {@code limit} results (1000 by
 * default), or if they take more than {@code max_bytes} (65536) or more than {@code budget_percent} (100) of the range.
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
     * Creates an index type.
     *
     * @param name of this index type
     * @param function lower-case SQL name of a function that belongs to no catalog
     * @param result type of the function's result; it must have keys and be neither real nor double
     */
    protected FunctionIndexType(String name, String function, ScalarType result) {
        this.name = requireNonNull(name, "name is null");
        this.function = requireNonNull(function, "function is null");
        this.result = requireNonNull(result, "result is null");
        checkArgument(result.hasKeys() && !result.isFloatingPoint(), "results of type %s cannot be kept", result);
    }

    /** Returns whether the function accepts values of this type, and {@link #apply} their keys. */
    protected abstract boolean accepts(ScalarType column);

    /**
     * Returns the function's result for a value. A range that may contain -0.0, whose key is that of 0.0, has no
     * summary.
     *
     * @param value key of a value of a type that the function {@linkplain #accepts}; must not be kept
     * @return key of the result's type; empty for NULL
     */
    protected abstract Optional<Key> apply(Key value);

    @Override
    public final String name() {
        return name;
    }

    @Override
    public String description() {
        return "Keeps the results of %1$s where there are few: decides %1$s(column) = x".formatted(function);
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

    @Override
    public Fit fit(Predicate.Leaf condition) {
        return condition instanceof CallIn call
                        && call.function().equals(function)
                        && call.values().type().equals(result)
                ? Fit.BEST
                : Fit.POSSIBLE;
    }

    @Override
    public Map<String, String> roomier(Map<String, String> options) {
        return SizeBudget.roomier(
                options, DEFAULT_MAX_BYTES, DEFAULT_PERCENT, new IndexOptions.Limit(LIMIT, DEFAULT_LIMIT, MAX_LIMIT));
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
