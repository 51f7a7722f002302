// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Filters that a scan takes over from the engine. What the index says that all rows of it satisfy is read without asking
 * row by row; the rows of everything else are tested by the page source. So a limit or an aggregate, which the engine does
 * not push through a filter, reaches the scan.
 */
package io.skipping.trino.core.filter;
