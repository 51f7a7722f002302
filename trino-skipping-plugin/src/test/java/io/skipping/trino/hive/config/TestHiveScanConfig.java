// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.config;

import static io.airlift.configuration.testing.ConfigAssertions.assertFullMapping;
import static io.airlift.configuration.testing.ConfigAssertions.assertRecordedDefaults;
import static io.airlift.configuration.testing.ConfigAssertions.recordDefaults;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import org.testng.annotations.Test;

public class TestHiveScanConfig {
    @Test
    public void testDefaults() {
        assertRecordedDefaults(
                recordDefaults(HiveScanConfig.class).setTextReaderEnabled(true).setManifestsEnabled(true));
    }

    @Test
    public void testExplicitPropertyMappings() {
        Map<String, String> properties = ImmutableMap.<String, String>builder()
                .put("skipping.text-reader.enabled", "false")
                .put("skipping.manifests.enabled", "false")
                .buildOrThrow();
        assertFullMapping(
                properties, new HiveScanConfig().setTextReaderEnabled(false).setManifestsEnabled(false));
    }
}
