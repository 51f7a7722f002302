// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Measures single steps with JMH. {@code docs/performance.md} says how to run the benchmarks, and gives results. */
package io.skipping.benchmarks.jmh;
