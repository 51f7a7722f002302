// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.monotone;

import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.expression.StandardFunctions.ADD_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.CAST_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.DIVIDE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.MODULUS_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.MULTIPLY_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NEGATE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.SUBTRACT_FUNCTION_NAME;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DecimalType.createDecimalType;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TimestampType.TIMESTAMP_MICROS;
import static io.trino.spi.type.TimestampWithTimeZoneType.TIMESTAMP_TZ_MICROS;
import static io.trino.spi.type.TinyintType.TINYINT;
import static io.trino.spi.type.VarcharType.createVarcharType;
import static io.trino.testing.TestingSession.testSessionBuilder;
import static io.trino.type.IntervalDayTimeType.INTERVAL_DAY_TIME;
import static io.trino.type.IntervalYearMonthType.INTERVAL_YEAR_MONTH;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.value.Key;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.value.Moments;
import io.skipping.trino.core.value.TrinoKeys;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.expression.Variable;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.LongTimestampWithTimeZone;
import io.trino.spi.type.Type;
import io.trino.testing.MaterializedRow;
import io.trino.testing.QueryRunner;
import io.trino.testing.StandaloneQueryRunner;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** What is found must be what the engine computes: compared with it over random expressions, results and arguments. */
@Test(groups = "servers")
public class TestMonotoneCalls {
    private static final int EXPRESSIONS = 150;
    private static final List<Type> INTEGERS = List.of(TINYINT, SMALLINT, INTEGER, BIGINT);

    private QueryRunner runner;

    @BeforeClass
    public void setUp() {
        runner = new StandaloneQueryRunner(testSessionBuilder().build());
    }

    @AfterClass(alwaysRun = true)
    public void tearDown() {
        if (runner != null) {
            runner.close();
            runner = null;
        }
    }

    /** An expression over x as SQL and as the engine gives it to a connector. */
    private record Sample(String sql, ConnectorExpression expression) {}

    @Test
    public void testTheSameAsTheEngine() {
        Random random = new Random(7);
        int decided = 0;
        int excluded = 0;
        int loose = 0;
        for (int i = 0; i < EXPRESSIONS; i++) {
            Type type = argumentType(random);
            Sample sample = new Sample("x", new Variable("x", type));
            for (int depth = 1 + random.nextInt(3); depth > 0; depth--) {
                sample = step(random, sample);
            }
            Type resultType = sample.expression().getType();
            Object constant = random(random, resultType);
            Optional<ValueSet> arguments =
                    arguments(sample.expression(), ValueSet.ofRanges(Range.lessThanOrEqual(resultType, constant)));
            if (arguments.isEmpty()) {
                continue;
            }
            decided++;
            List<Object> candidates = new ArrayList<>();
            for (int k = 0; k < 8; k++) {
                candidates.add(random(random, type));
            }
            for (Range range : arguments.get().getRanges().getOrderedRanges()) {
                range.getLowValue().ifPresent(end -> candidates.addAll(around(type, end)));
                range.getHighValue().ifPresent(end -> candidates.addAll(around(type, end)));
            }
            // NULL stands for a failure
            String query = "SELECT TRY(%s <= %s) FROM (VALUES %s) AS t(x)"
                    .formatted(
                            sample.sql(),
                            literal(resultType, constant),
                            candidates.stream()
                                    .map(value -> "(" + literal(type, value) + ")")
                                    .collect(Collectors.joining(", ")));
            List<MaterializedRow> rows = runner.execute(query).getMaterializedRows();
            for (int k = 0; k < candidates.size(); k++) {
                boolean read = !Boolean.FALSE.equals(rows.get(k).getField(0));
                boolean kept = arguments.get().containsValue(candidates.get(k));
                if (read) {
                    assertThat(kept).as("%s at %s", query, candidates.get(k)).isTrue();
                } else if (kept) {
                    loose++;
                } else {
                    excluded++;
                }
            }
        }
        // the engine computes -(-x) as x, which fails nowhere
        assertThat(loose).isLessThan(excluded / 100);
        assertThat(decided).isGreaterThan(EXPRESSIONS * 3 / 4);
        assertThat(excluded).isGreaterThan(EXPRESSIONS);
    }

