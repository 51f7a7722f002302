// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import io.skipping.builder.catalog.ServerNode;
import io.skipping.builder.catalog.SkippingCatalog;
import io.skipping.builder.doctor.Finding;
import io.skipping.builder.doctor.Finding.Level;
import io.skipping.builder.doctor.FindingLines;
import io.skipping.builder.doctor.FindingsJson;
import io.skipping.builder.doctor.ServerExamination;
import io.skipping.builder.doctor.StagingTables;
import io.skipping.builder.doctor.TableExamination;
import io.skipping.builder.job.JobEnvironment;
import io.skipping.builder.job.JobException;
import io.skipping.builder.job.JobException.Scope;
import io.skipping.command.ExitCode;
import io.skipping.command.progress.Steps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Examines a deployment. */
@Command(
        name = "doctor",
        description = {
            "Examines a deployment, and says what to do about each finding: releases of Trino and of the plugin on all nodes, Java, clocks, the right to build, what the store can do, coverage of indexes, objects that builds leave out, and leftovers.",
            "Without --table and --schema, it examines all tables of the catalog."
        })
final class DoctorCommand implements Callable<Integer> {
    /** The exit code if something could not be examined and nothing else was found: a monitor must not take it for success. */
    static final int UNEXAMINED = 4;

    private final JobEnvironment environment;

    @Mixin
    private TargetOptions target;

    @Option(
            names = "--max-age",
            paramLabel = "DURATION",
            defaultValue = "1d",
            description =
                    "How long ago an object may have been modified that is in no index (default: ${DEFAULT-VALUE}).")
    private Duration maxAge;

    @Option(
            names = "--read-only",
            description =
                    "Write nothing: do not try out the stores, for which a small file is written beside the index of each table and deleted again.")
    private boolean readOnly;

    @Option(
            names = "--json",
            description =
                    "Print a JSON array of the findings: level (ok, skipped, unknown, warning or problem), subject, text and remedy.")
    private boolean json;

    DoctorCommand(JobEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        SkippingCatalog catalog = target.openAll(environment);
        List<Finding> findings = new ArrayList<>(server(catalog));
        if (readOnly) {
            findings.add(Finding.skipped("stores", "not tried, because of --read-only"));
        }
        TableExamination.Options options = new TableExamination.Options(
                target.serverOptions(), maxAge, !readOnly, environment.clock().instant());
        StagingTables stagingTables = new StagingTables(catalog);
        int ofTheServer = findings.size();
        Steps steps = Steps.of(environment.err()::println, environment.nanoTime());
        ExitCode code = target.eachTable(environment, catalog)
                .showing(steps, "Examining")
                .run(table -> {
                    findings.addAll(new TableExamination(catalog, table, stagingTables, options).findings());
                    return ExitCode.OK;
                });
        if (code == ExitCode.OK && findings.size() == ofTheServer) {
            findings.add(Finding.unknown(
                    "tables",
                    "none was examined: this user sees none that can have an index",
                    "examine as the user that builds, or check --catalog and --schema"));
        }
        if (json) {
            environment.out().println(FindingsJson.format(findings));
        } else {
            environment.out().print(FindingLines.format(findings));
            environment.out().println(FindingLines.summary(findings));
        }
        ExitCode worst = code.or(code(findings));
        boolean unknown = findings.stream().anyMatch(finding -> finding.level() == Level.UNKNOWN);
        return worst == ExitCode.OK && unknown ? UNEXAMINED : worst.value();
    }

    private List<Finding> server(SkippingCatalog catalog) {
        Instant before = environment.clock().instant();
        try {
            List<ServerNode> nodes = catalog.nodes();
            return new ServerExamination(
                            nodes, version(), before, environment.clock().instant())
                    .findings();
        } catch (JobException e) {
            if (e.scope() == Scope.SERVER) {
                throw e;
            }
            return List.of(
                    e.scope() == Scope.NO_TABLE
                            ? ServerExamination.earlierPlugin()
                            : ServerExamination.unseen(e.getMessage()));
        }
    }

    /** Returns the version of this command's jar; empty if it runs from classes. */
    private static Optional<String> version() {
        return Optional.ofNullable(DoctorCommand.class.getPackage().getImplementationVersion());
    }

    private static ExitCode code(List<Finding> findings) {
        ExitCode worst = ExitCode.OK;
        for (Finding finding : findings) {
            if (finding.level() == Level.PROBLEM) {
                return ExitCode.FAILED;
            }
            worst = finding.level() == Level.WARNING ? ExitCode.PARTLY_FAILED : worst;
        }
        return worst;
    }
}
