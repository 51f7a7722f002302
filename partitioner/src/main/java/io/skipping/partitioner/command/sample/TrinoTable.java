// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.sample;

import io.skipping.command.TableName;
import io.skipping.command.progress.Steps;
import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.Texts;
import io.skipping.partitioner.train.Interval;
import io.skipping.partitioner.train.KnownObject;
import io.skipping.partitioner.train.Sample;
import io.trino.jdbc.TrinoStatement;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Queries a table of Trino's Hive connector, or of this project's, by SQL. */
final class TrinoTable {
    /** Weights of records are whole numbers, in thousandths of a byte. */
    private static final double WEIGHTS_A_BYTE = 1000;

    private static final Pattern TYPE = Pattern.compile("([a-z]+)(?:\\((\\d+)(?:,\\s*(\\d+))?\\))?.*");
    private static final BigInteger LEAST_LONG = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger GREATEST_LONG = BigInteger.valueOf(Long.MAX_VALUE);

    /** Trino's error code for a missing column. */
    private static final int COLUMN_NOT_FOUND = 47;

    private final Connection connection;
    private final String name;
    private final BiFunction<String, SQLException, String> explanations;
    private final Steps steps;

    /**
     * @param name as SQL writes it
     * @param explanations returns, for the table and a failure, what the user is told
     * @param steps receives how much of a query is done
     */
    TrinoTable(Connection connection, String name, BiFunction<String, SQLException, String> explanations, Steps steps) {
        this.connection = connection;
        this.name = name;
        this.explanations = explanations;
        this.steps = steps;
    }

    /**
     * Describes a column of a layout.
     *
     * @param expression the SQL expression of its values
     * @param sqlType the type of the table's column
     */
    record TableColumn(Column column, String expression, String sqlType) {
        /**
         * Returns the SQL expression of a value as the driver gives it unchanged. Text is fetched as bytes, because it
         * comes as JSON otherwise, where what is not UTF-8 is an error, or is replaced and then has another order.
         */
        private String fetched(String value) {
            return column.type().isText() ? "to_utf8(%s)".formatted(value) : "CAST(%s AS varchar)".formatted(value);
        }

        /**
         * Returns a value as text of the column's type. A decimal becomes its unscaled value unless the layout reads it
         * as another type. A value beyond 64 bits becomes the nearest one within, as for writers.
         */
        private String text(String value) {
            return column.scale().isEmpty()
                    ? value
                    : new BigDecimal(value)
                            .movePointRight(column.scale().getAsInt())
                            .toBigInteger()
                            .max(LEAST_LONG)
                            .min(GREATEST_LONG)
                            .toString();
        }
    }

    /**
     * Describes an object as it is now.
     *
     * @param bounds for each column, if bounds were requested
     */
    record TableObject(String path, long bytes, long rows, List<Optional<Interval>> bounds) {
        KnownObject known() {
            return new KnownObject(bytes, bounds);
        }
    }

    /** Returns the columns of a layout. Their types are those of the table, unless an option names another. */
    List<TableColumn> columns(List<ColumnOption> wanted) throws IOException {
        String selected = wanted.stream()
                .map(column -> TableName.identifier(column.name()))
                .collect(Collectors.joining(", "));
        return query("SELECT %s FROM %s WHERE false".formatted(selected, name), rows -> {
            ResultSetMetaData types = rows.getMetaData();
            List<TableColumn> columns = new ArrayList<>();
            for (int number = 0; number < wanted.size(); number++) {
                columns.add(column(wanted.get(number), types.getColumnTypeName(number + 1)));
            }
            return columns;
        });
    }

    /** Returns the type that a column of a layout must have for Trino to write the table by it; empty if there is none. */
    static Optional<ColumnType> layoutType(String sqlType) {
        return switch (base(sqlType)) {
            case "bigint", "integer", "smallint", "tinyint", "decimal" -> Optional.of(ColumnType.BIGINT);
            case "double", "real" -> Optional.of(ColumnType.DOUBLE);
            case "date" -> Optional.of(ColumnType.DATE);
            case "timestamp" -> sqlType.contains("zone") ? Optional.empty() : Optional.of(ColumnType.TIMESTAMP);
            case "varchar", "char" -> Optional.of(ColumnType.VARCHAR);
            default -> Optional.empty();
        };
    }

