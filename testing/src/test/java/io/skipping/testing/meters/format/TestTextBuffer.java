// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.testng.annotations.Test;

public class TestTextBuffer {
    @Test
    public void testNumbers() throws IOException {
        for (long number : new long[] {0, 1, 9, 10, 99, 100, -1, -10, 30_000_000_000_000L, Long.MAX_VALUE}) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            TextBuffer text = new TextBuffer(out);
            text.put(number);
            text.flush();
            assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(Long.toString(number));
        }
    }

    @Test
    public void testDecimals() throws IOException {
        assertThat(decimal(0, 2)).isEqualTo("0.00");
        assertThat(decimal(5, 2)).isEqualTo("0.05");
        assertThat(decimal(-5, 2)).isEqualTo("-0.05");
        assertThat(decimal(-123, 2)).isEqualTo("-1.23");
        assertThat(decimal(12_300, 3)).isEqualTo("12.300");
        assertThat(decimal(-49_999_999, 7)).isEqualTo("-4.9999999");
    }

    @Test
    public void testRowsLongerThanTheBufferArriveInOrder() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TextBuffer text = new TextBuffer(out);
        StringBuilder expected = new StringBuilder();
        for (long number = 0; number < 50_000; number++) {
            text.reserve(20);
            text.put(number);
            text.put('\n');
            expected.append(number).append('\n');
        }
        text.flush();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(expected.toString());
    }

    private static String decimal(long number, int decimals) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TextBuffer text = new TextBuffer(out);
        text.putDecimal(number, decimals);
        text.flush();
        return out.toString(StandardCharsets.UTF_8);
    }
}
