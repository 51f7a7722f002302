// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.layout;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.skipping.partitioner.ModelJson;
import io.trino.spi.connector.ConnectorPartitioningHandle;

/**
 * Rows to writers by a model, whose partitions are the engine's buckets.
 *
 * @param model as JSON
 */
public record LayoutPartitioningHandle(String model) implements ConnectorPartitioningHandle {
    @JsonCreator
    public LayoutPartitioningHandle(@JsonProperty("model") String model) {
        this.model = requireNonNull(model, "model is null");
    }

    /** For EXPLAIN. */
    @Override
    public String toString() {
        return "layout by " + LayoutColumns.describe(ModelJson.read(model));
    }
}
