// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.sample;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.skipping.command.TableName;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.train.Interval;
import io.skipping.partitioner.train.PastQuery;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads past queries from JSON lines; docs/partitioner.md specifies them.
 *
 * @param files the files of the log, in any order
 * @param catalog the catalog whose tables count; empty for all catalogs
 * @param table the table that counts; empty for all tables
 * @param most the maximum number of lines to use; if there are more, this many are drawn, each with equal probability
 */
public record QueryLog(List<Path> files, Optional<String> catalog, Optional<TableName> table, int most) {
    private static final int SEED = 4213;
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Pattern CAST = Pattern.compile("CAST\\((\"(?:[^\"]|\"\")+\"|[^\" ]+) AS (.+)\\)");

    public QueryLog {
        files = List.copyOf(files);
    }

    /**
     * Holds the result of reading.
     *
     * @param lines the number of lines about the table
     * @param queries the queries used, oldest first
     * @param elsewhere what lines ask that have conditions on other columns alone, the commonest first
     */
    public record Lines(long lines, List<PastQuery> queries, List<Elsewhere> elsewhere) {}

    /**
     * Counts scans that ask about other columns alone.
     *
     * @param columns the columns, joined by commas
     * @param scans how many scans there are
     * @param bytes how many bytes one has read on average, if the log tells
     */
    public record Elsewhere(String columns, long scans, OptionalDouble bytes) {}

    /**
     * Reads the log.
     *
     * @param columns the columns whose conditions are wanted
     * @param types the SQL types of the table's columns by name, as far as they are known
     */
    Lines read(List<Column> columns, Map<String, String> types) throws IOException {
        Drawn drawn = new Drawn(most);
        for (Path file : files) {
            read(file, columns, types, drawn);
        }
        drawn.queries.sort(Comparator.comparing(PastQuery::time));
        return new Lines(drawn.lines, drawn.queries, drawn.elsewhere());
    }

    /**
     * Draws a fixed number of queries from any number (algorithm R: Vitter, Random sampling with a reservoir, TOMS 11,
     * 1985).
     */
    private static final class Drawn {
        private final int most;
        private final SplittableRandom random = new SplittableRandom(SEED);
        private final List<PastQuery> queries = new ArrayList<>();
        private final Map<String, LongSummaryStatistics> elsewhere = new TreeMap<>();
        private long lines;

        Drawn(int most) {
            this.most = most;
        }

        /** Counts a scan that asks about other columns alone. A scan of unknown size counts as -1 bytes. */
        void addElsewhere(String columns, long bytes) {
            elsewhere
                    .computeIfAbsent(columns, name -> new LongSummaryStatistics())
                    .accept(bytes);
        }

        List<Elsewhere> elsewhere() {
            return elsewhere.entrySet().stream()
                    .map(entry -> new Elsewhere(
                            entry.getKey(),
                            entry.getValue().getCount(),
                            entry.getValue().getMin() < 0
                                    ? OptionalDouble.empty()
                                    : OptionalDouble.of(entry.getValue().getAverage())))
                    .sorted(Comparator.comparingLong(Elsewhere::scans).reversed())
                    .toList();
        }

        void add(PastQuery query) {
            lines++;
            if (queries.size() < most) {
                queries.add(query);
                return;
            }
            long place = random.nextLong(lines);
            if (place < most) {
                queries.set((int) place, query);
            }
        }
    }

    private void read(Path file, List<Column> columns, Map<String, String> types, Drawn drawn) throws IOException {
        int lines = 1;
        try (MappingIterator<JsonNode> all = MAPPER.readerFor(JsonNode.class).readValues(file.toFile())) {
            for (; all.hasNextValue(); lines++) {
                JsonNode line = all.nextValue();
                if (isOfTable(line)) {
                    boolean hasLiterals = line.has("conditions");
                    Map<String, AskedColumn> asked =
                            byColumn(hasLiterals ? line.get("conditions") : line.path("extents"), columns, types);
                    Map<String, List<Interval>> conditions =
                            hasLiterals ? conditions(asked, columns) : extents(asked, columns);
                    drawn.add(new PastQuery(conditions, time(line), hasLiterals));
                    // a condition without a literal on a column of the layout says nothing of what to lay out
                    boolean isElsewhere = columns.stream().noneMatch(column -> asked.containsKey(column.name()));
                    if (isElsewhere && !asked.isEmpty()) {
                        drawn.addElsewhere(names(asked), line.path("bytes").asLong(-1));
                    }
                }
            }
        } catch (JsonProcessingException e) {
            throw new IOException("Query %d of %s: not JSON: %s".formatted(lines, file, e.getOriginalMessage()), e);
        } catch (CharConversionException e) {
            throw new IOException("Query %d of %s: not JSON: it is not UTF-8".formatted(lines, file), e);
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw new IOException("Query %d of %s: %s".formatted(lines, file, e.getMessage()), e);
        }
    }

    private static Instant time(JsonNode line) {
        String time = line.path("time").asText();
        try {
            return Instant.parse(time);
        } catch (DateTimeParseException e) {
            String what = line.has("time") ? "Its time is \"%s\"".formatted(time) : "It has no time";
            throw new IllegalArgumentException(
                    what + "; every line needs one such as \"time\": \"2026-01-15T10:00:00Z\"", e);
        }
    }

