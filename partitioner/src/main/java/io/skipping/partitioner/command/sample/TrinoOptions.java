// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.sample;

import io.skipping.command.TableName;
import io.skipping.command.TableNameConverter;
import io.skipping.command.TrinoAddress;
import io.skipping.command.TrinoFailures;
import io.skipping.command.TrinoLogin;
import io.skipping.command.TrinoLogin.NoTerminalException;
import io.trino.jdbc.TrinoDriver;
import java.io.Console;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Holds the options of commands that connect to Trino: the server, the user and the table. All of them may be missing. */
public final class TrinoOptions {
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

    @Mixin
    private TrinoLogin login = new TrinoLogin();

    /** Returns whether a server is given. */
    boolean isServer() {
        return server.isPresent();
    }

    /** Returns the catalog; empty if none is given. */
    public Optional<String> catalog() {
        return catalog;
    }

    /** Returns the table; empty if none is given. */
    public Optional<TableName> table() {
        return table;
    }

    /**
     * Returns the table as SQL names it.
     *
     * @throws ParameterException if one of its names is missing
     */
    String qualifiedTable() {
        return given(table, "--table").inCatalog(given(catalog, "--catalog"));
    }

    /**
     * Opens a new connection, which the caller must close.
     *
     * @throws ParameterException if options are missing or wrong
     * @throws IOException if the server cannot be reached; the message is meant for the user
     */
    public Connection connect() throws IOException {
        String address = given(server, "--server");
        try {
            TrinoAddress trino = login.address(address);
            return connect(trino, login.properties(trino, "partitioner", System.getenv(), TrinoOptions::ask));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        } catch (NoTerminalException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static Connection connect(TrinoAddress trino, Properties properties) throws IOException {
        try {
            return new TrinoDriver().connect(trino.url(), properties);
        } catch (SQLException e) {
            throw new IOException("Can't connect to Trino at %s: %s".formatted(trino, e.getMessage()), e);
        }
    }

    /**
     * Returns why a statement failed, in a sentence for the user.
     *
     * @param thing what the statement was about
     */
    public String explain(String thing, SQLException failure) {
        TrinoAddress address = login.address(given(server, "--server"));
        return TrinoFailures.unreachable(failure, address, login.user())
                .orElseGet(() -> "%s: %s".formatted(thing, TrinoFailures.message(failure)));
    }

    private <T> T given(Optional<T> option, String name) {
        return option.orElseThrow(
                () -> new ParameterException(command.commandLine(), "Missing required option: " + name));
    }

    private static Optional<char[]> ask(String question) {
        Console console = System.console();
        return console == null ? Optional.empty() : Optional.ofNullable(console.readPassword("%s", question));
    }
}
