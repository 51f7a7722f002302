// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.codec;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.GzipCodec;

/**
 * Extends Hadoop's gzip codec to write {@linkplain GzipMembersOutputStream many members} instead of one. Set its class
 * name as {@code mapreduce.output.fileoutputformat.compress.codec}, or as Spark's option {@code compression}.
 */
public final class MemberGzipCodec extends GzipCodec {
    /** Names the property with the maximum bytes of text per member, from 1 KiB to 64 MiB. */
    public static final String MEMBER_TEXT_BYTES = "skipping.gzip.member-text-bytes";

    private static final int SMALLEST = 1024;
    private static final int LARGEST = 64 * 1024 * 1024;

    @Override
    public CompressionOutputStream createOutputStream(OutputStream out) throws IOException {
        return new MembersStream(out, memberText());
    }

    /**
     * Creates a stream.
     *
     * @param compressor ignored, because Hadoop's compressors write everything as one member
     */
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
