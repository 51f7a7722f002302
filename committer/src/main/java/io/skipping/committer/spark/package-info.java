// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** The committer for Spark's data sources. All that depends on Spark is here. */
package io.skipping.committer.spark;
