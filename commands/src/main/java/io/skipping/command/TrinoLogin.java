// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Options of commands that ask a Trino: as whom, and with which properties. */
public final class TrinoLogin {
    private static final String PASSWORD_VARIABLE = "TRINO_PASSWORD";

    @Option(names = "--user", paramLabel = "NAME", description = "User at Trino (default: that of the system).")
    private String user = System.getProperty("user.name");

    @Option(
            names = "--password",
            description = "Authenticate with a password: that of the environment variable " + PASSWORD_VARIABLE
                    + ", or one that is asked for. Needs https.")
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

    /** There is nobody to ask for a password. */
    public static final class NoTerminalException extends RuntimeException {
        private NoTerminalException() {
            super("There is no terminal to ask for a password: set TRINO_PASSWORD");
        }
    }

    public String user() {
        return user;
    }

    /**
     * Returns where a server is.
     *
     * @param server {@code http://host:port} or {@code https://host:port}
     * @throws IllegalArgumentException with a sentence for the user
     */
    public TrinoAddress address(String server) {
        return TrinoAddress.of(server, Boolean.parseBoolean(properties.get("SSL")));
    }

    /**
     * Properties of the JDBC driver.
     *
     * @param source what Trino shows as the origin of the queries
     * @param variables environment variables
     * @param prompt asks the user for a password; empty if there is nobody to ask
     * @throws IllegalArgumentException with a sentence for the user, if options are wrong
     * @throws NoTerminalException if a password is wanted and there is none
     */
    public Properties properties(
            TrinoAddress address,
            String source,
            Map<String, String> variables,
            Function<String, Optional<char[]>> prompt) {
        Optional<String> secret = password ? Optional.of(secret(variables, prompt)) : Optional.empty();
        return address.properties(source, user, secret, properties, sessionProperties);
    }

    private String secret(Map<String, String> variables, Function<String, Optional<char[]>> prompt) {
        String variable = variables.get(PASSWORD_VARIABLE);
        if (variable != null) {
            return variable;
        }
        return new String(prompt.apply("Password of %s: ".formatted(user)).orElseThrow(NoTerminalException::new));
    }

    /** Returns a sentence for who writes a password behind the option, that does not repeat it: it would stand in a log. */
    public static Optional<String> passwordMisuse(String... arguments) {
        for (int i = 0; i < arguments.length; i++) {
            boolean valueFollows =
                    arguments[i].equals("--password") && i + 1 < arguments.length && !arguments[i + 1].startsWith("-");
            if (valueFollows || arguments[i].startsWith("--password=")) {
                return Optional.of("--password takes no value, since others can see it there: set " + PASSWORD_VARIABLE
                        + ", or type it when asked");
            }
        }
        return Optional.empty();
    }
}
