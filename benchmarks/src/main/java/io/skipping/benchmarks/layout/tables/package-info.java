// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.

/** Writes tables by the layouts of IOStack D4.3, indexes them, and asks a Trino server for boxes. */
package io.skipping.benchmarks.layout.tables;
