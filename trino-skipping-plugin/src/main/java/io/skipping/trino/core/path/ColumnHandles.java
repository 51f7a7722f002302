// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import io.skipping.index.IndexedColumn;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.type.Type;
import java.util.Optional;

/** Describes a connector's columns to the core. */
public interface ColumnHandles {
    /** Returns the name of a column as readable text. */
    String name(ColumnHandle column);

    Type type(ColumnHandle column);

    /** Returns whether the values of a column come from the objects, and not from their partition or path. */
    boolean isStored(ColumnHandle column);

    /** Returns whether the objects store the values of a column unchanged, so that summaries apply to them. */
    boolean isData(ColumnHandle column);

    /** Returns the table's column as the index knows it; for a projection, the column from which it is projected. */
    IndexedColumn indexed(ColumnHandle column);

    /** Returns the path that leads to the values of a column; empty if no index can cover them. */
    Optional<ColumnPath> path(ColumnHandle column);
}
