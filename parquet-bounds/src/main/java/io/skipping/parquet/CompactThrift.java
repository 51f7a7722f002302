// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.parquet;

import io.airlift.slice.Slice;
import java.io.IOException;

/**
 * Checks a structure in Thrift's compact protocol without keeping any of it. Thrift readers allocate memory for the
 * size that a list or text claims to have; this check ensures that the content really exists.
 */
final class CompactThrift {
    private static final int MOST_DEPTH = 32;
    private static final int LAST_BOOLEAN = 2;
    private static final int BYTE = 3;
    private static final int LAST_INTEGER = 6;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int SET = 10;
    private static final int MAP = 11;
    private static final int STRUCT = 12;

    private final Slice bytes;
    private final int end;
    private final int mostElements;
    private int position;
    private int elements;

    private CompactThrift(Slice bytes, int start, int end, int mostElements) {
        this.bytes = bytes;
        this.position = start;
        this.end = end;
        this.mostElements = mostElements;
    }

    /**
     * Returns where a structure ends.
     *
     * @param start position at which the structure begins
     * @param mostElements maximum number of elements of all its lists together
     * @throws IOException if the structure is invalid; the message is a clause that says why
     */
    static int end(Slice bytes, int start, int end, int mostElements) throws IOException {
        CompactThrift walk = new CompactThrift(bytes, start, end, mostElements);
        walk.struct(0);
        return walk.position;
    }

    private void struct(int depth) throws IOException {
        for (int header = next(); header != 0; header = next()) {
            int type = header & 0xF;
            if (header >>> 4 == 0) {
                varint();
            }
            // the value of a boolean is part of its type
            if (type > LAST_BOOLEAN) {
                value(type, depth);
            }
        }
    }

    private void value(int type, int depth) throws IOException {
        if (depth > MOST_DEPTH) {
            throw new IOException("it is more than %s levels deep".formatted(MOST_DEPTH));
        }
        if (type <= BYTE) {
            skip(1);
        } else if (type <= LAST_INTEGER) {
            varint();
        } else {
            switch (type) {
                case DOUBLE -> skip(Double.BYTES);
                case BINARY -> skip(varint());
                case LIST, SET -> list(depth);
                case MAP -> map(depth);
                case STRUCT -> struct(depth + 1);
                default -> throw new IOException("it has a value of no type");
            }
        }
    }

    private void list(int depth) throws IOException {
        int header = next();
        long size = header >>> 4;
        elements(header >>> 4 == 0xF ? varint() : size, header & 0xF, 0, depth);
    }

    private void map(int depth) throws IOException {
        long size = varint();
        if (size != 0) {
            int types = next();
            elements(size, types >>> 4, types & 0xF, depth);
        }
    }

    private void elements(long size, int first, int second, int depth) throws IOException {
        // each element takes at least one byte
        if (size < 0 || size > end - position || size > mostElements - elements) {
            throw new IOException("it says that it has %s elements".formatted(size));
        }
        elements += (int) size;
        for (long element = 0; element < size; element++) {
            value(first, depth + 1);
            if (second != 0) {
                value(second, depth + 1);
            }
        }
    }

    private int next() throws IOException {
        if (position >= end) {
            throw new IOException("it is cut off");
        }
        return bytes.getUnsignedByte(position++);
    }

    private void skip(long length) throws IOException {
        if (length < 0 || length > end - position) {
            throw new IOException("it says that it has a text of %s bytes".formatted(length));
        }
        position += (int) length;
    }

    private long varint() throws IOException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int part = next();
            value |= (part & 0x7FL) << shift;
            if (part < 0x80) {
                return value;
            }
        }
        throw new IOException("it has a number of more than 64 bits");
    }
}
