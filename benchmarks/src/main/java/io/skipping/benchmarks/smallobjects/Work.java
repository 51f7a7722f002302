// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

import io.skipping.testing.s3.RequestCounts;

/** Describes one run of a build or of the scan it is compared with: its time, and all requests during it. */
record Work(double seconds, RequestCounts counts) {}
