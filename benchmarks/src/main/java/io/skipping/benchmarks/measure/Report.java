// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import java.time.Instant;

/** What a benchmark has measured, for programs and for people. */
public interface Report {
    /** One record a number. */
    Records records(Instant date, Machine machine);

    /** Markdown, of which pictures are no part yet. */
    String text(Instant date, Machine machine);

    /** Whether all systems gave the same results; if not, the numbers mean nothing. */
    boolean equalResults();
}
