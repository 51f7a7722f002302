// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static io.trino.spi.expression.StandardFunctions.CAST_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NULLIF_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.TRY_CAST_FUNCTION_NAME;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.TimestampType.TIMESTAMP_MICROS;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.airlift.slice.Slice;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.GlobalFunctions;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FieldDereference;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.expression.Variable;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the paths in expressions of a query. */
public final class ExpressionPaths {
    /** The engine's name for {@code map[key]}. */
    private static final FunctionName SUBSCRIPT = new FunctionName("$operator$subscript");

    private static final FunctionName ELEMENT_AT = new FunctionName("element_at");

    private final Map<String, ColumnHandle> assignments;
    private final ColumnHandles columns;
    /** arguments of lambdas that stand for elements of arrays */
    private final Map<String, ColumnPath> elements;

    /**
     * Creates a finder for one scan.
     *
     * @param assignments the columns for the names of variables
     */
    public ExpressionPaths(Map<String, ColumnHandle> assignments, ColumnHandles columns) {
        this(assignments, columns, Map.of());
    }

    private ExpressionPaths(
            Map<String, ColumnHandle> assignments, ColumnHandles columns, Map<String, ColumnPath> elements) {
        this.assignments = requireNonNull(assignments, "assignments is null");
        this.columns = requireNonNull(columns, "columns is null");
        this.elements = ImmutableMap.copyOf(elements);
    }

    /** Returns a finder for conditions on the elements of an array; empty if the array is no column. */
    public Optional<ExpressionPaths> ofElements(ConnectorExpression array, Variable element) {
        return path(array)
                .flatMap(ColumnPath::elements)
                .map(path -> new ExpressionPaths(assignments, columns, Map.of(element.getName(), path)));
    }

    /** Returns the indexed column that has the value of the expression in each row. */
    public Optional<IndexedColumn> column(ConnectorExpression expression) {
        return path(expression)
                .map(ColumnPath::indexed)
                .filter(column -> column.type().equals(TrinoTypes.scalar(expression.getType())));
    }

    /** Returns the indexed column that contains the elements of the arrays to which an expression evaluates. */
    public Optional<IndexedColumn> elements(ConnectorExpression array) {
        return path(array).flatMap(ColumnPath::elements).map(ColumnPath::indexed);
    }

    /**
     * Returns, for a cast of text to a date or to a timestamp of any precision, the indexed column that contains the
     * text read as timestamps; empty if that is the type of the cast itself.
     */
    public Optional<IndexedColumn> timestamps(ConnectorExpression expression) {
        return expression.getType() == DATE || expression.getType() instanceof TimestampType
                ? text(expression)
                        .flatMap(text -> text.cast(TIMESTAMP_MICROS))
                        .map(ColumnPath::indexed)
                        .filter(column -> !column.type().equals(TrinoTypes.scalar(expression.getType())))
                : Optional.empty();
    }

    /** Returns the indexed column that contains the text of a cast, whether the cast succeeds or not. */
    public Optional<IndexedColumn> castText(ConnectorExpression cast) {
        return text(cast).map(ColumnPath::indexed);
    }

    /** Returns the indexed column that contains the texts for which a cast fails. */
    public Optional<IndexedColumn> uncast(ConnectorExpression cast) {
        return text(cast).flatMap(text -> text.uncast(cast.getType())).map(ColumnPath::indexed);
    }

    /** Returns a predicate that holds for every row for which a cast of text fails, and possibly for other rows. */
    public Optional<Predicate> castFailure(Call cast) {
        return text(cast)
                .flatMap(text -> text.uncast(cast.getType()).map(uncast -> {
                    ScalarType texts = uncast.indexed().type();
                    KeySet failing = KeySet.ofValues(texts, castAsNull(cast))
                            .map(KeySet::complement)
                            .orElseGet(() -> KeySet.all(texts));
                    return Predicate.and(List.of(
                            new Predicate.InSet(uncast.indexed(), failing),
                            // if all texts can be cast, no cast fails
                            new Predicate.IsNull(
                                    text.cast(cast.getType()).orElseThrow().indexed()),
                            Predicate.UNKNOWN));
                }));
    }

