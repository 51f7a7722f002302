// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import io.skipping.builder.catalog.SkippingCatalog;
import io.skipping.builder.job.JobEnvironment;
import io.skipping.command.DurationConverter;
import io.skipping.command.ExitCode;
import io.skipping.command.TableName;
import io.skipping.command.Texts;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Deletes index files that are no longer needed. */
@Command(name = "vacuum", description = "Deletes files of indexes that no state in use needs. Data is never touched.")
final class VacuumCommand implements Callable<Integer> {
    private final JobEnvironment environment;

    @Spec
    private CommandSpec command;

    @Mixin
    private TargetOptions target;

    @Option(
            names = "--older-than",
            paramLabel = "DURATION",
            defaultValue = "1h",
            description = "Keep younger files, which a running query or build may need (default: ${DEFAULT-VALUE}).")
    private String olderThan;

    @Option(names = "--dry-run", description = "Delete nothing; name the files that would be deleted.")
    private boolean dryRun;

    VacuumCommand(JobEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        try {
            new DurationConverter().convert(olderThan);
        } catch (TypeConversionException e) {
            throw new ParameterException(command.commandLine(), "--older-than: " + e.getMessage(), e);
        }
        SkippingCatalog catalog = target.open(environment);
        return target.eachTable(environment, catalog)
                .run(table -> vacuum(catalog, table))
                .value();
    }

    private ExitCode vacuum(SkippingCatalog catalog, TableName table) {
        String age = olderThan.strip();
        SkippingCatalog.Vacuumed unneeded = catalog.vacuumed(table, age);
        if (!dryRun) {
            // even if there is nothing to delete yet: in a search engine, a vacuum first notes what a later one deletes
            catalog.vacuum(table, age);
        }
        if (unneeded.files().isEmpty()) {
            environment.out().println("%s: nothing to delete that is older than %s".formatted(table, age));
            return ExitCode.OK;
        }
        environment
                .out()
                .println("%s: %s %s (%s) that nothing needs and that %s older than %s"
                        .formatted(
                                table,
                                dryRun ? "would delete" : "deleted",
                                Texts.files(unneeded.files().size()),
                                Texts.bytes(unneeded.bytes()),
                                unneeded.files().size() == 1 ? "is" : "are",
                                age));
        if (dryRun) {
            unneeded.files().forEach(file -> environment.out().println("  " + Texts.printable(file)));
        }
        return ExitCode.OK;
    }
}
