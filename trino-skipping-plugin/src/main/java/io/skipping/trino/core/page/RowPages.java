// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.page;

import com.google.common.collect.ImmutableList;
import io.trino.spi.Page;
import io.trino.spi.type.Type;
import java.util.List;

/** Collects rows of plain Java values, few enough to be held in memory. */
public final class RowPages {
    private final ImmutableList.Builder<Page> pages = ImmutableList.builder();
    private final RowWriter writer;

    public RowPages(List<Type> types) {
        writer = new RowWriter(types, pages::add);
    }

    /** Adds a row, as {@link RowWriter#add} does. */
    public void add(Object... values) {
        writer.add(values);
    }

    public List<Page> build() {
        writer.flush();
        return pages.build();
    }
}
