// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.rewrite;

import io.skipping.command.Texts;
import io.trino.jdbc.TrinoStatement;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/** Shows which step of a rewrite is under way, and how far its statement has got, as lines some seconds apart. */
final class StepProgress {
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final PrintWriter out;
    private final LongSupplier nanoTime;
    private String step = "";
    private long lastLine;

    /** @param nanoTime measures the time between lines */
    StepProgress(PrintWriter out, LongSupplier nanoTime) {
        this.out = out;
        this.nanoTime = nanoTime;
    }

    /**
     * Says that a step begins.
     *
     * @param what the table or partition
     */
    void begin(String what, String name) {
        step = what + ": " + name;
        say(step);
    }

    /** Writes a line that is not about the progress, such as a warning. */
    void say(String line) {
        lastLine = nanoTime.getAsLong();
        out.println(line);
        out.flush();
    }

    /** Shows from now on how far a statement has got, if the driver tells. */
    void follow(Statement statement) throws SQLException {
        if (statement.isWrapperFor(TrinoStatement.class)) {
            statement
                    .unwrap(TrinoStatement.class)
                    .setProgressMonitor(stats ->
                            update(stats.getProgressPercentage(), stats.getProcessedRows(), stats.getProcessedBytes()));
        }
    }

    void update(OptionalDouble percentage, long rows, long bytes) {
        if (!step.isEmpty() && nanoTime.getAsLong() - lastLine >= INTERVAL.toNanos()) {
            say("%s, %s rows, %s so far%s"
                    .formatted(
                            step,
                            Texts.count(rows),
                            Texts.bytes(bytes),
                            percentage.isPresent() ? " (%.0f%%)".formatted(percentage.getAsDouble()) : ""));
        }
    }
}
