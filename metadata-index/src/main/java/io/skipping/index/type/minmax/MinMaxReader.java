// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.minmax;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.Costs;
import io.skipping.index.type.Matcher;
import io.skipping.index.type.NanFlags;
import io.skipping.index.type.NullCounts;
import io.skipping.index.type.RangeBounds;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.type.Verdicts;
import io.skipping.index.type.Zones;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.KeySet.Relation;
import io.skipping.index.value.Keys;
import io.skipping.index.value.Keys.NullOrder;
import io.skipping.index.value.LongColumn;
import io.skipping.index.value.LongKeys;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Optional;

/**
 * Holds the bounds of many ranges. Soundness (see {@code io.skipping.index.predicate}): every value that is neither
 * NULL nor NaN lies between the bounds. If no value between them is in the set, no such value of the range is; and if
 * all values between them are in the set, all such values of the range are, whether or not the bounds are exact.
 * {@link #states} records every NaN, NULL or unknown count that would break this argument.
 */
final class MinMaxReader implements SummaryReader {
    /** no row has a value that is neither NULL nor NaN */
    private static final byte EMPTY = 1;
    /** every row has a value that is neither NULL nor NaN */
    private static final byte COMPLETE = 2;
    /** a row may be NaN */
    private static final byte NAN = 4;
    /** the lower bound is known; the upper bound may be unknown then, but never the lower one alone */
    private static final byte HAS_MIN = 8;
    /** the upper bound is known */
    private static final byte HAS_MAX = 16;
    /** a row has the lower bound as its value */
    private static final byte MIN_EXACT = 32;
    /** a row has the upper bound as its value */
    private static final byte MAX_EXACT = 64;

    /** Number of parts of a set up to which most zones are decided as a whole. */
    private static final int FEW_PARTS = 16;

    private final ScalarType type;
    private final Keys minimums;
    private final Keys maximums;
    private final NullCounts nulls;
    private final byte[] states;
    /** present if keys are longs */
    private final Optional<ZoneBounds> zones;

    MinMaxReader(ScalarType type, SummaryVectors summaries) {
        this.type = type;
        List<KeyColumn> fields = summaries.fields();
        KeyColumn min = fields.get(MinMaxIndexType.MIN);
        KeyColumn max = fields.get(MinMaxIndexType.MAX);
        this.minimums = Keys.of(type, min, NullOrder.LOWEST);
        this.maximums = Keys.of(type, max, NullOrder.HIGHEST);
        this.nulls = new NullCounts(summaries.rowCounts(), fields.get(MinMaxIndexType.NULLS));
        this.states = new byte[summaries.size()];
        NanFlags nans = NanFlags.of(type, fields);
        for (int range = 0; range < states.length; range++) {
            boolean hasMin = !min.isNull(range);
            boolean hasMax = !max.isNull(range);
            boolean mayHaveNan = nans.mayBeSet(range);
            // in a summary of reals or doubles, every value outside the bounds is NaN or NULL
            boolean empty =
                    nulls.isAllNull(range) || type.isFloatingPoint() && !hasMin && !hasMax && nans.isKnown(range);
            states[range] = (byte) ((empty ? EMPTY : 0)
                    | (nulls.isNoneNull(range) && !mayHaveNan ? COMPLETE : 0)
                    | (mayHaveNan && !nulls.isAllNull(range) ? NAN : 0)
                    | (hasMin ? HAS_MIN : 0)
                    | (hasMax ? HAS_MAX : 0)
                    | (hasMin && isTrue(fields.get(MinMaxIndexType.MIN_EXACT), range) ? MIN_EXACT : 0)
                    | (hasMax && isTrue(fields.get(MinMaxIndexType.MAX_EXACT), range) ? MAX_EXACT : 0));
        }
        this.zones = minimums instanceof LongKeys lows && maximums instanceof LongKeys highs
                ? Optional.of(ZoneBounds.of(type, lows, highs, states))
                : Optional.empty();
    }

    private static boolean isTrue(KeyColumn field, int range) {
        return ((LongColumn) field).isTrue(range);
    }

    @Override
    public Optional<RangeBounds> bounds(int range) {
        byte state = states[range];
        if (!nulls.isKnown(range)) {
            return Optional.empty();
        }
        return Optional.of(new RangeBounds(
                nulls.count(range),
                (state & HAS_MIN) != 0 ? Optional.of(minimums.key(range)) : Optional.empty(),
                (state & HAS_MAX) != 0 ? Optional.of(maximums.key(range)) : Optional.empty(),
                (state & MIN_EXACT) != 0,
                (state & MAX_EXACT) != 0,
                (state & NAN) != 0));
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
        return zones.map(known -> Matcher.of(
                        values.count() <= FEW_PARTS ? Costs.ZONE : Costs.COMPARISON,
                        (from, to, verdicts) -> match(known, values, mayMatchAnyway, from, to, verdicts)))
                .orElseGet(() -> Matcher.of(
                        Costs.COMPARISON, (from, to, verdicts) -> match(values, mayMatchAnyway, from, to, verdicts)));
    }

