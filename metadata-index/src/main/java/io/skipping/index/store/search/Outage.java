// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.search;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Ticker;
import io.airlift.log.Logger;
import java.util.concurrent.TimeUnit;

/**
 * Logs that an engine fails, and that it works again; not every request in between, and not every few moments if it
 * does both at once. Thread-safe.
 */
final class Outage {
    private static final Logger log = Logger.get(Outage.class);
    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String cluster;
    private final Ticker ticker;
    private long failures;
    private long warnedAt;
    private boolean everWarned;
    // read without the lock, so that requests that succeed do not wait for each other
    private volatile boolean warned;

    Outage(SearchOptions options, Ticker ticker) {
        this.cluster = requireNonNull(options, "options is null").uris().toString();
        this.ticker = requireNonNull(ticker, "ticker is null");
    }

    synchronized void failed(SearchException failure) {
        failures++;
        long now = ticker.read();
        if (!warned && (!everWarned || now - warnedAt >= QUIET_NANOS)) {
            log.warn("Indexes in %s cannot be used: %s", cluster, failure.getMessage());
            warned = true;
            everWarned = true;
            warnedAt = now;
        } else {
            log.debug("Indexes in %s cannot be used: %s", cluster, failure.getMessage());
        }
    }

    void succeeded() {
        if (warned) {
            logEnd();
        }
    }

    private synchronized void logEnd() {
        if (warned) {
            log.info("Indexes in %s can be used again; requests that failed: %s", cluster, failures);
            warned = false;
            failures = 0;
        }
    }
}
