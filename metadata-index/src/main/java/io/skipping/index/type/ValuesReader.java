// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static com.google.common.base.Preconditions.checkArgument;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.RealType.REAL;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.ValueTest;
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
 * The values of many ranges. Soundness (see {@code io.skipping.index.predicate}): the values kept are exactly those of
 * the rows that are neither NULL nor NaN.
 */
final class ValuesReader implements SummaryReader {
    private static final int MAX_DESCRIBED = 20;

    /** the range has a summary */
    private static final byte KNOWN = 1;
    /** every row has a value that compares */
    private static final byte COMPLETE = 2;
    /** some row may be NaN */
    private static final byte NAN = 4;

    private final Type type;
    private final NullCounts nulls;
    private final Keys values;
    /** first value of each range, with one more entry at the end */
    private final int[] offsets;

    private final byte[] states;

    ValuesReader(Type type, SummaryBlocks summaries) {
        this.type = type;
        ColumnarArray arrays = ColumnarArray.toColumnarArray(summaries.fields().get(ValuesIndexType.VALUES));
        checkArgument(!arrays.getElementsBlock().hasNull(), "the kept values of an index hold a NULL");
        this.nulls = new NullCounts(summaries.rowCounts(), summaries.fields().get(ValuesIndexType.NULLS));
        this.values = Keys.of(type, arrays.getElementsBlock(), NullOrder.LOWEST);
        this.offsets = new int[summaries.size() + 1];
        this.states = new byte[summaries.size()];
        boolean floatingPoint = ScalarTypes.isFloatingPoint(type);
        for (int range = 0; range < states.length; range++) {
            boolean known = !arrays.isNull(range) && nulls.isKnown(range);
            offsets[range + 1] = offsets[range] + (arrays.isNull(range) ? 0 : arrays.getLength(range));
            boolean mayHaveNan = false;
            if (floatingPoint) {
                Block hasNan = summaries.fields().get(ValuesIndexType.HAS_NAN);
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
            case Predicate.Passing passing ->
                Optional.of(
                        Matcher.of(Costs.ENGINE, (from, to, verdicts) -> match(passing.test(), from, to, verdicts)));
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
            Relation relation = offsets[range] == offsets[range + 1]
                    ? Relation.DISJOINT
                    : ranges.relate(values, offsets[range], offsets[range + 1]);
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
        boolean nullPasses = test.mayPass(null);
        for (int range = from; range < to; range++) {
            byte state = states[range];
            // NaNs are not kept, and a function may tell one from another
            if ((state & KNOWN) == 0 || (state & NAN) != 0 || verdicts.isDecided(range)) {
                continue;
            }
            boolean passes = nullPasses && nulls.count(range) != 0;
            for (int index = offsets[range]; index < offsets[range + 1] && !passes; index++) {
                passes = mayPass(test, values.value(index));
            }
            if (!passes) {
                verdicts.cannotMatch(range);
            }
        }
    }

    /** Zeros of both signs are kept as one, and a function may tell them apart. */
    private boolean mayPass(ValueTest test, Object value) {
        if (type == DOUBLE && (double) value == 0) {
            return test.mayPass(0.0) || test.mayPass(-0.0);
        }
        if (type == REAL && Float.intBitsToFloat((int) (long) value) == 0) {
            return test.mayPass((long) Float.floatToRawIntBits(0.0f))
                    || test.mayPass((long) Float.floatToRawIntBits(-0.0f));
        }
        return test.mayPass(value);
    }

    @Override
    public Optional<List<Object>> values(int range) {
        return (states[range] & KNOWN) == 0
                ? Optional.empty()
                : Optional.of(IntStream.range(offsets[range], offsets[range + 1])
                        .mapToObj(values::value)
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
