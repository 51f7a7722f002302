// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** A real Trino server of one node, started and stopped by tests, the demo and benchmarks. */
package io.skipping.testing.trino;
