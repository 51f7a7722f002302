// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Implements the committer for Spark's data sources. Everything that depends on Spark is in this package. */
package io.skipping.committer.spark;
