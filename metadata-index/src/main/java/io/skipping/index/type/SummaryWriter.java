// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.KeyColumn;
import java.util.List;

/** Takes the summary of one range, field by field. Not thread-safe. */
public final class SummaryWriter {
    private final List<ColumnBuilder> fields;

    /** @param fields of the index type */
    public SummaryWriter(List<SummaryField> fields) {
        this.fields = fields.stream()
                .map(field -> ColumnBuilder.of(field.type(), field.isList()))
                .collect(toImmutableList());
    }

    /** Returns what takes exactly one value of a field, by its number in {@link IndexType#fields}. */
    public ColumnBuilder field(int number) {
        return fields.get(number);
    }

    /** Appends NULL to all fields, which says that the range has no summary. */
    public void appendNothing() {
        fields.forEach(ColumnBuilder::appendNull);
    }

    /** Returns whether each field has got exactly one value. */
    public boolean isComplete() {
        return fields.stream().allMatch(field -> field.size() == 1);
    }

    /** Returns a column for each field. */
    public List<KeyColumn> build() {
        return fields.stream().map(ColumnBuilder::build).collect(ImmutableList.toImmutableList());
    }
}
