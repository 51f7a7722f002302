// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.parts;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.ByteRange;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.ObjectVerdict.Known;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

public class TestFileParts {
    /** Returns the verdict on an object whose ranges are 10 bytes long, as {@code x} (read) and {@code -} (excluded). */
    static Known known(String ranges) {
        List<RangeVerdict> verdicts = new ArrayList<>();
        for (int range = 0; range < ranges.length(); range++) {
            boolean isRead = ranges.charAt(range) == 'x';
            verdicts.add(new RangeVerdict(
                    new ByteRange(range * 10L, 10),
                    1,
                    isRead ? Verdict.MAY_MATCH : Verdict.CANNOT_MATCH,
                    isRead ? "" : "minmax"));
        }
        return Known.of(verdicts);
    }

    private static List<ByteRange> parts(String ranges, long smallestGap) {
        return FileParts.of(known(ranges), smallestGap, false).orElseThrow().all();
    }

    @Test
    public void testRangesThatAreReadAreJoined() {
        assertThat(parts("-xx--x-", 0)).containsExactly(new ByteRange(10, 20), new ByteRange(50, 10));
        assertThat(parts("x-", 0)).containsExactly(new ByteRange(0, 10));
        assertThat(parts("-x--x-", 20)).containsExactly(new ByteRange(10, 10), new ByteRange(40, 10));
        assertThat(parts("-x--x-", 21)).containsExactly(new ByteRange(10, 40));
    }

    @Test
    public void testFilesThatAreReadAsAWhole() {
        assertThat(FileParts.of(known("xx"), 0, false)).isEmpty();
        assertThat(FileParts.of(known("x-x"), 11, false)).isEmpty();
        assertThat(FileParts.of(known("--"), 0, false).orElseThrow().bytes()).isZero();
        assertThat(FileParts.of(known("-x-x"), 0, false).orElseThrow().bytes()).isEqualTo(20);
    }

    @Test
    public void testPartsInARange() {
        FileParts parts = FileParts.of(known("-xx--x-"), 0, false).orElseThrow();
        assertThat(parts.in(new ByteRange(0, 10))).isEmpty();
        assertThat(parts.in(new ByteRange(15, 100))).containsExactly(new ByteRange(15, 15), new ByteRange(50, 10));
        assertThat(parts.in(new ByteRange(52, 3))).containsExactly(new ByteRange(52, 3));
        assertThat(parts.contains(10)).isTrue();
        assertThat(parts.contains(30)).isFalse();
    }
}
