// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.airlift.slice.Slices;
import io.skipping.index.IndexedColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.release.SqlNodes;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeId;
import io.trino.spi.type.TypeManager;
import io.trino.spi.type.VarcharType;
import io.trino.sql.parser.ParsingException;
import io.trino.sql.parser.SqlParser;
import io.trino.sql.tree.Cast;
import io.trino.sql.tree.DereferenceExpression;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.FunctionCall;
import io.trino.sql.tree.Identifier;
import io.trino.sql.tree.IfExpression;
import io.trino.sql.tree.LongLiteral;
import io.trino.sql.tree.StringLiteral;
import io.trino.sql.tree.SubscriptExpression;
import java.util.List;
import java.util.Optional;

/** Parses paths as users write them, which are also the names of index columns. */
public class ColumnPaths {
    private final TypeManager types;
    private final SqlParser parser = new SqlParser();

    @Inject
    public ColumnPaths(TypeManager types) {
        this.types = requireNonNull(types, "types is null");
    }

    /**
     * Returns the path of an index's column.
     *
     * @param columns data columns of the table
     * @return empty if the table has no such column, or has a different column by that name
     */
    public Optional<ColumnPath> find(IndexedColumn column, List<IndexedColumn> columns) {
        return parse(column.name(), columns).filter(path -> path.indexed().equals(column));
    }

    /**
     * Parses a path.
     *
     * @param text name of a column, or an expression such as {@code CAST(latitude AS double)}
     * @param columns data columns of the table
     * @return empty if the text is not a path of this table
     */
    public Optional<ColumnPath> parse(String text, List<IndexedColumn> columns) {
        Optional<ColumnPath> plain = column(text, columns);
        if (plain.isPresent()) {
            return plain;
        }
        try {
            return path(parser.createExpression(text), columns);
        } catch (ParsingException e) {
            return Optional.empty();
        }
    }

    private Optional<ColumnPath> column(String name, List<IndexedColumn> columns) {
        List<IndexedColumn> found = columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(name))
                .collect(toImmutableList());
        return found.size() == 1
                ? Optional.of(
                        ColumnPath.of(found.getFirst(), type(found.getFirst().type())))
                : Optional.empty();
    }

    private Type type(ScalarType indexed) {
        return indexed.hasKeys() ? TrinoTypes.trino(indexed) : types.getType(TypeId.of(indexed.toString()));
    }

    private Optional<ColumnPath> path(Expression expression, List<IndexedColumn> columns) {
        return switch (expression) {
            case Identifier name -> column(name.getValue(), columns);
            case DereferenceExpression field ->
                path(field.getBase(), columns)
                        .flatMap(row ->
                                field.getField().map(Identifier::getValue).flatMap(row::field));
            case SubscriptExpression subscript -> key(subscript.getBase(), subscript.getIndex(), true, columns);
            case Cast cast
            when !cast.isSafe() ->
                path(cast.getExpression(), columns)
                        .flatMap(text -> type(cast.getType().toString()).flatMap(text::cast));
            case FunctionCall call
            when isCallOf(call, "element_at", 2) ->
                key(SqlNodes.arguments(call).get(0), SqlNodes.arguments(call).get(1), false, columns);
            case FunctionCall call
            when isCallOf(call, ElementsStep.FUNCTION, 1) ->
                path(SqlNodes.arguments(call).getFirst(), columns).flatMap(ColumnPath::elements);
            case FunctionCall call -> function(call, columns);
            case IfExpression uncast -> uncast(uncast, columns);
            default -> Optional.empty();
        };
    }

    private Optional<ColumnPath> function(FunctionCall call, List<IndexedColumn> columns) {
        List<Expression> arguments = SqlNodes.arguments(call);
        Optional<String> constant = arguments.size() == 2 && arguments.get(1) instanceof StringLiteral text
                ? Optional.of(text.getValue())
                : Optional.empty();
        if (arguments.isEmpty() || arguments.size() > (constant.isPresent() ? 2 : 1)) {
            return Optional.empty();
        }
        return TextFunction.of(call.getName().toString(), constant)
                .flatMap(function -> path(arguments.getFirst(), columns).flatMap(text -> text.function(function)));
    }

    /** Parses {@code IF(TRY_CAST(text AS type) IS NULL, text)}. */
    private Optional<ColumnPath> uncast(IfExpression expression, List<IndexedColumn> columns) {
        return SqlNodes.operandOfIsNull(expression.getCondition()).orElse(null) instanceof Cast cast
                        && cast.isSafe()
                        && expression.getFalseValue().isEmpty()
                        && cast.getExpression().equals(expression.getTrueValue())
                ? path(cast.getExpression(), columns)
                        .flatMap(text -> type(cast.getType().toString()).flatMap(text::uncast))
                : Optional.empty();
    }

    private Optional<ColumnPath> key(Expression map, Expression key, boolean required, List<IndexedColumn> columns) {
        return path(map, columns).flatMap(path -> {
            if (!(path.type() instanceof MapType type)) {
                return Optional.empty();
            }
            Type keyType = type.getKeyType();
            if (key instanceof StringLiteral text && keyType instanceof VarcharType) {
                return path.key(keyType, Slices.utf8Slice(text.getValue()), required);
            }
            if (key instanceof LongLiteral number
                    && (keyType instanceof BigintType || keyType instanceof IntegerType)) {
                return path.key(keyType, number.getParsedValue(), required);
            }
            return Optional.empty();
        });
    }

    private static boolean isCallOf(FunctionCall call, String name, int arguments) {
        return call.getName().toString().equals(name) && call.getArguments().size() == arguments;
    }

    private Optional<Type> type(String sql) {
        try {
            return Optional.of(types.fromSqlType(sql));
        } catch (RuntimeException e) {
            // the engine's exceptions of an unknown type are not only the SPI's: some are of libraries that a plugin
            // has a copy of its own of
            return Optional.empty();
        }
    }
}
