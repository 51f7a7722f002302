// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Checks Parquet files before any engine's library decodes them. */
package io.skipping.parquet;
