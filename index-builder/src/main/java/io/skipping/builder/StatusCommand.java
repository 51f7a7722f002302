// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import io.skipping.builder.catalog.SkippingCatalog;
import io.skipping.builder.job.JobEnvironment;
import io.skipping.builder.status.StatusJson;
import io.skipping.builder.status.StatusLines;
import io.skipping.builder.status.StatusReader;
import io.skipping.builder.status.StatusReport;
import io.skipping.builder.status.TableStatus;
import io.skipping.command.ExitCode;
import io.skipping.command.TableName;
import io.skipping.command.progress.Steps;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the state of the indexes of tables. */
@Command(
        name = "status",
        description = {
            "Shows the indexes of tables: coverage, freshness, ranges, size, whether they can be read, and what queries have skipped by them.",
            "One table is shown in detail, several with a line each; without --table and --schema, all tables of the catalog."
        })
final class StatusCommand implements Callable<Integer> {
    private final JobEnvironment environment;

    @Mixin
    private TargetOptions target;

    @Option(
            names = "--details",
            description =
                    "Show each table in detail: its indexes, objects that are skipped as a whole or not at all, ranges without summaries, columns without indexes.")
    private boolean details;

    @Option(
            names = "--json",
            description =
                    "Print a JSON array of the tables, with the columns of \"t$scans\" and those of \"t$indexes\" but columns, options and snapshot; with --details, also what these are.")
    private boolean json;

    StatusCommand(JobEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        SkippingCatalog catalog = target.openAll(environment);
        boolean inDetail = details || (target.isOneTable() && !json);
        StatusReader reader = new StatusReader(catalog, inDetail);
        Map<TableName, TableStatus> found = new LinkedHashMap<>();
        Steps steps = Steps.of(environment.err()::println, environment.nanoTime());
        ExitCode code = target.eachTable(environment, catalog)
                .showing(steps, "Looking at")
                .run(table -> {
                    TableStatus status = reader.read(table);
                    found.put(table, status);
                    return status.isDamaged() ? ExitCode.PARTLY_FAILED : ExitCode.OK;
                });
        if (json) {
            environment.out().println(StatusJson.format(found, pace(catalog, found)));
        } else if (inDetail) {
            OptionalDouble pace = pace(catalog, found);
            found.forEach((table, status) -> environment
                    .out()
                    .print(StatusReport.format(
                            table, status, pace, environment.clock().instant())));
        } else {
            environment
                    .out()
                    .print(StatusLines.format(
                            found, pace(catalog, found), environment.clock().instant()));
        }
        return code.value();
    }

    /** Returns how many bytes a second a thread of the server has read recently. */
    private static OptionalDouble pace(SkippingCatalog catalog, Map<TableName, TableStatus> found) {
        boolean needed = found.values().stream()
                .flatMap(status -> status.scans().stream())
                .anyMatch(scans -> scans.bytesPruned() > 0);
        return needed ? catalog.pace() : OptionalDouble.empty();
    }
}
