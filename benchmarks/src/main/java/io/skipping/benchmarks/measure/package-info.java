// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Provides the common parts of benchmarks over a server: queries that are counted and timed, indexes, and results as records and
 * text.
 */
package io.skipping.benchmarks.measure;
