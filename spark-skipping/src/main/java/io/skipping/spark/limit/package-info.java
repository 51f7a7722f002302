// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Lets Spark find again the code that it has compiled for plans with a LIMIT. */
package io.skipping.spark.limit;
