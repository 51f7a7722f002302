// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts records that could not be read, and tells of one of them now and then. */
final class UnreadableRecords {
    private static final Logger LOG = LoggerFactory.getLogger(UnreadableRecords.class);
    private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();
    /** A log is no place for whole records. */
    private static final int LONGEST_PROBLEM = 200;

    private final LongAdder count = new LongAdder();
    private final AtomicLong nextWarning = new AtomicLong(System.nanoTime());

    void add(String topic, String problem) {
        count.increment();
        long due = nextWarning.get();
        long now = System.nanoTime();
        if (now - due >= 0 && nextWarning.compareAndSet(due, now + PAUSE_NANOS)) {
            LOG.warn(
                    "A record for topic {} can't be read ({}), and counts as NULL where it can't; {} so far",
                    topic,
                    problem.length() <= LONGEST_PROBLEM ? problem : problem.substring(0, LONGEST_PROBLEM) + "…",
                    count.sum());
        }
    }

    long count() {
        return count.sum();
    }
}
