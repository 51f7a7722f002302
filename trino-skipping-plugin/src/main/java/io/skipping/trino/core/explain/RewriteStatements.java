// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import io.skipping.index.explain.Remedy;

/** Gives what a connector's tables are written anew with. */
public interface RewriteStatements {
    /**
     * Returns the statements that write a table's rows to new objects.
     *
     * @param smallerThan the size of objects, such as {@code 64MB}, from which on they are left as they are
     */
    String writeAnew(IndexedTable table, String smallerThan);

    /** Returns the statements that make writers of the session write row groups and stripes of about 16 MB. */
    String smallRowGroups(IndexedTable table);

    /** Returns what writes a table's rows in the order of a column. */
    Remedy layOut(IndexedTable table, String column);
}
