// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.SortOrder;
import java.util.Optional;

/**
 * Says that only some rows of a scan are needed. The engine still applies the limit itself, so a scan may return more.
 *
 * @param count number of rows
 * @param order which rows come first; if absent, any rows will do
 */
public record RowLimit(long count, Optional<Order> order) {
    public RowLimit {
        checkArgument(count > 0, "a limit of %s rows", count);
        requireNonNull(order, "order is null");
    }

    /**
     * Describes the first column of the order.
     *
     * @param tiesAreEqual whether any of several rows with the same value will do, because no further column orders
     *     them
     */
    public record Order(ColumnHandle column, SortOrder direction, boolean tiesAreEqual) {
        public Order {
            requireNonNull(column, "column is null");
            requireNonNull(direction, "direction is null");
        }
    }
}
