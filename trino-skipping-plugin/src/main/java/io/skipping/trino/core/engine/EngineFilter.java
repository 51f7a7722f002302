// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.engine;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.predicate.NullableValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Represents the filter that remains above a scan. The engine can evaluate it for a value of one column. */
public interface EngineFilter {
    /** Returns the number of expressions in the filter, each of which {@link #mayPass} may visit. */
    int size();

    /** Returns the columns on which there are conditions. */
    Set<ColumnHandle> columns();

    /**
     * Returns the columns of conjuncts that the coordinator may evaluate differently from a scan, so that {@link #mayPass}
     * says nothing of them.
     */
    Set<ColumnHandle> disputedColumns();

    /**
     * Returns the columns of conjuncts on several columns. For NULL in one of these, {@link #mayPass} does not tell whether the
     * conjunct fails on a row because of another one.
     */
    Set<ColumnHandle> columnsBesideOthers();

    /**
     * Returns whether a row with a value in one column may satisfy the filter, whatever is in its other columns. The
     * coordinator evaluates this; workers evaluate the filter again, in compiled form, for each row.
     *
     * @throws RuntimeException if the evaluation fails
     */
    boolean mayPass(ColumnHandle column, NullableValue value);

    /**
     * Returns the conjunction of what the engine does not show to connectors, as far as it can be read in another way.
     * Its variables are {@link #hiddenColumns}.
     */
    ConnectorExpression hidden();

    /** Returns the columns by the names of the variables of {@link #hidden}. */
    Map<String, ColumnHandle> hiddenColumns();

    /** Returns the columns of the conjuncts that the engine does not show to connectors, readable or not. */
    Set<ColumnHandle> columnsOfHidden();

    /**
     * Returns those conjuncts that can be read in no way, so that nothing but {@link #mayPass} tells anything of them.
     *
     * @param names returns the name of a column for users; empty for columns that are not stored
     * @return the conjuncts that are on a stored column
     */
    List<UnreadableCondition> unreadable(Function<ColumnHandle, Optional<String>> names);
}
