// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.util.stream.Collectors.joining;

import io.skipping.trino.core.release.TrinoRelease;
import io.trino.Session;
import io.trino.testing.DistributedQueryRunner;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Times scans of text tables by the stock connector and by ours, in turns, in a server of this release of Trino. Fails if
 * they give different rows. {@code bin/bench formats --trino} runs it.
 *
 * <p>Arguments: rows of each table, and rounds. Prints, for each question, the median of the seconds, and the median and
 * the quartiles of what they are of the stock connector's in the same round.
 */
public final class TextScans {
    /** Before the server takes it for its log. */
    private static final PrintStream OUT = System.out;

    private static final Map<String, String> TABLES = Map.of(
            "TEXTFILE", "format = 'TEXTFILE'",
            "CSV", "format = 'CSV'",
            "CSV_PLAIN", "format = 'TEXTFILE', textfile_field_separator = ','",
            "JSON", "format = 'JSON'",
            "GZIP", "format = 'TEXTFILE'");

    private static final int COLUMNS = 12;

    private final DistributedQueryRunner runner;
    private final int rounds;

    private TextScans(DistributedQueryRunner runner, int rounds) {
        this.runner = runner;
        this.rounds = rounds;
    }

    public static void main(String[] arguments) throws Exception {
        int rows = Integer.parseInt(arguments[0]);
        Path root = Files.createTempDirectory("skipping-scans");
        try (DistributedQueryRunner runner = SkippingQueryRunner.create(root, Map.of())) {
            TextScans scans = new TextScans(runner, Integer.parseInt(arguments[1]));
            for (String table : List.of("TEXTFILE", "CSV", "CSV_PLAIN", "JSON", "GZIP")) {
                scans.write(table, rows);
                if (table.equals("CSV_PLAIN")) {
                    scans.declareAsCsv(table);
                }
                scans.measure(table, "all columns", "SELECT " + every() + " FROM %s");
                scans.measure(table, "two columns", "SELECT max(c1), max(c7) FROM %s");
                scans.measure(
                        table,
                        "one id, read",
                        "SELECT " + every() + " FROM %s WHERE c0 = "
                                + (table.startsWith("CSV") ? "'" + rows / 3 + "'" : String.valueOf(rows / 3)));
            }
        } finally {
            delete(root);
        }
        System.exit(0);
    }

    private static String every() {
        return IntStream.range(0, COLUMNS).mapToObj("max(c%d)"::formatted).collect(joining(", "));
    }

    private void write(String table, int rows) {
        String columns = IntStream.range(0, COLUMNS)
                .mapToObj(column -> value(column, table.startsWith("CSV")) + " AS c" + column)
                .collect(joining(", "));
        Session writer = Session.builder(runner.getDefaultSession())
                .setSystemProperty("task_max_writer_count", "1")
                .setSystemProperty("scale_writers", "false")
                .setCatalogSessionProperty("lake", "compression_codec", table.equals("GZIP") ? "GZIP" : "NONE")
                .build();
        int objects = 4;
        for (int object = 0; object < objects; object++) {
            String select =
                    "SELECT %s FROM UNNEST(sequence(%d, %d)) AS a(x) CROSS JOIN UNNEST(sequence(0, 999)) AS b(y)"
                            .formatted(
                                    columns, object * rows / 1000 / objects, (object + 1) * rows / 1000 / objects - 1);
            runner.execute(
                    writer,
                    object == 0
                            ? "CREATE TABLE %s WITH (%s) AS %s".formatted(name(table), TABLES.get(table), select)
                            : "INSERT INTO %s %s".formatted(name(table), select));
        }
    }

    /** Declares text that was written without quotes, as most CSV is, to be CSV. */
    private void declareAsCsv(String table) {
        runner.execute(
                "CREATE TABLE hive.%s.declared (%s) WITH (format = 'CSV', external_location = 'local:///metastore/%s/%s')"
                        .formatted(
                                SCHEMA,
                                IntStream.range(0, COLUMNS)
                                        .mapToObj("c%d varchar"::formatted)
                                        .collect(joining(", ")),
                                SCHEMA,
                                name(table)));
    }

    private static String value(int column, boolean text) {
        String value = switch (column % 4) {
            case 0 -> "x * 1000 + y";
            case 1 -> "CAST((x * 7919 + y * 104729) %% 1000003 AS double) / 1000";
            case 2 -> "date '2020-01-01' + ((x + y) %% 1000) * interval '1' day";
            default -> "'meter-' || CAST((x * 31 + y) %% 5000 AS varchar)";
        };
        value = value.replace("%%", "%");
        return text ? "CAST(%s AS varchar)".formatted(value) : value;
    }

    private static String name(String table) {
        return "scan_" + table.toLowerCase(Locale.ENGLISH);
    }

    private record Contender(String name, String catalog, boolean ownReader) {}

    private void measure(String table, String question, String query) {
        List<Contender> contenders = List.of(
                new Contender("hive", "hive", false),
                new Contender("skipping", "lake", true),
                new Contender("skipping, stock reader", "lake", false));
        Map<Contender, List<Double>> seconds = new LinkedHashMap<>();
        contenders.forEach(contender -> seconds.put(contender, new ArrayList<>()));
        Object expected = null;
        for (int round = -2; round < rounds; round++) {
            for (Contender contender : contenders) {
                Session session = Session.builder(runner.getDefaultSession())
                        .setCatalogSessionProperty(
                                "lake", "skipping_text_reader_enabled", String.valueOf(contender.ownReader))
                        .build();
                String asked = query.formatted("%s.%s.%s"
                        .formatted(contender.catalog, SCHEMA, table.equals("CSV_PLAIN") ? "declared" : name(table)));
                long start = System.nanoTime();
                Object rows = runner.execute(session, asked).getMaterializedRows();
                double taken = (System.nanoTime() - start) / 1e9;
                if (expected != null && !expected.equals(rows)) {
                    throw new AssertionError("%s of %s by %s: other rows".formatted(question, table, contender.name));
                }
                expected = rows;
                if (round >= 0) {
                    seconds.get(contender).add(taken);
                }
            }
        }
        double[] hive = seconds.get(contenders.getFirst()).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        for (Contender contender : contenders) {
            double[] ours = seconds.get(contender).stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            OUT.printf(
                    "%s %-9s %-12s %-24s median %.3f s, of hive's in the same round %.2f [%.2f, %.2f]%n",
                    TrinoRelease.VERSION,
                    table,
                    question,
                    contender.name,
                    quantile(ours, 0.5),
                    quantile(ratios(ours, hive), 0.5),
                    quantile(ratios(ours, hive), 0.25),
                    quantile(ratios(ours, hive), 0.75));
        }
    }

    private static double[] ratios(double[] of, double[] to) {
        return IntStream.range(0, of.length).mapToDouble(i -> of[i] / to[i]).toArray();
    }

    private static double quantile(double[] values, double share) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        return sorted[(int) Math.round(share * (sorted.length - 1))];
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
