// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import io.skipping.builder.JobException.Scope;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that every command takes: which tables, at which server, and as whom. */
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
            description = "Catalog with connector.name=skipping_hive.")
    private String catalog;

    @Option(
            names = "--table",
            required = true,
            paramLabel = "SCHEMA.TABLE",
            description =
                    "Table; may be given several times. A part with a dot or a blank is written in double quotes.")
    private List<TableName> tables;

    @Option(names = "--user", paramLabel = "NAME", description = "User at Trino (default: that of the system).")
    private String user = System.getProperty("user.name");

    @Option(
            names = "--password",
            description =
                    "Authenticate with a password: that of the environment variable TRINO_PASSWORD, or one that is asked for. Needs https.")
    private boolean password;

    @Option(
            names = "--property",
            paramLabel = "NAME=VALUE",
            description =
                    "Property of Trino's JDBC driver, such as SSLTrustStorePath, SSLVerification or roles; may be given several times.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Option(
            names = "--session",
            paramLabel = "NAME=VALUE",
            description = "Session property, as name=value or catalog.name=value; may be given several times.")
    private Map<String, String> sessionProperties = new LinkedHashMap<>();

    /** Goes on with the next table when one fails, unless the next would fail for the same reason. */
    ExitCode forEachTable(JobEnvironment environment, Function<TableName, ExitCode> work) {
        ExitCode worst = ExitCode.OK;
        for (TableName table : new LinkedHashSet<>(tables)) {
            try {
                worst = worst.or(work.apply(table));
            } catch (JobException e) {
                environment.err().println("error: " + e.getMessage());
                worst = ExitCode.FAILED;
                if (e.scope() == Scope.SERVER) {
                    break;
                }
            }
        }
        return worst;
    }

    SkippingCatalog open(JobEnvironment environment) {
        Optional<char[]> secret = password ? Optional.of(password(environment)) : Optional.empty();
        try {
            TrinoServer trino =
                    new TrinoServer(environment.driver(), server, user, secret, properties, sessionProperties);
            return new SkippingCatalog(trino, catalog, environment.interruption());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    private char[] password(JobEnvironment environment) {
        String variable = environment.variables().get("TRINO_PASSWORD");
        return variable != null
                ? variable.toCharArray()
                : environment
                        .passwordPrompt()
                        .apply("Password of %s: ".formatted(user))
                        .orElseThrow(() -> new JobException(
                                Scope.SERVER, "There is no terminal to ask for a password: set TRINO_PASSWORD"));
    }
}
