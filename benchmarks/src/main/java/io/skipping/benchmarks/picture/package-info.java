// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Draws pictures of benchmarks' results. */
package io.skipping.benchmarks.picture;
