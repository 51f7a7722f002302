// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.trino.jdbc.TrinoDriver;
import java.io.Console;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of commands that ask a Trino: where it is, who asks, and about which table. All may be missing. */
final class TrinoOptions {
    private static final String PASSWORD_VARIABLE = "TRINO_PASSWORD";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--server", paramLabel = "URL", description = "Trino, as http://host:port or https://host:port")
    private Optional<String> server = Optional.empty();

    @Option(names = "--catalog", paramLabel = "NAME", description = "Catalog of the table")
    private Optional<String> catalog = Optional.empty();

    @Option(
            names = "--table",
            paramLabel = "SCHEMA.TABLE",
            converter = TableNameConverter.class,
            description = "The table")
    private Optional<TableName> table = Optional.empty();

    @Option(names = "--user", paramLabel = "NAME", description = "User at Trino; that of the system by default")
    private String user = System.getProperty("user.name");

    @Option(
            names = "--password",
            description = "Authenticate with a password: that of the environment variable " + PASSWORD_VARIABLE
                    + ", or one that is asked for")
    private boolean password;

    @Option(
            names = "--property",
            paramLabel = "NAME=VALUE",
            description = "Property of Trino's JDBC driver, such as SSLTrustStorePath; may be given several times")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Option(
            names = "--session",
            paramLabel = "NAME=VALUE",
            description = "Session property, as name=value or catalog.name=value; may be given several times")
    private Map<String, String> sessionProperties = new LinkedHashMap<>();

    /** Whether there is a Trino to ask. */
    boolean isServer() {
        return server.isPresent();
    }

    Optional<String> catalog() {
        return catalog;
    }

    Optional<TableName> table() {
        return table;
    }

    /**
     * The table as SQL names it.
     *
     * @throws ParameterException if one of its names is missing
     */
    String qualifiedTable() {
        return given(table, "--table").inCatalog(given(catalog, "--catalog"));
    }

    /**
     * A new connection, to be closed by who asks for it.
     *
     * @throws ParameterException if options are missing or wrong
     * @throws IOException with a sentence for the user, if the server can't be reached
     */
    Connection connect() throws IOException {
        Optional<String> secret = password ? Optional.of(secret()) : Optional.empty();
        TrinoAddress address = address();
        try {
            return new TrinoDriver()
                    .connect(address.url(), address.properties(user, secret, properties, sessionProperties));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        } catch (SQLException e) {
            throw new IOException("Can't connect to Trino at %s: %s".formatted(address, e.getMessage()), e);
        }
    }

    private TrinoAddress address() {
        try {
            return TrinoAddress.of(given(server, "--server"), Boolean.parseBoolean(properties.get("SSL")));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    private <T> T given(Optional<T> option, String name) {
        return option.orElseThrow(
                () -> new ParameterException(command.commandLine(), "Missing required option: " + name));
    }

    private String secret() throws IOException {
        String variable = System.getenv(PASSWORD_VARIABLE);
        if (variable != null) {
            return variable;
        }
        Console console = System.console();
        char[] typed = console == null ? null : console.readPassword("Password of %s: ", user);
        if (typed == null) {
            throw new IOException("There is no terminal to ask for a password: set " + PASSWORD_VARIABLE);
        }
        return new String(typed);
    }
}
