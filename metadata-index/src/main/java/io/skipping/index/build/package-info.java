// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Makes summaries from vectors of the values of a range. This code runs inside an engine's workers; it does no I/O and
 * depends on no engine.
 */
package io.skipping.index.build;
