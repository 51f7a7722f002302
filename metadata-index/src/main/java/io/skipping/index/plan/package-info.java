// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * A predicate compiled once against the summaries of some ranges, and its verdicts on these. Knows no objects: whose ranges they are
 * is the matter of {@code io.skipping.index.snapshot}.
 */
package io.skipping.index.plan;
