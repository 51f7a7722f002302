// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static io.airlift.configuration.testing.ConfigAssertions.assertFullMapping;
import static io.airlift.configuration.testing.ConfigAssertions.assertRecordedDefaults;
import static io.airlift.configuration.testing.ConfigAssertions.recordDefaults;

import com.google.common.collect.ImmutableMap;
import io.airlift.units.DataSize;
import java.nio.file.Path;
import java.util.Map;
import org.testng.annotations.Test;

public class TestQueryLogConfig {
    @Test
    public void testDefaults() {
        assertRecordedDefaults(recordDefaults(QueryLogConfig.class)
                .setFile(null)
                .setMaxFileSize(DataSize.valueOf("100MB"))
                .setMaxFiles(10)
                .setSampleRate(1)
                .setLiterals(true)
                .setMaxIntervals(20)
                .setIdentity(false)
                .setQueryText(false));
    }

    @Test
    public void testExplicitPropertyMappings() {
        Map<String, String> properties = ImmutableMap.<String, String>builder()
                .put("skipping.query-log.file", "/logs/queries.jsonl")
                .put("skipping.query-log.max-file-size", "1MB")
                .put("skipping.query-log.max-files", "3")
                .put("skipping.query-log.sample-rate", "0.25")
                .put("skipping.query-log.literals", "false")
                .put("skipping.query-log.query-text", "true")
                .put("skipping.query-log.max-intervals", "5")
                .put("skipping.query-log.identity", "true")
                .buildOrThrow();
        assertFullMapping(
                properties,
                new QueryLogConfig()
                        .setFile(Path.of("/logs/queries.jsonl"))
                        .setMaxFileSize(DataSize.valueOf("1MB"))
                        .setMaxFiles(3)
                        .setSampleRate(0.25)
                        .setLiterals(false)
                        .setMaxIntervals(5)
                        .setIdentity(true)
                        .setQueryText(true));
    }
}
