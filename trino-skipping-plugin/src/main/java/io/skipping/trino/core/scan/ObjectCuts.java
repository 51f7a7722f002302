// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import io.skipping.trino.core.filter.RowPromise;
import io.trino.spi.connector.ColumnHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Cuts the splits of an object down to the parts that may match. This is sound because a reader assigns every row to
 * exactly one range, by a position of the row that does not depend on how the object is cut. So a row of the split
 * belongs to the range that contains the row's position.
 *
 * <p>A block or line may be longer than a range. No row belongs to the ranges that it covers completely, but its reader
 * reads them: they are the tail of the part in which it begins. So the blocks of a part are fetched together, and parts
 * with nothing but such ranges between them are one.
 *
 * <p>The cuts are computed once for each object, because a large object has many ranges and many splits. A split finds
 * its parts by binary search.
 */
final class ObjectCuts {
    // the parts to read, in order; adjacent parts are merged
    private final long[] starts;
    private final long[] ends;

    // where the tails of the parts end: no row belongs to what comes after the end of the part
    private final long[] tailEnds;

    // the ranges that are pruned and not read, in order, and the reasons
    private final long[] prunedStarts;
    private final long[] prunedEnds;
    private final String[] reasons;

    // the rows on which a limit relies, in order
    private final List<Guarantee> guarantees;

    private ObjectCuts(
            long[] starts,
            long[] ends,
            long[] tailEnds,
            long[] prunedStarts,
            long[] prunedEnds,
            String[] reasons,
            List<Guarantee> guarantees) {
        this.starts = requireNonNull(starts, "starts is null");
        this.ends = requireNonNull(ends, "ends is null");
        this.tailEnds = requireNonNull(tailEnds, "tailEnds is null");
        this.prunedStarts = requireNonNull(prunedStarts, "prunedStarts is null");
        this.prunedEnds = requireNonNull(prunedEnds, "prunedEnds is null");
        this.reasons = requireNonNull(reasons, "reasons is null");
        this.guarantees = ImmutableList.copyOf(guarantees);
    }

    /**
     * Computes the cuts of an object.
     *
     * @param ranges verdicts that cover the whole object, in order
     * @param guarantees rows of these ranges on which a limit relies, in order
     * @param mergeDistance maximum gap, in bytes, between two parts that are read as one part
     */
    static ObjectCuts of(List<RangeVerdict> ranges, List<Guarantee> guarantees, long mergeDistance) {
        Builder cuts = new Builder(ranges.size(), mergeDistance);
        ranges.forEach(cuts::add);
        return cuts.build(guarantees);
    }

    private static final class Builder {
        private final long mergeDistance;
        private final Ranges survivors;
        private final long[] tailEnds;
        private final Ranges pruned;
        private final String[] reasons;

        /** the number of pruned ranges before the last part to read */
        private int prunedBefore;

        Builder(int ranges, long mergeDistance) {
            this.mergeDistance = mergeDistance;
            this.survivors = new Ranges(ranges);
            this.tailEnds = new long[ranges];
            this.pruned = new Ranges(ranges);
            this.reasons = new String[ranges];
        }

        void add(RangeVerdict verdict) {
            ByteRange range = verdict.range();
            if (verdict.verdict() == Verdict.CANNOT_MATCH) {
                if (verdict.rowCount() == 0 && survivors.count > 0 && range.start() == lastTailEnd()) {
                    setLastTailEnd(range.end());
                    return;
                }
                reasons[pruned.count] = verdict.reason();
                pruned.add(range.start(), range.end());
                return;
            }
            if (range.length() == 0) {
                // no row begins in it
                return;
            }
            if (survivors.count == 0 || range.start() - lastTailEnd() > mergeDistance) {
                survivors.add(range.start(), range.end());
            } else {
                survivors.setLastEnd(range.end());
                pruned.count = prunedBefore;
            }
            setLastTailEnd(range.end());
            prunedBefore = pruned.count;
        }

        private long lastTailEnd() {
            return tailEnds[survivors.count - 1];
        }

        private void setLastTailEnd(long end) {
            tailEnds[survivors.count - 1] = end;
        }

        ObjectCuts build(List<Guarantee> guarantees) {
            return new ObjectCuts(
                    survivors.starts(),
                    survivors.ends(),
                    Arrays.copyOf(tailEnds, survivors.count),
                    pruned.starts(),
                    pruned.ends(),
                    Arrays.copyOf(reasons, pruned.count),
                    guarantees);
        }
    }

    /** Collects ranges in order, up to a fixed number. */
    private static final class Ranges {
        private final long[] starts;
        private final long[] ends;
        private int count;

        Ranges(int most) {
            this.starts = new long[most];
            this.ends = new long[most];
        }

        void add(long start, long end) {
            starts[count] = start;
            ends[count] = end;
            count++;
        }

        void setLastEnd(long end) {
            ends[count - 1] = end;
        }

        long[] starts() {
            return Arrays.copyOf(starts, count);
        }

        long[] ends() {
            return Arrays.copyOf(ends, count);
        }
    }

    /** Returns the end of the last part to read, without its tail; 0 if there is none. */
    long end() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    /** Returns whether no row of the object can match. */
    boolean isAllPruned() {
        return starts.length == 0;
    }

    /**
     * Returns the parts of {@code split} to read, in order. A split that begins in a tail reads nothing of it, because the
     * reader of the preceding split does.
     */
    List<ByteRange> survivors(ByteRange split) {
        ImmutableList.Builder<ByteRange> survivors = ImmutableList.builder();
        for (int i = firstAfter(ends, split.start()); i < starts.length && starts[i] < split.end(); i++) {
            long start = Math.max(split.start(), starts[i]);
            survivors.add(new ByteRange(start, Math.min(split.end(), tailEnds[i]) - start));
        }
        return survivors.build();
    }

    /** Returns the rows of a part on which a limit relies; empty if there are none. */
    Optional<RowPromise> promise(ByteRange part, Optional<ColumnHandle> order) {
        List<Guarantee> counted = guarantees.stream()
                .filter(guarantee -> guarantee.range().start() < part.end()
                        && guarantee.range().end() > part.start())
                .toList();
        return counted.isEmpty() ? Optional.empty() : Optional.of(Guarantee.promise(counted, part, order));
    }

    /** Passes on the reason of each pruned range that begins in {@code split}. */
    void forEachPruned(ByteRange split, Consumer<String> reason) {
        for (int i = firstAfter(prunedStarts, split.start() - 1);
                i < prunedStarts.length && prunedStarts[i] < split.end();
                i++) {
            reason.accept(reasons[i]);
        }
    }

    /** Receives a number of bytes that are not read, and the reason. */
    interface BytesConsumer {
        void accept(String reason, long bytes);
    }

    /**
     * Passes on, with their reasons, all bytes of {@code split} that are in no surviving part and its tail, assuming that
     * splits are cut.
     */
    void forEachPrunedPart(ByteRange split, BytesConsumer consumer) {
        for (int i = firstAfter(prunedEnds, split.start());
                i < prunedStarts.length && prunedStarts[i] < split.end();
                i++) {
            consumer.accept(
                    reasons[i], Math.min(split.end(), prunedEnds[i]) - Math.max(split.start(), prunedStarts[i]));
        }
    }

    /** Returns the index of the first of these ascending positions that is greater than {@code position}. */
    private static int firstAfter(long[] positions, long position) {
        int found = Arrays.binarySearch(positions, position + 1);
        return found >= 0 ? found : -found - 1;
    }
}
