// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

import io.skipping.testing.s3.RequestCounts;

/** A build, or the scan beside it, that was run once: how long it took, and all requests while it ran. */
record Work(double seconds, RequestCounts counts) {}
