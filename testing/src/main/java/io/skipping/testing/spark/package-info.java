// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Runs Spark with skipping in a process of its own. */
package io.skipping.testing.spark;
