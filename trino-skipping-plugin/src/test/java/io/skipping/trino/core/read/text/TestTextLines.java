// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.trino.hive.read.text.TestTextPageSourceFactory;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What {@link TestTextPageSourceFactory} does not come to: lines that are longer than what is read at a time. */
public class TestTextLines {
    private static final int BUFFER = 256 * 1024;

    private static final class CountedReads extends FilterInputStream {
        private int reads;
        private long bytes;

        CountedReads(byte[] text) {
            super(new ByteArrayInputStream(text));
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = super.read(target, offset, length);
            reads++;
            bytes += Math.max(read, 0);
            return read;
        }
    }

    private static List<Integer> lengths(InputStream text, long start, long length, int maxLineLength)
            throws IOException {
        List<Integer> lengths = new ArrayList<>();
        try (TextLines lines = TextLines.of(text, start, length, maxLineLength, 1, TextEnds.NONE)) {
            while (lines.advance()) {
                for (int line = 0; line < lines.count(); line++) {
                    lengths.add(lines.end(line) - lines.start(line));
                }
            }
        }
        return lengths;
    }

    /** Each time more is read a new buffer is made, and what there is of the line is copied. */
    @Test
    public void testALongLineBehindTheSplitTakesFewReads() throws IOException {
        int length = 5_000_000;
        byte[] text = ("y".repeat(length) + "\nz\n" + "more\n".repeat(2_000_000)).getBytes(US_ASCII);
        CountedReads reads = new CountedReads(text);
        assertThat(lengths(reads, 0, 1000, Integer.MAX_VALUE)).containsExactly(length);
        assertThat(reads.reads).isLessThan(30);
        assertThat(reads.bytes).isLessThan(2 * length + 10_000);
    }

    @Test
    public void testAShortLineBehindTheSplitTakesLittle() throws IOException {
        CountedReads reads = new CountedReads("some text\n".repeat(100_000).getBytes(US_ASCII));
        assertThat(lengths(reads, 0, 50_005, 100)).hasSize(5001);
        assertThat(reads.bytes).isEqualTo(50_005 + 1024);
    }

    @DataProvider
    public Object[][] lineEnds() {
        return new Object[][] {{"\n"}, {"\r"}, {"\r\n"}, {""}};
    }

    /** The line ends with what was read, or one byte before or behind. */
    @Test(dataProvider = "lineEnds")
    public void testTheLongestLineThatIsAllowed(String lineEnd) throws IOException {
        for (int length = BUFFER - 3; length <= BUFFER + 1; length++) {
            String text = "y".repeat(length) + lineEnd;
            byte[] bytes = (lineEnd.isEmpty() ? text : text + "z" + lineEnd).getBytes(US_ASCII);
            List<Integer> expected = lineEnd.isEmpty() ? List.of(length) : List.of(length, 1);
            assertThat(lengths(new ByteArrayInputStream(bytes), 0, Long.MAX_VALUE, length))
                    .isEqualTo(expected);
            int less = length - 1;
            assertThatThrownBy(() -> lengths(new ByteArrayInputStream(bytes), 0, Long.MAX_VALUE, less))
                    .hasMessage("Max line length exceeded: " + length);
        }
    }
}
