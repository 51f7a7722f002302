// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.plugin.hive.util.HiveTypeTranslator.toHiveType;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.VarcharType.VARCHAR;

import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.spi.block.ArrayBlockBuilder;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.MapBlockBuilder;
import io.trino.spi.block.RowBlockBuilder;
import io.trino.spi.expression.FieldDereference;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeOperators;
import io.trino.spi.type.TypeUtils;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** Random rows of a table whose columns hold texts that are numbers and times, rows, maps and arrays. */
final class NestedRows {
    private static final TypeOperators OPERATORS = new TypeOperators();

    static final RowType AT = RowType.rowType(RowType.field("x", DOUBLE));
    static final RowType PLACE =
            RowType.rowType(RowType.field("city", VARCHAR), RowType.field("code", INTEGER), RowType.field("at", AT));

    static final HiveColumnHandle ID = column("id", 0, BIGINT);
    static final HiveColumnHandle NUMBER = column("number", 1, VARCHAR);
    static final HiveColumnHandle TIME = column("time", 2, VARCHAR);
    static final HiveColumnHandle PLACES = column("place", 3, PLACE);
    static final HiveColumnHandle ATTRIBUTES = column("attributes", 4, new MapType(VARCHAR, VARCHAR, OPERATORS));
    static final HiveColumnHandle COUNTS = column("counts", 5, new MapType(INTEGER, BIGINT, OPERATORS));
    static final HiveColumnHandle TAGS = column("tags", 6, new ArrayType(VARCHAR));
    static final HiveColumnHandle NUMBERS = column("numbers", 7, new ArrayType(BIGINT));
    static final HiveColumnHandle DOUBLES = column("doubles", 8, new ArrayType(DOUBLE));
    static final List<HiveColumnHandle> COLUMNS =
            List.of(ID, NUMBER, TIME, PLACES, ATTRIBUTES, COUNTS, TAGS, NUMBERS, DOUBLES);

    /** What is in rows, by names of their own. */
    static final Map<String, Type> FIELDS = Map.of("place.city", VARCHAR, "place.code", INTEGER, "place.at.x", DOUBLE);

    /** Texts that the engine casts, or fails on, in ways of its own. */
    private static final String[] ODD = {
        "",
        " ",
        "x",
        "+3",
        "1.",
        ".5",
        "NaN",
        "1e2",
        " 12 ",
        "\t7",
        "007",
        "1_0",
        "١٢",
        "N/A",
        "Infinity",
        "-Infinity",
        "1e400",
        "123456789012345678901234567890",
        "0000-00-00",
        "2020-2-30",
        "2020-3-1",
        "2020-03-01 ",
        "2020-03-01T00:00:00",
        "2020-03-01 23:59:59.9999995",
        "2020-03-01 12:30:00 +02:00",
        "2020-03-01 12:30:00 Europe/Paris",
        "2020-02-29 23:59:59.4999999",
        "2020-02-29 23:59:59.5",
        "12345-01-01",
        "1-1-1"
    };

    /** Of seconds; some are rounded to the next second, or to another value at one precision than at another. */
    private static final String[] FRACTIONS = {
        "",
        ".1",
        ".125",
        ".4999",
        ".5",
        ".499999",
        ".4999995",
        ".9994",
        ".9995",
        ".999999",
        ".9999995",
        ".999999499",
        ".00000049",
        ".000000500001"
    };

    private final Random random;
    /** what the texts of a table look like */
    private final boolean wholeNumbers;

    private final boolean dates;
    /** of a hundred values, how many are unlike the others: texts that are no numbers, keys that are missing */
    private final int oddPercent;
    /** of a hundred texts, how many are blank, or stand for a value that is missing */
    private final int blankPercent;

    private final String blank;

    NestedRows(Random random) {
        this.random = random;
        this.wholeNumbers = random.nextBoolean();
        this.dates = random.nextBoolean();
        this.oddPercent = random.nextInt(3);
        this.blankPercent = random.nextInt(3) * 10;
        this.blank = random.nextBoolean() ? "" : random.nextBoolean() ? "N/A" : "  ";
    }

    private static HiveColumnHandle column(String name, int index, Type type) {
        return HiveColumnHandle.createBaseColumn(
                name, index, toHiveType(type), type, HiveColumnHandle.ColumnType.REGULAR, Optional.empty());
    }

    /** Rows that have much in common: of each a value for each of the columns. */
    List<List<Object>> next(int count) {
        long base = random.nextInt(60) - 30;
        return Stream.generate(() -> row(base + random.nextInt(12)))
                .limit(count)
                .toList();
    }

