// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Compiles a predicate once against the summaries of some ranges, and evaluates it to verdicts on these ranges. This
 * package does not know objects; {@code io.skipping.index.snapshot} maps ranges to objects.
 */
package io.skipping.index.plan;
