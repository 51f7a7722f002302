// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.config;

import io.airlift.configuration.Config;
import io.airlift.configuration.ConfigDescription;
import io.airlift.configuration.ConfigSecuritySensitive;
import io.airlift.configuration.validation.FileExists;
import io.airlift.units.Duration;
import io.airlift.units.MinDuration;
import io.skipping.index.search.client.SearchOptions;
import io.skipping.index.search.client.SearchOptions.BasicAuth;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Holds the catalog properties for reaching Elasticsearch or OpenSearch, which are used if indexes are stored there.
 */
public class SearchConfig {
    private List<URI> uris = List.of();
    private String indexPrefix = "trino-skipping";
    private Optional<String> user = Optional.empty();
    private Optional<String> password = Optional.empty();
    private Optional<String> apiKey = Optional.empty();
    private Optional<Path> truststorePath = Optional.empty();
    private Optional<String> truststorePassword = Optional.empty();
    private boolean verifyHostnames = true;
    private Duration connectTimeout = Duration.valueOf("1s");
    private Duration requestTimeout = Duration.valueOf("10s");
    private int maxConnections = 20;
    private int bulkInFlight = 2;

    /**
     * Returns the properties as options of the client.
     *
     * @throws IllegalArgumentException with a message for the user, if the properties contradict each other
     */
    public SearchOptions toOptions() {
        if (user.isPresent() != password.isPresent()) {
            throw new IllegalArgumentException(
                    "Set both skipping.elasticsearch.user and skipping.elasticsearch.password, or none of them");
        }
        return new SearchOptions(
                uris,
                indexPrefix,
                user.map(name -> new BasicAuth(name, password.orElseThrow())),
                apiKey,
                truststorePath,
                truststorePassword,
                verifyHostnames,
                connectTimeout.toJavaTime(),
                requestTimeout.toJavaTime(),
                maxConnections,
                bulkInFlight);
    }

    @NotNull
    public List<URI> getUris() {
        return uris;
    }

    @Config("skipping.elasticsearch.uris")
    @ConfigDescription(
            "URLs of the nodes of one Elasticsearch or OpenSearch cluster, or of a proxy in front of it: http(s)://host:port, separated by commas")
    public SearchConfig setUris(List<URI> uris) {
        this.uris = List.copyOf(uris);
        return this;
    }

    @NotNull
    public String getIndexPrefix() {
        return indexPrefix;
    }

    @Config("skipping.elasticsearch.index-prefix")
    @ConfigDescription("Prefix of the names of all indexes that are created in the search engine")
    public SearchConfig setIndexPrefix(String indexPrefix) {
        this.indexPrefix = indexPrefix;
        return this;
    }

    @NotNull
    public Optional<String> getUser() {
        return user;
    }

    @Config("skipping.elasticsearch.user")
    @ConfigDescription("User for basic authentication")
    public SearchConfig setUser(String user) {
        this.user = Optional.ofNullable(user);
        return this;
    }

    @NotNull
    public Optional<String> getPassword() {
        return password;
    }

    @Config("skipping.elasticsearch.password")
    @ConfigDescription("Password for basic authentication")
    @ConfigSecuritySensitive
    public SearchConfig setPassword(String password) {
        this.password = Optional.ofNullable(password);
        return this;
    }

    @NotNull
    public Optional<String> getApiKey() {
        return apiKey;
    }

    @Config("skipping.elasticsearch.api-key")
    @ConfigDescription("API key, encoded or as id:key, to use instead of a user and a password")
    @ConfigSecuritySensitive
    public SearchConfig setApiKey(String apiKey) {
        this.apiKey = Optional.ofNullable(apiKey);
        return this;
    }

    @NotNull
    public Optional<@FileExists Path> getTruststorePath() {
        return truststorePath;
    }

    @Config("skipping.elasticsearch.tls.truststore-path")
    @ConfigDescription(
            "PEM, PKCS #12 or JKS file with the certificates to trust; by default, the certificates that Java trusts")
    public SearchConfig setTruststorePath(Path truststorePath) {
        this.truststorePath = Optional.ofNullable(truststorePath);
        return this;
    }

    @NotNull
    public Optional<String> getTruststorePassword() {
        return truststorePassword;
    }

    @Config("skipping.elasticsearch.tls.truststore-password")
    @ConfigDescription("Password of the truststore file")
    @ConfigSecuritySensitive
    public SearchConfig setTruststorePassword(String truststorePassword) {
        this.truststorePassword = Optional.ofNullable(truststorePassword);
        return this;
    }

    public boolean isVerifyHostnames() {
        return verifyHostnames;
    }

    @Config("skipping.elasticsearch.tls.verify-hostnames")
    @ConfigDescription("Whether to verify that the certificate of a node matches its host name")
    public SearchConfig setVerifyHostnames(boolean verifyHostnames) {
        this.verifyHostnames = verifyHostnames;
        return this;
    }

    @NotNull
    @MinDuration("1ms")
    public Duration getConnectTimeout() {
        return connectTimeout;
    }

    @Config("skipping.elasticsearch.connect-timeout")
    @ConfigDescription("How long to wait for a connection to a node")
    public SearchConfig setConnectTimeout(Duration connectTimeout) {
        this.connectTimeout = connectTimeout;
        return this;
    }

    @NotNull
    @MinDuration("1ms")
    public Duration getRequestTimeout() {
        return requestTimeout;
    }

    @Config("skipping.elasticsearch.request-timeout")
    @ConfigDescription("How long to wait for a response, including retries of rejected requests;"
            + " a query never waits longer than skipping.lookup-timeout")
    public SearchConfig setRequestTimeout(Duration requestTimeout) {
        this.requestTimeout = requestTimeout;
        return this;
    }

    @Min(1)
    public int getMaxConnections() {
        return maxConnections;
    }

    @Config("skipping.elasticsearch.max-connections")
    @ConfigDescription("Maximum number of concurrent connections to the cluster; further requests wait")
    public SearchConfig setMaxConnections(int maxConnections) {
        this.maxConnections = maxConnections;
        return this;
    }

    @Min(1)
    public int getBulkInFlight() {
        return bulkInFlight;
    }

    @Config("skipping.elasticsearch.bulk-in-flight")
    @ConfigDescription("Maximum number of concurrent bulk requests of one writer of summaries")
    public SearchConfig setBulkInFlight(int bulkInFlight) {
        this.bulkInFlight = bulkInFlight;
        return this;
    }
}
