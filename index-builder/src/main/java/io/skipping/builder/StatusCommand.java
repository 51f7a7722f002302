// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import io.skipping.command.TableName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the state of the indexes of tables. */
@Command(
        name = "status",
        description = "Shows the indexes of tables: coverage, size, age, and whether they can be read.")
final class StatusCommand implements Callable<Integer> {
    private final JobEnvironment environment;

    @Mixin
    private TargetOptions target;

    @Option(names = "--json", description = "Print a JSON array of the tables, with the columns of \"t$indexes\".")
    private boolean json;

    StatusCommand(JobEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        SkippingCatalog catalog = target.open(environment);
        Map<TableName, List<IndexStatus>> found = new LinkedHashMap<>();
        ExitCode code = target.forEachTable(environment, catalog, table -> {
            List<IndexStatus> indexes = catalog.indexes(table);
            found.put(table, indexes);
            if (!json) {
                environment
                        .out()
                        .print(StatusReport.format(
                                table, indexes, environment.clock().instant()));
            }
            return StatusReport.problem(indexes).isPresent() ? ExitCode.PARTLY_FAILED : ExitCode.OK;
        });
        if (json) {
            environment.out().println(StatusJson.format(found));
        }
        return code.value();
    }
}