    /** Returns the columns, joined by commas; a column that is cast only by its own name. */
    private static String names(Map<String, AskedColumn> asked) {
        return asked.keySet().stream()
                .filter(name -> Cast.of(name)
                        .map(Cast::column)
                        .filter(asked::containsKey)
                        .isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** Names the column that an expression casts, and the type that it casts to. */
    private record Cast(String column, String type) {
        /** Returns the parts of an expression; empty if it is no cast of a column. */
        static Optional<Cast> of(String expression) {
            Matcher cast = CAST.matcher(expression);
            if (!cast.matches()) {
                return Optional.empty();
            }
            String quoted = cast.group(1);
            String column = quoted.startsWith("\"")
                    ? quoted.substring(1, quoted.length() - 1).replace("\"\"", "\"")
                    : quoted;
            return Optional.of(new Cast(column, cast.group(2)));
        }
    }

    /** Returns whether a line counts. A line that does not name its table counts for all tables. */
    private boolean isOfTable(JsonNode line) {
        return catalog.map(name -> line.path("catalog").asText(name).equalsIgnoreCase(name))
                        .orElse(true)
                && table.map(name -> line.path("schema").asText(name.schema()).equals(name.schema())
                                && line.path("table").asText(name.table()).equals(name.table()))
                        .orElse(true);
    }

    /**
     * Returns the conditions by column. A condition on text cast to a number counts for its column, unless there is one
     * on the column itself in the order of the layout.
     */
    private static Map<String, AskedColumn> byColumn(JsonNode asked, List<Column> columns, Map<String, String> types) {
        Map<String, AskedColumn> byColumn = new TreeMap<>();
        Map<String, AskedColumn> casts = new TreeMap<>();
        asked.properties().forEach(field -> {
            byColumn.put(
                    field.getKey(),
                    new AskedColumn(field.getValue(), Optional.ofNullable(types.get(field.getKey())), false));
            Cast.of(field.getKey())
                    .ifPresent(cast -> casts.putIfAbsent(
                            cast.column(), new AskedColumn(field.getValue(), Optional.of(cast.type()), true)));
        });
        casts.forEach((name, cast) -> {
            AskedColumn itself = byColumn.get(name);
            Optional<ColumnType> type = typeOf(name, columns);
            if (itself == null || type.filter(itself::isInTextOrder).isPresent()) {
                type.ifPresent(known -> checkOrder(name, known, cast));
                byColumn.put(name, cast);
            }
        });
        return byColumn;
    }

    private static Optional<ColumnType> typeOf(String name, List<Column> columns) {
        return columns.stream()
                .filter(column -> column.name().equals(name))
                .map(Column::type)
                .findFirst();
    }

    /**
     * Throws if the layout orders the column as text while a query asks for something else: the numbers or times of the
     * query are not an interval in text order.
     */
    private static void checkOrder(String name, ColumnType type, AskedColumn asked) {
        if (!type.isText()) {
            return;
        }
        if (asked.isCast() && !asked.sqlType().orElseThrow().contains("char")) {
            throw new IllegalArgumentException(
                    "It casts column %s, which is text in the layout, to %s. Set the column's type in the layout with --columns %s:%s"
                            .formatted(
                                    name,
                                    asked.sqlType().get(),
                                    name,
                                    layoutType(asked).typeName()));
        }
        if (asked.hasRangeOfNumbers()) {
            throw new IllegalArgumentException(
                    "It asks for a range of numbers of column %s, which is text in the layout. Set the column's type in the layout with --columns %s:%s"
                            .formatted(name, name, layoutType(asked).typeName()));
        }
    }

    /** Returns the type of a layout that has the order of what a query asks for, which is not text. */
    private static ColumnType layoutType(AskedColumn asked) {
        if (asked.sqlType().isEmpty()) {
            return asked.isIntegral() ? ColumnType.BIGINT : ColumnType.DOUBLE;
        }
        return switch (asked.sqlType().get().replaceFirst("\\(.*", "")) {
            case "date" -> ColumnType.DATE;
            case "timestamp" -> ColumnType.TIMESTAMP;
            case "real", "double", "decimal" -> ColumnType.DOUBLE;
            default -> ColumnType.BIGINT;
        };
    }

    private static Map<String, List<Interval>> conditions(Map<String, AskedColumn> byColumn, List<Column> columns) {
        Map<String, List<Interval>> conditions = new TreeMap<>();
        for (Column column : columns) {
            AskedColumn asked = byColumn.get(column.name());
            if (asked != null && !asked.isInTextOrder(column.type())) {
                checkOrder(column.name(), column.type(), asked);
                conditions.put(column.name(), asked.intervals(column));
            }
        }
        return conditions;
    }

    /** Returns intervals of known length but unknown position. */
    private static Map<String, List<Interval>> extents(Map<String, AskedColumn> byColumn, List<Column> columns) {
        Map<String, List<Interval>> extents = new TreeMap<>();
        for (Column column : columns) {
            Optional.ofNullable(byColumn.get(column.name()))
                    .flatMap(asked -> asked.extent(column.type()))
                    .ifPresent(extent -> extents.put(column.name(), List.of(extent)));
        }
        return extents;
    }
}
