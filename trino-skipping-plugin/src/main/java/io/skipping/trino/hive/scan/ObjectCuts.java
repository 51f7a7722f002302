// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Cuts the splits of an object to what may match. Sound because a reader gives every row to exactly one range, by a
 * position of the row that does not depend on how the object is cut: a row of the split is a row of that range which holds
 * its position.
 *
 * <p>Made once for an object, since a large one has many ranges and many splits: a split finds its part by bisection.
 */
final class ObjectCuts implements ObjectAnswer {
    // what must be read, in order; neighbours are joined
    private final long[] starts;
    private final long[] ends;

    // the ranges of which some rows may match and others not, in order
    private final long[] undecidedStarts;
    private final long[] undecidedEnds;

    // the ranges that cannot match, in order, and why they cannot
    private final long[] prunedStarts;
    private final long[] prunedEnds;
    private final String[] reasons;

    private ObjectCuts(
            long[] starts,
            long[] ends,
            long[] undecidedStarts,
            long[] undecidedEnds,
            long[] prunedStarts,
            long[] prunedEnds,
            String[] reasons) {
        this.starts = requireNonNull(starts, "starts is null");
        this.ends = requireNonNull(ends, "ends is null");
        this.undecidedStarts = requireNonNull(undecidedStarts, "undecidedStarts is null");
        this.undecidedEnds = requireNonNull(undecidedEnds, "undecidedEnds is null");
        this.prunedStarts = requireNonNull(prunedStarts, "prunedStarts is null");
        this.prunedEnds = requireNonNull(prunedEnds, "prunedEnds is null");
        this.reasons = requireNonNull(reasons, "reasons is null");
    }

    /** @param ranges verdicts that cover the whole object, in order */
    static ObjectCuts of(List<RangeVerdict> ranges) {
        long[] starts = new long[ranges.size()];
        long[] ends = new long[ranges.size()];
        int survivors = 0;
        long[] undecidedStarts = new long[ranges.size()];
        long[] undecidedEnds = new long[ranges.size()];
        int undecided = 0;
        long[] prunedStarts = new long[ranges.size()];
        long[] prunedEnds = new long[ranges.size()];
        String[] reasons = new String[ranges.size()];
        int pruned = 0;
        for (RangeVerdict verdict : ranges) {
            ByteRange range = verdict.range();
            if (verdict.verdict() == Verdict.CANNOT_MATCH) {
                prunedStarts[pruned] = range.start();
                prunedEnds[pruned] = range.end();
                reasons[pruned] = verdict.reason();
                pruned++;
                continue;
            }
            if (range.length() == 0) {
                // no row begins in it
                continue;
            }
            if (verdict.verdict() == Verdict.MAY_MATCH) {
                undecidedStarts[undecided] = range.start();
                undecidedEnds[undecided] = range.end();
                undecided++;
            }
            if (survivors > 0 && ends[survivors - 1] == range.start()) {
                ends[survivors - 1] = range.end();
            } else {
                starts[survivors] = range.start();
                ends[survivors] = range.end();
                survivors++;
            }
        }
        return new ObjectCuts(
                Arrays.copyOf(starts, survivors),
                Arrays.copyOf(ends, survivors),
                Arrays.copyOf(undecidedStarts, undecided),
                Arrays.copyOf(undecidedEnds, undecided),
                Arrays.copyOf(prunedStarts, pruned),
                Arrays.copyOf(prunedEnds, pruned),
                Arrays.copyOf(reasons, pruned));
    }

    /** Where that ends what must be read; 0 if nothing must. */
    long end() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    /** Whether no row of the object can match. */
    boolean isAllPruned() {
        return starts.length == 0;
    }

    /** The parts of {@code split} that must be read, in order. */
    List<ByteRange> survivors(ByteRange split) {
        ImmutableList.Builder<ByteRange> survivors = ImmutableList.builder();
        for (int i = firstAfter(ends, split.start()); i < starts.length && starts[i] < split.end(); i++) {
            long start = Math.max(split.start(), starts[i]);
            survivors.add(new ByteRange(start, Math.min(split.end(), ends[i]) - start));
        }
        return survivors.build();
    }

    /** Whether all rows of a survivor surely match. */
    boolean isAllMatching(ByteRange survivor) {
        int next = firstAfter(undecidedEnds, survivor.start());
        return next == undecidedStarts.length || undecidedStarts[next] >= survivor.end();
    }

    /** Names the reason of each range that begins in {@code split} and cannot match. */
    void forEachPruned(ByteRange split, Consumer<String> reason) {
        for (int i = firstAfter(prunedStarts, split.start() - 1);
                i < prunedStarts.length && prunedStarts[i] < split.end();
                i++) {
            reason.accept(reasons[i]);
        }
    }

    /** Takes bytes that are not read, and why. */
    interface BytesConsumer {
        void accept(String reason, long bytes);
    }

    /** Names the reason of all bytes of {@code split} that are in no survivor, if splits are cut. */
    void forEachPrunedPart(ByteRange split, BytesConsumer consumer) {
        for (int i = firstAfter(prunedEnds, split.start());
                i < prunedStarts.length && prunedStarts[i] < split.end();
                i++) {
            consumer.accept(
                    reasons[i], Math.min(split.end(), prunedEnds[i]) - Math.max(split.start(), prunedStarts[i]));
        }
    }

    /** The index of the first of these ascending positions that is behind {@code position}. */
    private static int firstAfter(long[] positions, long position) {
        int found = Arrays.binarySearch(positions, position + 1);
        return found >= 0 ? found : -found - 1;
    }
}