    private static Type argumentType(Random random) {
        return switch (random.nextInt(7)) {
            case 0, 1 -> DOUBLE;
            case 2 -> REAL;
            case 3 -> decimal(random, 18);
            case 4 -> DATE;
            default -> INTEGERS.get(random.nextInt(4));
        };
    }

    private static DecimalType decimal(Random random, int mostDigits) {
        int precision = 1 + random.nextInt(mostDigits);
        return createDecimalType(precision, random.nextInt(precision + 1));
    }

    /** Releases of Trino round decimals of more than 53 bits in different ways. */
    @Test
    public void testLongDecimalsAsDoubles() {
        Random random = new Random(13);
        for (int scale = 0; scale <= 18; scale++) {
            DecimalType type = createDecimalType(18, scale);
            List<Long> decimals = random.longs(100, 1L << 53, 1_000_000_000_000_000_000L)
                    .boxed()
                    .toList();
            String query = "SELECT CAST(x AS double) FROM (VALUES %s) AS t(x)"
                    .formatted(decimals.stream()
                            .map(value -> "(" + literal(type, value) + ")")
                            .collect(Collectors.joining(", ")));
            List<MaterializedRow> rows = runner.execute(query).getMaterializedRows();
            ConnectorExpression cast = new Call(DOUBLE, CAST_FUNCTION_NAME, List.of(new Variable("x", type)));
            for (int row = 0; row < decimals.size(); row++) {
                ValueSet asDouble = ValueSet.of(DOUBLE, rows.get(row).getField(0));
                assertThat(arguments(cast, asDouble).orElseThrow().containsValue(decimals.get(row)))
                        .as("%s of scale %s as %s", decimals.get(row), scale, asDouble)
                        .isTrue();
            }
        }
    }

    @Test
    public void testWhatIsNotMonotone() {
        ConnectorExpression x = new Variable("x", BIGINT);
        Constant two = new Constant(2L, BIGINT);
        ValueSet values = ValueSet.of(BIGINT, 1L);
        assertThat(MonotoneCalls.invert(new Call(BIGINT, MODULUS_FUNCTION_NAME, List.of(x, two)), values))
                .isEmpty();
        assertThat(MonotoneCalls.invert(new Call(BIGINT, DIVIDE_FUNCTION_NAME, List.of(two, x)), values))
                .isEmpty();
        assertThat(MonotoneCalls.invert(new Call(BIGINT, ADD_FUNCTION_NAME, List.of(x, x)), values))
                .isEmpty();
        assertThat(MonotoneCalls.invert(
                        new Call(BIGINT, MULTIPLY_FUNCTION_NAME, List.of(x, new Constant(0L, BIGINT))), values))
                .isEmpty();
        assertThat(MonotoneCalls.invert(
                        new Call(BIGINT, ADD_FUNCTION_NAME, List.of(x, new Constant(null, BIGINT))), values))
                .isEmpty();
    }

