// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.KeyColumn;
import java.util.List;

/** Collects the summary of one range, field by field. Not thread-safe. */
public final class SummaryWriter {
    private final List<ColumnBuilder> fields;

    /**
     * Creates a writer for one range.
     *
     * @param fields fields of the index type
     */
    public SummaryWriter(List<SummaryField> fields) {
        this.fields = fields.stream()
                .map(field -> ColumnBuilder.of(field.type(), field.isList()))
                .collect(toImmutableList());
    }

    /**
     * Returns the builder of a field, which takes exactly one value.
     *
     * @param number number of the field in {@link IndexType#fields}
     */
    public ColumnBuilder field(int number) {
        return fields.get(number);
    }

    /** Appends NULL to all fields, which means that the range has no summary. */
    public void appendNothing() {
        fields.forEach(ColumnBuilder::appendNull);
    }

    /** Returns whether each field has received exactly one value. */
    public boolean isComplete() {
        return fields.stream().allMatch(field -> field.size() == 1);
    }

    /** Returns a column for each field. */
    public List<KeyColumn> build() {
        return fields.stream().map(ColumnBuilder::build).collect(ImmutableList.toImmutableList());
    }
}
