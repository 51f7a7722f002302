// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestJsonColumns {
    private static final List<Column> COLUMNS = List.of(
            new Column("id", ColumnType.BIGINT),
            new Column("latitude", ColumnType.DOUBLE),
            new Column("day", ColumnType.DATE),
            new Column("time", ColumnType.TIMESTAMP),
            new Column("city", ColumnType.VARCHAR));
    private static final long TEN_OCLOCK = 1_768_471_200_000_000L;

    private final JsonColumns columns = new JsonColumns();

    @Test
    public void testTypes() {
        String json = """
            {"other": {"id": 7, "x": [1, {"city": 2}]}, "city": "Orléans", "day": "2026-01-15", "id": 12, "latitude": 48.5,
             "time": "2026-01-15T10:00:00", "id": 13}
            """;
        for (Object value : List.of(json, json.getBytes(StandardCharsets.UTF_8), new StringBuilder(json))) {
            ArrayRow row = new ArrayRow(5);
            assertThat(columns.read(value, json.getBytes(StandardCharsets.UTF_8), COLUMNS, row))
                    .isEmpty();
            assertThat(row.longValue(0)).as("the first of two").isEqualTo(12);
            assertThat(row.doubleValue(1)).isEqualTo(48.5);
            assertThat(row.longValue(2)).isEqualTo(20_468);
            assertThat(row.longValue(3)).isEqualTo(TEN_OCLOCK);
            assertThat(row.textValue(4)).isEqualTo("Orléans".getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Columns of Trino's tables are in lower case, whatever the fields are. */
    @Test
    public void testNamesInAnotherCase() {
        Column id = new Column("meterid", ColumnType.BIGINT);
        ArrayRow row = new ArrayRow(1);
        assertThat(columns.read("{\"city\": 1, \"meterId\": 12}", null, List.of(id), row))
                .isEmpty();
        assertThat(row.longValue(0)).isEqualTo(12);
        assertThat(columns.read(Map.of("city", 1, "METERID", 13), null, List.of(id), row))
                .isEmpty();
        assertThat(row.longValue(0)).isEqualTo(13);
        assertThat(columns.read(Map.of("MeterId", 14, "meterid", 15), null, List.of(id), row))
                .isEmpty();
        assertThat(row.longValue(0)).as("the exact name counts").isEqualTo(15);
    }

    @DataProvider
    public Object[][] readable() {
        return new Object[][] {
            {"id", "5.0", 5L},
            {"id", "5e2", 500L},
            {"id", "\" 5 \"", 5L},
            {"id", "-9223372036854775808", Long.MIN_VALUE},
            {"latitude", "48", 48.0},
            {"latitude", "\"-0.5\"", -0.5},
            {"latitude", "\"NaN\"", Double.NaN},
            {"latitude", "1e999", Double.POSITIVE_INFINITY},
            {"latitude", "123456789012345678901234567890", 123456789012345678901234567890.0},
            {"day", "20468", 20_468L},
            {"time", "\"2026-01-15 10:00:00.000001\"", TEN_OCLOCK + 1},
            {"time", "\"2026-01-15T11:00:00+01:00\"", TEN_OCLOCK},
            {"time", "\"2026-01-15T10:00:00Z\"", TEN_OCLOCK},
            {"time", "1768471200000000", TEN_OCLOCK},
            {"city", "75001", "75001"},
            {"city", "1.50", "1.50"},
            {"city", "true", "true"},
            {"city", "\"\"", ""},
        };
    }

    @Test(dataProvider = "readable")
    public void testReadable(String name, String json, Object expected) {
        Column column = column(name);
        ArrayRow row = new ArrayRow(1);
        assertThat(columns.read("{\"%s\": %s}".formatted(name, json), null, List.of(column), row))
                .isEmpty();
        assertThat(value(row, column.type())).isEqualTo(expected);
    }

    @DataProvider
    public Object[][] decimals() {
        return new Object[][] {
            {"12.30", 1230L},
            {"12", 1200L},
            {"-0.005", -1L},
            {"0.004999999999999999999999", 0L},
            {"0.005", 1L},
            {"1.115", 112L},
            {"\" 12.3 \"", 1230L},
            {"1e3", 100_000L},
            {"92233720368547758.07", Long.MAX_VALUE},
            {"92233720368547758.08", Long.MAX_VALUE},
            {"-99999999999999999.99", Long.MIN_VALUE},
            {"1e999999999", Long.MAX_VALUE},
            {"-1e999999999", Long.MIN_VALUE},
            {"\"1e999999999\"", Long.MAX_VALUE},
            {"1e-999999999", 0L},
            {"-1e-999999999", 0L},
            {"0e999999999", 0L},
            {"0e-999999999", 0L},
        };
    }

    @Test(dataProvider = "decimals")
    public void testDecimalsHaveTheScaleOfTheModel(String json, long expected) {
        Column price = new Column("price", ColumnType.BIGINT, OptionalInt.of(2));
        ArrayRow row = new ArrayRow(1);
        assertThat(columns.read("{\"price\": %s}".formatted(json), null, List.of(price), row))
                .isEmpty();
        assertThat(row.longValue(0)).isEqualTo(expected);
    }

    @Test
    public void testDecimalsOfMaps() {
        List<Column> price = List.of(new Column("price", ColumnType.BIGINT, OptionalInt.of(2)));
        ArrayRow row = new ArrayRow(1);
        for (Object value : List.of(12.3f, 12.3, new BigDecimal("12.3"), "12.30")) {
            assertThat(columns.read(Map.of("price", value), null, price, row)).isEmpty();
            assertThat(row.longValue(0)).as("%s", value.getClass()).isEqualTo(1230);
        }
        for (Object value : List.of(12, 12L, BigInteger.valueOf(12))) {
            assertThat(columns.read(Map.of("price", value), null, price, row)).isEmpty();
            assertThat(row.longValue(0)).as("%s", value.getClass()).isEqualTo(1200);
        }
    }

    @Test
    public void testWhatIsNoDecimalIsNull() {
        List<Column> all =
                List.of(new Column("price", ColumnType.BIGINT, OptionalInt.of(2)), new Column("id", ColumnType.BIGINT));
        for (String json : List.of("\"dear\"", "true", "[]", "1e99999999999", "\"%s\"".formatted("9".repeat(1_001)))) {
            ArrayRow row = new ArrayRow(2);
            assertThat(columns.read("{\"price\": %s, \"id\": 7}".formatted(json), null, all, row))
                    .as(json)
                    .hasValueSatisfying(problem -> assertThat(problem).startsWith("column price: Not a "));
            assertThat(row.isNull(0)).as(json).isTrue();
            assertThat(row.longValue(1)).as("only what cannot be read is NULL").isEqualTo(7);
        }
        ArrayRow row = new ArrayRow(2);
        assertThat(columns.read(Map.of("price", Double.NaN, "id", 7), null, all, row))
                .isPresent();
        assertThat(row.isNull(0)).isTrue();
    }

    @DataProvider
    public Object[][] unreadable() {
        return new Object[][] {
            {"id", "{\"id\": 5.5}", "column id: Not a bigint: 5.5"},
            {"id", "{\"id\": 9223372036854775808}", "column id: Not a bigint: 9223372036854775808"},
            {"id", "{\"id\": true}", "column id: Not a bigint: true"},
            {"id", "{\"id\": {\"id\": 5}}", "column id: Not a bigint: an object or an array"},
            {"id", "{\"x\": {\"id\": 5}}", "column id is missing"},
            {"id", "{}", "column id is missing"},
            {"id", "[{\"id\": 5}]", "not a JSON object"},
            {"id", "5", "not a JSON object"},
            {"id", "", "not a JSON object"},
            {"id", "{\"x\": 1,, \"id\": 5}", "not a JSON object"},
            {"id", "{\"x\": 1", "not a JSON object"},
            {"id", "{\"id\": nul", "not a JSON object"},
            {"latitude", "{\"latitude\": \"48,5\"}", "column latitude: "},
            {"day", "{\"day\": \"2026-02-30\"}", "column day: Not a date: 2026-02-30"},
            {"time", "{\"time\": \"2026-01-15\"}", "column time: Not a timestamp"},
            {"time", "{\"time\": \"+999999999-01-15T10:00:00\"}", "column time: Not a timestamp"},
            {"time", "{\"time\": \"+999999999-12-31T23:59:59-18:00\"}", "column time: Not a timestamp"},
            {"city", "{\"city\": []}", "column city: Not a varchar"},
        };
    }

    @Test(dataProvider = "unreadable")
    public void testUnreadable(String name, String json, String problem) {
        ArrayRow row = new ArrayRow(1);
        assertThat(columns.read(json, null, List.of(column(name)), row))
                .hasValueSatisfying(message -> assertThat(message).startsWith(problem));
        assertThat(row.isNull(0)).isTrue();
    }

    @Test
    public void testPartlyReadable() {
        ArrayRow row = new ArrayRow(5);
        assertThat(columns.read("{\"id\": 5, \"day\": \"today\", \"latitude\": 1, \"city\": null}", null, COLUMNS, row))
                .isPresent();
        assertThat(row.longValue(0)).isEqualTo(5);
        assertThat(row.doubleValue(1)).isEqualTo(1);
        assertThat(row.isNull(2)).isTrue();
        assertThat(row.isNull(3)).isTrue();
        assertThat(row.isNull(4)).isTrue();
    }

    @Test
    public void testNull() {
        ArrayRow row = new ArrayRow(1);
        assertThat(columns.read("{\"id\": null}", null, List.of(column("id")), row))
                .as("nothing wrong with it")
                .isEmpty();
        assertThat(row.isNull(0)).isTrue();
        assertThat(columns.read(null, null, COLUMNS, new ArrayRow(5))).hasValue("there is no value");
    }

    @Test
    public void testMaps() {
        Map<String, Object> fields = new HashMap<>(Map.of(
                "id",
                new BigDecimal("12.00"),
                "latitude",
                48.5f,
                "day",
                LocalDate.of(2026, 1, 15),
                "time",
                LocalDateTime.of(2026, 1, 15, 10, 0),
                "city",
                "Lille"));
        ArrayRow row = new ArrayRow(5);
        assertThat(columns.read(fields, null, COLUMNS, row)).isEmpty();
        assertThat(row.longValue(0)).isEqualTo(12);
        assertThat(row.doubleValue(1)).isEqualTo(48.5);
        assertThat(row.longValue(2)).isEqualTo(20_468);
        assertThat(row.longValue(3)).isEqualTo(TEN_OCLOCK);
        assertThat(row.textValue(4)).isEqualTo("Lille".getBytes(StandardCharsets.UTF_8));

        for (Object time : List.of(Instant.ofEpochSecond(TEN_OCLOCK / 1_000_000), new Date(TEN_OCLOCK / 1000))) {
            fields.put("time", time);
            assertThat(columns.read(fields, null, COLUMNS, row)).isEmpty();
            assertThat(row.longValue(3)).isEqualTo(TEN_OCLOCK);
        }
        for (Object time : List.of(new Date(Long.MAX_VALUE), Instant.MAX, Instant.MIN, LocalDateTime.MAX)) {
            fields.put("time", time);
            ArrayRow others = new ArrayRow(5);
            assertThat(columns.read(fields, null, COLUMNS, others).orElseThrow())
                    .startsWith("column time: Not a timestamp");
            assertThat(others.isNull(3)).isTrue();
            assertThat(others.doubleValue(1))
                    .as("only what cannot be read is NULL")
                    .isEqualTo(48.5);
            assertThat(others.textValue(4)).isEqualTo("Lille".getBytes(StandardCharsets.UTF_8));
        }
        fields.put("time", Instant.EPOCH);
        fields.put("id", BigInteger.TEN);
        fields.put("city", null);
        assertThat(columns.read(fields, null, COLUMNS, row)).isEmpty();
        assertThat(row.longValue(0)).isEqualTo(10);
        assertThat(row.isNull(4)).isTrue();
        fields.put("day", Instant.EPOCH);
        assertThat(columns.read(fields, null, COLUMNS, new ArrayRow(5)).orElseThrow())
                .startsWith("column day: Not a date");
        fields.remove("id");
        fields.put("day", null);
        assertThat(columns.read(fields, null, COLUMNS, new ArrayRow(5))).isEqualTo(Optional.of("column id is missing"));
    }

    private static Column column(String name) {
        return COLUMNS.stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Object value(ArrayRow row, ColumnType type) {
        return switch (type) {
            case DOUBLE -> row.doubleValue(0);
            case VARCHAR -> new String(row.textValue(0), StandardCharsets.UTF_8);
            case BIGINT, DATE, TIMESTAMP -> row.longValue(0);
        };
    }
}
