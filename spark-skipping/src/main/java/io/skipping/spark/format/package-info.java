// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Describes how Spark reads files: which formats an index can be of, and what decides which values are read. */
package io.skipping.spark.format;
