// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import java.net.URI;
import java.net.URISyntaxException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/** A Trino server and who we are to it. */
final class TrinoServer {
    private static final Pattern SCHEME = Pattern.compile("\\w+://.*");

    private final Driver driver;
    private final String url;
    private final boolean secure;
    private final String user;
    private final Properties properties;

    /**
     * @param server {@code http://host:port} or {@code https://host:port}
     * @param properties properties of the JDBC driver
     * @param sessionProperties as in SET SESSION
     * @throws IllegalArgumentException with a sentence for the user
     */
    TrinoServer(
            Driver driver,
            String server,
            String user,
            Optional<char[]> password,
            Map<String, String> properties,
            Map<String, String> sessionProperties) {
        this.driver = driver;
        URI uri = parse(server);
        this.secure = uri.getScheme().equals("https") || Boolean.parseBoolean(properties.getOrDefault("SSL", "false"));
        int port = uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80;
        this.url = "jdbc:trino://%s:%d".formatted(uri.getHost(), port);
        this.user = user;
        this.properties = new Properties();
        this.properties.setProperty("source", "index-builder");
        properties.forEach((name, value) -> {
            if (name.equals("user") || name.equals("password") || name.equals("sessionProperties")) {
                throw new IllegalArgumentException(
                        "--property %s is not possible: use --user, --password or --session".formatted(name));
            }
            this.properties.setProperty(name, value);
        });
        this.properties.setProperty("user", user);
        if (secure) {
            this.properties.setProperty("SSL", "true");
        }
        if (password.isPresent()) {
            if (!secure) {
                throw new IllegalArgumentException(
                        "--password needs an encrypted connection: give --server as https://…, not " + server);
            }
            this.properties.setProperty("password", new String(password.get()));
        }
        if (!sessionProperties.isEmpty()) {
            this.properties.setProperty("sessionProperties", join(sessionProperties));
        }
    }

    private static URI parse(String server) {
        try {
            URI uri = new URI(SCHEME.matcher(server).matches() ? server : "http://" + server);
            String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
            boolean bare = uri.getUserInfo() == null
                    && (uri.getPath().isEmpty() || uri.getPath().equals("/"))
                    && uri.getQuery() == null
                    && uri.getFragment() == null;
            if ((scheme.equals("http") || scheme.equals("https")) && uri.getHost() != null && bare) {
                return new URI(scheme, null, uri.getHost(), uri.getPort(), null, null, null);
            }
        } catch (URISyntaxException _) {
            // the same advice as for other mistakes
        }
        // not the text itself, in which some write a password
        throw new IllegalArgumentException(
                "--server must be http://host:port or https://host:port, and nothing else: no path, user or password");
    }

    private static String join(Map<String, String> sessionProperties) {
        StringBuilder result = new StringBuilder();
        sessionProperties.forEach((name, value) -> {
            if (name.isEmpty() || value.isEmpty() || name.contains(":") || (name + value).contains(";")) {
                throw new IllegalArgumentException(
                        "--session %s=%s is not possible: write name=value or catalog.name=value, without ';'"
                                .formatted(name, value));
            }
            result.append(result.isEmpty() ? "" : ";").append(name).append(':').append(value);
        });
        return result.toString();
    }

    Connection connect() {
        try {
            Connection connection = driver.connect(url, properties);
            if (connection == null) {
                throw new SQLException("the driver does not accept the URL " + url);
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            throw TrinoErrors.explainConnecting(e, this);
        }
    }

    String user() {
        return user;
    }

    /** Where it is, for people; never with a password. */
    @Override
    public String toString() {
        return url.replace("jdbc:trino", secure ? "https" : "http");
    }
}
