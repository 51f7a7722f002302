// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Holds the settings for access to Elasticsearch or OpenSearch. Messages name the catalog properties that set them.
 *
 * @param uris one or more nodes of one cluster, or a proxy in front of it: {@code http(s)://host[:port][/path]}; the
 *     path must be the same for all
 * @param indexPrefix the prefix of the names of all indexes that this project creates
 * @param basicAuth the user and the password; empty if there are none, or if {@code apiKey} is set
 * @param apiKey the API key as Elasticsearch shows it: encoded, or {@code id:key}
 * @param trustStore the certificates to trust, in a PEM, PKCS #12 or JKS file; empty for those that Java trusts
 * @param trustStorePassword the password of that file; empty if it has none
 * @param verifyHostnames whether a node's certificate must name its host
 * @param connectTimeout the time limit for one connection to one node
 * @param requestTimeout the time limit for a request with all its repetitions, unless the request sets another
 * @param maxConnections the limit of connections to all nodes together; further requests wait
 * @param bulkInFlight the number of bulk requests that one writer has under way at the same time
 */
public record SearchOptions(
        List<URI> uris,
        String indexPrefix,
        Optional<BasicAuth> basicAuth,
        Optional<String> apiKey,
        Optional<Path> trustStore,
        Optional<String> trustStorePassword,
        boolean verifyHostnames,
        Duration connectTimeout,
        Duration requestTimeout,
        int maxConnections,
        int bulkInFlight) {
    private static final Pattern INDEX_PREFIX = Pattern.compile("[a-z0-9][a-z0-9_.-]{0,99}");

    public SearchOptions {
        uris = ImmutableList.copyOf(uris);
        requireNonNull(indexPrefix, "indexPrefix is null");
        requireNonNull(basicAuth, "basicAuth is null");
        requireNonNull(apiKey, "apiKey is null");
        requireNonNull(trustStore, "trustStore is null");
        requireNonNull(trustStorePassword, "trustStorePassword is null");
        requireNonNull(connectTimeout, "connectTimeout is null");
        requireNonNull(requestTimeout, "requestTimeout is null");
        checkArgument(!uris.isEmpty(), "skipping.elasticsearch.uris names no node: set it to http(s)://host:port");
        uris.forEach(SearchOptions::check);
        checkArgument(
                uris.stream()
                                .map(URI::getPath)
                                .map(SearchOptions::trimmed)
                                .distinct()
                                .count()
                        == 1,
                "skipping.elasticsearch.uris must have the same path: %s",
                uris);
        checkArgument(
                INDEX_PREFIX.matcher(indexPrefix).matches(),
                "skipping.elasticsearch.index-prefix must be of lower-case letters, digits, '-', '_' and '.', and begin"
                        + " with a letter or a digit, but is '%s'",
                indexPrefix);
        checkArgument(
                basicAuth.isEmpty() || apiKey.isEmpty(),
                "Set skipping.elasticsearch.user or skipping.elasticsearch.api-key, not both");
        checkArgument(
                apiKey.map(SearchOptions::isHeaderValue).orElse(true),
                "skipping.elasticsearch.api-key is empty, or has blanks or other characters that no key has");
        checkArgument(
                trustStore.isPresent() || trustStorePassword.isEmpty(),
                "skipping.elasticsearch.tls.truststore-password is set without"
                        + " skipping.elasticsearch.tls.truststore-path");
        checkArgument(connectTimeout.toMillis() > 0, "skipping.elasticsearch.connect-timeout must be at least 1ms");
        checkArgument(requestTimeout.toMillis() > 0, "skipping.elasticsearch.request-timeout must be at least 1ms");
        checkArgument(maxConnections > 0, "skipping.elasticsearch.max-connections must be at least 1");
        checkArgument(bulkInFlight > 0, "skipping.elasticsearch.bulk-in-flight must be at least 1");
    }

    /** Returns the default settings for these nodes. */
    public static SearchOptions of(URI... uris) {
        return new SearchOptions(
                List.of(uris),
                "trino-skipping",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                true,
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                20,
                2);
    }

    /** Returns the prefix of all paths: empty, or with a slash at its beginning and none at its end. */
    String pathPrefix() {
        return trimmed(uris.get(0).getRawPath());
    }

    @Override
    public String toString() {
        return "SearchOptions[uris=%s, indexPrefix=%s, basicAuth=%s, apiKey=%s, trustStore=%s, verifyHostnames=%s, connectTimeout=%s, requestTimeout=%s, maxConnections=%s, bulkInFlight=%s]"
                .formatted(
                        uris,
                        indexPrefix,
                        basicAuth,
                        apiKey.map(key -> "***"),
                        trustStore,
                        verifyHostnames,
                        Deadline.text(connectTimeout),
                        Deadline.text(requestTimeout),
                        maxConnections,
                        bulkInFlight);
    }

    private static void check(URI uri) {
        // first, because the messages below show the URI
        checkArgument(
                !uri.toString().contains("@"),
                "skipping.elasticsearch.uris must not hold credentials: use skipping.elasticsearch.user and"
                        + " skipping.elasticsearch.password");
        checkArgument(
                ("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme()))
                        && uri.getHost() != null
                        && uri.getRawQuery() == null
                        && uri.getRawFragment() == null,
                "skipping.elasticsearch.uris must be like http(s)://host:port, but one is '%s'",
                uri);
    }

    private static String trimmed(String path) {
        return path == null ? "" : path.replaceAll("/+$", "");
    }

    private static boolean isHeaderValue(String value) {
        return !value.isEmpty() && value.chars().allMatch(character -> character > ' ' && character < 127);
    }

    /**
     * Holds a user and a password. The password is never shown.
     *
     * @param user the name of the user, which has no colon
     * @param password the password
     */
    public record BasicAuth(String user, String password) {
        public BasicAuth {
            requireNonNull(user, "user is null");
            requireNonNull(password, "password is null");
            checkArgument(
                    !user.isEmpty() && !user.contains(":"),
                    "skipping.elasticsearch.user must not be empty, nor have a colon");
        }

        @Override
        public String toString() {
            return user + ":***";
        }
    }
}
