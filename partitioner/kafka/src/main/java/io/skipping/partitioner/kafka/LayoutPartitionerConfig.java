// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;

/** Reads a producer's properties for its layout. */
public final class LayoutPartitionerConfig extends AbstractConfig {
    /** Names the property with the location of the model: a path, or a URI with file, http or https. */
    public static final String MODEL = "layout.model";
    /** Names the property that says how often to look for a newer model, in milliseconds; 0 for never. */
    public static final String MODEL_REFRESH_MS = "layout.model.refresh.ms";
    /** Names the property with the class that finds the model's columns in a record, a {@link RecordColumns}. */
    public static final String COLUMNS_CLASS = "layout.columns.class";

    /** Defines all properties, with their defaults, and describes them for users. */
    public static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    MODEL,
                    Type.STRING,
                    ConfigDef.NO_DEFAULT_VALUE,
                    new ConfigDef.NonEmptyString(),
                    Importance.HIGH,
                    "Location of the model: a path, or a URI with file, http or https")
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

    /** @param properties all properties of the producer */
    LayoutPartitionerConfig(Map<String, ?> properties) {
        // not logged, because a location may contain a signature
        super(DEFINITION, properties, false);
    }

    String model() {
        return getString(MODEL);
    }

    long modelRefreshMillis() {
        return getLong(MODEL_REFRESH_MS);
    }

    /** Returns a new, configured instance. */
    RecordColumns columns() {
        return getConfiguredInstance(COLUMNS_CLASS, RecordColumns.class);
    }
}
