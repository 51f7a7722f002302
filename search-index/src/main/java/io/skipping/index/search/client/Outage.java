// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;
import static java.util.Objects.requireNonNull;

import com.google.common.base.Ticker;
import java.util.concurrent.TimeUnit;

/**
 * Logs when an engine starts to fail and when it works again. It does not log every request in between, and at most one
 * warning a minute if the state changes often. Thread-safe.
 */
final class Outage {
    private static final System.Logger log = System.getLogger(Outage.class.getName());
    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String cluster;
    private final Ticker ticker;
    private long failures;
    private long warnedAt;
    private boolean everWarned;
    // read without the lock, so that successful requests do not wait for each other
    private volatile boolean warned;

    Outage(SearchOptions options, Ticker ticker) {
        this.cluster = requireNonNull(options, "options is null").uris().toString();
        this.ticker = requireNonNull(ticker, "ticker is null");
    }

    synchronized void failed(SearchException failure) {
        failures++;
        long now = ticker.read();
        String message = "Indexes in %s cannot be used: %s".formatted(cluster, failure.getMessage());
        if (!warned && (!everWarned || now - warnedAt >= QUIET_NANOS)) {
            log.log(WARNING, message);
            warned = true;
            everWarned = true;
            warnedAt = now;
        } else {
            log.log(DEBUG, message);
        }
    }

    void succeeded() {
        if (warned) {
            logEnd();
        }
    }

    private synchronized void logEnd() {
        if (warned) {
            log.log(INFO, "Indexes in %s can be used again; requests that failed: %s".formatted(cluster, failures));
            warned = false;
            failures = 0;
        }
    }
}
