// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

/** Shows how far a build has got. */
interface Progress extends AutoCloseable {
    Progress NONE = _ -> {};

    /** Called when something has changed. */
    void update(BuildTotals totals);

    /** Called when nothing more will change. */
    @Override
    default void close() {}

    /** The styles that a user may choose from. */
    enum Style {
        /** a line every few seconds */
        PLAIN,
        /** one line that is redrawn, for terminals */
        BAR,
        NONE,
    }
}
