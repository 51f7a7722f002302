// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.job;

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
 * Holds the environment of a command: everything outside the process that it uses.
 *
 * @param driver connects to Trino
 * @param out receives results
 * @param err receives progress, warnings and errors
 * @param errIsTerminal returns whether {@code err} is shown on a terminal
 * @param variables the environment variables
 * @param passwordPrompt asks the user; returns empty if there is no terminal
 * @param clock tells date and time
 * @param nanoTime measures durations, in nanoseconds
 * @param interruption whether the process was told to end
 */
public record JobEnvironment(
        Driver driver,
        PrintStream out,
        PrintStream err,
        BooleanSupplier errIsTerminal,
        Map<String, String> variables,
        Function<String, Optional<char[]>> passwordPrompt,
        InstantSource clock,
        LongSupplier nanoTime,
        Interruption interruption) {
    /** Returns the environment of this process. */
    public static JobEnvironment system(Driver driver) {
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

    /** Returns the environment of this process, but for where results and progress go. */
    public static JobEnvironment writingTo(Driver driver, PrintStream out, PrintStream err) {
        JobEnvironment system = system(driver);
        return new JobEnvironment(
                driver,
                out,
                err,
                () -> false,
                system.variables,
                system.passwordPrompt,
                system.clock,
                system.nanoTime,
                system.interruption);
    }

    /** Returns a copy that writes the time before each line. */
    public JobEnvironment withStampedLines() {
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

    /**
     * Returns whether standard error is a terminal. Java only knows whether stdin and stdout are both terminals, but a
     * redirected stdout must not disable the progress bar.
     */
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
            // Windows has no such program
            Console console = System.console();
            return console != null && console.isTerminal();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
