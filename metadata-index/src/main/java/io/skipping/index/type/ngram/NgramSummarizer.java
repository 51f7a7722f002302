// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.ngram;

import io.airlift.slice.Slice;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.type.bloom.BloomFilter;
import io.skipping.index.type.distinct.DistinctLongs;
import io.skipping.index.value.BytesVector;
import io.skipping.index.value.KeyHash;
import io.skipping.index.value.ValueVector;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Collects the grams of a range, so that the filter can have the size that they need. If there are too many, it drops
 * the longer ones, and if there are still too many, all of them.
 */
final class NgramSummarizer implements Summarizer {
    /** with fewer bits, more than a third of all other grams are false positives */
    private static final int MIN_BITS_PER_GRAM = 2;

    /** number of runs of eight bytes that are remembered */
    private static final int SEEN_RUNS = 1 << 12;
    /** positions in such a run where grams of up to four bytes begin */
    private static final int SEEN_GRAMS = Long.BYTES - Grams.LONGEST + 1;

    private static final long NOTHING_SEEN = 0;

    private final double falsePositives;
    private final int mostBytes;
    private final DistinctLongs shorter = new DistinctLongs();
    private final DistinctLongs longer = new DistinctLongs();
    /** for each hash, a run of bytes whose grams are all collected, because log lines repeat the same text */
    private final long[] seen = new long[SEEN_RUNS];
    /** length in bytes of the longest grams that are collected; 0 once even the shortest are too many */
    private int longest = Grams.LONGEST;

    /** @param maxBytes maximum size of the filter in bytes */
    NgramSummarizer(double falsePositives, long maxBytes) {
        this.falsePositives = falsePositives;
        this.mostBytes = NgramFilter.bytesIn(maxBytes);
    }

    @Override
    public void add(List<ValueVector> columns) {
        BytesVector texts = (BytesVector) columns.get(0);
        Slice bytes = texts.buffer();
        int count = texts.valueCount();
        for (int i = 0; i < count && longest > 0; i++) {
            read(bytes, texts.offset(i), texts.length(i));
        }
    }

    private void read(Slice bytes, int offset, int length) {
        int start = 0;
        for (; start + Long.BYTES <= length; start += SEEN_GRAMS) {
            long run = bytes.getLong(offset + start);
            int slot = (int) ((run * 0x9E37_79B9_7F4A_7C15L) >>> 32) & (SEEN_RUNS - 1);
            if (seen[slot] != run || run == NOTHING_SEEN) {
                seen[slot] = run;
                addAll(Long.reverseBytes(run));
            }
        }
        Grams.forEach(bytes, offset + start, length - start, this::add);
    }

    /** Adds the grams that begin in the first {@link #SEEN_GRAMS} bytes of a run of eight. */
    private void addAll(long run) {
        for (int behind = Byte.SIZE * (SEEN_GRAMS - 1); behind >= 0; behind -= Byte.SIZE) {
            long four = run >>> behind;
            // if the longer gram is not new, neither is the shorter one
            if (longest < Grams.LONGEST || !Grams.isOfWord(four) || add(Grams.LONGEST, Grams.longer(four))) {
                add(Grams.SHORTEST, Grams.shorter(four >>> Byte.SIZE));
            }
        }
    }

    /** Adds a gram, and returns whether it was new. */
    private boolean add(int length, long gram) {
        if (length > longest || !(length == Grams.SHORTEST ? shorter : longer).add(gram)) {
            return false;
        }
        leaveOutWhatHasNoRoom();
        return true;
    }

    private void leaveOutWhatHasNoRoom() {
        if (longest == Grams.LONGEST && !hasRoom(shorter.size() + longer.size())) {
            longest = Grams.SHORTEST;
            longer.clear();
        }
        if (!hasRoom(shorter.size())) {
            longest = 0;
            shorter.clear();
        }
    }

    private boolean hasRoom(int grams) {
        return grams == 0 || BloomFilter.bitsPerValue(mostBytes, grams) >= MIN_BITS_PER_GRAM;
    }

    @Override
    public void finish(SummaryWriter to) {
        if (longest == 0 || mostBytes == 0) {
            to.appendNothing();
            return;
        }
        long[] hashes = LongStream.concat(Arrays.stream(shorter.values()), Arrays.stream(longer.values()))
                .map(KeyHash::hash)
                .toArray();
        int bytes = Math.min(mostBytes, BloomFilter.bytes(hashes.length, falsePositives));
        to.field(0).append(NgramFilter.create(longest, bytes, hashes));
    }

    @Override
    public long retainedBytes() {
        return shorter.retainedBytes() + longer.retainedBytes() + 8L * seen.length;
    }
}
