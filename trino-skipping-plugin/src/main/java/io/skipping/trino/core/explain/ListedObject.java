// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static java.util.Objects.requireNonNull;

import io.skipping.index.LiveObject;

/**
 * Represents an object that a scan lists.
 *
 * @param form decides into how many ranges a build may cut the object
 */
public record ListedObject(LiveObject object, Form form) {
    /** Lists what objects are to those who cut them. */
    public enum Form {
        /** lines or blocks */
        CUT_ANYWHERE,
        /** Parquet or ORC, cut between row groups or stripes */
        ROW_GROUPS,
        /** text that is cut once a build has found where header and footer lines end and begin */
        LINES_BETWEEN_ENDS,
        /** text that is cut between gzip members */
        GZIP,
        /** text that is compressed otherwise */
        COMPRESSED_TEXT,
        NEVER_CUT
    }

    public ListedObject {
        requireNonNull(object, "object is null");
        requireNonNull(form, "form is null");
    }

    String path() {
        return object.version().path();
    }

    long size() {
        return object.version().size();
    }
}
