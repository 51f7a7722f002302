// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.config;

import static io.airlift.configuration.testing.ConfigAssertions.assertFullMapping;
import static io.airlift.configuration.testing.ConfigAssertions.assertRecordedDefaults;
import static io.airlift.configuration.testing.ConfigAssertions.recordDefaults;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import io.airlift.configuration.ConfigurationFactory;
import io.airlift.units.Duration;
import io.skipping.index.search.client.SearchOptions;
import io.skipping.index.search.client.SearchOptions.BasicAuth;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

public class TestSearchConfig {
    @Test
    public void testDefaults() {
        assertRecordedDefaults(recordDefaults(SearchConfig.class)
                .setUris(List.of())
                .setIndexPrefix("trino-skipping")
                .setUser(null)
                .setPassword(null)
                .setApiKey(null)
                .setTruststorePath(null)
                .setTruststorePassword(null)
                .setVerifyHostnames(true)
                .setConnectTimeout(Duration.valueOf("1s"))
                .setRequestTimeout(Duration.valueOf("10s"))
                .setMaxConnections(20)
                .setBulkInFlight(2));
    }

    @Test
    public void testExplicitPropertyMappings() throws IOException {
        Path truststore = Files.createTempFile("truststore", ".pem");
        try {
            Map<String, String> properties = ImmutableMap.<String, String>builder()
                    .put("skipping.elasticsearch.uris", "https://a:9200,https://b:9200")
                    .put("skipping.elasticsearch.index-prefix", "lake")
                    .put("skipping.elasticsearch.user", "trino")
                    .put("skipping.elasticsearch.password", "secret")
                    .put("skipping.elasticsearch.api-key", "key")
                    .put("skipping.elasticsearch.tls.truststore-path", truststore.toString())
                    .put("skipping.elasticsearch.tls.truststore-password", "secret")
                    .put("skipping.elasticsearch.tls.verify-hostnames", "false")
                    .put("skipping.elasticsearch.connect-timeout", "2s")
                    .put("skipping.elasticsearch.request-timeout", "20s")
                    .put("skipping.elasticsearch.max-connections", "50")
                    .put("skipping.elasticsearch.bulk-in-flight", "4")
                    .buildOrThrow();
            assertFullMapping(
                    properties,
                    new SearchConfig()
                            .setUris(List.of(URI.create("https://a:9200"), URI.create("https://b:9200")))
                            .setIndexPrefix("lake")
                            .setUser("trino")
                            .setPassword("secret")
                            .setApiKey("key")
                            .setTruststorePath(truststore)
                            .setTruststorePassword("secret")
                            .setVerifyHostnames(false)
                            .setConnectTimeout(Duration.valueOf("2s"))
                            .setRequestTimeout(Duration.valueOf("20s"))
                            .setMaxConnections(50)
                            .setBulkInFlight(4));
        } finally {
            Files.delete(truststore);
        }
    }

    @Test
    public void testOptions() {
        SearchOptions options = build(Map.of(
                        "skipping.elasticsearch.uris", "http://a:9200, http://b:9200",
                        "skipping.elasticsearch.user", "trino",
                        "skipping.elasticsearch.password", "secret",
                        "skipping.elasticsearch.max-connections", "50"))
                .toOptions();
        assertThat(options.uris()).containsExactly(URI.create("http://a:9200"), URI.create("http://b:9200"));
        assertThat(options.indexPrefix()).isEqualTo("trino-skipping");
        assertThat(options.basicAuth()).contains(new BasicAuth("trino", "secret"));
        assertThat(options.maxConnections()).isEqualTo(50);
        assertThat(options.bulkInFlight()).isEqualTo(2);
        assertThat(options.verifyHostnames()).isTrue();
    }

    @Test
    public void testOptionsThatDoNotGoTogether() {
        assertThatThrownBy(() -> build(Map.of()).toOptions())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("skipping.elasticsearch.uris");
        assertThatThrownBy(() -> build(Map.of(
                                "skipping.elasticsearch.uris", "http://a:9200",
                                "skipping.elasticsearch.user", "trino"))
                        .toOptions())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("skipping.elasticsearch.password");
        assertThatThrownBy(() -> build(Map.of(
                                "skipping.elasticsearch.uris", "http://a:9200",
                                "skipping.elasticsearch.user", "trino",
                                "skipping.elasticsearch.password", "secret",
                                "skipping.elasticsearch.api-key", "key"))
                        .toOptions())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Set skipping.elasticsearch.user or skipping.elasticsearch.api-key, not both");
    }

    private static SearchConfig build(Map<String, String> properties) {
        return new ConfigurationFactory(properties).build(SearchConfig.class);
    }
}