    private static String base(String sqlType) {
        Matcher matcher = TYPE.matcher(sqlType);
        return matcher.matches() ? matcher.group(1) : sqlType;
    }

    private static int scale(String decimalType) {
        Matcher matcher = TYPE.matcher(decimalType);
        return matcher.matches() && matcher.group(3) != null ? Integer.parseInt(matcher.group(3)) : 0;
    }

    private static TableColumn column(ColumnOption wanted, String sqlType) {
        String base = base(sqlType);
        String quoted = TableName.identifier(wanted.name());
        Optional<ColumnType> ofTable = layoutType(sqlType);
        ColumnType type = wanted.type()
                .or(() -> ofTable)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Column %s is a %s, which layouts don't know".formatted(wanted.name(), sqlType)));
        boolean isAsInTable = ofTable.equals(Optional.of(type));
        String value;
        if (!isAsInTable || base.equals("real")) {
            value = "TRY_CAST(%s AS %s)".formatted(quoted, sql(type));
        } else if (base.equals("char")) {
            // the cast pads the value, but writers see it without these blanks
            value = "rtrim(CAST(%s AS varchar))".formatted(quoted);
        } else {
            value = quoted;
        }
        OptionalInt scale = base.equals("decimal") && type == ColumnType.BIGINT
                ? OptionalInt.of(scale(sqlType))
                : OptionalInt.empty();
        // lower case, as in the connector and therefore in the log
        String name = wanted.name().toLowerCase(Locale.ENGLISH);
        return new TableColumn(new Column(name, type, scale), value, sqlType);
    }

    private static String sql(ColumnType type) {
        return type == ColumnType.TIMESTAMP ? "timestamp(6)" : type.typeName();
    }

    /**
     * Returns the objects of the table that have rows.
     *
     * @param bounded the columns whose bounds are wanted
     */
    List<TableObject> objects(List<TableColumn> bounded) throws IOException {
        StringBuilder bounds = new StringBuilder();
        for (TableColumn column : bounded) {
            // NaN is not part of bounds
            String filter = column.column().type() == ColumnType.DOUBLE
                    ? " FILTER (WHERE NOT is_nan(%s))".formatted(column.expression())
                    : "";
            for (String function : List.of("min", "max")) {
                bounds.append(", ").append(column.fetched("%s(%s)%s".formatted(function, column.expression(), filter)));
            }
        }
        String sql =
                "SELECT \"$path\", max(\"$file_size\"), count(*)%s FROM %s GROUP BY \"$path\"".formatted(bounds, name);
        return query(sql, rows -> {
            List<TableObject> objects = new ArrayList<>();
            while (rows.next()) {
                objects.add(
                        new TableObject(rows.getString(1), rows.getLong(2), rows.getLong(3), bounds(rows, bounded)));
            }
            return objects;
        });
    }

    private static List<Optional<Interval>> bounds(ResultSet rows, List<TableColumn> bounded) throws SQLException {
        List<Optional<Interval>> bounds = new ArrayList<>();
        for (int number = 0; number < bounded.size(); number++) {
            bounds.add(bounds(rows, bounded.get(number), 4 + 2 * number, 5 + 2 * number));
        }
        return bounds;
    }

    private static Optional<Interval> bounds(ResultSet rows, TableColumn column, int lowNumber, int highNumber)
            throws SQLException {
        ColumnType type = column.column().type();
        if (type.isText()) {
            byte[] low = rows.getBytes(lowNumber);
            return low == null ? Optional.empty() : Optional.of(Interval.ofTexts(low, rows.getBytes(highNumber)));
        }
        String low = rows.getString(lowNumber);
        return low == null
                ? Optional.empty()
                : Optional.of(Intervals.between(
                        type, Optional.of(column.text(low)), Optional.of(column.text(rows.getString(highNumber)))));
    }

