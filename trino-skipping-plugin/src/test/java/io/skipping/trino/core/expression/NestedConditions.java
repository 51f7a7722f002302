// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.expression.StandardFunctions.ADD_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.AND_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.ARRAY_CONSTRUCTOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.CAST_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.GREATER_THAN_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IDENTICAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IN_PREDICATE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IS_NULL_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LESS_THAN_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NEGATE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NOT_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NOT_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NULLIF_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.OR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.TRY_CAST_FUNCTION_NAME;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.TimestampType.TIMESTAMP_MICROS;
import static io.trino.spi.type.TimestampType.TIMESTAMP_MILLIS;
import static io.trino.spi.type.TimestampType.createTimestampType;
import static io.trino.spi.type.VarcharType.VARCHAR;

import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FieldDereference;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.expression.Variable;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Random conditions on what is in the columns of {@link NestedRows}, as the engine gives them to a connector. */
final class NestedConditions {
    private static final List<FunctionName> COMPARISONS = List.of(
            EQUAL_OPERATOR_FUNCTION_NAME,
            EQUAL_OPERATOR_FUNCTION_NAME,
            NOT_EQUAL_OPERATOR_FUNCTION_NAME,
            LESS_THAN_OPERATOR_FUNCTION_NAME,
            LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME,
            GREATER_THAN_OPERATOR_FUNCTION_NAME,
            GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME);

    /** What an index may be over, as a user writes it, and the same in a query. */
    record Path(String sql, ConnectorExpression expression) {}

    private static final DecimalType PRICE = DecimalType.createDecimalType(10, 2);
    private static final ConnectorExpression CITY = field(variable(NestedRows.PLACES), 0, VARCHAR);
    private static final ConnectorExpression B =
            at("element_at", NestedRows.ATTRIBUTES, utf8Slice("b"), VARCHAR, VARCHAR);

    static final List<Path> PATHS = List.of(
            new Path("id", variable(NestedRows.ID)),
            new Path("CAST(number AS bigint)", cast(variable(NestedRows.NUMBER), BIGINT)),
            new Path("CAST(number AS integer)", cast(variable(NestedRows.NUMBER), INTEGER)),
            new Path("CAST(number AS double)", cast(variable(NestedRows.NUMBER), DOUBLE)),
            new Path("CAST(number AS real)", cast(variable(NestedRows.NUMBER), REAL)),
            new Path("CAST(number AS decimal(10,2))", cast(variable(NestedRows.NUMBER), PRICE)),
            new Path("CAST(\"time\" AS date)", cast(variable(NestedRows.TIME), DATE)),
            new Path("CAST(\"time\" AS timestamp(3))", cast(variable(NestedRows.TIME), TIMESTAMP_MILLIS)),
            new Path("CAST(\"time\" AS timestamp(6))", cast(variable(NestedRows.TIME), TIMESTAMP_MICROS)),
            new Path("CAST(\"time\" AS timestamp(6))", cast(variable(NestedRows.TIME), createTimestampType(0))),
            new Path("CAST(\"time\" AS timestamp(6))", cast(variable(NestedRows.TIME), createTimestampType(1))),
            new Path("CAST(\"time\" AS timestamp(6))", cast(variable(NestedRows.TIME), createTimestampType(5))),
            new Path("CAST(\"time\" AS timestamp(6))", cast(variable(NestedRows.TIME), createTimestampType(7))),
            new Path("CAST(\"time\" AS timestamp(6))", cast(variable(NestedRows.TIME), createTimestampType(9))),
            new Path("CAST(\"time\" AS timestamp(6))", cast(variable(NestedRows.TIME), createTimestampType(12))),
            new Path("CAST(\"time\" AS timestamp(6))", cast(variable(NestedRows.TIME), DATE)),
            new Path("place.city", CITY),
            new Path("place.code", field(variable(NestedRows.PLACES), 1, INTEGER)),
            new Path("place.at.x", field(field(variable(NestedRows.PLACES), 2, NestedRows.AT), 0, DOUBLE)),
            new Path("CAST(place.city AS bigint)", cast(CITY, BIGINT)),
            new Path("CAST(place.city AS double)", cast(CITY, DOUBLE)),
            new Path(
                    "element_at(attributes, 'a')",
                    at("element_at", NestedRows.ATTRIBUTES, utf8Slice("a"), VARCHAR, VARCHAR)),
            new Path(
                    "attributes['a']",
                    at("$operator$subscript", NestedRows.ATTRIBUTES, utf8Slice("a"), VARCHAR, VARCHAR)),
            new Path("element_at(attributes, 'b')", B),
            new Path("CAST(element_at(attributes, 'b') AS bigint)", cast(B, BIGINT)),
            new Path("CAST(element_at(attributes, 'b') AS double)", cast(B, DOUBLE)),
            new Path("counts[7]", at("$operator$subscript", NestedRows.COUNTS, 7L, INTEGER, BIGINT)),
            new Path("element_at(counts, 7)", at("element_at", NestedRows.COUNTS, 7L, INTEGER, BIGINT)));

