// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

/** Shows how far a build is. */
interface Progress extends AutoCloseable {
    Progress NONE = _ -> {};

    /** Something has changed. */
    void update(BuildTotals totals);

    /** Nothing more will. */
    @Override
    default void close() {}

    /** The ways to show it that a user may choose from. */
    enum Style {
        /** a line every now and then */
        PLAIN,
        /** one line that is drawn again and again, for terminals */
        BAR,
        NONE,
    }
}
