// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import io.skipping.index.IndexedTable;

/** Keeps the indexes of many tables. Every implementation passes the same contract tests. */
public interface IndexStore {
    /** Opens the index of one table with the rights of this user. Does no I/O. */
    TableIndex open(IndexedTable table, IndexAccess access);
}
