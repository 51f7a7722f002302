// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Summarises consecutive records, as Hadoop's TeraValidate does.
 *
 * @param path the object that contains them
 * @param start where in the object they start
 * @param checksum the sum of their CRC-32C, which does not depend on their order
 * @param ordered whether no key is less than its predecessor
 * @param first the first key; null if there is none
 * @param last the last key; null if there is none
 */
record Stretch(String path, long start, long count, long checksum, boolean ordered, byte[] first, byte[] last)
        implements Serializable {
    /** Builds a stretch from one record after the other. */
    static final class Builder {
        private final CRC32C crc = new CRC32C();
        private final byte[] last = new byte[TeraRecord.KEY_BYTES];
        private byte[] first;
        private long count;
        private long checksum;
        private boolean ordered = true;

        /**
         * Adds a record.
         *
         * @param record is not kept; bytes beyond the length of a record are ignored
         */
        void add(byte[] record) {
            crc.reset();
            crc.update(record, 0, TeraRecord.BYTES);
            checksum += crc.getValue();
            if (first == null) {
                first = TeraRecord.key(record);
            } else {
                ordered &= TeraRecord.compareKeys(last, record) <= 0;
            }
            System.arraycopy(record, 0, last, 0, last.length);
            count++;
        }

        Stretch build(String path, long start) {
            return new Stretch(path, start, count, checksum, ordered, first, first == null ? null : last);
        }
    }

    /** Returns the combined contents of stretches, in the order of their objects' names. */
    static Contents contents(List<Stretch> stretches) {
        long count = 0;
        long checksum = 0;
        boolean ordered = true;
        byte[] last = null;
        for (Stretch stretch : stretches.stream()
                .sorted(Comparator.comparing(Stretch::path).thenComparingLong(Stretch::start))
                .toList()) {
            count += stretch.count;
            checksum += stretch.checksum;
            ordered &= stretch.ordered;
            if (stretch.first != null) {
                ordered &= last == null || TeraRecord.compareKeys(last, stretch.first) <= 0;
                last = stretch.last;
            }
        }
        return new Contents(count, checksum, ordered);
    }
}
