// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * {@code bin/bench small-objects} measures a table of many small objects: building its index in groups and one by one,
 * and querying it.
 */
package io.skipping.benchmarks.smallobjects;
