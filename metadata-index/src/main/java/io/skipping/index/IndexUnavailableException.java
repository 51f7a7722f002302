// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

/** Says that an index cannot be used now. The message names the cause and, where there is one, the remedy. */
public class IndexUnavailableException extends RuntimeException {
    public IndexUnavailableException(String message) {
        super(message);
    }

    public IndexUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns an exception which says that the summaries of this build can no longer be published. */
    public static IndexUnavailableException buildEnded(String build, IndexedTable table) {
        return new IndexUnavailableException(
                "Build %s of the index of %s is not under way: it was published or vacuumed, or the table was dropped or renamed; begin another"
                        .formatted(build, table));
    }
}
