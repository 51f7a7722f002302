// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.metadata;

import io.skipping.trino.core.scan.RowLimit;
import io.skipping.trino.core.scan.ScanDemand;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.LimitApplicationResult;
import io.trino.spi.connector.SortItem;
import io.trino.spi.connector.TopNApplicationResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Leaves limits to the engine, but records them in the handles of scans, so that what lies beyond them is pruned. */
public final class RowLimits {
    private RowLimits() {}

    public static Optional<LimitApplicationResult<ConnectorTableHandle>> limit(
            ScanHandles handles, ConnectorTableHandle table, long count) {
        return limited(handles, table, count, Optional.empty())
                .map(handle -> new LimitApplicationResult<>(handle, false, false));
    }

    public static Optional<TopNApplicationResult<ConnectorTableHandle>> top(
            ScanHandles handles,
            ConnectorTableHandle table,
            long count,
            List<SortItem> sortItems,
            Map<String, ColumnHandle> assignments) {
        SortItem first = sortItems.getFirst();
        ColumnHandle column = assignments.get(first.getName());
        if (column == null || !handles.columns().isData(column)) {
            return Optional.empty();
        }
        RowLimit.Order order = new RowLimit.Order(column, first.getSortOrder(), sortItems.size() == 1);
        return limited(handles, table, count, Optional.of(order))
                .map(handle -> new TopNApplicationResult<>(handle, false, false));
    }

    private static Optional<ConnectorTableHandle> limited(
            ScanHandles handles, ConnectorTableHandle table, long count, Optional<RowLimit.Order> order) {
        ScanDemand before = handles.demand(table);
        if (count < 1 || before.limit().isPresent() || handles.answer(table).isPresent()) {
            return Optional.empty();
        }
        ConnectorTableHandle after = handles.attach(table, before.limitedTo(new RowLimit(count, order)));
        return after == table ? Optional.empty() : Optional.of(after);
    }
}
