// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static com.google.common.base.Preconditions.checkElementIndex;
import static java.util.Objects.requireNonNull;

import io.skipping.index.ByteRange;
import io.skipping.index.plan.RangeVerdicts;
import io.skipping.index.plan.Reasons;
import io.skipping.index.predicate.Verdict;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * States what a snapshot proves about one object. {@code ObjectFinder} decides which of the three cases applies. The
 * same type is used from the summaries through to the cuts of the object's splits.
 */
public sealed interface ObjectVerdict {
    Unindexed UNINDEXED = new Unindexed();

    /** No summary of the object exists. */
    record Unindexed() implements ObjectVerdict {}

    /**
     * A summary exists, but it is of another version or was made under another profile.
     *
     * @param change the first of the differences
     * @param profile the text of the profile that the summary was made under
     */
    record Stale(Change change, String profile) implements ObjectVerdict {
        /** Lists the differences between an object and its summary that make the summary useless. */
        public enum Change {
            SIZE,
            MODIFICATION_TIME,
            /** the content by the store's tag, while size and modification time are the same */
            TAG,
            /** how the object is read, while the object is the same */
            PROFILE
        }

        public Stale {
            requireNonNull(change, "change is null");
            requireNonNull(profile, "profile is null");
        }
    }

    /**
     * A summary of exactly this version exists. Its ranges are in order, without gap or overlap, from 0 to the size of
     * the object. The columns hold range {@code i} at position {@code i}. Immutable and thread-safe.
     */
    final class Known implements ObjectVerdict {
        private final long[] starts;
        private final long[] lengths;
        private final long[] rowCounts;
        /** where the ranges of this object begin in the columns, which may be those of a whole segment */
        private final int first;

        private final int count;
        private final RangeVerdicts verdicts;
        private final int firstVerdict;
        private final Reasons reasons;

        /** Takes the arrays without copying them; the caller must not change them afterwards. */
        Known(
                long[] starts,
                long[] lengths,
                long[] rowCounts,
                int first,
                int count,
                RangeVerdicts verdicts,
                int firstVerdict,
                Reasons reasons) {
            this.starts = requireNonNull(starts, "starts is null");
            this.lengths = requireNonNull(lengths, "lengths is null");
            this.rowCounts = requireNonNull(rowCounts, "rowCounts is null");
            this.first = first;
            this.count = count;
            this.verdicts = requireNonNull(verdicts, "verdicts is null");
            this.firstVerdict = firstVerdict;
            this.reasons = requireNonNull(reasons, "reasons is null");
        }

        /** Creates a verdict from a list of ranges. */
        public static Known of(List<RangeVerdict> ranges) {
            Reasons reasons =
                    Reasons.of(ranges.stream().map(RangeVerdict::reason).filter(reason -> !reason.isEmpty()));
            RangeVerdicts verdicts = RangeVerdicts.mayMatch(ranges.size());
            for (int range = 0; range < ranges.size(); range++) {
                switch (ranges.get(range).verdict()) {
                    case CANNOT_MATCH ->
                        verdicts.set(range, reasons.number(ranges.get(range).reason()));
                    case MAY_MATCH -> {}
                    case MUST_MATCH -> verdicts.setMustMatch(range);
                }
            }
            return new Known(
                    ranges.stream().mapToLong(range -> range.range().start()).toArray(),
                    ranges.stream().mapToLong(range -> range.range().length()).toArray(),
                    ranges.stream().mapToLong(RangeVerdict::rowCount).toArray(),
                    0,
                    ranges.size(),
                    verdicts,
                    0,
                    reasons);
        }

        /** Returns how many ranges the object has. */
        public int count() {
            return count;
        }

        /** Returns the position of the first byte of a range. */
        public long start(int range) {
            return starts[first + checkElementIndex(range, count)];
        }

        /** Returns the length of a range in bytes; it is 0 only if the object is empty. */
        public long length(int range) {
            return lengths[first + checkElementIndex(range, count)];
        }

        /** Returns the position after the last byte of a range. */
        public long end(int range) {
            return start(range) + length(range);
        }

        /** Returns the number of rows in a range. */
        public long rowCount(int range) {
            return rowCounts[first + checkElementIndex(range, count)];
        }

        public Verdict verdict(int range) {
            return verdicts.verdict(firstVerdict + checkElementIndex(range, count));
        }

        /** Returns the name of what proved {@code CANNOT_MATCH}, mostly an index type; empty for any other verdict. */
        public String reason(int range) {
            return reasons.name(verdicts.reason(firstVerdict + checkElementIndex(range, count)));
        }

        public ByteRange range(int range) {
            return new ByteRange(start(range), length(range));
        }

        /**
         * Returns a copy in which further ranges are {@code CANNOT_MATCH}.
         *
         * @param ranges called in order, once for each range that is not {@code CANNOT_MATCH} yet; returns whether to
         *     leave it out
         * @param reason why these ranges need not be read
         */
        public Known leaveOut(IntPredicate ranges, String reason) {
            Reasons more = reasons.and(reason);
            byte code = more.number(reason);
            RangeVerdicts left = verdicts.slice(firstVerdict, firstVerdict + count);
            for (int range = 0; range < count; range++) {
                if (left.reason(range) <= 0 && ranges.test(range)) {
                    left.set(range, code);
                }
            }
            return new Known(starts, lengths, rowCounts, first, count, left, 0, more);
        }

        /** Returns whether a range is left, which may or must match. */
        public boolean isLeft() {
            return IntStream.range(0, count).anyMatch(range -> verdict(range) != Verdict.CANNOT_MATCH);
        }

        /** Returns a view of the ranges as a list. */
        public List<RangeVerdict> ranges() {
            return new Ranges();
        }

        private final class Ranges extends AbstractList<RangeVerdict> implements RandomAccess {
            @Override
            public RangeVerdict get(int range) {
                return new RangeVerdict(range(range), rowCount(range), verdict(range), reason(range));
            }

            @Override
            public int size() {
                return count;
            }
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Known that && ranges().equals(that.ranges());
        }

        @Override
        public int hashCode() {
            return ranges().hashCode();
        }

        @Override
        public String toString() {
            return "Known" + ranges();
        }
    }

    /**
     * Holds what is proven about one range.
     *
     * @param rowCount rows in the range
     * @param reason name of the index type that proved {@code CANNOT_MATCH}; empty otherwise
     */
    record RangeVerdict(ByteRange range, long rowCount, Verdict verdict, String reason) {}
}
