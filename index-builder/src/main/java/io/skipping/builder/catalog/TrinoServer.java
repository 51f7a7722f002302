// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.catalog;

import io.skipping.builder.job.JobEnvironment;
import io.skipping.command.TrinoAddress;
import io.skipping.command.TrinoLogin;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;

/** Connects to a Trino server as the user of the command. */
public final class TrinoServer {
    private final Driver driver;
    private final TrinoAddress address;
    private final String user;
    private final Properties properties;

    /**
     * Creates the access to a server, and asks for a password if the login needs one; does not connect yet.
     *
     * @param server {@code http://host:port} or {@code https://host:port}
     * @throws IllegalArgumentException if an option is wrong; the message is meant for the user
     */
    public TrinoServer(JobEnvironment environment, TrinoLogin login, String server) {
        this.driver = environment.driver();
        this.address = login.address(server);
        this.user = login.user();
        this.properties =
                login.properties(address, "index-builder", environment.variables(), environment.passwordPrompt());
    }

    Connection connect() {
        try {
            Connection connection = driver.connect(address.url(), properties);
            if (connection == null) {
                throw new SQLException("the driver does not accept the URL " + address.url());
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            throw TrinoErrors.explainConnecting(e, this);
        }
    }

    String user() {
        return user;
    }

    /** Returns the address for people, never with a password. */
    @Override
    public String toString() {
        return address.toString();
    }
}
