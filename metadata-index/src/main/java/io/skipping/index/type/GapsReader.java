// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static com.google.common.base.Preconditions.checkArgument;
import static io.trino.spi.type.BooleanType.BOOLEAN;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.KeyRanges.Relation;
import io.skipping.index.type.Keys.NullOrder;
import io.trino.spi.block.Block;
import io.trino.spi.block.ColumnarArray;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The intervals of many ranges. Soundness (see {@code io.skipping.index.predicate}): every value that is neither NULL nor
 * NaN is in an interval of its range, so a set that meets no interval holds no value, and one that holds all intervals
 * holds all values.
 */
final class GapsReader implements SummaryReader {
    /** the range has a summary */
    private static final byte KNOWN = 1;
    /** every row has a value that compares */
    private static final byte COMPLETE = 2;
    /** some row may be NaN */
    private static final byte NAN = 4;

    private final Type type;
    private final NullCounts nulls;
    private final Keys starts;
    private final Keys ends;
    /** first interval of each range, with one more entry at the end */
    private final int[] offsets;

    private final byte[] states;

    GapsReader(Type type, SummaryBlocks summaries) {
        this.type = type;
        ColumnarArray from = ColumnarArray.toColumnarArray(summaries.fields().get(GapsIndexType.FROM));
        ColumnarArray to = ColumnarArray.toColumnarArray(summaries.fields().get(GapsIndexType.TO));
        checkArgument(
                !from.getElementsBlock().hasNull() && !to.getElementsBlock().hasNull(),
                "the kept intervals of an index have a bound that is NULL");
        this.nulls = new NullCounts(summaries.rowCounts(), summaries.fields().get(GapsIndexType.NULLS));
        this.starts = Keys.of(type, from.getElementsBlock(), NullOrder.LOWEST);
        this.ends = Keys.of(type, to.getElementsBlock(), NullOrder.LOWEST);
        this.offsets = new int[summaries.size() + 1];
        this.states = new byte[summaries.size()];
        for (int range = 0; range < states.length; range++) {
            int count = from.isNull(range) ? 0 : from.getLength(range);
            checkArgument(
                    count == (to.isNull(range) ? 0 : to.getLength(range)),
                    "the kept intervals of an index have not as many ends as starts");
            offsets[range + 1] = offsets[range] + count;
            boolean known = !from.isNull(range) && !to.isNull(range) && nulls.isKnown(range);
            boolean mayHaveNan = false;
            if (ScalarTypes.isFloatingPoint(type)) {
                Block hasNan = summaries.fields().get(GapsIndexType.HAS_NAN);
                mayHaveNan = hasNan.isNull(range) || BOOLEAN.getBoolean(hasNan, range);
            }
            states[range] = (byte) ((known ? KNOWN : 0)
                    | (nulls.isNoneNull(range) && !mayHaveNan ? COMPLETE : 0)
                    | (mayHaveNan ? NAN : 0));
        }
    }

    @Override
    public Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        return switch (leaf) {
            case Predicate.IsNull _ -> Optional.of(nulls.areNull());
            case Predicate.InSet inSet -> KeyRanges.of(type, inSet.values()).map(this::areIn);
            default -> Optional.empty();
        };
    }

    private Matcher areIn(KeyRanges ranges) {
        byte mayMatchAnyway = ranges.mayHoldNan() ? NAN : 0;
        return Matcher.of(Costs.SEARCH, (from, to, verdicts) -> match(ranges, mayMatchAnyway, from, to, verdicts));
    }

    private void match(KeyRanges ranges, byte mayMatchAnyway, int from, int to, Verdicts verdicts) {
        for (int range = from; range < to; range++) {
            byte state = states[range];
            if ((state & KNOWN) == 0 || verdicts.isDecided(range)) {
                continue;
            }
            Relation relation = relate(ranges, range);
            if (relation == Relation.DISJOINT) {
                if ((state & mayMatchAnyway) == 0) {
                    verdicts.cannotMatch(range);
                }
            } else if (relation == Relation.INSIDE && (state & COMPLETE) != 0) {
                verdicts.mustMatch(range);
            }
        }
    }

    /** How the set relates to all intervals of a range; to none it is disjoint. */
    private Relation relate(KeyRanges ranges, int range) {
        Relation all = Relation.DISJOINT;
        for (int interval = offsets[range]; interval < offsets[range + 1]; interval++) {
            Relation relation = ranges.relate(starts, ends, interval);
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
