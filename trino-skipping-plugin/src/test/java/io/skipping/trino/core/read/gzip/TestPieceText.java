// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.gzip;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import io.trino.hive.formats.line.LineBuffer;
import io.trino.hive.formats.line.text.TextLineReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.testng.annotations.Test;

public class TestPieceText {
    private static final int OBJECTS = 3000;

    private record Row(long start, String text) {}

    @Test
    public void testEveryRowIsInThePieceThatHoldsTheByteBeforeIt() throws IOException {
        for (int seed = 0; seed < OBJECTS; seed++) {
            Random random = new Random(seed);
            TestingMembers object = TestingMembers.random(random);
            List<Row> rows = rows(object.text());
            List<String> together = new ArrayList<>();
            for (int first = 0; first < object.members(); ) {
                int last = first + random.nextInt(object.members() - first);
                List<String> read = read(object, object.range(first, last));
                assertThat(read)
                        .as("rows of members %s to %s of %s, seed %s", first, last, object.members(), seed)
                        .isEqualTo(rowsOf(rows, object.textRange(first, last), first == 0));
                together.addAll(read);
                first = last + 1;
            }
            assertThat(together)
                    .as("all rows, each once, seed %s", seed)
                    .isEqualTo(rows.stream().map(Row::text).toList());
        }
    }

    @Test
    public void testAPieceHasTheRowsThatASplitOfTheTextWouldHave() throws IOException {
        for (int seed = 0; seed < OBJECTS; seed++) {
            Random random = new Random(seed);
            TestingMembers object = TestingMembers.random(random);
            int first = random.nextInt(object.members());
            int last = first + random.nextInt(object.members() - first);
            ByteRange split = object.textRange(first, last);
            if (split.length() == 0 || (split.start() == 0 && first > 0)) {
                // no split is so short, and none but the first one begins with the text
                continue;
            }
            TextLineReader stock = TextLineReader.createUncompressedReader(
                    new ByteArrayInputStream(object.text()), 1024, split.start(), split.length());
            assertThat(read(object, object.range(first, last)))
                    .as("rows of members %s to %s, seed %s", first, last, seed)
                    .isEqualTo(lines(stock));
        }
    }

    @Test
    public void testAPieceInTheMiddleOfARowReadsNothingBehindIt() throws IOException {
        byte[] text = "x".repeat(100_000).getBytes(ISO_8859_1);
        byte[] member = TestingMembers.member(new Random(1), text, 0, text.length);
        PieceText piece = new PieceText(
                // what is behind the piece would be an error
                new ByteArrayInputStream(member), new ByteRange(1000, member.length));
        assertThat(piece.readAllBytes()).hasSize(text.length);
        assertThat(piece.compressedBytes()).isEqualTo(member.length);
    }

    @Test
    public void testWhatIsNotCutBetweenMembersIsAnError() throws IOException {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            TestingMembers object = TestingMembers.random(random);
            int start = 1 + random.nextInt(object.object().length - 1);
            if (object.starts().contains(start)) {
                continue;
            }
            ByteRange wrongStart = new ByteRange(start, object.object().length - start);
            assertThatThrownBy(() -> read(object, wrongStart))
                    .as("piece that begins in a member, seed %s", seed)
                    .isInstanceOf(GzipFormatException.class);
            assertThatThrownBy(() -> read(object, new ByteRange(0, start)))
                    .as("piece that ends in a member, seed %s", seed)
                    .isInstanceOf(GzipFormatException.class);
        }
    }

    private static List<String> read(TestingMembers object, ByteRange piece) throws IOException {
        byte[] bytes = object.object();
        int start = (int) piece.start();
        InputStream compressed = new ByteArrayInputStream(bytes, start, bytes.length - start);
        TextLineReader reader = TextLineReader.createUncompressedReader(new PieceText(compressed, piece), 1024);
        if (start > 0) {
            reader.skipLines(1);
        }
        return lines(reader);
    }

    private static List<String> lines(TextLineReader reader) throws IOException {
        LineBuffer line = new LineBuffer(1, 1 << 20);
        ImmutableList.Builder<String> lines = ImmutableList.builder();
        while (reader.readLine(line)) {
            lines.add(new String(line.getBuffer(), 0, line.getLength(), ISO_8859_1));
        }
        return lines.build();
    }

    private static List<Row> rows(byte[] text) {
        List<Row> rows = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '\n' || text[i] == '\r') {
                String row = new String(text, start, i - start, ISO_8859_1);
                rows.add(new Row(start, row));
                if (text[i] == '\r' && i + 1 < text.length && text[i + 1] == '\n') {
                    i++;
                }
                start = i + 1;
            }
        }
        if (start < text.length) {
            rows.add(new Row(start, new String(text, start, text.length - start, ISO_8859_1)));
        }
        return rows;
    }

    private static List<String> rowsOf(List<Row> rows, ByteRange textRange, boolean first) {
        return rows.stream()
                .filter(row -> row.start() == 0
                        ? first
                        : row.start() - 1 >= textRange.start() && row.start() - 1 < textRange.end())
                .map(Row::text)
                .toList();
    }
}
