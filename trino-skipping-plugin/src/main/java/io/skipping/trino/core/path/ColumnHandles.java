// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import io.skipping.index.IndexedColumn;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.type.Type;
import java.util.Optional;

/** What the core asks a connector about the handles of its columns. */
public interface ColumnHandles {
    /** Returns the name of a column, for people to read. */
    String name(ColumnHandle column);

    Type type(ColumnHandle column);

    /** Returns whether the values of a column come from the objects, and not from their partition or place. */
    boolean isStored(ColumnHandle column);

    /** Returns whether the values of a column are in the objects as they are, so that summaries can speak of them. */
    boolean isData(ColumnHandle column);

    /** Returns the column of the table as the index knows it; of a projection, the column that it is a part of. */
    IndexedColumn indexed(ColumnHandle column);

    /** Returns the path that leads to the values of a column; empty if no index can be over them. */
    Optional<ColumnPath> path(ColumnHandle column);
}
