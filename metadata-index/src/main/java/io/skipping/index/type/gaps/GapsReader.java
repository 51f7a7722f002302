// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.gaps;

import static com.google.common.base.Preconditions.checkArgument;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.Costs;
import io.skipping.index.type.Matcher;
import io.skipping.index.type.NanFlags;
import io.skipping.index.type.NullCounts;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.type.Verdicts;
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
 * Holds the intervals of many ranges. Soundness (see {@code io.skipping.index.predicate}): every value that is neither
 * NULL nor NaN is in an interval of its range. A set that meets no interval therefore contains no such value, and a set
 * that contains all intervals contains all such values.
 */
final class GapsReader implements SummaryReader {
    /** the range has a summary */
    private static final byte KNOWN = 1;
    /** every row has a value that is neither NULL nor NaN */
    private static final byte COMPLETE = 2;
    /** a row may be NaN */
    private static final byte NAN = 4;

    private final ScalarType type;
    private final NullCounts nulls;
    private final Keys starts;
    private final Keys ends;
    /** first interval of each range, with one more entry at the end */
    private final int[] offsets;

    private final byte[] states;

    GapsReader(ScalarType type, SummaryVectors summaries) {
        this.type = type;
        ListColumn from = (ListColumn) summaries.fields().get(GapsIndexType.FROM);
        ListColumn to = (ListColumn) summaries.fields().get(GapsIndexType.TO);
        checkArgument(
                !from.elements().hasNull() && !to.elements().hasNull(),
                "the kept intervals of an index have a bound that is NULL");
        this.nulls = new NullCounts(summaries.rowCounts(), summaries.fields().get(GapsIndexType.NULLS));
        this.starts = Keys.of(type, from.elements(), NullOrder.LOWEST);
        this.ends = Keys.of(type, to.elements(), NullOrder.LOWEST);
        this.offsets = new int[summaries.size() + 1];
        this.states = new byte[summaries.size()];
        NanFlags nans = NanFlags.of(type, summaries.fields());
        for (int range = 0; range < states.length; range++) {
            checkArgument(
                    from.length(range) == to.length(range),
                    "the stored intervals of an index do not have as many ends as starts");
            offsets[range + 1] = from.offset(range + 1);
            boolean known = !from.isNull(range) && !to.isNull(range) && nulls.isKnown(range);
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
        return Optional.empty();
    }

    private Matcher areIn(KeySet values) {
        byte mayMatchAnyway = values.mayHoldNan() ? NAN : 0;
        return Matcher.of(Costs.SEARCH, (from, to, verdicts) -> match(values, mayMatchAnyway, from, to, verdicts));
    }

    private void match(KeySet values, byte mayMatchAnyway, int from, int to, Verdicts verdicts) {
        for (int range = from; range < to; range++) {
            byte state = states[range];
            if ((state & KNOWN) == 0 || verdicts.isDecided(range)) {
                continue;
            }
            Relation relation = relate(values, range);
            if (relation == Relation.DISJOINT) {
                if ((state & mayMatchAnyway) == 0) {
                    verdicts.cannotMatch(range);
                }
            } else if (relation == Relation.INSIDE && (state & COMPLETE) != 0) {
                verdicts.mustMatch(range);
            }
        }
    }

    /** Returns how the set relates to all intervals of a range. It is disjoint from a range without intervals. */
    private Relation relate(KeySet values, int range) {
        Relation all = Relation.DISJOINT;
        for (int interval = offsets[range]; interval < offsets[range + 1]; interval++) {
            Relation relation = values.relate(starts, ends, interval);
            if (interval > offsets[range] && relation != all || relation == Relation.CROSSES) {
                return Relation.CROSSES;
            }
            all = relation;
        }
        return all;
    }

    @Override
    public String describe(int range) {
        if ((states[range] & KNOWN) == 0) {
            return "";
        }
        String text = IntStream.range(offsets[range], offsets[range + 1])
                .mapToObj(interval -> "[%s, %s]".formatted(starts.describe(interval), ends.describe(interval)))
                .collect(Collectors.joining(", ", "{", "}"));
        return text + ((states[range] & NAN) != 0 ? ", NaN" : "") + ", " + nulls.describe(range);
    }

    @Override
    public long retainedBytes() {
        return nulls.retainedBytes()
                + starts.retainedBytes()
                + ends.retainedBytes()
                + 4L * offsets.length
                + states.length;
    }
}
