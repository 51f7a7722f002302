// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.util.ReflectionUtils;
import org.testng.annotations.Test;

public class TestMemberGzipCodec {
    private static final int HEADER = 10;
    private static final int TRAILER = 8;

    @Test
    public void testEverybodyReadsWhatItWrites() throws Exception {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            byte[] text = text(random, random.nextInt(300_000), 1 + random.nextInt(5000));
            byte[] written = write(codec(1024 + random.nextInt(70_000)), text, random);
            assertThat(new GZIPInputStream(new ByteArrayInputStream(written)).readAllBytes())
                    .as("by Java, seed %s", seed)
                    .isEqualTo(text);
            assertThat(read(new GzipCodec(), written))
                    .as("by Hadoop, seed %s", seed)
                    .isEqualTo(text);
            assertThat(read(codec(5000), written))
                    .as("by itself, seed %s", seed)
                    .isEqualTo(text);
        }
    }

    @Test
    public void testCommandsReadWhatItWrites() throws Exception {
        byte[] text = text(new Random(1), 500_000, 200);
        Path file = Files.createTempFile("members", ".gz");
        try {
            Files.write(file, write(codec(10_000), text, new Random(2)));
            assertThat(output("gunzip", "-c", file.toString())).isEqualTo(text);
        } finally {
            Files.delete(file);
        }
    }

    @Test
    public void testMembersEndBehindLines() throws Exception {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            byte[] text = text(random, 200_000, 500);
            int memberText = 1024 + random.nextInt(30_000);
            List<byte[]> members = members(write(codec(memberText), text, random));
            assertThat(members).as("seed %s", seed).hasSizeGreaterThan(200_000 / memberText);
            assertThat(members.subList(0, members.size() - 1))
                    .as("seed %s", seed)
                    .allSatisfy(member -> {
                        assertThat(member.length)
                                .isLessThanOrEqualTo(memberText)
                                .isGreaterThan(memberText - 501);
                        assertThat(member[member.length - 1]).isEqualTo((byte) '\n');
                    });
        }
    }

    @Test
    public void testALineThatIsLongerThanAMemberIsInSeveral() throws Exception {
        byte[] text = ("short\n" + "x".repeat(5000) + "\nshort").getBytes(UTF_8);
        assertThat(members(write(codec(2000), text, new Random(1))))
                .extracting(member -> member.length)
                .containsExactly(6, 2000, 2000, 1006);
    }

    @Test
    public void testNoTextIsAnEmptyMember() throws Exception {
        assertThat(members(write(codec(2000), new byte[0], new Random(1)))).containsExactly(new byte[0]);
    }

    @Test
    public void testTextOfJustAMemberIsOne() throws Exception {
        byte[] text = "0123456\n".repeat(250).getBytes(UTF_8);
        assertThat(members(write(codec(2000), text, new Random(1)))).containsExactly(text);
    }

    /** Some formats compress block by block, with compressors of the pool. */
    @Test
    public void testAStreamIsFinishedAndResetForEachBlock() throws Exception {
        CompressionCodec codec = codec(5000);
        Compressor compressor = CodecPool.getCompressor(codec);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CompressionOutputStream stream = codec.createOutputStream(bytes, compressor);
        int start = 0;
        for (int block = 0; block < 3; block++) {
            byte[] text = text(new Random(block), block * 10_000, 100);
            stream.resetState();
            stream.write(text);
            stream.finish();
            byte[] written = bytes.toByteArray();
            InputStream file = new ByteArrayInputStream(written, start, written.length - start);
            assertThat(new GZIPInputStream(file).readAllBytes())
                    .as("block %s", block)
                    .isEqualTo(text);
            start = written.length;
        }
        CodecPool.returnCompressor(compressor);
        stream.close();
        assertThat(bytes.size()).as("nothing behind what was finished").isEqualTo(start);
    }

    @Test
    public void testSizesThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> codec(10).createOutputStream(OutputStream.nullOutputStream()))
                .hasMessageContaining("skipping.gzip.member-text-bytes must be from 1024 to 67108864: 10");
    }

    private static MemberGzipCodec codec(int memberText) {
        Configuration configuration = new Configuration(false);
        configuration.setInt(MemberGzipCodec.MEMBER_TEXT_BYTES, memberText);
        return ReflectionUtils.newInstance(MemberGzipCodec.class, configuration);
    }

    /** Lines of no more than so many bytes, with their ends. */
    private static byte[] text(Random random, int length, int longestLine) {
        byte[] text = new byte[length];
        int line = 0;
        for (int i = 0; i < length; i++) {
            boolean end = ++line >= longestLine || random.nextInt(longestLine) == 0;
            text[i] = (byte) (end ? '\n' : 'a' + random.nextInt(20));
            line = end ? 0 : line;
        }
        return text;
    }

    private static byte[] write(CompressionCodec codec, byte[] text, Random random) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = codec.createOutputStream(bytes)) {
            for (int position = 0; position < text.length; ) {
                int count = Math.min(text.length - position, 1 + random.nextInt(100_000));
                if (count == 1) {
                    out.write(text[position]);
                } else {
                    out.write(text, position, count);
                }
                position += count;
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] read(GzipCodec codec, byte[] compressed) throws IOException {
        if (codec.getConf() == null) {
            codec.setConf(new Configuration(false));
        }
        try (InputStream in = codec.createInputStream(new ByteArrayInputStream(compressed))) {
            return in.readAllBytes();
        }
    }

    /** The text of each member. */
    private static List<byte[]> members(byte[] compressed) throws Exception {
        List<byte[]> members = new ArrayList<>();
        int position = 0;
        while (position < compressed.length) {
            Inflater inflater = new Inflater(true);
            position += HEADER;
            inflater.setInput(compressed, position, compressed.length - position);
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            byte[] buffer = new byte[10_000];
            while (!inflater.finished()) {
                text.write(buffer, 0, inflater.inflate(buffer));
            }
            position += (int) inflater.getBytesRead() + TRAILER;
            inflater.end();
            members.add(text.toByteArray());
        }
        return members;
    }

    private static byte[] output(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        byte[] output = process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isZero();
        return output;
    }
}