    /**
     * Returns records of the table, each drawn with equal probability. The weight of a record is the average size of a
     * row in its object.
     *
     * @param objects the objects of the table
     * @param wanted the number of records to draw, on average
     */
    Sample sample(List<TableColumn> columns, List<TableObject> objects, long wanted) throws IOException {
        Map<String, Long> weights = new HashMap<>();
        long tableRows = 0;
        for (TableObject object : objects) {
            weights.put(object.path(), Math.max(1, Math.round(WEIGHTS_A_BYTE * object.bytes() / object.rows())));
            tableRows += object.rows();
        }
        if (tableRows == 0) {
            throw new IOException("The table %s is empty".formatted(name));
        }
        String values = columns.stream()
                .map(column -> column.fetched(column.expression()))
                .collect(Collectors.joining(", "));
        String drawn =
                wanted >= tableRows ? "" : " TABLESAMPLE BERNOULLI (%s)".formatted(percentage(wanted, tableRows));
        Optional<Sample> sample = query(
                "SELECT \"$path\", %s FROM %s%s".formatted(values, name, drawn),
                rows -> sample(rows, columns, weights));
        return sample.orElseThrow(
                () -> new IOException("%s: none of its rows was drawn; raise --sample-rows".formatted(name)));
    }

    /** Returns a share in percent as an SQL literal. It is a double, because decimals have at most 38 digits. */
    static String percentage(long part, long whole) {
        String number = Double.toString(100.0 * part / whole);
        return number.contains("E") ? number : number + "E0";
    }

    /** @return empty if no row was drawn */
    private Optional<Sample> sample(ResultSet rows, List<TableColumn> columns, Map<String, Long> weights)
            throws SQLException {
        Sample.Builder sample =
                Sample.builder(columns.stream().map(TableColumn::column).toList());
        ArrayRow row = new ArrayRow(columns.size());
        boolean isEmpty = true;
        while (rows.next()) {
            isEmpty = false;
            for (int number = 0; number < columns.size(); number++) {
                set(row, number, columns.get(number), rows);
            }
            // a record of an object added in the meantime gets the least weight, which does no harm
            sample.add(row, weights.getOrDefault(rows.getString(1), 1L));
        }
        return isEmpty ? Optional.empty() : Optional.of(sample.build());
    }

    private static void set(ArrayRow row, int number, TableColumn column, ResultSet rows) throws SQLException {
        ColumnType type = column.column().type();
        Object value = type.isText() ? rows.getBytes(2 + number) : rows.getString(2 + number);
        if (value == null) {
            row.setNull(number);
        } else if (value instanceof byte[] text) {
            row.set(number, text);
        } else {
            Texts.set(row, number, type, column.text((String) value));
        }
    }

    private interface Reader<T> {
        T read(ResultSet rows) throws SQLException;
    }

    private <T> T query(String sql, Reader<T> reader) throws IOException {
        try (Statement statement = connection.createStatement()) {
            if (statement.isWrapperFor(TrinoStatement.class)) {
                statement
                        .unwrap(TrinoStatement.class)
                        .setProgressMonitor(
                                stats -> stats.getProgressPercentage().ifPresent(steps::done));
            }
            try (ResultSet rows = statement.executeQuery(sql)) {
                return reader.read(rows);
            }
        } catch (SQLException e) {
            if (e.getErrorCode() == COLUMN_NOT_FOUND && e.getMessage().contains("'$")) {
                throw new IOException(
                        "Cannot list the objects of %s: it must be a table of the hive or skipping_hive connector, and not a view. For anything else, give a sample as CSV, with --sample and without --server"
                                .formatted(name),
                        e);
            }
            throw new IOException(explanations.apply(name, e), e);
        } catch (IllegalArgumentException e) {
            throw new IOException("%s: %s".formatted(name, e.getMessage()), e);
        }
    }
}
