// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.function;

import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.CallIn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.Costs;
import io.skipping.index.type.Matcher;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.Verdicts;
import io.skipping.index.value.BytesColumn;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.KeySet.Relation;
import io.skipping.index.value.Keys;
import io.skipping.index.value.Keys.NullOrder;
import io.skipping.index.value.ListColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.TextKeys;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Holds the results of a function in many ranges. Soundness (see {@code io.skipping.index.predicate}): the results kept
 * are exactly those of the rows for which the function returns a result, so if none of them is in the set, no row
 * satisfies the call.
 */
final class FunctionReader implements SummaryReader {
    private static final int MAX_DESCRIBED = 20;

    private final String function;
    private final ScalarType type;
    private final Keys results;
    /** whether the results of each range are known and can be compared */
    private final boolean[] known;
    /** first result of each range, with one more entry at the end */
    private final int[] offsets;

    FunctionReader(String function, ScalarType type, ListColumn ranges) {
        this.function = requireNonNull(function, "function is null");
        this.type = requireNonNull(type, "type is null");
        this.results = Keys.of(type, ranges.elements(), NullOrder.LOWEST);
        this.known = new boolean[ranges.size()];
        this.offsets = new int[known.length + 1];
        for (int range = 0; range < known.length; range++) {
            offsets[range + 1] = ranges.offset(range + 1);
            known[range] = !ranges.isNull(range)
                    && IntStream.range(offsets[range], offsets[range + 1])
                            .allMatch(result -> isComparable(ranges.elements(), result));
        }
    }

    /**
     * Returns whether the key of a result orders as the result does. A NULL should not occur, and char may have another
     * order.
     */
    private boolean isComparable(KeyColumn elements, int result) {
        return !elements.isNull(result)
                && !(elements instanceof BytesColumn texts
                        && !TextKeys.isOrderedByBytes(
                                type, texts.buffer(), texts.offset(result), texts.length(result)));
    }

    @Override
    public Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        return leaf instanceof CallIn call
                        && call.function().equals(function)
                        && call.values().type().equals(type)
                ? Optional.of(
                        Matcher.of(Costs.RESULTS, (from, to, verdicts) -> match(call.values(), from, to, verdicts)))
                : Optional.empty();
    }

    private void match(KeySet values, int from, int to, Verdicts verdicts) {
        for (int range = from; range < to; range++) {
            if (known[range] && !verdicts.isDecided(range) && !holdsAny(range, values)) {
                verdicts.cannotMatch(range);
            }
        }
    }

    /**
     * Returns whether a result of the range is in the set. It tests them one by one, because results are not sorted.
     */
    private boolean holdsAny(int range, KeySet values) {
        for (int result = offsets[range]; result < offsets[range + 1]; result++) {
            if (values.relate(results, result, result + 1) != Relation.DISJOINT) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String describe(int range) {
        if (!known[range]) {
            return "";
        }
        int count = offsets[range + 1] - offsets[range];
        return IntStream.range(offsets[range], offsets[range] + Math.min(count, MAX_DESCRIBED))
                .mapToObj(results::describe)
                .sorted()
                .collect(
                        Collectors.joining(", ", "{", count > MAX_DESCRIBED ? ", … %s in all}".formatted(count) : "}"));
    }

    @Override
    public long retainedBytes() {
        return results.retainedBytes() + 4L * offsets.length + known.length;
    }
}
