// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;

/** Says that a file was not written because what {@link FileStore#prepare} had made for the files of an index was deleted. */
public final class IndexGoneException extends IndexUnavailableException {
    public IndexGoneException(IndexedTable table) {
        super("The index of %s was deleted meanwhile: the table was dropped or renamed".formatted(table));
    }
}
