// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.search;

import static java.util.Objects.requireNonNull;

import io.airlift.log.Logger;
import java.util.concurrent.atomic.AtomicLong;

/** Logs that an engine fails, and that it works again; not every request in between. Thread-safe. */
final class Outage {
    private static final Logger log = Logger.get(Outage.class);

    private final String cluster;
    private final AtomicLong failures = new AtomicLong();

    Outage(SearchOptions options) {
        cluster = requireNonNull(options, "options is null").uris().toString();
    }

    void failed(SearchException failure) {
        if (failures.getAndIncrement() == 0) {
            log.warn("Indexes in %s cannot be used: %s", cluster, failure.getMessage());
        } else {
            log.debug("Indexes in %s cannot be used: %s", cluster, failure.getMessage());
        }
    }

    void succeeded() {
        if (failures.get() == 0) {
            return;
        }
        long count = failures.getAndSet(0);
        if (count > 0) {
            log.info("Indexes in %s can be used again, after %s requests that failed", cluster, count);
        }
    }
}
