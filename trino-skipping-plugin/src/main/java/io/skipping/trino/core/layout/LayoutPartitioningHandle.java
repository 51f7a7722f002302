// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.layout;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.skipping.partitioner.ModelJson;
import io.trino.spi.connector.ConnectorPartitioningHandle;

/**
 * Assigns rows to writers by a layout model, whose partitions are the engine's buckets.
 *
 * @param model the model as JSON
 */
public record LayoutPartitioningHandle(String model) implements ConnectorPartitioningHandle {
    @JsonCreator
    public LayoutPartitioningHandle(@JsonProperty("model") String model) {
        this.model = requireNonNull(model, "model is null");
    }

    /** Returns the text that EXPLAIN shows. */
    @Override
    public String toString() {
        return "layout by " + LayoutColumns.describe(ModelJson.read(model));
    }
}
