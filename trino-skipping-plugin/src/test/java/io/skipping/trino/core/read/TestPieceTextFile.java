// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.ByteRange;
import io.trino.filesystem.TrinoInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.testng.annotations.Test;

public class TestPieceTextFile {
    private static final int SLACK = 2048;
    private static final int MEMBERS = 20;

    /** Digits of a member, which are compressed to half of them. */
    private static final int DIGITS = 60_000;

    /** An object of members, and where they begin. */
    private record Members(byte[] object, List<Integer> starts) {
        ByteRange piece(int from, int to) {
            return new ByteRange(starts.get(from), starts.get(to) - starts.get(from));
        }
    }

    /** @param rowDigits digits of a row */
    private static Members members(int rowDigits) throws IOException {
        Random random = new Random(7);
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        List<Integer> starts = new ArrayList<>();
        int digits = 0;
        for (int member = 0; member < MEMBERS; member++) {
            byte[] bytes = new byte[DIGITS / 2];
            random.nextBytes(bytes);
            StringBuilder text = new StringBuilder();
            for (char digit : HexFormat.of().formatHex(bytes).toCharArray()) {
                text.append(digit);
                if (++digits % rowDigits == 0) {
                    text.append('\n');
                }
            }
            starts.add(object.size());
            GZIPOutputStream gzip = new GZIPOutputStream(object);
            gzip.write(text.toString().getBytes(US_ASCII));
            gzip.finish();
        }
        return new Members(object.toByteArray(), starts);
    }

    @Test
    public void testAPieceIsOneBoundedRequest() throws IOException {
        Members members = members(90);
        ByteRange piece = members.piece(5, 8);
        List<String> requests = new ArrayList<>();
        PieceTextFile file = file(members, piece, requests);
        assertThat(text(file)).endsWith("\n");
        assertThat(requests).containsExactly(piece.start() + "+" + (piece.length() + SLACK));
        assertThat(file.compressedBytes().orElseThrow()).isBetween(piece.length(), piece.length() + SLACK);
    }

    @Test
    public void testALongLastRowIsOneMoreRequest() throws IOException {
        Members members = members(3 * DIGITS / 2);
        List<String> requests = new ArrayList<>();
        assertThat(text(file(members, members.piece(0, 1), requests)))
                .as("a row, half of which lies in the next member")
                .hasSize(3 * DIGITS / 2 + 1);
        assertThat(requests).hasSize(2);
    }

    private static PieceTextFile file(Members members, ByteRange piece, List<String> requests) {
        RangeBytes bytes = new RangeBytes(
                TestRangeBytes.file(members.object(), requests),
                members.object().length,
                piece,
                SLACK,
                8 * 1024 * 1024,
                new AnswerTimes());
        return PieceTextFile.ofMembers(new RangeInputFile(bytes, false), piece);
    }

    private static String text(PieceTextFile file) throws IOException {
        try (TrinoInputStream text = file.newStream()) {
            return new String(text.readAllBytes(), US_ASCII);
        }
    }
}
