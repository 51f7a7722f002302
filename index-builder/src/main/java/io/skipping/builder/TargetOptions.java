// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import io.skipping.builder.catalog.Heartbeat;
import io.skipping.builder.catalog.SkippingCatalog;
import io.skipping.builder.catalog.TrinoServer;
import io.skipping.builder.job.JobEnvironment;
import io.skipping.builder.job.JobException;
import io.skipping.builder.job.JobException.Scope;
import io.skipping.command.TableName;
import io.skipping.command.TrinoLogin;
import io.skipping.command.TrinoLogin.NoTerminalException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Holds the options that every command takes: the tables, the server and the user. */
final class TargetOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--server",
            required = true,
            paramLabel = "URL",
            description = "Trino, as http://host:port or https://host:port.")
    private String server;

    @Option(
            names = "--catalog",
            required = true,
            paramLabel = "NAME",
            description = "Catalog with connector.name=skipping_hive or skipping_iceberg.")
    private String catalog;

    @Option(
            names = "--table",
            paramLabel = "SCHEMA.TABLE",
            description =
                    "Table; may be given several times. A part with a dot or a blank is written in double quotes.")
    private List<TableName> tables = new ArrayList<>();

    @Option(
            names = "--schema",
            paramLabel = "SCHEMA",
            description =
                    "All tables of a schema, as they are at that moment, instead of --table or beside it; may be given several times. Tables that cannot have an index are skipped.")
    private List<String> schemas = new ArrayList<>();

    /** whether no table is named, and all are meant */
    private boolean isAll;

    @Mixin
    private TrinoLogin login = new TrinoLogin();

    /** Returns the tables that the user means, for the work of a command. */
    EachTable eachTable(JobEnvironment environment, SkippingCatalog catalog) {
        return new EachTable(environment, catalog, tables, isAll ? Optional.empty() : Optional.of(schemas));
    }

    /** Returns whether one table is named, and nothing else. */
    boolean isOneTable() {
        return schemas.isEmpty() && !isAll && new HashSet<>(tables).size() == 1;
    }

    /** Opens the catalog, for a command that takes all tables if none is named. */
    SkippingCatalog openAll(JobEnvironment environment) {
        isAll = tables.isEmpty() && schemas.isEmpty();
        return open(environment);
    }

    /** Returns the options that name the server, as they would be given for another command. */
    String serverOptions() {
        return "--server %s --catalog %s".formatted(server, catalog);
    }

    String catalog() {
        return catalog;
    }

    /** Opens the catalog, for a command that reports on standard error when Trino does not answer. */
    SkippingCatalog open(JobEnvironment environment) {
        return open(environment, environment.err());
    }

    /** @param silence where to report that Trino does not answer */
    SkippingCatalog open(JobEnvironment environment, PrintStream silence) {
        if (tables.isEmpty() && schemas.isEmpty() && !isAll) {
            throw new ParameterException(
                    command.commandLine(), "Missing required option: '--table=SCHEMA.TABLE', or '--schema=SCHEMA'");
        }
        try {
            TrinoServer trino = new TrinoServer(environment, login, server);
            return new SkippingCatalog(
                    trino,
                    catalog,
                    environment.interruption(),
                    table -> Heartbeat.start(table, silence, environment.nanoTime()));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        } catch (NoTerminalException e) {
            throw new JobException(Scope.SERVER, e.getMessage());
        }
    }
}
