// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.CallIn;
import io.skipping.index.predicate.Predicate;
import io.trino.spi.block.Block;
import io.trino.spi.block.ColumnarArray;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a function gives in many ranges. Soundness (see {@code io.skipping.index.predicate}): the results kept are exactly
 * those of the rows for which the function gives one, so if none of them is in the set, no row satisfies the call.
 */
final class FunctionReader implements SummaryReader {
    private static final int MAX_DESCRIBED = 20;

    private final String function;
    private final Type type;
    private final ColumnarArray ranges;
    private final Block results;

    FunctionReader(String function, Type type, Block ranges) {
        this.function = requireNonNull(function, "function is null");
        this.type = requireNonNull(type, "type is null");
        this.ranges = ColumnarArray.toColumnarArray(ranges);
        this.results = this.ranges.getElementsBlock();
    }

    @Override
    public Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        return leaf instanceof CallIn call
                        && call.function().equals(function)
                        && call.values().getType().equals(type)
                ? Optional.of(
                        Matcher.of(Costs.RESULTS, (from, to, verdicts) -> match(call.values(), from, to, verdicts)))
                : Optional.empty();
    }

    private void match(ValueSet values, int from, int to, Verdicts verdicts) {
        for (int range = from; range < to; range++) {
            if (!ranges.isNull(range) && !verdicts.isDecided(range) && !holdsAny(range, values)) {
                verdicts.cannotMatch(range);
            }
        }
    }

    private boolean holdsAny(int range, ValueSet values) {
        return positions(range)
                .anyMatch(position -> results.isNull(position)
                        || values.containsValue(TypeUtils.readNativeValue(type, results, position)));
    }

    private IntStream positions(int range) {
        return IntStream.range(ranges.getOffset(range), ranges.getOffset(range) + ranges.getLength(range));
    }

    @Override
    public String describe(int range) {
        if (ranges.isNull(range)) {
            return "";
        }
        int count = ranges.getLength(range);
        return positions(range)
                .limit(MAX_DESCRIBED)
                // the session is for types that show the user's time zone, which no scalar type here does
                .mapToObj(position -> String.valueOf(type.getObjectValue(null, results, position)))
                .sorted()
                .collect(
                        Collectors.joining(", ", "{", count > MAX_DESCRIBED ? ", … %s in all}".formatted(count) : "}"));
    }

    @Override
    public long retainedBytes() {
        return results.getRetainedSizeInBytes() + 8L * ranges.getPositionCount();
    }
}
