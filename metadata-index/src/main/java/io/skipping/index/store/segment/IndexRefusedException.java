// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;

/** What is there is sound, but not for us: builders must not write over it either. */
public final class IndexRefusedException extends IndexUnavailableException {
    private IndexRefusedException(String message) {
        super(message);
    }

    /** Returns half a sentence about a file that a newer release wrote. */
    public static IndexRefusedException newerFormat(int version, int known) {
        return new IndexRefusedException(
                "it has format version %s, and this release knows versions up to %s: use a newer release"
                        .formatted(version, known));
    }

    /** Returns half a sentence about a file of another table. */
    public static IndexRefusedException otherTable(IndexedTable found, IndexedTable wanted) {
        return new IndexRefusedException(
                "it belongs to table %s at %s, not to %s at %s: delete it, then run index-builder build"
                        .formatted(found, found.location(), wanted, wanted.location()));
    }

    /** Returns the same as a whole sentence, with the name of the file. */
    public IndexRefusedException of(Object location) {
        return new IndexRefusedException("Cannot use index %s: %s".formatted(location, getMessage()));
    }
}
