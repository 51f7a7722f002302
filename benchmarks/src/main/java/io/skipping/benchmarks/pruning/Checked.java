// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

/**
 * A target and what came of it.
 *
 * @param what was measured, as it is named in results
 * @param target for people
 * @param measured for people
 */
record Checked(String what, String target, String measured, boolean met) {}
