// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import static java.time.temporal.ChronoUnit.SECONDS;

import io.skipping.builder.build.BuildReport;
import io.skipping.builder.build.BuildTotals;
import io.skipping.builder.build.TableBuild;
import io.skipping.builder.catalog.SkippingCatalog;
import io.skipping.builder.job.JobEnvironment;
import io.skipping.builder.status.StatusReader;
import io.skipping.command.ByteSize;
import io.skipping.command.ExitCode;
import io.skipping.command.TableName;
import io.skipping.command.Texts;
import io.skipping.command.progress.Progress;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Brings indexes up to date, once or continuously. */
@Command(
        name = "build",
        description = {
            "Summarises the new and changed objects of tables, and publishes their indexes.",
            "It may be ended at any time: what was summarised is kept, and the next build goes on from there."
        })
final class BuildCommand implements Callable<Integer> {
    /** Longer than the 2 seconds within which a build leaves out objects that were modified before it. */
    private static final Duration UNTIL_OLD_ENOUGH = Duration.ofSeconds(3);

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
                    "Build again and again, with such a pause in between, such as 1m. Errors are reported and do not end it. Each line begins with the time.")
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
        if (rangeSize != null) {
            checkRangeSize();
        }
        if (watch != null && !watch.isPositive()) {
            throw usageError("--watch must be more than nothing");
        }
        if (watch == null) {
            catalog = target.open(environment, silence(environment));
            return eachTable(environment).run(this::buildOnce).value();
        }
        JobEnvironment stamped = environment.withStampedLines();
        catalog = target.open(stamped, silence(stamped));
        EachTable tables = eachTable(stamped);
        boolean first = true;
        Optional<Instant> failingSince = Optional.empty();
        ExitCode result;
        do {
            boolean always = first;
            result = tables.run(table -> BuildReport.exitCode(build(stamped, table, always)));
            failingSince = tellOfOutage(stamped, result, failingSince);
            first = false;
        } while (environment.interruption().sleep(watch));
        return result.value();
    }

    private EachTable eachTable(JobEnvironment shown) {
        return target.eachTable(shown, catalog).tellingSkipped(!quiet);
    }

    private void checkRangeSize() {
        try {
            ByteSize.of(rangeSize);
        } catch (IllegalArgumentException e) {
            throw usageError("--range-size must be a size such as 8MB, not '%s'".formatted(rangeSize));
        }
    }

    /** Builds a second time if the first one left out what had just been written: nobody may build again for long. */
    private ExitCode buildOnce(TableName table) {
        BuildTotals totals = build(environment, table, true);
        if (totals.youngObjects() > 0) {
            if (!quiet) {
                environment
                        .err()
                        .println("%s: building again in %s, for what was modified just now"
                                .formatted(table, Texts.duration(UNTIL_OLD_ENOUGH)));
            }
            if (environment.interruption().sleep(UNTIL_OLD_ENOUGH)) {
                totals = build(environment, table, true);
            }
        }
        return BuildReport.exitCode(totals);
    }

    /**
     * Tells the user when builds begin to fail, and when they work again.
     *
     * @return since when builds have been failing; empty if they work
     */
    private Optional<Instant> tellOfOutage(JobEnvironment shown, ExitCode result, Optional<Instant> failingSince) {
        Instant now = shown.clock().instant();
        if (result != ExitCode.FAILED) {
            failingSince.ifPresent(since -> shown.err()
                    .println("builds work again; some had failed since %s, for %s"
                            .formatted(since.truncatedTo(SECONDS), Texts.duration(Duration.between(since, now)))));
            return Optional.empty();
        }
        if (failingSince.isEmpty() && !shown.interruption().isRequested()) {
            shown.err()
                    .println(
                            "trying again every %s; until then queries use what was published before, and read the rest"
                                    .formatted(Texts.duration(watch)));
        }
        return failingSince.or(() -> Optional.of(now));
    }

    /** @param always whether to report a build that had nothing to do */
    private BuildTotals build(JobEnvironment shown, TableName table, boolean always) {
        long start = environment.nanoTime().getAsLong();
        BuildTotals totals;
        try (Progress progress = progress(shown, table)) {
            totals = new TableBuild(catalog, table, Optional.ofNullable(rangeSize)).run(progress);
        }
        // with --watch, report what happens, and not each minute in which nothing did
        if (!quiet && (always || totals.plannedObjects() + totals.youngObjects() > 0)) {
            Duration elapsed = Duration.ofNanos(environment.nanoTime().getAsLong() - start);
            shown.out().println(BuildReport.summary(table, totals, elapsed));
            StatusReader status = new StatusReader(catalog, false);
            if (totals.isAnew()) {
                shown.out().print(status.unindexed(table));
            }
            // to count ranges takes longer than a build of a few objects, so not each minute
            if (totals.isAnew() || (watch == null && totals.plannedObjects() > 0)) {
                shown.out().print(status.withoutSummary(table));
            }
        }
        shown.err().print(BuildReport.failures(table, totals));
        return totals;
    }

    private Progress.Style style() {
        if (quiet) {
            return Progress.Style.NONE;
        }
        if (progress != null) {
            return progress;
        }
        return environment.errIsTerminal().getAsBoolean() ? Progress.Style.BAR : Progress.Style.PLAIN;
    }

    /** Returns where to report that Trino does not answer; a bar shows this by standing still. */
    private PrintStream silence(JobEnvironment shown) {
        return style() == Progress.Style.PLAIN ? shown.err() : new PrintStream(OutputStream.nullOutputStream());
    }

    private Progress progress(JobEnvironment shown, TableName table) {
        // a bar is drawn on the terminal itself
        return Progress.start(style(), table, shown.err(), shown.nanoTime(), environment.err());
    }

    private ParameterException usageError(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
