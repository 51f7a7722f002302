// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts records that could not be read, and occasionally logs one of them. */
final class UnreadableRecords {
    private static final Logger LOG = LoggerFactory.getLogger(UnreadableRecords.class);
    private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();
    /** The maximum length of a problem in the log. Whole records do not belong there. */
    private static final int LONGEST_PROBLEM = 200;

    private final LongAdder count = new LongAdder();
    private final AtomicLong nextWarning = new AtomicLong(System.nanoTime());

    void add(String topic, String problem) {
        count.increment();
        long due = nextWarning.get();
        long now = System.nanoTime();
        if (now - due >= 0 && nextWarning.compareAndSet(due, now + PAUSE_NANOS)) {
            LOG.warn(
                    "A record for topic {} can't be read completely ({}); unreadable values count as NULL; {} such records so far",
                    topic,
                    problem.length() <= LONGEST_PROBLEM ? problem : problem.substring(0, LONGEST_PROBLEM) + "…",
                    count.sum());
        }
    }

    long count() {
        return count.sum();
    }
}