    private void match(ZoneBounds zones, KeySet values, byte mayMatchAnyway, int first, int end, Verdicts verdicts) {
        for (int zone = Zones.of(first); Zones.first(zone) < end; zone++) {
            int from = Math.max(first, Zones.first(zone));
            int to = Zones.end(zone, end);
            Relation relation = zones.relate(values, zone);
            byte state = zones.state(zone);
            if (relation == Relation.DISJOINT && (state & mayMatchAnyway) == 0) {
                verdicts.cannotMatch(from, to);
            } else if (relation == Relation.INSIDE && (state & COMPLETE) != 0) {
                verdicts.mustMatch(from, to);
            } else {
                match(values, mayMatchAnyway, from, to, verdicts);
            }
        }
    }

    private void match(KeySet values, byte mayMatchAnyway, int from, int to, Verdicts verdicts) {
        for (int range = from; range < to; range++) {
            byte state = states[range];
            if ((state & (EMPTY | HAS_MIN)) == 0) {
                // nothing is known; and no key stands for "the lowest" where bytes do not order as the values do
                continue;
            }
            Relation relation = (state & EMPTY) != 0 ? Relation.DISJOINT : values.relate(minimums, maximums, range);
            if (relation == Relation.DISJOINT) {
                if ((state & mayMatchAnyway) == 0) {
                    verdicts.cannotMatch(range);
                }
            } else if (relation == Relation.INSIDE && (state & COMPLETE) != 0) {
                verdicts.mustMatch(range);
            }
        }
    }

    /** Holds what is true of all ranges of a zone. */
    private record ZoneBounds(LongKeys minimums, LongKeys maximums, byte[] states) {
        static ZoneBounds of(ScalarType type, LongKeys minimums, LongKeys maximums, byte[] states) {
            long[] lows = new long[Zones.count(states.length)];
            long[] highs = new long[lows.length];
            byte[] ofZones = new byte[lows.length];
            for (int zone = 0; zone < lows.length; zone++) {
                lows[zone] = Long.MAX_VALUE;
                highs[zone] = Long.MIN_VALUE;
                byte all = (byte) (COMPLETE | HAS_MIN);
                byte some = 0;
                for (int range = Zones.first(zone); range < Zones.end(zone, states.length); range++) {
                    byte state = states[range];
                    some |= state;
                    if ((state & EMPTY) != 0) {
                        // it has no bounds, and none of its rows satisfies a comparison
                        all &= ~COMPLETE;
                        continue;
                    }
                    all &= state;
                    lows[zone] = Math.min(lows[zone], minimums.keys()[range]);
                    highs[zone] = Math.max(highs[zone], maximums.keys()[range]);
                }
                ofZones[zone] = (byte) (all | some & NAN);
            }
            return new ZoneBounds(LongKeys.of(type, lows), LongKeys.of(type, highs), ofZones);
        }

        Relation relate(KeySet values, int zone) {
            // nothing is known about a zone with a range that has no lower bound
            return (states[zone] & HAS_MIN) == 0 ? Relation.CROSSES : values.relate(minimums, maximums, zone);
        }

        byte state(int zone) {
            return states[zone];
        }

        long retainedBytes() {
            return minimums.retainedBytes() + maximums.retainedBytes() + states.length;
        }
    }

    @Override
    public String describe(int range) {
        byte state = states[range];
        if (!nulls.isKnown(range) && (state & (HAS_MIN | HAS_MAX)) == 0) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        if ((state & EMPTY) != 0) {
            text.append((state & NAN) != 0 ? "no value but NaN" : "no value");
        } else {
            text.append((state & HAS_MIN) != 0 ? "[" + minimums.describe(range) : "(-∞");
            text.append(", ");
            text.append((state & HAS_MAX) != 0 ? maximums.describe(range) + "]" : "∞)");
            text.append((state & NAN) != 0 ? ", may hold NaN" : "");
        }
        if (nulls.isKnown(range)) {
            text.append(", ").append(nulls.describe(range));
        }
        return text.toString();
    }

    @Override
    public long retainedBytes() {
        return minimums.retainedBytes()
                + maximums.retainedBytes()
                + nulls.retainedBytes()
                + states.length
                + zones.map(ZoneBounds::retainedBytes).orElse(0L);
    }
}
