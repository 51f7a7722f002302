// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Finds the index of a table, both for queries, which can run without it, and for statements about the index, which
 * cannot.
 */
package io.skipping.trino.core.index;
