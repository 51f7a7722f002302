// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Runs a real Trino server of one node, which tests, the demo and benchmarks start and stop. */
package io.skipping.testing.trino;
