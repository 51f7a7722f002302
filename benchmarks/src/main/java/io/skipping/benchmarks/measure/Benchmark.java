// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import io.skipping.testing.console.Steps;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.meters.BadOptionException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures something, as a command. Provides what all benchmarks need: a folder for data and one for results. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured, whether or not targets are met",
            "1:results differ, or something failed",
            "2:an option is wrong"
        })
public abstract class Benchmark implements Callable<Integer> {
    @Option(names = "--quick", description = "Little data, few runs: checks that it works.")
    private boolean quick;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for numbers as JSON, tables as Markdown, and pictures (default: benchmarks/results).")
    private Optional<Path> out = Optional.empty();

    @Spec
    private CommandSpec spec;

    private final String name;
    private final Steps steps = new Steps(System.err);

    /**
     * Creates a benchmark.
     *
     * @param name the name of its folder for data
     */
    protected Benchmark(String name) {
        this.name = name;
    }

    /** Runs a benchmark, and ends this process with its exit code. */
    protected static void run(Benchmark benchmark, String[] arguments) {
        System.exit(new CommandLine(benchmark)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }

    @Override
    public final Integer call() throws IOException {
        try {
            check();
        } catch (BadOptionException e) {
            throw wrong(e.getMessage());
        }
        Results results = Results.to(out, spec.commandLine().getOut());
        Folders.delete(folder());
        try {
            return measure(results) ? 0 : 1;
        } catch (IOException | SQLException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return 1;
        } finally {
            Folders.delete(folder());
        }
    }

    /** Returns the folder for data. It does not exist when measuring begins, and is deleted in the end. */
    protected final Path folder() {
        return Checkout.root().resolve("target").resolve(name);
    }

    /**
     * Checks the options. Throws {@link #wrong} if an option has an invalid value.
     *
     * @throws BadOptionException also if an option has an invalid value; reported in the same way
     */
    protected void check() throws IOException {}

    /**
     * Measures, and writes the results.
     *
     * @return whether all systems gave the same results
     */
    protected abstract boolean measure(Results results) throws IOException, SQLException;

    /**
     * Writes the results.
     *
     * @param trino the Trino release that was measured
     * @param loadBefore {@link Machine#load()} when measuring began
     * @return whether all systems gave the same results
     */
    protected static boolean write(Results results, Report report, String trino, double loadBefore) throws IOException {
        return write(results, report, Machine.of(trino, loadBefore), Instant.now());
    }

    /**
     * Writes the results of earlier runs on this machine.
     *
     * @param date when they ended
     * @return whether all systems gave the same results
     */
    protected static boolean rewrite(Results results, Report report, String trino, Instant date) throws IOException {
        return write(results, report, Machine.ofUnknownLoad(trino), date);
    }

    private static boolean write(Results results, Report report, Machine machine, Instant date) throws IOException {
        results.write(report.name(), report.records(date, machine), report.text(date, machine));
        return report.equalResults();
    }

    protected final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Throws {@link #wrong} if a value is present and less than {@code least}. */
    protected final void requireAtLeast(int least, String option, Optional<Integer> value) {
        requireAtLeast(least, option, value.orElse(least));
    }

    /** Throws {@link #wrong} if a value is less than {@code least}. */
    protected final void requireAtLeast(int least, String option, int value) {
        if (value < least) {
            throw wrong("%s %d: give at least %d".formatted(option, value, least));
        }
    }

    /** Throws {@link #wrong} if a name is none of those that are known. */
    protected final void requireSomeOf(List<String> known, String option, Collection<String> names) {
        for (String name : names) {
            if (!known.contains(name)) {
                throw wrong("%s %s: give some of %s".formatted(option, name, String.join(", ", known)));
            }
        }
    }

    protected final boolean quick() {
        return quick;
    }

    protected final Steps steps() {
        return steps;
    }
}
