// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.skipping.index.ByteRange;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import io.skipping.trino.core.filter.RowPromise;
import io.skipping.trino.core.filter.RowPromise.Count;
import io.trino.spi.predicate.TupleDomain;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.testng.annotations.Test;

public class TestObjectCuts {
    @Test
    public void testJoinsNeighbours() {
        assertThat(ObjectCuts.of(List.of(may(0, 10), must(10, 10), cannot(20, 10)), List.of(), 0)
                        .survivors(new ByteRange(0, 30)))
                .as("two ranges that are read stand together")
                .containsExactly(new ByteRange(0, 20));
    }

    @Test
    public void testKeepsWithinTheSplit() {
        assertThat(ObjectCuts.of(List.of(may(0, 10), may(10, 10)), List.of(), 0).survivors(new ByteRange(5, 10)))
                .as("other splits read the rest of these ranges")
                .containsExactly(new ByteRange(5, 10));
    }

    @Test
    public void testDropsAll() {
        ObjectCuts cuts = ObjectCuts.of(List.of(cannot(0, 10), cannot(10, 10)), List.of(), 0);
        assertThat(cuts.survivors(new ByteRange(0, 20)))
                .as("no range can match")
                .isEmpty();
        assertThat(cuts.isAllPruned()).isTrue();
        assertThat(ObjectCuts.of(List.of(cannot(0, 10), may(10, 10)), List.of(), 0)
                        .isAllPruned())
                .isFalse();
    }

    @Test
    public void testReadsThroughSmallGaps() {
        List<RangeVerdict> ranges = List.of(must(0, 10), cannot(10, 10), must(20, 10), cannot(30, 11), must(41, 10));
        ObjectCuts cuts = ObjectCuts.of(ranges, List.of(), 10);
        ByteRange all = new ByteRange(0, 51);
        assertThat(cuts.survivors(all)).containsExactly(new ByteRange(0, 30), new ByteRange(41, 10));
        List<Long> bytes = new ArrayList<>();
        cuts.forEachPrunedPart(all, (_, part) -> bytes.add(part));
        assertThat(bytes).as("what is not read").containsExactly(11L);
    }

    /** Of a range that is read by two readers, neither sees all rows. */
    @Test
    public void testPromisesWhatAPartHolds() {
        List<RangeVerdict> ranges = List.of(must(0, 10), cannot(10, 10), must(20, 10), may(30, 10));
        ObjectCuts cuts =
                ObjectCuts.of(ranges, List.of(Guarantee.ofAll(ranges.getFirst()), Guarantee.ofAll(ranges.get(2))), 10);
        assertThat(cuts.promise(new ByteRange(0, 40), Optional.empty()))
                .contains(new RowPromise(List.of(new Count(2, TupleDomain.all())), false));
        assertThat(cuts.promise(new ByteRange(0, 25), Optional.empty()))
                .contains(new RowPromise(List.of(new Count(1, TupleDomain.all())), true));
        assertThat(cuts.promise(new ByteRange(25, 10), Optional.empty())).contains(new RowPromise(List.of(), true));
        assertThat(cuts.promise(new ByteRange(30, 10), Optional.empty())).isEmpty();
    }

    /** A block of 25 bytes begins in the first range, and a second one in the fourth, or in the third if there is a gap. */
    @Test
    public void testReadsABlockLongerThanARangeAsOnePart() {
        List<RangeVerdict> blocks = List.of(must(0, 10), empty(10, 10), empty(20, 10), must(30, 10), empty(40, 10));
        ObjectCuts cuts = ObjectCuts.of(blocks, List.of(), 0);
        ByteRange all = new ByteRange(0, 50);
        assertThat(cuts.survivors(all)).as("both blocks match").containsExactly(all);
        cuts.forEachPruned(all, reason -> fail("all is read, whatever is said of ranges without rows: " + reason));
        assertThat(cuts.end()).as("no row begins in the tail").isEqualTo(40);

        assertThat(cuts.survivors(new ByteRange(0, 15)))
                .as("the end of the split is the end of the part")
                .containsExactly(new ByteRange(0, 15));
        assertThat(cuts.survivors(new ByteRange(15, 20)))
                .as("a split that begins inside a matching part")
                .containsExactly(new ByteRange(15, 20));
        assertThat(cuts.survivors(new ByteRange(42, 8)))
                .as("no row of this split")
                .isEmpty();

        ObjectCuts first =
                ObjectCuts.of(List.of(must(0, 10), empty(10, 10), empty(20, 10), cannot(30, 10)), List.of(), 0);
        assertThat(first.survivors(new ByteRange(0, 40)))
                .as("only the first block matches")
                .containsExactly(new ByteRange(0, 30));
        assertThat(first.survivors(new ByteRange(15, 25)))
                .as("the block belongs to the preceding split")
                .isEmpty();

        ObjectCuts second =
                ObjectCuts.of(List.of(cannot(0, 10), empty(10, 10), must(20, 10), empty(30, 10)), List.of(), 0);
        assertThat(second.survivors(new ByteRange(0, 40)))
                .as("only the second block matches")
                .containsExactly(new ByteRange(20, 20));
        List<Long> bytes = new ArrayList<>();
        second.forEachPrunedPart(new ByteRange(0, 40), (_, part) -> bytes.add(part));
        assertThat(bytes).as("the first block, by ranges").containsExactly(10L, 10L);
    }

