// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Brings indexes up to date, once or for ever. */
@Command(
        name = "build",
        description = {
            "Summarises the new and changed objects of tables, and publishes their indexes.",
            "It may be ended at any time: what was summarised is kept, and the next build goes on from there."
        })
final class BuildCommand implements Callable<Integer> {
    private static final Pattern DATA_SIZE = Pattern.compile("\\d+(\\.\\d+)?\\s*(B|kB|MB|GB|TB)");

    private final JobEnvironment environment;

    @Spec
    private CommandSpec command;

    @Mixin
    private TargetOptions target;

    @Option(
            names = "--range-size",
            paramLabel = "SIZE",
            description = "Bytes of data to each summary, such as 8MB (default: that of the catalog).")
    private String rangeSize;

    @Option(
            names = "--watch",
            paramLabel = "DURATION",
            description =
                    "Build again and again, with such a pause in between, such as 1m. Errors are reported and do not end it.")
    private Duration watch;

    @Option(names = "--quiet", description = "Report nothing but errors, and objects that failed.")
    private boolean quiet;

    @Option(
            names = "--progress",
            paramLabel = "STYLE",
            description =
                    "plain (a line every ten seconds), bar or none (default: bar on a terminal, plain elsewhere).")
    private Progress.Style progress;

    private SkippingCatalog catalog;

    BuildCommand(JobEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        if (rangeSize != null && !DATA_SIZE.matcher(rangeSize).matches()) {
            throw usageError("--range-size must be a size such as 8MB, not '%s'".formatted(rangeSize));
        }
        if (watch != null && !watch.isPositive()) {
            throw usageError("--watch must be more than nothing");
        }
        catalog = target.open(environment);
        ExitCode result = target.forEachTable(environment, table -> build(table, true));
        while (watch != null && environment.interruption().sleep(watch)) {
            result = target.forEachTable(environment, table -> build(table, false));
        }
        return result.value();
    }

    private ExitCode build(TableName table, boolean first) {
        long start = environment.nanoTime().getAsLong();
        BuildTotals totals;
        try (Progress shown = progress(table)) {
            totals = new TableBuild(catalog, table, Optional.ofNullable(rangeSize)).run(shown);
        }
        // those who watch want to hear of what happens, not each minute that nothing did
        if (!quiet && (first || totals.plannedObjects() > 0)) {
            Duration elapsed = Duration.ofNanos(environment.nanoTime().getAsLong() - start);
            environment.out().println(BuildReport.summary(table, totals, elapsed));
        }
        environment.err().print(BuildReport.failures(table, totals));
        return totals.failedObjects() == 0 ? ExitCode.OK : ExitCode.PARTLY_FAILED;
    }

    private Progress progress(TableName table) {
        Progress.Style style = progress;
        if (style == null) {
            style = environment.errIsTerminal().getAsBoolean() ? Progress.Style.BAR : Progress.Style.PLAIN;
        }
        if (quiet) {
            style = Progress.Style.NONE;
        }
        return switch (style) {
            case NONE -> Progress.NONE;
            case PLAIN -> new PlainProgress(table, environment.err(), environment.nanoTime());
            case BAR -> new BarProgress(table, environment.err());
        };
    }

    private ParameterException usageError(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
