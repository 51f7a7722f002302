// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Encodes readings as CSV, JSON, ORC and Parquet. */
package io.skipping.testing.meters.format;
