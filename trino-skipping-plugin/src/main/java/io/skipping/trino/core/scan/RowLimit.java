// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.SortOrder;
import java.util.Optional;

/**
 * That no more than some rows of a scan are wanted. The engine still takes its pick itself: a scan may give more.
 *
 * @param count rows wanted
 * @param order which ones come first; any are as good if absent
 */
public record RowLimit(long count, Optional<Order> order) {
    public RowLimit {
        checkArgument(count > 0, "a limit of %s rows", count);
        requireNonNull(order, "order is null");
    }

    /**
     * By what rows are ordered first of all.
     *
     * @param tiesAreEqual whether any of several rows with the same value will do, since no further column tells them apart
     */
    public record Order(ColumnHandle column, SortOrder direction, boolean tiesAreEqual) {
        public Order {
            requireNonNull(column, "column is null");
            requireNonNull(direction, "direction is null");
        }
    }
}
