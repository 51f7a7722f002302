// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Leaves files out of scans: the rule that puts our file index into a plan, and what it asks. */
package io.skipping.spark.scan;
