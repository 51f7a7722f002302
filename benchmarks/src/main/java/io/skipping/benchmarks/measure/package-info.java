// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** What benchmarks over a server have in common: queries that are counted and timed, indexes, results for programs. */
package io.skipping.benchmarks.measure;
