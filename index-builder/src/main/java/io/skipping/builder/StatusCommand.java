// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tells how far the indexes are. */
@Command(name = "status", description = "Shows the indexes of tables: coverage, size, age.")
final class StatusCommand implements Callable<Integer> {
    private final JobEnvironment environment;

    @Mixin
    private TargetOptions target;

    StatusCommand(JobEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        SkippingCatalog catalog = target.open(environment);
        return target.forEachTable(environment, table -> status(catalog, table)).value();
    }

    private ExitCode status(SkippingCatalog catalog, TableName table) {
        environment
                .out()
                .print(StatusReport.format(
                        table, catalog.indexes(table), environment.clock().instant()));
        return ExitCode.OK;
    }
}