    private List<Object> row(long position) {
        return Arrays.asList(
                position,
                orNull(number(position)),
                orNull(time(position)),
                orNull(Arrays.asList(
                        orNull(number(position)),
                        orNull(position),
                        orNull(Arrays.asList(orNull(isOdd() ? Double.NaN : position / 4.0))))),
                orNull(attributes(position)),
                orNull(counts(position)),
                orNull(list(position, i -> utf8Slice("tag" + i))),
                orNull(list(position, i -> i)),
                orNull(list(position, i -> isOdd() ? Double.NaN : i == 0 ? -0.0 : i / 4.0)));
    }

    private Object number(long position) {
        if (isOdd()) {
            return utf8Slice(ODD[random.nextInt(ODD.length)]);
        }
        if (isBlank()) {
            return utf8Slice(blank);
        }
        return utf8Slice(wholeNumbers ? Long.toString(position) : Double.toString(position / 4.0));
    }

    private Object time(long position) {
        if (isOdd()) {
            return utf8Slice(ODD[random.nextInt(ODD.length)]);
        }
        if (isBlank()) {
            return utf8Slice(blank);
        }
        LocalDate day = LocalDate.of(2020, 3, 1).plusDays(position);
        return utf8Slice(
                dates
                        ? day.toString()
                        : "%s %02d:59:59%s"
                                .formatted(
                                        day, Math.floorMod(position, 24), FRACTIONS[random.nextInt(FRACTIONS.length)]));
    }

    private Map<Object, Object> attributes(long position) {
        Map<Object, Object> map = new LinkedHashMap<>();
        if (!isOdd()) {
            map.put(utf8Slice("a"), orNull(utf8Slice("v" + position)));
        }
        if (random.nextInt(3) > 0) {
            map.put(utf8Slice("b"), orNull(number(position)));
        }
        return map;
    }

    private Map<Object, Object> counts(long position) {
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put(1L, position * 10);
        if (!isOdd()) {
            map.put(7L, orNull(position));
        }
        return map;
    }

    private interface Element {
        Object of(long position);
    }

    private List<Object> list(long position, Element element) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(orNull(element.of(position + i)));
        }
        return list;
    }

    private boolean isBlank() {
        return random.nextInt(100) < blankPercent;
    }

    private boolean isOdd() {
        return random.nextInt(100) < oddPercent;
    }

    private Object orNull(Object value) {
        return random.nextInt(12) == 0 ? null : value;
    }

    /** The values of {@link #FIELDS} in a row of the table. */
    static Map<String, Object> fields(List<Object> row) {
        Optional<List<?>> place = Optional.ofNullable((List<?>) row.get(COLUMNS.indexOf(PLACES)));
        Map<String, Object> fields = new HashMap<>();
        fields.put("place.city", place.map(values -> values.get(0)).orElse(null));
        fields.put("place.code", place.map(values -> values.get(1)).orElse(null));
        fields.put(
                "place.at.x",
                place.map(values -> (List<?>) values.get(2))
                        .map(values -> values.getFirst())
                        .orElse(null));
        return fields;
    }

    /** Which of {@link #FIELDS} an expression means. */
    static String name(FieldDereference field) {
        RowType row = (RowType) field.getTarget().getType();
        String name = row.getFields().get(field.getField()).getName().orElseThrow();
        return field.getTarget() instanceof FieldDereference outer ? name(outer) + "." + name : "place." + name;
    }

    /** Values of one column: scalars in native representation, rows and arrays as lists, maps as maps. */
    static Block block(Type type, List<Object> values) {
        BlockBuilder builder = type.createBlockBuilder(null, values.size());
        values.forEach(value -> write(type, builder, value));
        return builder.build();
    }

    private static void write(Type type, BlockBuilder builder, Object value) {
        if (value == null) {
            builder.appendNull();
            return;
        }
        switch (type) {
            case RowType row ->
                ((RowBlockBuilder) builder).buildEntry(fields -> {
                    for (int i = 0; i < fields.size(); i++) {
                        write(row.getFields().get(i).getType(), fields.get(i), ((List<?>) value).get(i));
                    }
                });
            case ArrayType array ->
                ((ArrayBlockBuilder) builder)
                        .buildEntry(elements ->
                                ((List<?>) value).forEach(element -> write(array.getElementType(), elements, element)));
            case MapType map ->
                ((MapBlockBuilder) builder)
                        .buildEntry((keys, mapped) -> ((Map<?, ?>) value).forEach((key, entry) -> {
                            write(map.getKeyType(), keys, key);
                            write(map.getValueType(), mapped, entry);
                        }));
            default -> TypeUtils.writeNativeValue(type, builder, value);
        }
    }
}
