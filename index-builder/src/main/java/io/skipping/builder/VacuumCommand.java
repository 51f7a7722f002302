// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Tidies up. */
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

    @Option(names = "--dry-run", description = "Delete nothing; the log of the server says what would be deleted.")
    private boolean dryRun;

    VacuumCommand(JobEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        try {
            Durations.parse(olderThan);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--older-than: " + e.getMessage(), e);
        }
        SkippingCatalog catalog = target.open(environment);
        return target.forEachTable(environment, table -> vacuum(catalog, table)).value();
    }

    private ExitCode vacuum(SkippingCatalog catalog, TableName table) {
        catalog.vacuum(table, olderThan.strip(), dryRun);
        String done =
                dryRun ? "nothing deleted, dry run" : "deleted what was not needed and older than " + olderThan.strip();
        environment.out().println("%s: %s; the log of the server lists the files".formatted(table, done));
        return ExitCode.OK;
    }
}
