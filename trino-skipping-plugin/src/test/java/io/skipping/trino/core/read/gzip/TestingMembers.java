// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.gzip;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.skipping.index.ByteRange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;

/**
 * A gzip object of random members over a random text.
 *
 * @param starts of the members in the object, and its end
 * @param textStarts of the members in the text, and its end
 */
record TestingMembers(byte[] text, byte[] object, List<Integer> starts, List<Integer> textStarts) {
    /** Lines from none to longer than members, and line ends of all kinds; cut anywhere. */
    static TestingMembers random(Random random) throws IOException {
        return of(random, randomText(random));
    }

    static TestingMembers of(Random random, byte[] text) throws IOException {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        List<Integer> starts = new ArrayList<>();
        List<Integer> textStarts = new ArrayList<>();
        int longest = 1 + random.nextInt(text.length + 1);
        int position = 0;
        do {
            int length = Math.min(text.length - position, random.nextInt(6) == 0 ? 0 : random.nextInt(longest + 1));
            starts.add(object.size());
            textStarts.add(position);
            object.write(member(random, text, position, length));
            position += length;
        } while (position < text.length || random.nextInt(4) == 0);
        starts.add(object.size());
        textStarts.add(position);
        return new TestingMembers(text, object.toByteArray(), starts, textStarts);
    }

    private static byte[] randomText(Random random) {
        String[] lineEnds = {"\n", "\r", "\r\n"};
        boolean mixed = random.nextBoolean();
        String lineEnd = lineEnds[random.nextInt(3)];
        int longest = 1 << random.nextInt(12);
        StringBuilder text = new StringBuilder();
        for (int rows = random.nextInt(60); rows > 0; rows--) {
            int length = random.nextInt(3) == 0 ? 0 : random.nextInt(longest);
            for (int i = 0; i < length; i++) {
                text.append((char) ('a' + random.nextInt(26)));
            }
            text.append(mixed ? lineEnds[random.nextInt(3)] : lineEnd);
        }
        if (random.nextBoolean()) {
            text.append("the last line has no end");
        }
        return text.toString().getBytes(ISO_8859_1);
    }

    /** One gzip member, sometimes with what headers may have. */
    static byte[] member(Random random, byte[] text, int offset, int length) throws IOException {
        ByteArrayOutputStream member = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(member)) {
            gzip.write(text, offset, length);
        }
        byte[] plain = member.toByteArray();
        if (random.nextInt(3) > 0) {
            return plain;
        }
        ByteArrayOutputStream withFields = new ByteArrayOutputStream();
        boolean extra = random.nextBoolean();
        boolean name = random.nextBoolean();
        boolean comment = random.nextBoolean();
        boolean checksum = random.nextBoolean();
        plain[3] = (byte) ((checksum ? 2 : 0) | (extra ? 4 : 0) | (name ? 8 : 0) | (comment ? 16 : 0));
        withFields.write(plain, 0, 10);
        if (extra) {
            // as BGZF has it
            withFields.write(new byte[] {6, 0, 'B', 'C', 2, 0, 0x1f, (byte) 0x8b});
        }
        if (name) {
            withFields.write("name\0".getBytes(ISO_8859_1));
        }
        if (comment) {
            withFields.write("a comment\0".getBytes(ISO_8859_1));
        }
        if (checksum) {
            CRC32 crc = new CRC32();
            crc.update(withFields.toByteArray());
            withFields.write((int) crc.getValue() & 0xFF);
            withFields.write((int) crc.getValue() >> 8 & 0xFF);
        }
        withFields.write(plain, 10, plain.length - 10);
        return withFields.toByteArray();
    }

    int members() {
        return starts.size() - 1;
    }

    /** Of the object. */
    ByteRange range(int firstMember, int lastMember) {
        return between(starts, firstMember, lastMember);
    }

    /** Of the text, what is in these members. */
    ByteRange textRange(int firstMember, int lastMember) {
        return between(textStarts, firstMember, lastMember);
    }

    private static ByteRange between(List<Integer> starts, int first, int last) {
        return new ByteRange(starts.get(first), starts.get(last + 1) - starts.get(first));
    }
}
