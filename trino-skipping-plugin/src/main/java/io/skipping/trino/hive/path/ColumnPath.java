// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.path;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedColumn;
import io.skipping.trino.hive.HiveColumns;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.spi.block.Block;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A column of a table, or what some steps from its values lead to. To the index it is a column like any other, whose name is
 * the path as SQL, such as {@code CAST(latitude AS double)}.
 */
public final class ColumnPath {
    private final HiveColumnHandle base;
    private final List<PathStep> steps;

    private ColumnPath(HiveColumnHandle base, List<PathStep> steps) {
        this.base = requireNonNull(base, "base is null");
        this.steps = ImmutableList.copyOf(steps);
    }

    /** @param column may be a projection, as Hive makes it of fields of rows */
    public static Optional<ColumnPath> of(HiveColumnHandle column) {
        if (column.getColumnType() != HiveColumnHandle.ColumnType.REGULAR) {
            return Optional.empty();
        }
        Optional<ColumnPath> path = Optional.of(new ColumnPath(column.getBaseColumn(), ImmutableList.of()));
        List<String> fields = column.getHiveColumnProjectionInfo()
                .map(projection -> projection.getDereferenceNames())
                .orElse(ImmutableList.of());
        for (String field : fields) {
            path = path.flatMap(row -> row.field(field));
        }
        return path.filter(found -> found.type().equals(column.getType()));
    }

    /** The field of that name, if the values are rows that have one. */
    Optional<ColumnPath> field(String name) {
        return type() instanceof RowType row ? FieldStep.of(row, name).flatMap(this::then) : Optional.empty();
    }

    /** The field at that place, if the values are rows, and it has a name of its own. */
    Optional<ColumnPath> field(int index) {
        return type() instanceof RowType row && index < row.getFields().size()
                ? row.getFields().get(index).getName().flatMap(this::field)
                : Optional.empty();
    }

    /**
     * What the values have under a key, if they are maps with such keys.
     *
     * @param key in Trino's native representation
     * @param required whether every map must have the key
     */
    Optional<ColumnPath> key(Type keyType, Object key, boolean required) {
        return type() instanceof MapType map && map.getKeyType().equals(keyType) && KeyStep.isKeyType(keyType)
                ? then(new KeyStep(map, key, required))
                : Optional.empty();
    }

    /** The elements of the values, if these are arrays: a path that goes no further. */
    Optional<ColumnPath> elements() {
        return type() instanceof ArrayType array ? then(new ElementsStep(array)) : Optional.empty();
    }

    /** The values read as another type, if they are texts. */
    public Optional<ColumnPath> cast(Type to) {
        return type() instanceof VarcharType text && TextValues.canHold(to)
                ? then(new CastStep(text, to))
                : Optional.empty();
    }

    /** Behind {@link ElementsStep} there is no further step. */
    private Optional<ColumnPath> then(PathStep step) {
        return isOnePerRow()
                ? Optional.of(new ColumnPath(
                        base,
                        ImmutableList.<PathStep>builder()
                                .addAll(steps)
                                .add(step)
                                .build()))
                : Optional.empty();
    }

    /** The column of the table. */
    public HiveColumnHandle base() {
        return base;
    }

    /** The path as the index knows it. */
    public IndexedColumn indexed() {
        IndexedColumn column = HiveColumns.indexed(base);
        if (steps.isEmpty()) {
            return column;
        }
        String sql = Quoting.identifier(column.name());
        for (PathStep step : steps) {
            sql = step.sql(sql);
        }
        return new IndexedColumn(sql, type(), column.origin());
    }

    private Type type() {
        return steps.isEmpty() ? base.getBaseType() : steps.getLast().type();
    }

    /** Whether it is a column of text read as another type. */
    public boolean isCast() {
        return steps.size() == 1 && steps.getFirst() instanceof CastStep;
    }

    /** Whether it leads to one value in each row. If not, there may be any number of them. */
    public boolean isOnePerRow() {
        return steps.isEmpty() || !(steps.getLast() instanceof ElementsStep);
    }

    /**
     * The values that it leads to.
     *
     * @param values of the column
     * @return empty if they are not known for every row
     */
    public Optional<Block> follow(Block values) {
        Optional<Block> found = Optional.of(values);
        for (PathStep step : steps) {
            found = found.flatMap(step::apply);
        }
        return found;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ColumnPath path && base.equals(path.base) && steps.equals(path.steps);
    }

    @Override
    public int hashCode() {
        return Objects.hash(base, steps);
    }

    @Override
    public String toString() {
        return indexed().name();
    }
}
