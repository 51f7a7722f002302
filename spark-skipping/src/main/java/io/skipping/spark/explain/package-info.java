// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Says what indexes leave of a scan after each of its conditions, for plans that are made to be explained. */
package io.skipping.spark.explain;