    /** Every byte of the split whose range may match is in exactly one survivor, and so are small gaps and tails, and no other byte; what is dropped is named. */
    @Test
    public void testKeepsExactlyTheBytesThatMayMatch() {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            List<RangeVerdict> ranges = new ArrayList<>();
            BitSet wanted = new BitSet();
            // of ranges without rows after these
            BitSet tails = new BitSet();
            int size = 0;
            for (int i = random.nextInt(12) + 1; i > 0; i--) {
                int length = random.nextInt(9) + 1;
                Verdict verdict = Verdict.values()[random.nextInt(3)];
                int rows = random.nextInt(2);
                ranges.add(new RangeVerdict(new ByteRange(size, length), rows, verdict, "reason " + i));
                if (verdict != Verdict.CANNOT_MATCH) {
                    wanted.set(size, size + length);
                } else if (rows == 0 && size > 0 && (wanted.get(size - 1) || tails.get(size - 1))) {
                    tails.set(size, size + length);
                }
                size += length;
            }
            int mergeDistance = random.nextInt(15);
            for (int end = wanted.nextSetBit(0); end >= 0; end = wanted.nextSetBit(end)) {
                end = wanted.nextClearBit(end);
                int tailEnd = tails.nextClearBit(end);
                int next = wanted.nextSetBit(tailEnd);
                if (next >= 0 && next - tailEnd <= mergeDistance) {
                    wanted.set(end, next);
                }
                if (next < 0) {
                    break;
                }
            }
            tails.andNot(wanted);
            BitSet read = (BitSet) wanted.clone();
            read.or(tails);
            ObjectCuts cuts = ObjectCuts.of(ranges, List.of(), mergeDistance);
            int start = random.nextInt(size);
            int length = random.nextInt(size - start) + 1;
            if (tails.get(start)) {
                // the reader of the preceding split reads it
                tails.clear(start, tails.nextClearBit(start));
            }
            wanted.or(tails);
            wanted.clear(0, start);
            wanted.clear(start + length, Math.max(size, start + length));

            ByteRange split = new ByteRange(start, length);
            BitSet kept = new BitSet();
            for (ByteRange survivor : cuts.survivors(split)) {
                for (long position = survivor.start(); position < survivor.end(); position++) {
                    assertThat(kept.get((int) position))
                            .as("byte twice, seed %s", seed)
                            .isFalse();
                    kept.set((int) position);
                }
            }
            assertThat(kept).as("bytes kept, seed %s", seed).isEqualTo(wanted);

            Map<String, Long> bytes = new HashMap<>();
            cuts.forEachPrunedPart(split, (reason, part) -> bytes.merge(reason, part, Long::sum));
            assertThat(bytes)
                    .as("bytes that are not kept, by reason, seed %s", seed)
                    .isEqualTo(ranges.stream()
                            .filter(range -> !read.get((int) range.range().start()))
                            .filter(range -> overlap(range.range(), split) > 0)
                            .collect(toMap(RangeVerdict::reason, range -> overlap(range.range(), split))));

            List<String> reasons = new ArrayList<>();
            cuts.forEachPruned(split, reasons::add);
            assertThat(reasons)
                    .as("reasons of the ranges that begin in the split and cannot match, seed %s", seed)
                    .isEqualTo(ranges.stream()
                            .filter(range -> !read.get((int) range.range().start())
                                    && range.range().start() >= split.start()
                                    && range.range().start() < split.end())
                            .map(RangeVerdict::reason)
                            .toList());
        }
    }

    private static long overlap(ByteRange left, ByteRange right) {
        return LongStream.range(left.start(), left.end())
                .filter(position -> position >= right.start() && position < right.end())
                .count();
    }

    private static RangeVerdict may(long start, long length) {
        return new RangeVerdict(new ByteRange(start, length), 1, Verdict.MAY_MATCH, "");
    }

    private static RangeVerdict must(long start, long length) {
        return new RangeVerdict(new ByteRange(start, length), 1, Verdict.MUST_MATCH, "");
    }

    private static RangeVerdict empty(long start, long length) {
        return new RangeVerdict(new ByteRange(start, length), 0, Verdict.CANNOT_MATCH, "test");
    }

    private static RangeVerdict cannot(long start, long length) {
        return new RangeVerdict(new ByteRange(start, length), 1, Verdict.CANNOT_MATCH, "test");
    }
}
