// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;

/**
 * Says that a file is intact but cannot be used here, because it belongs to another table or a newer release. Builders
 * must not overwrite it either.
 */
public final class IndexRefusedException extends IndexUnavailableException {
    private IndexRefusedException(String message) {
        super(message);
    }

    /** Returns an exception for a file that a newer release wrote; its message is half a sentence. */
    public static IndexRefusedException newerFormat(int version, int known) {
        return new IndexRefusedException(
                "it has format version %s, and this release knows versions up to %s: use a newer release"
                        .formatted(version, known));
    }

    /** Returns an exception for a file of another table; its message is half a sentence. */
    public static IndexRefusedException otherTable(IndexedTable found, IndexedTable wanted) {
        return new IndexRefusedException(
                "it belongs to table %s at %s, not to %s at %s: delete it, then run index-builder build"
                        .formatted(found, found.location(), wanted, wanted.location()));
    }

    /** Returns the same exception with a whole sentence that names the file. */
    public IndexRefusedException of(Object location) {
        return new IndexRefusedException("Cannot use index %s: %s".formatted(location, getMessage()));
    }
}