    /** Functions of timestamps with time zone, all of which are in UTC as readers return them. */
    @Test
    public void testTimestampsInUtc() {
        Random random = new Random(11);
        Variable x = new Variable("x", TIMESTAMP_TZ_MICROS);
        List<Sample> samples = new ArrayList<>();
        for (String part : List.of("year", "quarter", "month", "day", "day_of_week", "day_of_year")) {
            samples.add(call(BIGINT, part + "(x)", new FunctionName(part), x));
        }
        samples.add(call(DATE, "date(x)", new FunctionName("date"), x));
        samples.add(call(DATE, "CAST(x AS date)", CAST_FUNCTION_NAME, x));
        samples.add(call(TIMESTAMP_MICROS, "CAST(x AS timestamp(6))", CAST_FUNCTION_NAME, x));
        samples.add(call(DOUBLE, "to_unixtime(x)", new FunctionName("to_unixtime"), x));
        for (String unit : List.of("millisecond", "minute", "hour", "day", "week", "month", "quarter", "year")) {
            samples.add(call(
                    TIMESTAMP_TZ_MICROS,
                    "date_trunc('%s', x)".formatted(unit),
                    new FunctionName("date_trunc"),
                    new Constant(utf8Slice(unit), createVarcharType(unit.length())),
                    x));
        }
        int excluded = 0;
        for (Sample sample : samples) {
            Type type = sample.expression().getType();
            ScalarType result = TrinoTypes.scalar(type);
            Key constant = type == DOUBLE
                    ? Key.ofDouble(micros(random) / 1e6)
                    : Key.of(
                            type == BIGINT
                                    ? sample.sql().startsWith("year") ? 1970 + random.nextInt(40) : random.nextInt(8)
                                    : type == DATE ? random.nextInt(20_000) - 5_000 : micros(random));
            ValueSet arguments = new Inversions(Optional.empty())
                    .invert(
                            (Call) sample.expression(),
                            ValueSet.ofRanges(Range.lessThanOrEqual(type, TrinoKeys.nativeValue(result, constant))))
                    .orElseThrow()
                    .values();
            List<Long> candidates = new ArrayList<>();
            for (int k = 0; k < 20; k++) {
                candidates.add(micros(random));
            }
            for (Range range :
                    arguments.getRanges().getOrderedRanges().stream().limit(30).toList()) {
                Stream.of(range.getLowValue(), range.getHighValue())
                        .flatMap(Optional::stream)
                        .map(end -> Moments.micros((LongTimestampWithTimeZone) end))
                        // others have no literal
                        .filter(end -> Math.abs(end) < 6e16)
                        .forEach(end -> candidates.addAll(List.of(end - 1, end, end + 1)));
            }
            String query = "SELECT %s <= %s FROM (VALUES %s) AS t(x)"
                    .formatted(
                            sample.sql(),
                            type == BIGINT
                                    ? result.describe(constant)
                                    : "CAST('%s' AS %s)".formatted(result.describe(constant), type.getDisplayName()),
                            candidates.stream()
                                    .map(micros -> "TIMESTAMP '%s'"
                                            .formatted(ScalarType.TIMESTAMP_TZ.describe(Key.of(micros))))
                                    .collect(Collectors.joining(", ")));
            List<MaterializedRow> rows = runner.execute(query).getMaterializedRows();
            for (int k = 0; k < candidates.size(); k++) {
                boolean kept = arguments.containsValue(Moments.moment(candidates.get(k)));
                assertThat(kept || Boolean.FALSE.equals(rows.get(k).getField(0)))
                        .as("%s at %s", query, candidates.get(k))
                        .isTrue();
                excluded += kept ? 0 : 1;
            }
        }
        assertThat(excluded).isGreaterThan(samples.size() * 5);
    }

    /** Returns a time between 1938 and 2033. */
    private static long micros(Random random) {
        return (long) ((random.nextDouble() * 3 - 1) * 1e15);
    }

    /** Seconds that one moment alone has are found, though no whole millisecond has them. */
    @Test
    public void testUnixTimesOfMoments() {
        Random random = new Random(12);
        Call call = new Call(DOUBLE, new FunctionName("to_unixtime"), List.of(new Variable("x", TIMESTAMP_TZ_MICROS)));
        for (int k = 0; k < 1_000; k++) {
            long micros = micros(random);
            LongTimestampWithTimeZone moment = Moments.moment(micros);
            // as the engine computes it
            double seconds =
                    moment.getEpochMillis() * 1.0 / 1_000 + moment.getPicosOfMilli() * 1.0 / 1_000_000_000_000L;
            ValueSet found = new Inversions(Optional.empty())
                    .invert(call, ValueSet.of(DOUBLE, seconds))
                    .orElseThrow()
                    .values();
            assertThat(found.containsValue(moment)).as("%s", micros).isTrue();
            assertThat(found.containsValue(Moments.moment(micros - 10_000))).isFalse();
            assertThat(found.containsValue(Moments.moment(micros + 10_000))).isFalse();
        }
    }

    @Test
    public void testOtherTimestampsWithTimeZoneAreNotInverted() {
        Call moved = new Call(
                TIMESTAMP_TZ_MICROS,
                new FunctionName("at_timezone"),
                List.of(
                        new Variable("x", TIMESTAMP_TZ_MICROS),
                        new Constant(utf8Slice("Asia/Kathmandu"), createVarcharType(14))));
        Inversions inversions = new Inversions(Optional.empty());
        assertThat(inversions.invert(
                        new Call(BIGINT, new FunctionName("year"), List.of(moved)), ValueSet.of(BIGINT, 1970L)))
                .as("the date in another zone is another one")
                .isEmpty();
        assertThat(inversions.invert(
                        new Call(BIGINT, new FunctionName("hour"), List.of(new Variable("x", TIMESTAMP_TZ_MICROS))),
                        ValueSet.of(BIGINT, 5L)))
                .isEmpty();
    }

