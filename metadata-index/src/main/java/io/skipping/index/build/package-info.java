// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * From the pages of a range to its summaries. Runs inside an engine's workers: nothing here does I/O or knows a
 * connector.
 */
package io.skipping.index.build;
