// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import io.skipping.command.TableName;
import java.io.PrintStream;

/** Shows how far a build has got. */
interface Progress extends AutoCloseable {
    Progress NONE = _ -> {};

    /** Called when something has changed. */
    void update(BuildTotals totals);

    /** Ends the progress: nothing more will change. */
    @Override
    default void close() {}

    /**
     * Starts showing the progress of a build.
     *
     * @param shown receives lines
     * @param terminal where a bar is drawn in place
     */
    static Progress start(Style style, TableName table, JobEnvironment shown, PrintStream terminal) {
        return switch (style) {
            case NONE -> NONE;
            case PLAIN -> new PlainProgress(table, shown.err(), shown.nanoTime());
            case BAR -> new BarProgress(table, terminal);
        };
    }

    /** The styles that a user may choose from. */
    enum Style {
        /** a line every few seconds */
        PLAIN,
        /** one line that is redrawn, for terminals */
        BAR,
        NONE,
    }
}
