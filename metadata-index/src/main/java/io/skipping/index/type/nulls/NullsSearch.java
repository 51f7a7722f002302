// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.nulls;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.FieldTest;
import io.skipping.index.type.FieldTests;
import io.skipping.index.type.NullCounts;
import io.skipping.index.type.SearchForm;
import io.skipping.index.value.KeyColumn;
import java.util.List;
import java.util.Optional;

/** Searches counts of NULLs. */
final class NullsSearch implements SearchForm {
    @Override
    public List<String> fields() {
        return List.of(NullCounts.FIELD.name());
    }

    @Override
    public boolean isSearchable(List<KeyColumn> fields, int position, long rowCount) {
        return !fields.get(0).isNull(position);
    }

    @Override
    public Optional<FieldTest> mayMatch(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        return leaf instanceof Predicate.IsNull ? Optional.of(FieldTests.someNull()) : Optional.empty();
    }
}
