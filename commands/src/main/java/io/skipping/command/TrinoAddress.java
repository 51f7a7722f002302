// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Represents the address of a Trino server.
 *
 * @param host its name or IP address
 * @param port its port
 * @param secure whether the connection is encrypted
 */
public record TrinoAddress(String host, int port, boolean secure) {
    private static final Set<String> OWN_OPTIONS = Set.of("user", "password", "sessionProperties");

    /**
     * Parses an address.
     *
     * @param server {@code http://host:port} or {@code https://host:port}
     * @param alwaysSecure whether the connection is encrypted whatever the address says
     * @throws IllegalArgumentException if the address is malformed; the message is meant for the user
     */
    public static TrinoAddress of(String server, boolean alwaysSecure) {
        try {
            URI uri = new URI(server.contains("://") ? server : "http://" + server);
            String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
            boolean bare = uri.getUserInfo() == null
                    && (uri.getPath().isEmpty() || uri.getPath().equals("/"))
                    && uri.getQuery() == null
                    && uri.getFragment() == null;
            if ((scheme.equals("http") || scheme.equals("https")) && uri.getHost() != null && bare) {
                boolean secure = alwaysSecure || scheme.equals("https");
                return new TrinoAddress(uri.getHost(), uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80, secure);
            }
        } catch (URISyntaxException e) {
            // gives the same advice as for other mistakes
        }
        // the text is not quoted, because it may contain a password
        throw new IllegalArgumentException(
                "--server must be http://host:port or https://host:port, and nothing else: no path, user or password");
    }

    /** Returns the URL for the JDBC driver. */
    public String url() {
        return "jdbc:trino://%s:%d".formatted(host, port);
    }

    /**
     * Returns the properties for the JDBC driver.
     *
     * @param source the origin of the queries that Trino shows
     * @param user the name of the user
     * @param password the user's password; empty if none is sent
     * @param more properties that the user gave
     * @param session session properties, as in SET SESSION
     * @throws IllegalArgumentException if a property is not allowed; the message is meant for the user
     */
    public Properties properties(
            String source,
            String user,
            Optional<String> password,
            Map<String, String> more,
            Map<String, String> session) {
        Properties properties = new Properties();
        properties.setProperty("source", source);
        more.forEach((name, value) -> {
            if (OWN_OPTIONS.contains(name)) {
                throw new IllegalArgumentException(
                        "--property %s is not possible: use --user, --password or --session".formatted(name));
            }
            properties.setProperty(name, value);
        });
        properties.setProperty("user", user);
        if (secure) {
            properties.setProperty("SSL", "true");
        }
        if (password.isPresent()) {
            if (!secure) {
                throw new IllegalArgumentException(
                        "--password needs an encrypted connection: give --server as https://host:port, not " + this);
            }
            properties.setProperty("password", password.get());
        }
        if (!session.isEmpty()) {
            properties.setProperty(
                    "sessionProperties",
                    session.entrySet().stream().map(TrinoAddress::joined).collect(Collectors.joining(";")));
        }
        return properties;
    }

    private static String joined(Map.Entry<String, String> property) {
        String name = property.getKey();
        String value = property.getValue();
        if (name.isEmpty() || value.isEmpty() || name.contains(":") || (name + value).contains(";")) {
            throw new IllegalArgumentException(
                    "--session %s=%s is not possible: write name=value or catalog.name=value, without ';'"
                            .formatted(name, value));
        }
        return name + ":" + value;
    }

    /** Returns the address for people, never with a password. */
    @Override
    public String toString() {
        return "%s://%s:%d".formatted(secure ? "https" : "http", host, port);
    }
}