    /** Returns the texts that are replaced by NULL before the cast, as in {@code CAST(NULLIF(text, '') AS double)}. */
    private static List<Key> castAsNull(Call cast) {
        ImmutableList.Builder<Key> texts = ImmutableList.builder();
        ConnectorExpression argument = cast.getArguments().getFirst();
        while (argument instanceof Call call && call.getFunctionName().equals(NULLIF_FUNCTION_NAME)) {
            texts.add(Key.of((Slice) ((Constant) call.getArguments().get(1)).getValue()));
            argument = call.getArguments().getFirst();
        }
        return texts.build();
    }

    static boolean isCast(Call call) {
        return call.getFunctionName().equals(CAST_FUNCTION_NAME)
                || call.getFunctionName().equals(TRY_CAST_FUNCTION_NAME);
    }

    /**
     * Returns the path to the text of a cast. NULLIF around the text is ignored if it replaces a text that cannot be
     * cast.
     */
    private Optional<ColumnPath> text(ConnectorExpression expression) {
        if (!(expression instanceof Call cast) || !isCast(cast)) {
            return Optional.empty();
        }
        ConnectorExpression text = cast.getArguments().getFirst();
        while (text instanceof Call call
                && call.getFunctionName().equals(NULLIF_FUNCTION_NAME)
                && doesNotCast(call.getArguments().get(1), cast.getType())) {
            text = call.getArguments().getFirst();
        }
        return path(text).filter(path -> path.cast(cast.getType()).isPresent());
    }

    /** Returns whether the expression is a constant text that cannot be cast to the type. */
    private static boolean doesNotCast(ConnectorExpression expression, Type type) {
        Type read = type instanceof TimestampType ? TIMESTAMP_MICROS : type;
        return expression instanceof Constant constant
                && constant.getType() instanceof VarcharType
                && constant.getValue() instanceof Slice text
                && TextValues.canHold(read)
                && TextValues.of(read).read(text) == TextValues.NoValue.FAILS;
    }

    private Optional<ColumnPath> path(ConnectorExpression expression) {
        return switch (expression) {
            case Variable variable ->
                Optional.ofNullable(elements.get(variable.getName()))
                        .or(() -> Optional.ofNullable(assignments.get(variable.getName()))
                                .flatMap(columns::path));
            case FieldDereference field -> path(field.getTarget()).flatMap(row -> row.field(field.getField()));
            case Call call -> path(call);
            default -> Optional.empty();
        };
    }

    private Optional<ColumnPath> path(Call call) {
        FunctionName name = call.getFunctionName();
        if (isCast(call)) {
            return text(call).flatMap(text -> text.cast(call.getType()));
        }
        if (name.equals(ELEMENT_AT) || name.equals(SUBSCRIPT)) {
            return call.getArguments().get(1) instanceof Constant key && key.getValue() != null
                    ? path(call.getArguments().getFirst())
                            .flatMap(map -> map.key(key.getType(), key.getValue(), name.equals(SUBSCRIPT)))
                    : Optional.empty();
        }
        return GlobalFunctions.isGlobal(call)
                ? function(call)
                        .flatMap(function ->
                                path(call.getArguments().getFirst()).flatMap(text -> text.function(function)))
                : Optional.empty();
    }

    private static Optional<TextFunction> function(Call call) {
        List<ConnectorExpression> arguments = call.getArguments();
        String name = call.getFunctionName().getName();
        if (arguments.size() == 1) {
            return TextFunction.of(name, Optional.empty());
        }
        return arguments.size() == 2
                        && arguments.get(1) instanceof Constant constant
                        && constant.getValue() instanceof Slice text
                ? TextFunction.of(name, Optional.of(text.toStringUtf8()))
                : Optional.empty();
    }
}
