// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.table;

import io.skipping.index.LiveObject;
import io.skipping.index.store.TableIndex;
import io.trino.spi.Page;
import io.trino.spi.connector.ColumnMetadata;
import java.util.List;
import java.util.function.Supplier;

/** One way of showing an index in SQL. */
interface IndexView {
    /** What the name of the table ends in, such as {@code $index}. */
    String suffix();

    List<ColumnMetadata> columns();

    /** @param objects lists the table */
    List<Page> pages(TableIndex index, Supplier<List<LiveObject>> objects);
}
