// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.Driver;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * What the command touches of the world around it.
 *
 * @param driver how Trino is reached
 * @param out results
 * @param err progress, warnings and errors
 * @param errIsTerminal whether somebody looks at {@code err} while it is written
 * @param variables environment variables
 * @param passwordPrompt asks the user; empty if there is nobody to ask
 * @param clock date and time
 * @param nanoTime for durations
 * @param interruption whether the process was told to end
 */
record JobEnvironment(
        Driver driver,
        PrintStream out,
        PrintStream err,
        BooleanSupplier errIsTerminal,
        Map<String, String> variables,
        Function<String, Optional<char[]>> passwordPrompt,
        InstantSource clock,
        LongSupplier nanoTime,
        Interruption interruption) {
    static JobEnvironment system(Driver driver) {
        return new JobEnvironment(
                driver,
                System.out,
                System.err,
                JobEnvironment::isErrTerminal,
                System.getenv(),
                JobEnvironment::prompt,
                InstantSource.system(),
                System::nanoTime,
                new Interruption());
    }

    /** The same, with the time before each line. */
    JobEnvironment withStampedLines() {
        return new JobEnvironment(
                driver,
                StampedLines.over(out, clock),
                StampedLines.over(err, clock),
                errIsTerminal,
                variables,
                passwordPrompt,
                clock,
                nanoTime,
                interruption);
    }

    private static Optional<char[]> prompt(String question) {
        Console console = System.console();
        return console == null || !console.isTerminal()
                ? Optional.empty()
                : Optional.ofNullable(console.readPassword("%s", question));
    }

    /** Java knows only whether stdin and stdout both are terminals, and a redirected stdout is no reason for no bar. */
    private static boolean isErrTerminal() {
        if ("dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        try {
            return new ProcessBuilder("test", "-t", "2")
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException _) {
            // no such program on Windows
            Console console = System.console();
            return console != null && console.isTerminal();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