    private static Optional<ValueSet> arguments(ConnectorExpression expression, ValueSet results) {
        if (expression instanceof Variable) {
            return Optional.of(results);
        }
        return MonotoneCalls.invert((Call) expression, results)
                .flatMap(demand -> arguments(demand.argument(), demand.values()));
    }

    private static Sample step(Random random, Sample from) {
        Type type = from.expression().getType();
        if (type instanceof DecimalType decimal) {
            return decimalStep(random, from, decimal);
        }
        if (type == DATE) {
            boolean days = random.nextBoolean();
            long length = random.nextInt(days ? 100_000 : 4_000) - 2_000;
            return call(
                    DATE,
                    "(%s + interval '%d' %s)".formatted(from.sql(), length, days ? "day" : "month"),
                    ADD_FUNCTION_NAME,
                    from.expression(),
                    days
                            ? new Constant(length * 86_400_000, INTERVAL_DAY_TIME)
                            : new Constant(length, INTERVAL_YEAR_MONTH));
        }
        Object constant = random(random, type);
        Constant other = new Constant(constant, type);
        String literal = literal(type, constant);
        return switch (random.nextInt(8)) {
            case 0 ->
                call(type, "(%s + %s)".formatted(from.sql(), literal), ADD_FUNCTION_NAME, from.expression(), other);
            case 1 ->
                call(type, "(%s + %s)".formatted(literal, from.sql()), ADD_FUNCTION_NAME, other, from.expression());
            case 2 ->
                call(
                        type,
                        "(%s - %s)".formatted(from.sql(), literal),
                        SUBTRACT_FUNCTION_NAME,
                        from.expression(),
                        other);
            case 3 ->
                call(
                        type,
                        "(%s - %s)".formatted(literal, from.sql()),
                        SUBTRACT_FUNCTION_NAME,
                        other,
                        from.expression());
            case 4 ->
                call(
                        type,
                        "(%s * %s)".formatted(from.sql(), literal),
                        MULTIPLY_FUNCTION_NAME,
                        from.expression(),
                        other);
            case 5 ->
                call(type, "(%s / %s)".formatted(from.sql(), literal), DIVIDE_FUNCTION_NAME, from.expression(), other);
            case 6 -> call(type, "(- %s)".formatted(from.sql()), NEGATE_FUNCTION_NAME, from.expression());
            default ->
                type == DOUBLE && random.nextBoolean()
                        ? call(
                                DOUBLE,
                                "ceiling(%s)".formatted(from.sql()),
                                new FunctionName("ceiling"),
                                from.expression())
                        : type == DOUBLE
                                ? call(
                                        DOUBLE,
                                        "floor(%s)".formatted(from.sql()),
                                        new FunctionName("floor"),
                                        from.expression())
                                : call(
                                        DOUBLE,
                                        "CAST(%s AS double)".formatted(from.sql()),
                                        CAST_FUNCTION_NAME,
                                        from.expression());
        };
    }

    private static Sample decimalStep(Random random, Sample from, DecimalType left) {
        DecimalType right = decimal(random, 9);
        Object value = random(random, right);
        Constant constant = new Constant(value, right);
        String literal = literal(right, value);
        int sumScale = Math.max(left.getScale(), right.getScale());
        DecimalType sum = createDecimalType(
                Math.min(
                        38,
                        1
                                + sumScale
                                + Math.max(
                                        left.getPrecision() - left.getScale(),
                                        right.getPrecision() - right.getScale())),
                sumScale);
        ConnectorExpression argument = from.expression();
        return switch (random.nextInt(8)) {
            case 0 -> call(sum, "(%s + %s)".formatted(from.sql(), literal), ADD_FUNCTION_NAME, argument, constant);
            case 1 -> call(sum, "(%s + %s)".formatted(literal, from.sql()), ADD_FUNCTION_NAME, constant, argument);
            case 2 -> call(sum, "(%s - %s)".formatted(from.sql(), literal), SUBTRACT_FUNCTION_NAME, argument, constant);
            case 3 -> call(sum, "(%s - %s)".formatted(literal, from.sql()), SUBTRACT_FUNCTION_NAME, constant, argument);
            case 4 ->
                left.getScale() + right.getScale() > 38
                        ? from
                        : call(
                                createDecimalType(
                                        Math.min(38, left.getPrecision() + right.getPrecision()),
                                        left.getScale() + right.getScale()),
                                "(%s * %s)".formatted(from.sql(), literal),
                                MULTIPLY_FUNCTION_NAME,
                                argument,
                                constant);
            case 5 ->
                call(
                        createDecimalType(
                                Math.min(
                                        38,
                                        left.getPrecision()
                                                + right.getScale()
                                                + Math.max(0, right.getScale() - left.getScale())),
                                sumScale),
                        "(%s / %s)".formatted(from.sql(), literal),
                        DIVIDE_FUNCTION_NAME,
                        argument,
                        constant);
            case 6 -> call(left, "(- %s)".formatted(from.sql()), NEGATE_FUNCTION_NAME, argument);
            default -> {
                Type to = random.nextBoolean() ? DOUBLE : decimal(random, 38);
                yield call(
                        to, "CAST(%s AS %s)".formatted(from.sql(), to.getDisplayName()), CAST_FUNCTION_NAME, argument);
            }
        };
    }

