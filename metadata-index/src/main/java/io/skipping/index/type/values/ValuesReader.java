// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.values;

import static com.google.common.base.Preconditions.checkArgument;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.ValueTest;
import io.skipping.index.type.Costs;
import io.skipping.index.type.Matcher;
import io.skipping.index.type.NanFlags;
import io.skipping.index.type.NullCounts;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.type.Verdicts;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.KeySet.Relation;
import io.skipping.index.value.Keys;
import io.skipping.index.value.Keys.NullOrder;
import io.skipping.index.value.ListColumn;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Holds the values of many ranges. Soundness (see {@code io.skipping.index.predicate}): the values kept are exactly
 * those of the rows that are neither NULL nor NaN.
 */
final class ValuesReader implements SummaryReader {
    private static final int MAX_DESCRIBED = 20;

    /** the range has a summary */
    private static final byte KNOWN = 1;
    /** every row has a value that is neither NULL nor NaN */
    private static final byte COMPLETE = 2;
    /** a row may be NaN */
    private static final byte NAN = 4;

    private final ScalarType type;
    private final NullCounts nulls;
    private final Keys values;
    /** first value of each range, with one more entry at the end */
    private final int[] offsets;

    private final byte[] states;

    ValuesReader(ScalarType type, SummaryVectors summaries) {
        this.type = type;
        ListColumn lists = (ListColumn) summaries.fields().get(ValuesIndexType.VALUES);
        checkArgument(!lists.elements().hasNull(), "the kept values of an index hold a NULL");
        this.nulls = new NullCounts(summaries.rowCounts(), summaries.fields().get(ValuesIndexType.NULLS));
        this.values = Keys.of(type, lists.elements(), NullOrder.LOWEST);
        this.offsets = new int[summaries.size() + 1];
        this.states = new byte[summaries.size()];
        NanFlags nans = NanFlags.of(type, summaries.fields());
        for (int range = 0; range < states.length; range++) {
            boolean known = !lists.isNull(range) && nulls.isKnown(range);
            offsets[range + 1] = lists.offset(range + 1);
            boolean mayHaveNan = nans.mayBeSet(range);
            states[range] = (byte) ((known ? KNOWN : 0)
                    | (nulls.isNoneNull(range) && !mayHaveNan ? COMPLETE : 0)
                    | (mayHaveNan ? NAN : 0));
        }
    }

    @Override
    public Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        if (leaf instanceof Predicate.IsNull) {
            return Optional.of(nulls.areNull());
        }
        if (leaf instanceof Predicate.InSet inSet && inSet.values().type().equals(type)) {
            return Optional.of(areIn(inSet.values()));
        }
        if (leaf instanceof Predicate.Passing passing) {
            return Optional.of(
                    Matcher.of(Costs.ENGINE, (from, to, verdicts) -> match(passing.test(), from, to, verdicts)));
        }
        return Optional.empty();
    }

    private Matcher areIn(KeySet set) {
        byte mayMatchAnyway = set.mayHoldNan() ? NAN : 0;
        return Matcher.of(Costs.SEARCH, (from, to, verdicts) -> match(set, mayMatchAnyway, from, to, verdicts));
    }

    private void match(KeySet set, byte mayMatchAnyway, int from, int to, Verdicts verdicts) {
        for (int range = from; range < to; range++) {
            byte state = states[range];
            if ((state & KNOWN) == 0 || verdicts.isDecided(range)) {
                continue;
            }
            Relation relation = offsets[range] == offsets[range + 1]
                    ? Relation.DISJOINT
                    : set.relate(values, offsets[range], offsets[range + 1]);
            if (relation == Relation.DISJOINT) {
                if ((state & mayMatchAnyway) == 0) {
                    verdicts.cannotMatch(range);
                }
            } else if (relation == Relation.INSIDE && (state & COMPLETE) != 0) {
                verdicts.mustMatch(range);
            }
        }
    }

    private void match(ValueTest test, int from, int to, Verdicts verdicts) {
        boolean nullPasses = test.mayPass(Optional.empty());
        for (int range = from; range < to; range++) {
            byte state = states[range];
            // NaNs are not kept, and a function may distinguish one NaN from another
            if ((state & KNOWN) == 0 || (state & NAN) != 0 || verdicts.isDecided(range)) {
                continue;
            }
            boolean passes = nullPasses && nulls.count(range) != 0;
            for (int index = offsets[range]; index < offsets[range + 1] && !passes; index++) {
                passes = test.mayPass(Optional.of(values.key(index)));
            }
            if (!passes) {
                verdicts.cannotMatch(range);
            }
        }
    }

    @Override
    public Optional<List<Key>> values(int range) {
        return (states[range] & KNOWN) == 0
                ? Optional.empty()
                : Optional.of(IntStream.range(offsets[range], offsets[range + 1])
                        .mapToObj(values::key)
                        .toList());
    }

    @Override
    public String describe(int range) {
        if ((states[range] & KNOWN) == 0) {
            return "";
        }
        int count = offsets[range + 1] - offsets[range];
        String text = IntStream.range(offsets[range], offsets[range] + Math.min(count, MAX_DESCRIBED))
                .mapToObj(values::describe)
                .collect(
                        Collectors.joining(", ", "{", count > MAX_DESCRIBED ? ", … %s in all}".formatted(count) : "}"));
        return text + ((states[range] & NAN) != 0 ? ", NaN" : "") + ", " + nulls.describe(range);
    }

    @Override
    public long retainedBytes() {
        return nulls.retainedBytes() + values.retainedBytes() + 4L * offsets.length + states.length;
    }
}
