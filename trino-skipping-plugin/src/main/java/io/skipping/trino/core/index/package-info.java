// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Finds the index of a table: for queries, which can do without it, and for statements, which cannot. */
package io.skipping.trino.core.index;
