// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Describes what a query asks of one table.
 *
 * @param filters the conjuncts of its filter
 * @param order the rows that it wants, if it wants the first of an order and has no filter
 */
public record Scan(List<Filter> filters, Optional<Order> order) {
    public Scan {
        filters = List.copyOf(filters);
    }

    /**
     * Describes the first rows of an order.
     *
     * @param value what the rows are ordered by, as SQL
     * @param ascending whether the least values come first
     * @param rows how many rows are wanted
     */
    public record Order(String value, boolean ascending, long rows) {
        String text() {
            return "ORDER BY %s%s LIMIT %d".formatted(value, ascending ? "" : " DESC", rows);
        }
    }

    /** Creates a scan with a filter. */
    public static Scan of(List<Filter> filters) {
        return new Scan(filters, Optional.empty());
    }

    /** Returns whether every object of the table is needed. */
    public boolean isUnconditional() {
        return filters.isEmpty() && order.isEmpty();
    }

    /** Returns the scan for people. */
    public String text() {
        return order.map(Order::text)
                .orElseGet(() -> filters.stream().map(Filter::text).collect(Collectors.joining(" AND ")));
    }

    /** Returns the filter as SQL, with parentheses around conjuncts. */
    public String sql() {
        return filters.stream().map(filter -> "(" + filter.text() + ")").collect(Collectors.joining(" AND "));
    }

    /** Returns the filter as it is tested row by row. */
    public String test() {
        return filters.stream().map(filter -> "(" + filter.test() + ")").collect(Collectors.joining(" AND "));
    }
}
