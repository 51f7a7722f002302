// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Provides table statistics from the index to the engine's optimiser, for Hive tables. */
package io.skipping.trino.hive.estimate;
