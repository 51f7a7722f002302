// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;

/** What a producer's properties say of its layout. */
public final class LayoutPartitionerConfig extends AbstractConfig {
    public static final String MODEL = "layout.model";
    public static final String MODEL_REFRESH_MS = "layout.model.refresh.ms";
    public static final String COLUMNS_CLASS = "layout.columns.class";

    /** All of it, with words for users. */
    public static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    MODEL,
                    Type.STRING,
                    ConfigDef.NO_DEFAULT_VALUE,
                    new ConfigDef.NonEmptyString(),
                    Importance.HIGH,
                    "Where the model is: a path, or a URI with file, http or https")
            .define(
                    MODEL_REFRESH_MS,
                    Type.LONG,
                    60_000L,
                    Range.atLeast(0),
                    Importance.MEDIUM,
                    "How often to look for a newer model, in the background, in milliseconds; 0 for never")
            .define(
                    COLUMNS_CLASS,
                    Type.CLASS,
                    JsonColumns.class,
                    Importance.MEDIUM,
                    "How the model's columns are found in a record: a class that implements RecordColumns");

    /** @param properties all of the producer's */
    LayoutPartitionerConfig(Map<String, ?> properties) {
        // not logged: a location may hold a signature
        super(DEFINITION, properties, false);
    }

    String model() {
        return getString(MODEL);
    }

    long modelRefreshMillis() {
        return getLong(MODEL_REFRESH_MS);
    }

    /** A new and configured one. */
    RecordColumns columns() {
        return getConfiguredInstance(COLUMNS_CLASS, RecordColumns.class);
    }
}
