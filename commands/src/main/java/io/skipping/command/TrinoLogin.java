// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Holds the options of commands that connect to Trino: the user and the properties. */
public final class TrinoLogin {
    private static final String PASSWORD_VARIABLE = "TRINO_PASSWORD";

    /** properties of the driver that others must not see in a list of processes */
    private static final Set<String> SECRETS =
            Set.of("accessToken", "extraCredentials", "SSLKeyStorePassword", "SSLTrustStorePassword");

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{ENV:(\\w+)}");

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
                    "Property of Trino's JDBC driver, such as SSLTrustStorePath, SSLVerification or roles; may be given several times. '$${ENV:VARIABLE}' takes a value from the environment, as accessToken and other secrets require.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Option(
            names = "--session",
            paramLabel = "NAME=VALUE",
            description = "Session property, as name=value or catalog.name=value; may be given several times.")
    private Map<String, String> sessionProperties = new LinkedHashMap<>();

    /** Reports that a password is needed and there is no terminal to ask for it. */
    public static final class NoTerminalException extends RuntimeException {
        private NoTerminalException() {
            super("There is no terminal to ask for a password: set TRINO_PASSWORD");
        }
    }

    /** Returns the name of the user; by default, that of the process. */
    public String user() {
        return user;
    }

    /**
     * Returns the address of a server.
     *
     * @param server {@code http://host:port} or {@code https://host:port}
     * @throws IllegalArgumentException if the address is malformed; the message is meant for the user
     */
    public TrinoAddress address(String server) {
        return TrinoAddress.of(server, Boolean.parseBoolean(properties.get("SSL")));
    }

    /**
     * Returns the properties for the JDBC driver.
     *
     * @param source the origin of the queries that Trino shows
     * @param variables environment variables
     * @param prompt asks the user for a password; returns empty if there is no terminal
     * @throws IllegalArgumentException if options are wrong; the message is meant for the user
     * @throws NoTerminalException if a password is needed and cannot be obtained
     */
    public Properties properties(
            TrinoAddress address,
            String source,
            Map<String, String> variables,
            Function<String, Optional<char[]>> prompt) {
        Optional<String> secret = password ? Optional.of(secret(variables, prompt)) : Optional.empty();
        Map<String, String> values = new LinkedHashMap<>();
        if (Boolean.parseBoolean(properties.get("externalAuthentication"))) {
            // a command has many connections, each of which would open a browser
            values.put("externalAuthenticationTokenCache", "MEMORY");
        }
        properties.forEach((name, value) -> values.put(name, value(name, value, variables)));
        return address.properties(source, user, secret, values, sessionProperties);
    }

    private static String value(String name, String value, Map<String, String> variables) {
        Matcher variable = VARIABLE.matcher(value);
        if (!variable.matches()) {
            if (SECRETS.contains(name)) {
                // the value is not repeated
                throw new IllegalArgumentException(
                        "--property %s takes no plain value, since others can see it there: set an environment variable, and give --property '%s=${ENV:VARIABLE}'"
                                .formatted(name, name));
            }
            return value;
        }
        String found = variables.get(variable.group(1));
        if (found == null) {
            throw new IllegalArgumentException("--property %s needs the environment variable %s, which is not set"
                    .formatted(name, variable.group(1)));
        }
        return found;
    }

    private String secret(Map<String, String> variables, Function<String, Optional<char[]>> prompt) {
        String variable = variables.get(PASSWORD_VARIABLE);
        if (variable != null) {
            return variable;
        }
        return new String(prompt.apply("Password of %s: ".formatted(user)).orElseThrow(NoTerminalException::new));
    }

    /**
     * Returns an error message if a password follows the option. The message does not repeat the password, which would
     * otherwise end up in logs.
     */
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
