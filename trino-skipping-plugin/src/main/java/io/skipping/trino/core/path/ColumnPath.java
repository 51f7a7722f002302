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
 * Describes a column of a table, or the values that some steps lead to from it. The index treats a path like any other
 * column, whose name is the path as SQL, such as {@code CAST(latitude AS double)}.
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

    /** Returns the path of a column itself, whose values have the given type. */
    public static ColumnPath of(IndexedColumn column, Type type) {
        return new ColumnPath(column, type, ImmutableList.of());
    }

    /** Returns the path to the field of that name; empty if the values are not rows with such a field. */
    public Optional<ColumnPath> field(String name) {
        return type() instanceof RowType row ? FieldStep.of(row, name).flatMap(this::then) : Optional.empty();
    }

    /**
     * Returns the path to the field at that position; empty if the values are not rows, or the field has no name of its
     * own.
     */
    Optional<ColumnPath> field(int index) {
        return type() instanceof RowType row && index < row.getFields().size()
                ? row.getFields().get(index).getName().flatMap(this::field)
                : Optional.empty();
    }

    /**
     * Returns the path to the values under a map key; empty if the values are not maps with keys of that type.
     *
     * @param key in Trino's native representation
     * @param required whether every map must have the key
     */
    Optional<ColumnPath> key(Type keyType, Object key, boolean required) {
        return type() instanceof MapType map && map.getKeyType().equals(keyType) && KeyStep.isKeyType(keyType)
                ? then(new KeyStep(map, key, required))
                : Optional.empty();
    }

    /**
     * Returns the path to the elements of arrays, to which no step can be added; empty if the values are not arrays.
     */
    Optional<ColumnPath> elements() {
        return type() instanceof ArrayType array ? then(new ElementsStep(array)) : Optional.empty();
    }

    /** Returns the path to the results of a function; empty if the values are not text. */
    Optional<ColumnPath> function(TextFunction function) {
        return type() instanceof VarcharType text ? then(new FunctionStep(text, function)) : Optional.empty();
    }

    /**
     * Returns the path to text read as another type, with NULL where the cast fails; empty if the values are not text.
     * Timestamps always have the greatest supported precision, whatever precision {@code to} has: the value at another
     * precision can be inferred from it.
     */
    public Optional<ColumnPath> cast(Type to) {
        return castStep(to).flatMap(this::then);
    }

    /**
     * Returns the path to the texts that cannot be cast to a type, with NULL in place of all other texts; empty if the
     * values are not text.
     */
    public Optional<ColumnPath> uncast(Type to) {
        return castStep(to).map(UncastStep::new).flatMap(this::then);
    }

    /** Returns the path to the texts that cannot be cast, for a path that ends in a cast; otherwise empty. */
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

    /**
     * Returns the path of the same steps from another column.
     *
     * @param type of the other column's values; it differs at most in the names of fields
     * @return empty if there is no such path
     */
    Optional<ColumnPath> over(IndexedColumn column, Type type) {
        Optional<ColumnPath> path = Optional.of(of(column, type));
        for (PathStep step : steps) {
            path = path.flatMap(from -> step.over(from.type()).flatMap(from::then));
        }
        return path;
    }

    private ColumnPath before() {
        return new ColumnPath(base, baseType, steps.subList(0, steps.size() - 1));
    }

    /** Appends a step; no step can follow {@link ElementsStep}. */
    private Optional<ColumnPath> then(PathStep step) {
        return isOnePerRow() ? Optional.of(new ColumnPath(base, baseType, with(step))) : Optional.empty();
    }

    private List<PathStep> with(PathStep step) {
        return ImmutableList.<PathStep>builder().addAll(steps).add(step).build();
    }

    /** Returns the column of the table at which the path starts. */
    public IndexedColumn base() {
        return base;
    }

    /** Returns the path as a column of the index. */
    public IndexedColumn indexed() {
        if (steps.isEmpty()) {
            return base;
        }
        String sql = Quoting.identifier(base.name());
        for (PathStep step : steps) {
            sql = step.sql(sql);
        }
        return new IndexedColumn(sql, TrinoTypes.scalar(type()), base.origin().with(reading()), !isOnePerRow());
    }

    /**
     * Returns how the values are read. It distinguishes columns with NULL for text that cannot be cast from those of
     * earlier releases, which had the same names but did not summarise a range with such text.
     */
    private Reading reading() {
        return switch (steps.getLast()) {
            case CastStep _ -> Reading.CAST_OR_NULL;
            case UncastStep _ -> Reading.NOT_CASTING;
            default -> Reading.AS_STORED;
        };
    }

    /** Returns whether a column of the index contains the texts that cannot be cast. */
    public static boolean isUncast(IndexedColumn column) {
        return column.origin().reading() == Reading.NOT_CASTING;
    }

    /** Returns whether the name of an index's column contains a key of a map, which is a value from the table. */
    public static boolean isUnderKey(String name) {
        return KeyStep.isIn(name);
    }

    /** Returns Trino's type of the values. */
    public Type type() {
        return steps.isEmpty() ? baseType : steps.getLast().type();
    }

    /** Returns whether the path is text read as another type, or the text that cannot be read so. */
    public boolean isCast() {
        return steps.size() == 1 && (steps.getFirst() instanceof CastStep || steps.getFirst() instanceof UncastStep);
    }

    /** Returns whether the path leads to exactly one value for each row; otherwise it leads to any number of values. */
    public boolean isOnePerRow() {
        return steps.isEmpty() || !(steps.getLast() instanceof ElementsStep);
    }

    /**
     * Returns the values to which the path leads.
     *
     * @param values values of the column
     * @return empty if they are not known for every row
     */
    public Optional<Block> follow(Block values) {
        return follow(values, new HashMap<>());
    }

    /**
     * Returns the values to which the path leads.
     *
     * @param values values of the column
     * @param known results of other paths over the same page; used and extended by this method
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
                    // each text is parsed only once
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
