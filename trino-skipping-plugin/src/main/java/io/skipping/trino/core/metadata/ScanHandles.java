// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.metadata;

import static io.trino.spi.StandardErrorCode.NOT_SUPPORTED;

import io.skipping.trino.core.answer.Answer;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.scan.ScanDemand;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.type.Type;
import java.util.Optional;

/** Gives access to what the plugin adds to the table handles of a connector. */
public interface ScanHandles {
    /** Returns what describes the columns of the connector. */
    ColumnHandles columns();

    /** Returns the constraint of a scan on the stored columns, not simplified. */
    ScanDemand demand(ConnectorTableHandle handle);

    /** Returns the handle with its constraint replaced. Returns the same handle if nothing changes. */
    ConnectorTableHandle attach(ConnectorTableHandle handle, ScanDemand demand);

    /** Returns what explains scans of a handle; empty if nothing does. */
    Optional<Explainer> explainer(ConnectorTableHandle handle);

    /** Returns the handle of a scan that can be explained. It equals one that another explains. */
    ConnectorTableHandle explainedBy(ConnectorTableHandle handle, Explainer explainer);

    /** Returns the answer that the scan gives instead of the table's rows, if any. */
    Optional<Answer> answer(ConnectorTableHandle handle);

    /** Returns a handle whose scan returns one row and reads nothing. */
    ConnectorTableHandle answered(ConnectorTableHandle handle, Answer answer);

    /**
     * Returns the column through which a scan returns a value of its answer. It is of the connector's own class, because its
     * metadata may be asked about it.
     *
     * @param value the index of the value
     * @param name of the column
     */
    ColumnHandle answerColumn(int value, String name, Type type);

    /** Returns whether the scan returns less than the rows that its connector reads, and the engine does not know it. */
    default boolean givesSomeRowsOnly(ConnectorTableHandle handle) {
        return demand(handle).filter().isPresent() || answer(handle).isPresent();
    }

    /**
     * Checks that a table procedure may replace what a scan reads by what it returns.
     *
     * @throws TrinoException if the scan returns less than it reads
     */
    default void checkProcedure(ConnectorTableHandle source) {
        if (givesSomeRowsOnly(source)) {
            throw new TrinoException(
                    NOT_SUPPORTED,
                    "A table procedure can be restricted by partition columns only; its WHERE clause has others");
        }
    }
}
