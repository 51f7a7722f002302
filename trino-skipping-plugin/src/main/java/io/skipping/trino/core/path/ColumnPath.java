// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static io.trino.spi.type.TimestampType.TIMESTAMP_MICROS;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ColumnOrigin.Reading;
import io.skipping.index.IndexedColumn;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.block.Block;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A column of a table, or what some steps from its values lead to. To the index it is a column like any other, whose name is
 * the path as SQL, such as {@code CAST(latitude AS double)}.
 */
public final class ColumnPath {
    private final IndexedColumn base;
    private final Type baseType;
    private final List<PathStep> steps;

    private ColumnPath(IndexedColumn base, Type baseType, List<PathStep> steps) {
        this.base = requireNonNull(base, "base is null");
        this.baseType = requireNonNull(baseType, "baseType is null");
        this.steps = ImmutableList.copyOf(steps);
    }

    /** Returns the path that ends at the column itself, whose values are of a type. */
    public static ColumnPath of(IndexedColumn column, Type type) {
        return new ColumnPath(column, type, ImmutableList.of());
    }

    /** The field of that name, if the values are rows that have one. */
    public Optional<ColumnPath> field(String name) {
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

    /**
     * The values read as another type, if they are texts, and NULL where they do not cast. Timestamps have the greatest
     * precision that is read, whichever is asked for: what a text is at another one follows from that.
     */
    public Optional<ColumnPath> cast(Type to) {
        return castStep(to).flatMap(this::then);
    }

    /** Those of the values that do not cast to another type, if they are texts, and NULL in place of the others. */
    public Optional<ColumnPath> uncast(Type to) {
        return castStep(to).map(UncastStep::new).flatMap(this::then);
    }

    /** Those of the texts that were cast which do not cast; empty if it is no cast. */
    public Optional<ColumnPath> uncast() {
        return !steps.isEmpty() && steps.getLast() instanceof CastStep cast
                ? before().then(new UncastStep(cast))
                : Optional.empty();
    }

    private Optional<CastStep> castStep(Type to) {
        Type read = to instanceof TimestampType ? TIMESTAMP_MICROS : to;
        return type() instanceof VarcharType text && TextValues.canHold(read)
                ? Optional.of(new CastStep(text, read))
                : Optional.empty();
    }

    private ColumnPath before() {
        return new ColumnPath(base, baseType, steps.subList(0, steps.size() - 1));
    }

    /** Behind {@link ElementsStep} there is no further step. */
    private Optional<ColumnPath> then(PathStep step) {
        return isOnePerRow() ? Optional.of(new ColumnPath(base, baseType, with(step))) : Optional.empty();
    }

    private List<PathStep> with(PathStep step) {
        return ImmutableList.<PathStep>builder().addAll(steps).add(step).build();
    }

    /** The column of the table. */
    public IndexedColumn base() {
        return base;
    }

    /** The path as the index knows it. */
    public IndexedColumn indexed() {
        if (steps.isEmpty()) {
            return base;
        }
        String sql = Quoting.identifier(base.name());
        for (PathStep step : steps) {
            sql = step.sql(sql);
        }
        return new IndexedColumn(sql, TrinoTypes.scalar(type()), base.origin().with(reading()));
    }

    /**
     * Tells columns that have NULL for text that does not cast from those of earlier releases, which were named alike and
     * had no summary of a range with such a text.
     */
    private Reading reading() {
        return switch (steps.getLast()) {
            case CastStep _ -> Reading.CAST_OR_NULL;
            case UncastStep _ -> Reading.NOT_CASTING;
            default -> Reading.AS_STORED;
        };
    }

    /** Returns whether a column of the index has text that does not cast. */
    public static boolean isUncast(IndexedColumn column) {
        return column.origin().reading() == Reading.NOT_CASTING;
    }

    /** Trino's type of the values. */
    public Type type() {
        return steps.isEmpty() ? baseType : steps.getLast().type();
    }

    /** Returns whether it is a column of text read as another type, or what of such a column does not cast. */
    public boolean isCast() {
        return steps.size() == 1 && (steps.getFirst() instanceof CastStep || steps.getFirst() instanceof UncastStep);
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
        return follow(values, new HashMap<>());
    }

    /**
     * The values that it leads to.
     *
     * @param values of the column
     * @param known what other paths lead to from the same page: it is looked up, and added to
     * @return empty if they are not known for every row
     */
    public Optional<Block> follow(Block values, Map<ColumnPath, Optional<Block>> known) {
        if (steps.isEmpty()) {
            return Optional.of(values);
        }
        Optional<Block> found = known.get(this);
        if (found == null) {
            Optional<Block> from = before().follow(values, known);
            found = steps.getLast() instanceof UncastStep uncast
                    // each text is read once
                    ? from.flatMap(texts -> new ColumnPath(base, baseType, before().with(uncast.cast()))
                            .follow(values, known)
                            .map(read -> uncast.failing(texts, read)))
                    : from.flatMap(steps.getLast()::apply);
            known.put(this, found);
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
