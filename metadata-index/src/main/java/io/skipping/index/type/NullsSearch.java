// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.trino.spi.block.Block;
import java.util.List;
import java.util.Optional;

/** Searches counts of NULLs. */
final class NullsSearch implements SearchForm {
    @Override
    public List<String> fields() {
        return List.of(NullCounts.FIELD.name());
    }

    @Override
    public boolean isSearchable(List<Block> fields, int position, long rowCount) {
        return !fields.getFirst().isNull(position);
    }

    @Override
    public Optional<FieldTest> mayMatch(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        return leaf instanceof Predicate.IsNull ? Optional.of(ValueTests.someNull()) : Optional.empty();
    }
}