    /** Arrays, whose elements an index may be over. */
    static final List<Path> ARRAYS = List.of(
            new Path("elements(tags)", variable(NestedRows.TAGS)),
            new Path("elements(numbers)", variable(NestedRows.NUMBERS)),
            new Path("elements(doubles)", variable(NestedRows.DOUBLES)));

    /** What queries take for NULL before they cast; of the last two, too, which do cast. */
    private static final List<String> TAKEN_FOR_NULL = List.of("", "", "N/A", "  ", "3", "2020-03-01");

    private final Random random;
    private final List<Path> paths;
    private final List<Path> arrays;
    private final BiFunction<Type, ConnectorExpression, Object> constants;

    /**
     * @param paths to ask for, beside which there may be others
     * @param constants gives a value, or null, that an expression may have in some row, or nearly
     */
    NestedConditions(
            Random random,
            List<Path> paths,
            List<Path> arrays,
            BiFunction<Type, ConnectorExpression, Object> constants) {
        this.random = random;
        this.paths = paths;
        this.arrays = arrays;
        this.constants = constants;
    }

    ConnectorExpression next(int depth) {
        if (depth == 0) {
            return random.nextInt(3) == 0 ? call(NOT_FUNCTION_NAME, leaf()) : leaf();
        }
        return switch (random.nextInt(11)) {
            case 0, 1 -> call(NOT_FUNCTION_NAME, next(depth - 1));
            // as of IF(condition, 'a', 'b') = 'b'
            case 2 -> call(NOT_FUNCTION_NAME, call(IDENTICAL_OPERATOR_FUNCTION_NAME, next(depth - 1), Constant.TRUE));
            case 3, 4, 5, 6 -> call(OR_FUNCTION_NAME, next(random.nextInt(depth)), next(depth - 1));
            default -> call(AND_FUNCTION_NAME, next(random.nextInt(depth)), next(depth - 1));
        };
    }

    private ConnectorExpression leaf() {
        if (!arrays.isEmpty() && random.nextInt(4) == 0) {
            ConnectorExpression array = pick(arrays).expression();
            // two of these may be satisfied by different elements
            return random.nextBoolean() ? holdsAny(array) : call(AND_FUNCTION_NAME, holdsAny(array), holdsAny(array));
        }
        ConnectorExpression operand = operand();
        Type type = operand.getType();
        return switch (random.nextInt(type instanceof VarcharType ? 9 : 8)) {
            case 0 -> call(IS_NULL_FUNCTION_NAME, operand);
            case 1, 2 -> {
                List<ConnectorExpression> list = IntStream.range(0, 1 + random.nextInt(4))
                        .<ConnectorExpression>mapToObj(_ -> constant(type, operand))
                        .toList();
                yield call(
                        IN_PREDICATE_FUNCTION_NAME,
                        operand,
                        new Call(new ArrayType(type), ARRAY_CONSTRUCTOR_FUNCTION_NAME, list));
            }
            case 3 ->
                call(
                        AND_FUNCTION_NAME,
                        call(GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME, operand, constant(type, operand)),
                        call(LESS_THAN_OPERATOR_FUNCTION_NAME, operand, constant(type, operand)));
            case 8 -> call(new FunctionName("starts_with"), operand, constant(type, operand));
            default -> {
                ConnectorExpression constant = constant(type, operand);
                yield random.nextBoolean()
                        ? call(pick(COMPARISONS), operand, constant)
                        : call(pick(COMPARISONS), constant, operand);
            }
        };
    }

