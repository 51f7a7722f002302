// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trino.hive.formats.compression.CompressionKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.zip.GZIPOutputStream;
import org.testng.annotations.Test;

public class TestCompressedText {
    @Test
    public void testAFailureBetweenMembersIsNotTheEnd() throws IOException {
        byte[] member = gzip("a line\n".repeat(1000));
        InputStream failing = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("connection lost");
            }
        };
        InputStream object = new SequenceInputStream(new ByteArrayInputStream(member), failing);
        // what it is about: the decompressor says nothing
        try (InputStream text = CompressionKind.GZIP
                .createCodec()
                .createStreamDecompressor(new SequenceInputStream(new ByteArrayInputStream(member), failing))) {
            assertThat(text.readAllBytes()).hasSize(7000);
        }
        try (CompressedText text = new CompressedText(object, CompressionKind.GZIP.createCodec())) {
            assertThatThrownBy(text::readAllBytes).hasMessage("connection lost");
        }
    }

    @Test
    public void testCompressedBytesAreCounted() throws IOException {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        object.writeBytes(gzip("one\n"));
        object.writeBytes(gzip("two\n"));
        try (CompressedText text = new CompressedText(
                new ByteArrayInputStream(object.toByteArray()), CompressionKind.GZIP.createCodec())) {
            assertThat(new String(text.readAllBytes(), UTF_8)).isEqualTo("one\ntwo\n");
            assertThat(text.compressedBytes()).isEqualTo(object.size());
        }
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(object)) {
            out.write(text.getBytes(UTF_8));
        }
        return object.toByteArray();
    }
}
