// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Measures parts of this version beside those of an earlier commit. */
package io.skipping.benchmarks.commits;
