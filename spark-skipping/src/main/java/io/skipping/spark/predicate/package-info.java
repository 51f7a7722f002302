// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Translates Spark's filters into predicates of the index. What is not understood is unknown. */
package io.skipping.spark.predicate;
