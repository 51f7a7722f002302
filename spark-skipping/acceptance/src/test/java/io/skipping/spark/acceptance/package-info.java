// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Tests of the packaged adapter for Spark, which read what a real Trino has built. */
package io.skipping.spark.acceptance;
