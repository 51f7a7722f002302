// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.airlift.configuration.testing.ConfigAssertions.assertRecordedDefaults;
import static io.airlift.configuration.testing.ConfigAssertions.recordDefaults;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import io.airlift.configuration.ConfigPropertyMetadata;
import io.airlift.configuration.ConfigurationFactory;
import io.airlift.units.DataSize;
import io.airlift.units.Duration;
import java.util.Map;
import org.testng.annotations.Test;

public class TestSkippingConfig {
    @Test
    public void testDefaults() {
        assertRecordedDefaults(recordDefaults(SkippingConfig.class)
                .setStore(SkippingConfig.Store.OBJECT_STORE)
                .setIndexLocation(null)
                .setLookupTimeout(Duration.valueOf("2s"))
                .setRangeSize(DataSize.valueOf("1MB"))
                .setCacheSize(DataSize.valueOf("512MB")));
    }

    /** Airlift's own check wants a value unlike the default for every property; there is but one store. */
    @Test
    public void testExplicitPropertyMappings() {
        Map<String, String> properties = ImmutableMap.of(
                "skipping.index.store", "object-store",
                "skipping.index.location", "s3://bucket/index",
                "skipping.lookup-timeout", "500ms",
                "skipping.range-size", "8MB",
                "skipping.index.cache-size", "1GB");
        ConfigurationFactory factory = new ConfigurationFactory(properties);
        SkippingConfig config = factory.build(SkippingConfig.class);
        assertThat(factory.getUsedProperties().stream().map(ConfigPropertyMetadata::name))
                .containsExactlyInAnyOrderElementsOf(properties.keySet());
        assertThat(config.getStore()).isEqualTo(SkippingConfig.Store.OBJECT_STORE);
        assertThat(config.getIndexLocation()).contains("s3://bucket/index");
        assertThat(config.getLookupTimeout()).isEqualTo(Duration.valueOf("500ms"));
        assertThat(config.getRangeSize()).isEqualTo(DataSize.valueOf("8MB"));
        assertThat(config.getCacheSize()).isEqualTo(DataSize.valueOf("1GB"));
    }
}
