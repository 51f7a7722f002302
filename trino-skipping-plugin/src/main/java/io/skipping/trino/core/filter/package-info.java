// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Applies filters that a scan takes over from the engine. Ranges in which every row matches according to the index are
 * read without testing rows; the page source tests the rows of all other ranges. The engine does not push a limit or an
 * aggregate through a filter, so they reach the scan only if it takes the filter over.
 */
package io.skipping.trino.core.filter;
