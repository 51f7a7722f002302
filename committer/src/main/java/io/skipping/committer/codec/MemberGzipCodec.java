// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.codec;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.GzipCodec;

/**
 * Hadoop's gzip, but for one thing: it writes {@linkplain GzipMembersOutputStream many members} where that writes one. For
 * {@code mapreduce.output.fileoutputformat.compress.codec}, and for Spark's option {@code compression}, by its class name.
 */
public final class MemberGzipCodec extends GzipCodec {
    /** Bytes of text of a member, at the most. */
    public static final String MEMBER_TEXT_BYTES = "skipping.gzip.member-text-bytes";

    private static final int SMALLEST = 1024;
    private static final int LARGEST = 64 * 1024 * 1024;

    @Override
    public CompressionOutputStream createOutputStream(OutputStream out) throws IOException {
        return new MembersStream(out, memberText());
    }

    /** @param compressor not used: those of Hadoop make one member of everything */
    @Override
    public CompressionOutputStream createOutputStream(OutputStream out, Compressor compressor) throws IOException {
        return createOutputStream(out);
    }

    private int memberText() {
        int bytes = getConf().getInt(MEMBER_TEXT_BYTES, GzipMembersOutputStream.DEFAULT_MEMBER_TEXT);
        if (bytes < SMALLEST || bytes > LARGEST) {
            throw new IllegalArgumentException(
                    "%s must be from %d to %d: %d".formatted(MEMBER_TEXT_BYTES, SMALLEST, LARGEST, bytes));
        }
        return bytes;
    }

    private static final class MembersStream extends CompressionOutputStream {
        private final GzipMembersOutputStream members;

        MembersStream(OutputStream out, int memberText) {
            super(out);
            members = new GzipMembersOutputStream(out, memberText);
        }

        @Override
        public void write(int value) throws IOException {
            members.write(value);
        }

        @Override
        public void write(byte[] source, int offset, int count) throws IOException {
            members.write(source, offset, count);
        }

        @Override
        public void flush() throws IOException {
            members.flush();
        }

        @Override
        public void finish() throws IOException {
            members.finish();
        }

        @Override
        public void resetState() {
            members.reset();
        }

        @Override
        public void close() throws IOException {
            members.close();
        }
    }
}
