// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Reads the parts of files that an index leaves: Spark's formats, each of which gives its own reader only those. */
package io.skipping.spark.parts;
