// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.testng.annotations.Test;

/** Compares the sizes of pages with sums over their ids, of which a run of eight or more is written as one. */
public class TestDictionary {
    @Test
    public void testEqualsTheSumOfTheLengths() {
        Random random = new Random(7);
        for (int run = 0; run < 2_000; run++) {
            int[] lengths = random.ints(1 + random.nextInt(1 << random.nextInt(11)), 0, 1_000)
                    .toArray();
            int[] ids = ids(random, lengths.length);
            long expected = 0;
            for (int id : ids) {
                expected += lengths[id];
            }
            Slice page = page(ids, Integer.SIZE - Integer.numberOfLeadingZeros(lengths.length - 1));
            assertThat(new Dictionary(lengths).bytes(page, ids.length)).isEqualTo(expected);
            // a page says how many values it has, of which some may be NULL and have no id
            assertThat(new Dictionary(lengths).bytes(page, ids.length + 1_000))
                    .isBetween(expected, expected + 7 * 1_000);
        }
    }

    @Test
    public void testNeverLessThanThePageMayTake() {
        Dictionary dictionary = new Dictionary(new int[] {1, 10, 100});
        // a run of more values than the page says that it has
        assertThat(dictionary.bytes(slice(2, 0xFE, 0xFF, 0xFF, 0xFF, 0x0F, 1), 50))
                .isEqualTo(500);
        // an id that is not there, and pages that are cut off: in the length of a run, its value, and packed bits
        assertThat(dictionary.bytes(slice(2, 4, 3), 2)).isEqualTo(200);
        assertThat(dictionary.bytes(slice(2, 0xFE), 50)).isEqualTo(5_000);
        assertThat(dictionary.bytes(slice(2, 4), 50)).isEqualTo(5_000);
        assertThat(dictionary.bytes(slice(2, 4, 0, 5, 0), 50)).isEqualTo(2 + 48 * 100);
        // no length of a run and no id is that long, and what readers take of one is shorter
        assertThat(dictionary.bytes(slice(2, 0x82, 0x80, 0x80, 0x80, 0x10, 0, 98, 2), 50))
                .isEqualTo(5_000);
        assertThat(dictionary.bytes(slice(2, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1), 50))
                .isEqualTo(5_000);
        assertThat(dictionary.bytes(slice(33, 4, 0, 0, 0, 0, 0), 50)).isEqualTo(5_000);
        // values that are all NULL
        assertThat(dictionary.bytes(slice(), 50)).isZero();
        assertThat(dictionary.bytes(slice(2), 50)).isZero();
        assertThat(Dictionary.OF_NO_TEXTS.bytes(slice(2, 4, 0), 50)).isZero();
    }

    /** Returns up to a thousand ids, some of them in long runs. */
    private static int[] ids(Random random, int texts) {
        int[] ids = new int[random.nextInt(1_000)];
        for (int value = 0; value < ids.length; ) {
            int id = random.nextInt(texts);
            for (int left = random.nextBoolean() ? 1 : random.nextInt(50); left > 0 && value < ids.length; left--) {
                ids[value++] = id;
            }
        }
        return ids;
    }

    private static Slice page(int[] ids, int width) {
        DynamicSliceOutput page = new DynamicSliceOutput(ids.length);
        page.writeByte(width);
        List<Integer> packed = new ArrayList<>();
        for (int value = 0; value < ids.length; ) {
            int end = value;
            while (end < ids.length && ids[end] == ids[value]) {
                end++;
            }
            // only the last packed ids may be filled up to eight
            if (packed.size() % 8 == 0 && end - value >= 8) {
                writePacked(page, packed, width);
                writeNumber(page, (end - value) << 1);
                for (int bit = 0; bit < width; bit += 8) {
                    page.writeByte(ids[value] >>> bit);
                }
                value = end;
            } else {
                packed.add(ids[value++]);
            }
        }
        writePacked(page, packed, width);
        return page.slice();
    }

    private static void writePacked(DynamicSliceOutput page, List<Integer> ids, int width) {
        if (ids.isEmpty()) {
            return;
        }
        int groups = (ids.size() + 7) / 8;
        writeNumber(page, groups << 1 | 1);
        byte[] bytes = new byte[groups * width];
        for (int bit = 0; bit < ids.size() * width; bit++) {
            bytes[bit / 8] |= (byte) ((ids.get(bit / width) >>> bit % width & 1) << bit % 8);
        }
        page.writeBytes(bytes);
        ids.clear();
    }

    private static void writeNumber(DynamicSliceOutput page, int number) {
        int left = number;
        while (left > 0x7F) {
            page.writeByte(left & 0x7F | 0x80);
            left >>>= 7;
        }
        page.writeByte(left);
    }

    private static Slice slice(int... bytes) {
        byte[] all = new byte[bytes.length];
        for (int index = 0; index < bytes.length; index++) {
            all[index] = (byte) bytes[index];
        }
        return Slices.wrappedBuffer(all);
    }
}
