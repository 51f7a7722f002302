// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.temporal.ChronoUnit.SECONDS;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.InstantSource;

/** Writes the time before each line, for commands that run continuously. */
final class StampedLines extends FilterOutputStream {
    private final InstantSource clock;
    private boolean lineBegins = true;

    private StampedLines(OutputStream out, InstantSource clock) {
        super(out);
        this.clock = clock;
    }

    static PrintStream over(PrintStream out, InstantSource clock) {
        return new PrintStream(new StampedLines(out, clock), true, UTF_8);
    }

    @Override
    public void write(int character) throws IOException {
        if (lineBegins) {
            out.write("%s ".formatted(clock.instant().truncatedTo(SECONDS)).getBytes(UTF_8));
        }
        lineBegins = character == '\n';
        out.write(character);
    }
}
