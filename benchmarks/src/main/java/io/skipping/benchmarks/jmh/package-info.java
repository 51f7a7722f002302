// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Measurements of single steps, by JMH. {@code docs/performance.md} says how to run them and what came out. */
package io.skipping.benchmarks.jmh;
