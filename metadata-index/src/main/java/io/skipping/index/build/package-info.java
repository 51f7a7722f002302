// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * From vectors of the values of a range to its summaries. This runs inside an engine's workers: nothing here does I/O or knows an
 * engine.
 */
package io.skipping.index.build;
