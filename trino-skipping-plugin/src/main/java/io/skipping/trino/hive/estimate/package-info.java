// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** What the index tells the engine's optimiser of a Hive table. */
package io.skipping.trino.hive.estimate;
