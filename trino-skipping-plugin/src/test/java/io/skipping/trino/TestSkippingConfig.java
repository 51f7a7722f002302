// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.airlift.configuration.testing.ConfigAssertions.assertFullMapping;
import static io.airlift.configuration.testing.ConfigAssertions.assertRecordedDefaults;
import static io.airlift.configuration.testing.ConfigAssertions.recordDefaults;

import com.google.common.collect.ImmutableMap;
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

    @Test
    public void testExplicitPropertyMappings() {
        Map<String, String> properties = ImmutableMap.of(
                "skipping.index.location", "s3://bucket/index",
                "skipping.lookup-timeout", "500ms",
                "skipping.range-size", "8MB",
                "skipping.index.cache-size", "1GB");
        SkippingConfig expected = new SkippingConfig()
                .setIndexLocation("s3://bucket/index")
                .setLookupTimeout(Duration.valueOf("500ms"))
                .setRangeSize(DataSize.valueOf("8MB"))
                .setCacheSize(DataSize.valueOf("1GB"));
        // there is but one store, so its property has no other value than the default
        assertFullMapping(properties, expected, java.util.Set.of("skipping.index.store"));
    }
}
