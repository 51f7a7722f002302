// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.answer;

import static io.trino.spi.type.BigintType.BIGINT;
import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexedColumn;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.connector.AggregateFunction;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.expression.Variable;
import io.trino.spi.type.Type;
import java.util.Map;
import java.util.Optional;

/**
 * Describes an aggregate over all rows of a scan.
 *
 * @param column the column that is aggregated; absent for {@code count(*)}
 */
public record Aggregate(Kind kind, Optional<IndexedColumn> column) {
    /** Lists the functions that can be computed by combining the row counts and bounds of ranges. */
    public enum Kind {
        COUNT,
        MIN,
        MAX
    }

    public Aggregate {
        requireNonNull(kind, "kind is null");
        requireNonNull(column, "column is null");
    }

    /** Returns the type of the result. */
    public Type type() {
        return kind == Kind.COUNT
                ? BIGINT
                : TrinoTypes.trino(column.orElseThrow().type());
    }

    /** Translates the engine's aggregate function; empty if it is not one of the supported kinds. */
    public static Optional<Aggregate> of(
            AggregateFunction function, Map<String, ColumnHandle> assignments, ColumnHandles columns) {
        if (function.isDistinct()
                || function.getFilter().isPresent()
                || !function.getSortItems().isEmpty()
                || function.getArguments().size() > 1) {
            return Optional.empty();
        }
        boolean overRows = function.getArguments().isEmpty();
        Optional<IndexedColumn> column = function.getArguments().stream()
                .filter(Variable.class::isInstance)
                .map(argument -> assignments.get(((Variable) argument).getName()))
                .filter(handle -> handle != null && columns.isData(handle))
                .map(columns::indexed)
                .filter(indexed -> indexed.type().hasKeys())
                .findFirst();
        Optional<Kind> kind = switch (function.getFunctionName()) {
            case "count" -> overRows || column.isPresent() ? Optional.of(Kind.COUNT) : Optional.empty();
            case "min" -> column.map(_ -> Kind.MIN);
            case "max" -> column.map(_ -> Kind.MAX);
            default -> Optional.empty();
        };
        return kind.map(found -> new Aggregate(found, column))
                .filter(aggregate -> aggregate.type().equals(function.getOutputType()));
    }
}
