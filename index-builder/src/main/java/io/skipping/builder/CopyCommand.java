// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import io.skipping.builder.catalog.SkippingCatalog;
import io.skipping.builder.job.JobEnvironment;
import io.skipping.command.ExitCode;
import io.skipping.command.TableName;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Copies indexes from another store into the one that the catalog uses. */
@Command(
        name = "copy",
        description = {
            "Copies indexes from another store into the one that the catalog uses (skipping.index.store), without reading data.",
            "The properties of the other store must be in the catalog too. Its index stays as it is."
        })
final class CopyCommand implements Callable<Integer> {
    private final JobEnvironment environment;

    @Mixin
    private TargetOptions target;

    @Option(
            names = "--from",
            paramLabel = "STORE",
            required = true,
            description = "The other store: object-store or elasticsearch.")
    private String from;

    CopyCommand(JobEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        SkippingCatalog catalog = target.open(environment);
        return target.eachTable(environment, catalog)
                .run(table -> copy(catalog, table))
                .value();
    }

    private ExitCode copy(SkippingCatalog catalog, TableName table) {
        catalog.copy(table, from.strip());
        environment.out().println("%s: copied from %s".formatted(table, from.strip()));
        return ExitCode.OK;
    }
}