    private static Sample call(Type type, String sql, FunctionName name, ConnectorExpression... arguments) {
        return new Sample(sql, new Call(type, name, List.of(arguments)));
    }

    private static Object random(Random random, Type type) {
        if (type == DOUBLE) {
            return switch (random.nextInt(6)) {
                case 0 -> (double) random.nextInt(5);
                case 1 -> random.nextGaussian() * 1e300;
                case 2 -> random.nextGaussian() * 1e-300;
                default -> random.nextGaussian() * 10;
            };
        }
        if (type == REAL) {
            return (long) Float.floatToRawIntBits((float) (random.nextGaussian()
                    * switch (random.nextInt(4)) {
                        case 0 -> 1e37;
                        case 1 -> 1e-37;
                        default -> 10;
                    }));
        }
        if (type == DATE) {
            return (long) random.nextInt(60_000) - 30_000;
        }
        if (type instanceof DecimalType decimal && !decimal.isShort()) {
            return Int128.valueOf(random.nextLong() >> random.nextInt(64));
        }
        Line line = Line.of(type).orElseThrow();
        return switch (random.nextInt(5)) {
            case 0 -> line.least() + random.nextInt(3);
            case 1 -> line.most() - random.nextInt(3);
            default -> Math.clamp(random.nextInt(41) - 20L, line.least(), line.most());
        };
    }

    /** The value and its neighbours. */
    private static List<Object> around(Type type, Object value) {
        if (type == DOUBLE) {
            return List.of(value, Math.nextUp((double) value), Math.nextDown((double) value));
        }
        if (type == REAL) {
            float real = Float.intBitsToFloat((int) (long) value);
            return List.of(value, real(Math.nextUp(real)), real(Math.nextDown(real)));
        }
        if (type == DATE && Math.abs((long) value) > 1_000_000) {
            // no literal
            return List.of();
        }
        Line line = Line.of(type).orElseThrow();
        long number = (long) value;
        return List.of(number, Math.max(number, line.least() + 1) - 1, Math.min(number, line.most() - 1) + 1);
    }

    private static Object real(float value) {
        return (long) Float.floatToRawIntBits(value);
    }

    private static String literal(Type type, Object value) {
        if (type == REAL) {
            float real = Float.intBitsToFloat((int) (long) value);
            return Float.isInfinite(real)
                    ? "CAST(%sinfinity() AS real)".formatted(real > 0 ? "" : "-")
                    : "REAL '%s'".formatted(real);
        }
        if (type == DATE) {
            return "DATE '%s'".formatted(LocalDate.ofEpochDay((long) value));
        }
        if (type instanceof DecimalType decimal) {
            BigInteger unscaled = value instanceof Int128 wide ? wide.toBigInteger() : BigInteger.valueOf((long) value);
            return "CAST('%s' AS %s)"
                    .formatted(new BigDecimal(unscaled, decimal.getScale()).toPlainString(), type.getDisplayName());
        }
        if (type == DOUBLE && Double.isInfinite((double) value)) {
            return (double) value > 0 ? "infinity()" : "(-infinity())";
        }
        return "CAST('%s' AS %s)".formatted(value, type.getDisplayName());
    }
}
