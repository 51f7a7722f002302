// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Applies filters that a scan takes over from the engine. The page source tests every row, also in ranges in which all
 * rows match according to the index: an object may have been replaced since it was listed. The engine does not push a
 * limit or an aggregate through a filter, so they reach the scan only if it takes the filter over.
 */
package io.skipping.trino.core.filter;
