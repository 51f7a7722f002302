// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.config;

import static io.trino.plugin.base.session.PropertyMetadataUtil.dataSizeProperty;
import static io.trino.plugin.base.session.PropertyMetadataUtil.durationProperty;
import static io.trino.spi.session.PropertyMetadata.booleanProperty;
import static io.trino.spi.session.PropertyMetadata.integerProperty;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import io.airlift.units.DataSize;
import io.airlift.units.Duration;
import io.trino.plugin.base.session.SessionPropertiesProvider;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.session.PropertyMetadata;
import java.util.List;

/** Defines the session properties that the skipping connectors add to those of the connectors that they wrap. */
public class SkippingSessionProperties implements SessionPropertiesProvider {
    private static final String SKIPPING_ENABLED = "skipping_enabled";
    private static final String DYNAMIC_FILTERING_WAIT = "skipping_dynamic_filtering_wait_timeout";
    private static final String MAX_MERGE_DISTANCE = "skipping_max_merge_distance";

    private static final String EXPLAIN_FOR_PROGRAMS = "skipping_explain_for_programs";
    private static final String MAX_OBJECTS_PER_SUMMARIZE_SPLIT = "skipping_summarize_max_objects_per_split";

    private final SkippingConfig config;

    @Inject
    public SkippingSessionProperties(SkippingConfig config) {
        this.config = requireNonNull(config, "config is null");
    }

    @Override
    public List<PropertyMetadata<?>> getSessionProperties() {
        return ImmutableList.of(
                booleanProperty(
                        SKIPPING_ENABLED,
                        "Use the index, for scans and estimates, and this connector's text reader. If false, the stock Hive connector's"
                                + " readers are used; if committed_only is false, too, the whole scan is that of the stock connector",
                        true,
                        false),
                durationProperty(
                        DYNAMIC_FILTERING_WAIT,
                        "How long to wait for the dynamic filter that a join provides for an indexed column",
                        config.getDynamicFilteringWaitTimeout(),
                        false),
                dataSizeProperty(
                        MAX_MERGE_DISTANCE,
                        "Two parts of an object are read by one request, including the gap between them, if the gap is no larger than this",
                        config.getMaxMergeDistance(),
                        false),
                booleanProperty(
                        EXPLAIN_FOR_PROGRAMS,
                        "EXPLAIN writes what indexes could decide of a scan as JSON, for index-builder.jar advise",
                        false,
                        true),
                integerProperty(
                        MAX_OBJECTS_PER_SUMMARIZE_SPLIT,
                        "Maximum number of small objects in one split of a build",
                        config.getMaxObjectsPerSummarizeSplit(),
                        SkippingSessionProperties::checkMaxObjects,
                        false));
    }

    private static void checkMaxObjects(int value) {
        if (value < 1) {
            throw new TrinoException(
                    StandardErrorCode.INVALID_SESSION_PROPERTY,
                    "%s must be at least 1: %d".formatted(MAX_OBJECTS_PER_SUMMARIZE_SPLIT, value));
        }
    }

    public static boolean isSkippingEnabled(ConnectorSession session) {
        return session.getProperty(SKIPPING_ENABLED, Boolean.class);
    }

    public static Duration dynamicFilteringWait(ConnectorSession session) {
        return session.getProperty(DYNAMIC_FILTERING_WAIT, Duration.class);
    }

    /** Returns the merge distance in bytes. */
    public static long maxMergeDistance(ConnectorSession session) {
        return session.getProperty(MAX_MERGE_DISTANCE, DataSize.class).toBytes();
    }

    public static boolean isExplainedForPrograms(ConnectorSession session) {
        return session.getProperty(EXPLAIN_FOR_PROGRAMS, Boolean.class);
    }

    public static int maxObjectsPerSummarizeSplit(ConnectorSession session) {
        return session.getProperty(MAX_OBJECTS_PER_SUMMARIZE_SPLIT, Integer.class);
    }
}
