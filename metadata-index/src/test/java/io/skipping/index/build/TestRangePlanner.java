// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.ByteRange;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.testng.annotations.Test;

public class TestRangePlanner {
    private static final long SEED = 20240607;
    private static final int ROUNDS = 20_000;

    @Test
    public void testFixedTilesWithBoundedLengths() {
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            long target = 1 + randomLong(random, 1000);
            long size = randomLong(random, target * 40);
            List<ByteRange> ranges = RangePlanner.fixed(size, target);
            assertTiles(ranges, size);
            if (size <= target + target / 2) {
                assertThat(ranges).hasSize(size == 0 ? 0 : 1);
                continue;
            }
            for (ByteRange range : ranges.subList(0, ranges.size() - 1)) {
                assertThat(range.length()).isEqualTo(target);
            }
            assertThat(2 * ranges.getLast().length())
                    .as("last of size %s, target %s", size, target)
                    .isBetween(target, 3 * target);
        }
    }

    @Test
    public void testFixedAtTheEdges() {
        assertThat(RangePlanner.fixed(0, 8)).isEmpty();
        assertThat(RangePlanner.fixed(1, 8)).containsExactly(new ByteRange(0, 1));
        assertThat(RangePlanner.fixed(12, 8)).containsExactly(new ByteRange(0, 12));
        assertThat(RangePlanner.fixed(13, 8)).containsExactly(new ByteRange(0, 8), new ByteRange(8, 5));
        assertThat(RangePlanner.fixed(16, 8)).containsExactly(new ByteRange(0, 8), new ByteRange(8, 8));
        assertThat(RangePlanner.fixed(3, 1))
                .containsExactly(new ByteRange(0, 1), new ByteRange(1, 1), new ByteRange(2, 1));
        assertThat(RangePlanner.fixed(Long.MAX_VALUE, Long.MAX_VALUE))
                .containsExactly(new ByteRange(0, Long.MAX_VALUE));
        assertTiles(RangePlanner.fixed(Long.MAX_VALUE, Long.MAX_VALUE / 3), Long.MAX_VALUE);
    }

    @Test
    public void testFixedIsNotCutOutsideOfTheRows() {
        assertThat(RangePlanner.fixed(40, 8, new ByteRange(0, 40))).isEqualTo(RangePlanner.fixed(40, 8));
        assertThat(RangePlanner.fixed(40, 8, new ByteRange(9, 15)))
                .as("behind the header, before the footer")
                .containsExactly(new ByteRange(0, 16), new ByteRange(16, 24));
        assertThat(RangePlanner.fixed(40, 8, new ByteRange(8, 17)))
                .as("at their ends")
                .containsExactly(new ByteRange(0, 8), new ByteRange(8, 8), new ByteRange(16, 8), new ByteRange(24, 16));
        assertThat(RangePlanner.fixed(40, 8, new ByteRange(17, 7)))
                .as("between cuts")
                .containsExactly(new ByteRange(0, 40));
        assertThat(RangePlanner.fixed(40, 8, new ByteRange(8, 0))).containsExactly(new ByteRange(0, 40));
        assertThat(RangePlanner.fixed(0, 8, new ByteRange(0, 0))).isEmpty();
    }

    @Test
    public void testAlignedTilesAndCutsAtBoundaries() {
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            long target = 1 + randomLong(random, 1000);
            long size = randomLong(random, target * 40);
            // some of them out of order, twice, outside of the object
            List<Long> boundaries = LongStream.range(0, random.nextInt(40))
                    .map(_ -> randomLong(random, size + 20) - 10)
                    .boxed()
                    .toList();
            List<ByteRange> ranges = RangePlanner.aligned(size, boundaries, target);
            assertTiles(ranges, size);
            assertThat(ranges.stream().skip(1).map(ByteRange::start)).isSubsetOf(boundaries);
            for (int i = 0; i < ranges.size() - 1; i++) {
                ByteRange range = ranges.get(i);
                assertThat(range.length()).isGreaterThanOrEqualTo(target);
                assertThat(boundaries)
                        .as("range %s could have ended earlier", range)
                        .noneMatch(cut -> cut >= range.start() + target && cut < range.end());
            }
            if (ranges.size() > 1) {
                assertThat(2 * ranges.getLast().length()).isGreaterThanOrEqualTo(target);
            }
        }
    }

    @Test
    public void testAlignedAtTheEdges() {
        assertThat(RangePlanner.aligned(0, List.of(), 8)).isEmpty();
        assertThat(RangePlanner.aligned(0, List.of(0L, 4L), 8)).isEmpty();
        assertThat(RangePlanner.aligned(100, List.of(), 8)).containsExactly(new ByteRange(0, 100));
        assertThat(RangePlanner.aligned(100, List.of(4L), 8))
                .as("one row group is one range, magic number and footer included")
                .containsExactly(new ByteRange(0, 100));
        assertThat(RangePlanner.aligned(100, List.of(0L, 50L), 8))
                .containsExactly(new ByteRange(0, 50), new ByteRange(50, 50));
        assertThat(RangePlanner.aligned(100, List.of(4L, 24L, 44L, 97L), 40))
                .as("groups are merged to the target, and a rest of 3 bytes makes no range")
                .containsExactly(new ByteRange(0, 44), new ByteRange(44, 56));
    }

    @Test
    public void testRefusesNonsense() {
        assertThatThrownBy(() -> RangePlanner.fixed(-1, 8)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RangePlanner.fixed(1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RangePlanner.aligned(1, List.of(), 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertTiles(List<ByteRange> ranges, long size) {
        long end = 0;
        for (ByteRange range : ranges) {
            assertThat(range.start()).isEqualTo(end);
            assertThat(range.length()).isPositive();
            end = range.end();
        }
        assertThat(end).isEqualTo(size);
    }

    private static long randomLong(Random random, long bound) {
        return bound <= 0 ? 0 : random.nextLong(bound);
    }
}
