// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.gzip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.Bytes;
import io.skipping.index.ByteRange;
import io.skipping.trino.core.read.gzip.MemberRanges.MemberRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.testng.annotations.Test;

public class TestMemberRanges {
    @Test
    public void testRangesTileTheObjectAndBeginWithMembers() throws IOException {
        for (int seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            TestingMembers object = TestingMembers.random(random);
            assertThat(new GZIPInputStream(new ByteArrayInputStream(object.object())).readAllBytes())
                    .as("what others read, seed %s", seed)
                    .isEqualTo(object.text());
            long textBytes = 1 + random.nextInt(object.text().length + 1);
            long end = 0;
            for (MemberRange each : memberRanges(object.object(), textBytes)) {
                ByteRange range = each.range();
                assertThat(range.start()).as("no gap, seed %s", seed).isEqualTo(end);
                assertThat(object.starts()).as("seed %s", seed).contains((int) range.start());
                end = range.end();
                int first = object.starts().indexOf((int) range.start());
                int last = object.starts().lastIndexOf((int) end) - 1;
                assertThat(each.textBytes())
                        .as("text, seed %s", seed)
                        .isEqualTo(object.textRange(first, last).length());
                assertThat(end == object.object().length || each.textBytes() >= textBytes)
                        .as("there is text enough in all but the last, seed %s", seed)
                        .isTrue();
            }
            assertThat(end).as("seed %s", seed).isEqualTo(object.object().length);
        }
    }

    @Test
    public void testAnEmptyLastMemberIsNoRangeOfItsOwn() throws IOException {
        Random random = new Random(2);
        byte[] text = new byte[100_000];
        random.nextBytes(text);
        byte[] member = TestingMembers.member(random, text, 0, text.length);
        byte[] empty = TestingMembers.member(random, text, 0, 0);
        assertThat(ranges(Bytes.concat(member, member, empty), text.length))
                .containsExactly(
                        new ByteRange(0, member.length), new ByteRange(member.length, member.length + empty.length));
    }

    @Test
    public void testAnObjectThatIsMoreOrLessThanMembersIsNotCut() throws IOException {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            TestingMembers members = TestingMembers.random(random);
            byte[] object = members.object();
            byte[] changed = object.clone();
            // of the checksum or the length: elsewhere some bits mean nothing
            changed[object.length - 1 - random.nextInt(8)] ^= (byte) (1 << random.nextInt(8));
            int cut = 1 + random.nextInt(object.length - 1);
            assertNotCut(Bytes.concat(object, new byte[1 + random.nextInt(600)]), "zeros behind it", seed);
            assertNotCut(Bytes.concat(object, new byte[] {0x1f}), "half a header behind it", seed);
            assertNotCut(changed, "a bit is wrong", seed);
            if (!members.starts().contains(cut)) {
                assertNotCut(Arrays.copyOf(object, cut), "cut short", seed);
            }
        }
    }

    private static void assertNotCut(byte[] object, String why, int seed) {
        assertThatThrownBy(() -> ranges(object, 100))
                .as("%s, seed %s", why, seed)
                .isInstanceOf(GzipFormatException.class);
    }

    @Test
    public void testAnObjectLargerThanAWindowIsCutWindowByWindow() throws IOException {
        Random random = new Random(3);
        ByteArrayOutputStream large = new ByteArrayOutputStream();
        List<Long> starts = new ArrayList<>();
        while (large.size() < 3 * MemberRanges.WINDOW) {
            // text that cannot be compressed
            byte[] text = new byte[1 + random.nextInt(2 * 1024 * 1024)];
            random.nextBytes(text);
            starts.add((long) large.size());
            large.write(TestingMembers.member(random, text, 0, text.length));
        }
        byte[] object = large.toByteArray();
        for (long textBytes : new long[] {1, 3_000_000, 100_000_000}) {
            List<ByteRange> ranges = ranges(object, textBytes);
            assertThat(ranges.getLast().end()).isEqualTo(object.length);
            assertThat(ranges).allSatisfy(range -> {
                assertThat(starts).contains(range.start());
                assertThat(range.length()).as("in memory as a whole").isLessThanOrEqualTo(MemberRanges.WINDOW);
            });
        }
    }

    @Test
    public void testAnObjectWithALongMemberIsNotCut() throws IOException {
        Random random = new Random(4);
        byte[] text = new byte[MemberRanges.LONGEST_MEMBER + 10];
        random.nextBytes(text);
        byte[] member = TestingMembers.member(random, text, 0, 100_000);
        byte[] longMember = TestingMembers.member(random, text, 0, text.length);
        assertThatThrownBy(() -> ranges(Bytes.concat(member, longMember), 1)).hasMessageContaining("too long");
        byte[] longer = new byte[MemberRanges.WINDOW * 2];
        random.nextBytes(longer);
        byte[] huge = TestingMembers.member(random, longer, 0, longer.length);
        assertThatThrownBy(() -> ranges(huge, 1)).hasMessageContaining("too long");
        assertThatThrownBy(() -> ranges(Bytes.concat(member, huge), 1)).hasMessageContaining("too long");
    }

    private static List<ByteRange> ranges(byte[] object, long textBytes) throws IOException {
        return memberRanges(object, textBytes).stream().map(MemberRange::range).toList();
    }

    /** As the builder does it. */
    private static List<MemberRange> memberRanges(byte[] object, long textBytes) throws IOException {
        List<MemberRange> ranges = new ArrayList<>();
        int start = 0;
        while (start < object.length) {
            int length = Math.min(MemberRanges.WINDOW, object.length - start);
            ranges.addAll(MemberRanges.find(
                    new ByteArrayInputStream(object, start, length),
                    new ByteRange(start, length),
                    object.length,
                    textBytes));
            start = (int) ranges.getLast().range().end();
        }
        return ranges;
    }
}
