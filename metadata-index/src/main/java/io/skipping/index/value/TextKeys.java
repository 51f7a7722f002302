// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import java.util.Arrays;
import java.util.Optional;

/** Shortens bounds of long text and bytes, and handles the special rules of char. */
public final class TextKeys {
    private static final int MAX_CODE_POINT_BYTES = 4;

    private TextKeys() {}

    /**
     * Returns the length without the padding of char. Engines mostly return char without padding, but statistics and
     * other readers may not.
     */
    public static int normalizedLength(ScalarType type, Slice slice, int offset, int length) {
        if (type.kind() == ScalarType.Kind.CHAR) {
            while (length > 0 && slice.getByte(offset + length - 1) == ' ') {
                length--;
            }
        }
        return length;
    }

    /**
     * Returns whether the bytes order as the values do. Char compares as if padded with spaces, so that {@code 'a\t'}
     * comes before {@code 'a'}: bytes below the space break the order of bytes.
     */
    public static boolean isOrderedByBytes(ScalarType type, Slice slice, int offset, int length) {
        if (type.kind() != ScalarType.Kind.CHAR) {
            return true;
        }
        for (int i = offset; i < offset + length; i++) {
            byte value = slice.getByte(i);
            if (value >= 0 && value < ' ') {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the value itself, or a prefix of it, which is not greater than the value. Text is cut between code
     * points. UUIDs stay whole, because a part of one is none.
     */
    public static Slice lowerBound(ScalarType type, Slice value, int limit) {
        if (isWhole(type, value, limit)) {
            return value;
        }
        // char must not end in a space, which the cut may leave there
        return value.slice(0, normalizedLength(type, value, 0, cut(type, value, limit)));
    }

    /**
     * Returns the value itself, or a value of at most {@code limit} bytes that is greater than everything that is not
     * greater than the value; empty if there is none. UUIDs stay whole.
     *
     * <p>A prefix whose last code point (or byte) is replaced by the next one is greater than everything that starts
     * with the original prefix, because no code point's UTF-8 is a prefix of another's and UTF-8 has the order of code
     * points. The bytes before that code point are not examined and need not be valid.
     */
    public static Optional<Slice> upperBound(ScalarType type, Slice value, int limit) {
        if (isWhole(type, value, limit)) {
            return Optional.of(value);
        }
        int end = cut(type, value, limit);
        return type.kind() == ScalarType.Kind.VARBINARY ? nextBytes(value, end) : nextText(value, end, limit);
    }

    private static boolean isWhole(ScalarType type, Slice value, int limit) {
        return value.length() <= limit || type.kind() == ScalarType.Kind.UUID;
    }

    private static int cut(ScalarType type, Slice value, int limit) {
        if (type.kind() == ScalarType.Kind.VARBINARY) {
            return limit;
        }
        int end = limit;
        while (end > 0 && limit - end < MAX_CODE_POINT_BYTES && isContinuation(value.getByte(end))) {
            end--;
        }
        // more continuation bytes than UTF-8 allows: this is not UTF-8, so no place to cut is better
        return isContinuation(value.getByte(end)) ? limit : end;
    }

    private static Optional<Slice> nextBytes(Slice value, int end) {
        int last = end - 1;
        while (last >= 0 && value.getByte(last) == (byte) 0xFF) {
            last--;
        }
        if (last < 0) {
            return Optional.empty();
        }
        Slice bound = value.copy(0, last + 1);
        bound.setByte(last, bound.getByte(last) + 1);
        return Optional.of(bound);
    }

    private static Optional<Slice> nextText(Slice value, int end, int limit) {
        for (int start = end - 1; start >= 0; start--) {
            if (isContinuation(value.getByte(start))) {
                continue;
            }
            int codePoint = codePoint(value, start, end);
            int next = codePoint < 0 ? -1 : next(codePoint);
            if (next >= 0) {
                byte[] encoded = Character.toString(next).getBytes(UTF_8);
                if (start + encoded.length <= limit) {
                    Slice bound = Slices.allocate(start + encoded.length);
                    bound.setBytes(0, value, 0, start);
                    bound.setBytes(start, encoded);
                    return Optional.of(bound);
                }
            }
            end = start;
        }
        return Optional.empty();
    }

    private static int next(int codePoint) {
        if (codePoint == Character.MAX_CODE_POINT) {
            return -1;
        }
        int next = codePoint + 1;
        return next == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : next;
    }

    /** Returns the code point that exactly these bytes encode; -1 if they encode none. */
    private static int codePoint(Slice value, int start, int end) {
        byte[] bytes = value.getBytes(start, end - start);
        String text = new String(bytes, UTF_8);
        boolean valid = text.codePointCount(0, text.length()) == 1 && Arrays.equals(text.getBytes(UTF_8), bytes);
        return valid ? text.codePointAt(0) : -1;
    }

    private static boolean isContinuation(byte value) {
        return (value & 0xC0) == 0x80;
    }
}
