// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.ngram;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.type.bloom.BloomFilter;
import io.skipping.index.value.KeyHash;

/**
 * Encodes the grams of a range: one byte with the length in bytes of the longest {@link Grams} in the filter, which
 * also has all shorter ones; then a {@link BloomFilter} of the {@link KeyHash} of each gram.
 *
 * <p>Earlier releases wrote no such byte and only grams of three bytes. Their filters are recognised by the first byte,
 * which is the version of the filter, 1 or 2.
 */
final class NgramFilter {
    private static final int HEADER_BYTES = 1;

    private NgramFilter() {}

    /** Returns how many bytes are left for the bits of the filter in {@code bytes} bytes. */
    static int bytesIn(long bytes) {
        return BloomFilter.bytesIn(bytes - HEADER_BYTES);
    }

    /**
     * Encodes grams.
     *
     * @param longest length in bytes of the longest grams in the filter
     * @param bytes size of the bits, in bytes; at least one
     */
    static Slice create(int longest, int bytes, long[] hashes) {
        Slice filter = BloomFilter.create(bytes, hashes);
        Slice value = Slices.allocate(HEADER_BYTES + filter.length());
        value.setByte(0, longest);
        value.setBytes(HEADER_BYTES, filter);
        return value;
    }

    /** Returns the number of bytes before the Bloom filter; all bytes if a newer release wrote the value. */
    static int headerBytes(Slice value) {
        byte longest = longest(value);
        if (longest < Grams.SHORTEST || longest > Grams.LONGEST) {
            return value.length();
        }
        return isWithoutHeader(value) ? 0 : HEADER_BYTES;
    }

    /** Returns the length in bytes of the longest grams in the filter. */
    static byte longest(Slice value) {
        if (value.length() == 0) {
            return 0;
        }
        return isWithoutHeader(value) ? Grams.SHORTEST : value.getByte(0);
    }

    private static boolean isWithoutHeader(Slice value) {
        return BloomFilter.isFirstByte(value.getByte(0));
    }
}
