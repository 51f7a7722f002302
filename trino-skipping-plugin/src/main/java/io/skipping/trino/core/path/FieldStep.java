// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static java.util.Objects.requireNonNull;

import io.trino.spi.block.Block;
import io.trino.spi.block.RowBlock;
import io.trino.spi.type.RowType;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Selects a field of a row; the result is NULL if the row is NULL. */
record FieldStep(RowType row, int field) implements PathStep {
    FieldStep {
        requireNonNull(row, "row is null");
        requireNonNull(row.getFields().get(field).getName().orElse(null), "field has no name");
    }

    /** Returns the step to the field of that name; empty unless exactly one field has it. */
    static Optional<FieldStep> of(RowType row, String name) {
        List<Integer> found = IntStream.range(0, row.getFields().size())
                .filter(field -> row.getFields()
                        .get(field)
                        .getName()
                        .filter(name::equalsIgnoreCase)
                        .isPresent())
                .boxed()
                .toList();
        return found.size() == 1 ? Optional.of(new FieldStep(row, found.getFirst())) : Optional.empty();
    }

    @Override
    public Type type() {
        return row.getFields().get(field).getType();
    }

    @Override
    public String sql(String from) {
        return from + "."
                + Quoting.identifier(row.getFields().get(field).getName().orElseThrow());
    }

    @Override
    public Optional<PathStep> over(Type from) {
        return from instanceof RowType other
                        && field < other.getFields().size()
                        && other.getFields().get(field).getName().isPresent()
                ? Optional.of(new FieldStep(other, field))
                : Optional.empty();
    }

    @Override
    public Optional<Block> apply(Block values) {
        return Optional.of(RowBlock.getRowFieldsFromBlock(values).get(field));
    }
}