    private ConnectorExpression holdsAny(ConnectorExpression array) {
        Type type = ((ArrayType) array.getType()).getElementType();
        if (random.nextBoolean()) {
            return call(new FunctionName("contains"), array, constant(type, array));
        }
        List<Object> elements = Stream.generate(() -> constant(type, array).getValue())
                .limit(1 + random.nextInt(3))
                .toList();
        return call(
                new FunctionName("arrays_overlap"),
                array,
                new Constant(NestedRows.block(type, elements), array.getType()));
    }

    private ConnectorExpression operand() {
        ConnectorExpression path = pick(paths).expression();
        if (path instanceof Call call && call.getFunctionName().equals(CAST_FUNCTION_NAME)) {
            ConnectorExpression text = call.getArguments().getFirst();
            while (random.nextInt(3) == 0) {
                Constant taken = new Constant(utf8Slice(pick(TAKEN_FOR_NULL)), VARCHAR);
                text = new Call(text.getType(), NULLIF_FUNCTION_NAME, List.of(text, taken));
            }
            path = new Call(
                    call.getType(), random.nextBoolean() ? TRY_CAST_FUNCTION_NAME : CAST_FUNCTION_NAME, List.of(text));
        }
        if (random.nextInt(20) == 0) {
            path = new Call(path.getType(), NULLIF_FUNCTION_NAME, List.of(path, constant(path.getType(), path)));
        }
        if (random.nextInt(6) == 0) {
            path = coalesce(path);
        }
        if (path.getType() != BIGINT || random.nextInt(4) > 0) {
            return path;
        }
        return random.nextBoolean()
                ? new Call(BIGINT, NEGATE_FUNCTION_NAME, List.of(path))
                : new Call(
                        BIGINT,
                        ADD_FUNCTION_NAME,
                        List.of(path, new Constant(random.nextInt(8) == 0 ? Long.MAX_VALUE - 10 : 3L, BIGINT)));
    }

    private ConnectorExpression coalesce(ConnectorExpression first) {
        Type type = first.getType();
        List<ConnectorExpression> operands = new ArrayList<>(List.of(first));
        PATHS.stream()
                .map(Path::expression)
                .filter(other -> other.getType().equals(type) && random.nextInt(4) == 0)
                .forEach(operands::add);
        if (operands.size() == 1 || random.nextInt(3) > 0) {
            operands.add(constant(type, first));
        }
        return new Call(type, CoalesceBranches.COALESCE, operands);
    }

    private Constant constant(Type type, ConnectorExpression near) {
        return new Constant(random.nextInt(30) == 0 ? null : constants.apply(type, near), type);
    }

    private <T> T pick(List<T> choice) {
        return choice.get(random.nextInt(choice.size()));
    }

    private static Variable variable(HiveColumnHandle column) {
        return new Variable(column.getName(), column.getType());
    }

    private static ConnectorExpression cast(ConnectorExpression text, Type type) {
        return new Call(type, CAST_FUNCTION_NAME, List.of(text));
    }

    private static ConnectorExpression field(ConnectorExpression row, int field, Type type) {
        return new FieldDereference(type, row, field);
    }

    private static ConnectorExpression at(
            String function, HiveColumnHandle map, Object key, Type keyType, Type valueType) {
        return new Call(
                valueType,
                new FunctionName(function),
                new ArrayList<>(List.of(variable(map), new Constant(key, keyType))));
    }

    private static ConnectorExpression call(FunctionName name, ConnectorExpression... arguments) {
        return new Call(BOOLEAN, name, List.of(arguments));
    }
}
