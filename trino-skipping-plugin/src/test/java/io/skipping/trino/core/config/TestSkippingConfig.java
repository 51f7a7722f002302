// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.config;

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
                .setIndexRefreshAfter(Duration.valueOf("10s"))
                .setDynamicFilteringWaitTimeout(Duration.valueOf("1s"))
                .setRangeSize(null)
                .setMaxMergeDistance(DataSize.valueOf("256kB"))
                .setMaxObjectsPerSummarizeSplit(200)
                .setColumnStatisticsEnabled(false)
                .setCacheSize(DataSize.valueOf("512MB")));
    }

    @Test
    public void testExplicitPropertyMappings() {
        Map<String, String> properties = ImmutableMap.<String, String>builder()
                .put("skipping.index.store", "elasticsearch")
                .put("skipping.index.location", "s3://bucket/index")
                .put("skipping.lookup-timeout", "500ms")
                .put("skipping.index.refresh-after", "1m")
                .put("skipping.dynamic-filtering.wait-timeout", "5s")
                .put("skipping.range-size", "8MB")
                .put("skipping.max-merge-distance", "1MB")
                .put("skipping.summarize.max-objects-per-split", "50")
                .put("skipping.column-statistics.enabled", "true")
                .put("skipping.index.cache-size", "1GB")
                .buildOrThrow();
        assertFullMapping(
                properties,
                new SkippingConfig()
                        .setStore(SkippingConfig.Store.ELASTICSEARCH)
                        .setIndexLocation("s3://bucket/index")
                        .setLookupTimeout(Duration.valueOf("500ms"))
                        .setIndexRefreshAfter(Duration.valueOf("1m"))
                        .setDynamicFilteringWaitTimeout(Duration.valueOf("5s"))
                        .setRangeSize(DataSize.valueOf("8MB"))
                        .setMaxMergeDistance(DataSize.valueOf("1MB"))
                        .setMaxObjectsPerSummarizeSplit(50)
                        .setColumnStatisticsEnabled(true)
                        .setCacheSize(DataSize.valueOf("1GB")));
    }
}
