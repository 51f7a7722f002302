// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command.progress;

import io.skipping.command.TableName;
import java.io.PrintStream;
import java.util.function.LongSupplier;

/** Shows how far work on the objects of a table has got. */
public interface Progress extends AutoCloseable {
    /** Shows nothing. */
    Progress NONE = work -> {};

    /** Shows the state of the work; whoever works calls this when something has changed. */
    void update(Work work);

    /** Ends the progress: nothing more will change. */
    @Override
    default void close() {}

    /**
     * Describes work on objects, as far as it is known.
     *
     * @param plannedObjects the number of objects found so far that need work
     * @param processedObjects the number of those whose work is finished, successful or not
     * @param currentObjects the number of objects found so far that need no work
     * @param plannedBytes the bytes of the objects that need work
     * @param processedBytes the bytes of those whose work is finished, successful or not
     */
    record Work(
            long plannedObjects, long processedObjects, long currentObjects, long plannedBytes, long processedBytes) {}

    /**
     * Starts showing the progress of work on a table.
     *
     * @param lines receives lines, in the style {@code PLAIN}
     * @param nanoTime measures the time between lines
     * @param terminal where a bar is drawn in place, in the style {@code BAR}
     */
    static Progress start(
            Style style, TableName table, PrintStream lines, LongSupplier nanoTime, PrintStream terminal) {
        return switch (style) {
            case NONE -> NONE;
            case PLAIN -> new PlainProgress(table, lines, nanoTime);
            case BAR -> new BarProgress(table, terminal);
        };
    }

    /** Lists the styles that a user may choose from. */
    enum Style {
        /** It writes a line every few seconds. */
        PLAIN,
        /** It redraws one line, for terminals. */
        BAR,
        /** It shows nothing. */
        NONE,
    }
}
