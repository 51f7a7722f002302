// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.ngram;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.type.bloom.BloomFilter;
import io.skipping.index.value.KeyHash;

/**
 * What is kept of the grams of a range: one byte with the length of the longest {@link Grams} that are in the filter, in
 * bytes, with which all shorter ones are; then a {@link BloomFilter} of the {@link KeyHash} of each gram.
 *
 * <p>Earlier ones have no such byte and grams of three bytes alone. They are known by their first byte, which is the version
 * of the filter, 1 or 2.
 */
final class NgramFilter {
    private static final int HEADER_BYTES = 1;

    private NgramFilter() {}

    /** Bytes of bits that fit into a number of bytes. */
    static int bytesIn(long bytes) {
        return BloomFilter.bytesIn(bytes - HEADER_BYTES);
    }

    /** @param bytes of bits, at least one */
    static Slice create(int longest, int bytes, long[] hashes) {
        Slice filter = BloomFilter.create(bytes, hashes);
        Slice value = Slices.allocate(HEADER_BYTES + filter.length());
        value.setByte(0, longest);
        value.setBytes(HEADER_BYTES, filter);
        return value;
    }

    /** Bytes before the Bloom filter; all, if this was written by a newer release. */
    static int headerBytes(Slice value) {
        byte longest = longest(value);
        if (longest < Grams.SHORTEST || longest > Grams.LONGEST) {
            return value.length();
        }
        return isWithoutHeader(value) ? 0 : HEADER_BYTES;
    }

    /** Bytes of the longest grams that are in the filter. */
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
