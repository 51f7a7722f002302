// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import java.util.List;

/** Chooses the indexes of a table whose user asked for none. */
public final class AutoIndexes {
    private AutoIndexes() {}

    /** The indexes for these columns; columns that cannot be summarised get none. */
    public static List<IndexDefinition> choose(List<IndexedColumn> columns) {
        ImmutableList.Builder<IndexDefinition> definitions = ImmutableList.builder();
        for (IndexedColumn column : columns) {
            if (ScalarTypes.isScalar(column.type())) {
                definitions.add(new IndexDefinition(NullsIndexType.NAME, ImmutableList.of(column), ImmutableMap.of()));
                definitions.add(new IndexDefinition(MinMaxIndexType.NAME, ImmutableList.of(column), ImmutableMap.of()));
            }
        }
        return definitions.build();
    }
}
