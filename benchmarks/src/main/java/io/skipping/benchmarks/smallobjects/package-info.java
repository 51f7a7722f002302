// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** {@code bin/bench small-objects}: a table of many small objects, its index made in groups and one by one, and queries of it. */
package io.skipping.benchmarks.smallobjects;
