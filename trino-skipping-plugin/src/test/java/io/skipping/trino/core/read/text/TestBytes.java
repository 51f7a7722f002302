// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.testng.annotations.Test;

public class TestBytes {
    private static final byte[] ALPHABET = {
        '\n', '\r', 0x0B, 0x0C, 0x09, (byte) 0x8A, (byte) 0x8D, 0, 1, 'a', ',', '-', -1, 127
    };

    @Test
    public void testAsByteByByte() {
        Random random = new Random(11);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[60 + Bytes.BEHIND];
            for (int index = 0; index < bytes.length; index++) {
                bytes[index] = ALPHABET[random.nextInt(2, ALPHABET.length)];
                if (random.nextInt(20) == 0) {
                    bytes[index] = ALPHABET[random.nextInt(ALPHABET.length)];
                }
            }
            int start = random.nextInt(60);
            int end = random.nextInt(start, 61);
            int lineEnd = start;
            while (lineEnd < end && bytes[lineEnd] != '\n' && bytes[lineEnd] != '\r') {
                lineEnd++;
            }
            assertThat(Bytes.lineEnd(bytes, start, end)).isEqualTo(lineEnd);
            if (start < end) {
                byte sought = ALPHABET[random.nextInt(ALPHABET.length)];
                long matches = 0;
                for (int index = start; index < Math.min(end, start + 8); index++) {
                    matches |= bytes[index] == sought ? 0x80L << 8 * (index - start) : 0;
                }
                long found = Bytes.matches(bytes, start, end, Bytes.repeated(sought));
                assertThat(found).isEqualTo(matches);
                if (found != 0) {
                    assertThat(bytes[start + Bytes.first(found)]).isEqualTo(sought);
                    assertThat(bytes[start + Bytes.last(found)]).isEqualTo(sought);
                }
            }
        }
    }
}
