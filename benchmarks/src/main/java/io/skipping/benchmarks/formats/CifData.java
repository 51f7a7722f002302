// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import static java.util.stream.Collectors.joining;

import com.google.common.base.Strings;
import io.skipping.testing.lake.Sql;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Describes a table of the CIF paper. Every column but the first few is random, determined by the number of the row.
 *
 * @param name the name in the names of tables
 * @param formats in which it is stored, beside sequence files
 * @param columns definitions by name
 * @param rows the SQL that returns the rows of an object in order
 * @param objects number of objects
 * @param count number of rows of the table
 * @param texts columns that are searched for parts of text
 */
record CifData(
        String name,
        List<Format> formats,
        Map<String, String> columns,
        IntFunction<String> rows,
        int objects,
        long count,
        List<String> texts) {
    /** The share of the crawl's URLs that have the pattern, in percent, as in the paper. */
    static final int JAPANESE = 6;

    static final String PATTERN = "example.com/jp";

    /** Shares of the records that a pattern of a string selects, in percent. */
    static final List<Integer> SHARES = List.of(0, 1, 20, 40, 60, 80, 100);

    private static final List<Integer> PREFIXES = List.of(1, 20, 40, 60, 80, 100);
    private static final int STEP = 100;
    private static final int COLUMN_WIDTH = 30;
    private static final int PAGE_BYTES = 4200;

    /**
     * Returns the records of six integers, six strings and a map. The first string begins with a text that says where
     * the record stands in the table, the second one with one that is random, so that {@link #pattern} selects a share.
     *
     * @param records the table of text that has the records
     */
    static CifData records(SyntheticRecords records) {
        Map<String, String> columns = byColumn(SyntheticRecords.columns(), SyntheticRecords::type);
        String values = columns.keySet().stream()
                .map(column -> switch (column) {
                    case "str1" -> prefix("int1 / %de0".formatted(records.records())) + " || str1";
                    case "str2" -> prefix("(int6 - 1) / %de0".formatted(SyntheticRecords.GREATEST)) + " || str2";
                    default -> column;
                })
                .collect(joining(", "));
        return new CifData(
                "figures",
                List.of(
                        Format.TEXT,
                        Format.AVRO,
                        Format.RC_TEXT,
                        Format.RC_BINARY,
                        Format.RC_BINARY_GZIP,
                        Format.PARQUET,
                        Format.ORC),
                columns,
                object -> "SELECT %s FROM %s WHERE \"$path\" = %s"
                        .formatted(
                                values,
                                Contender.plain(Format.TEXT).table(Tables.RECORDS),
                                Sql.literal(Tables.object(Format.TEXT, object))),
                records.objects(),
                records.records(),
                List.of());
    }

    /** Returns SQL for a text: the smaller the number is, the more letters x it begins with. */
    private static String prefix(String number) {
        StringBuilder sql = new StringBuilder("CASE");
        for (int index = 0; index < PREFIXES.size() - 1; index++) {
            sql.append(" WHEN %s < %se0 THEN '%sy'"
                    .formatted(number, PREFIXES.get(index) / 100.0, "x".repeat(PREFIXES.size() - index)));
        }
        return sql.append(" ELSE 'xy' END").toString();
    }

    /**
     * Returns the pattern for LIKE that a share of the first and of the second strings have.
     *
     * @param share one of {@link #SHARES}. Of 0, the pattern is in the middle of what there is, so that bounds cannot
     *     tell that no string has it
     */
    static String pattern(int share) {
        return share == 0 ? "xxxy-%" : "x".repeat(PREFIXES.size() - PREFIXES.indexOf(share)) + "%";
    }

    /**
     * Returns a table of random strings of 30 characters; the first one is the number of the row.
     *
     * @param megabytes target size of an object as text, in millions of bytes
     */
    static CifData wide(int width, int objects, double megabytes) {
        int rows = rows(megabytes, width * (COLUMN_WIDTH + 1));
        String values = IntStream.rangeClosed(2, width)
                .mapToObj(column -> "substr(to_base64url(sha256(to_big_endian_64(n * 100 + %d))), 1, %d)"
                        .formatted(column, COLUMN_WIDTH))
                .collect(joining(", "));
        return new CifData(
                "columns%d".formatted(width),
                List.of(Format.TEXT, Format.CSV, Format.RC_BINARY, Format.PARQUET, Format.ORC),
                byColumn(
                        IntStream.rangeClosed(1, width)
                                .mapToObj("c%d"::formatted)
                                .toList(),
                        _ -> "varchar"),
                object -> "SELECT lpad(CAST(n AS varchar), %d, '0'), %s FROM %s"
                        .formatted(COLUMN_WIDTH, values, numbers(object, rows)),
                objects,
                (long) objects * rows,
                List.of());
    }

    /** Returns the value of the first column of a wide table. */
    static String number(long row) {
        return Strings.padStart(Long.toString(row), COLUMN_WIDTH, '0');
    }

    /**
     * Returns pages of a crawl: their own URLs, by countries that stand together, the URLs of the pages that led to
     * them, by countries that are everywhere, maps, and a content of some kilobytes.
     *
     * @param megabytes target size of an object as text, in millions of bytes
     */
    static CifData crawl(int objects, double megabytes) {
        int rows = rows(megabytes, PAGE_BYTES);
        long count = (long) objects * rows;
        Map<String, String> values = byColumn(
                List.of("url", "srcurl", "fetchtime", "inlink", "metadata", "annotations", "content"),
                column -> switch (column) {
                    case "url" -> url("n / %de0".formatted(count), "n");
                    case "srcurl" -> url(random(1, 10_000) + " / 10000e0", random(2, 1_000_000));
                    case "fetchtime" -> "1300000000 + n";
                    case "inlink" ->
                        "ARRAY[%s, %s]"
                                .formatted(url("0.5e0", random(3, 1_000_000)), url("0.7e0", random(4, 1_000_000)));
                    case "metadata" -> """
                        MAP(ARRAY['content-type', 'content-language', 'server', 'status', 'length'], ARRAY[\
                        element_at(ARRAY['text/html', 'text/html; charset=utf-8', 'text/plain', 'application/pdf', \
                        'image/png'], 1 + %s), 'en', 'Apache/2.2', '200', CAST(%s AS varchar)])\
                        """.formatted(random(5, 5), random(6, 100_000));
                    case "annotations" ->
                        "MAP(ARRAY['rank', 'topic'], ARRAY[CAST(%s AS varchar), CAST(%s AS varchar)])"
                                .formatted(random(7, 1000), random(8, 1000));
                    // hexadecimal digits take half of their bytes if they are compressed, as the paper's pages do
                    case "content" ->
                        "array_join(transform(sequence(1, 28), i -> to_hex(sha512(to_big_endian_64(n * 100 + i)))), ' ')";
                    default -> throw new IllegalArgumentException("No column " + column);
                });
        return new CifData(
                "crawl",
                List.of(
                        Format.TEXT,
                        Format.SEQUENCE_GZIP,
                        Format.AVRO,
                        Format.RC_BINARY,
                        Format.RC_BINARY_GZIP,
                        Format.PARQUET,
                        Format.ORC),
                byColumn(List.copyOf(values.keySet()), column -> switch (column) {
                    case "fetchtime" -> "bigint";
                    case "inlink" -> "array(varchar)";
                    case "metadata", "annotations" -> "map(varchar, varchar)";
                    default -> "varchar";
                }),
                object -> "SELECT %s FROM %s".formatted(String.join(", ", values.values()), numbers(object, rows)),
                objects,
                count,
                List.of("url", "srcurl"));
    }

    /** @param place from 0 to 1, in SQL; determines the country */
    private static String url(String place, String page) {
        return """
            'http://w3.example.com/' || CASE WHEN %1$s >= 0.4e0 AND %1$s < %2$se0 THEN 'jp' ELSE element_at(ARRAY[\
            'at', 'au', 'be', 'br', 'ca', 'ch', 'cn', 'de', 'dk', 'es', 'fr', 'in', 'it', 'kr', 'uk', 'us'], \
            1 + CAST(floor(%1$s * 16) AS integer)) END || '/page-' || CAST(%3$s AS varchar) || '.html'\
            """.formatted(place, 0.4 + JAPANESE / 100.0, page);
    }

    /** Returns SQL for a random integer from 0 to below a bound, determined by n. */
    private static String random(int salt, int bound) {
        return "abs(from_big_endian_64(xxhash64(to_big_endian_64(n * 100 + %d))) %% %d)".formatted(salt, bound);
    }

    private static int rows(double megabytes, int rowBytes) {
        return STEP * Math.max(1, (int) Math.round(megabytes * 1e6 / rowBytes / STEP));
    }

    /** Returns SQL for a relation of one column, n: the numbers of the rows of an object, in order. */
    private static String numbers(int object, int rows) {
        int steps = rows / STEP;
        return "(SELECT CAST(x * %1$d + y AS bigint) AS n FROM UNNEST(sequence(%2$d, %3$d)) AS a(x) CROSS JOIN UNNEST(sequence(0, %4$d)) AS b(y))"
                .formatted(STEP, object * steps, (object + 1) * steps - 1, STEP - 1);
    }

    private static Map<String, String> byColumn(List<String> columns, Function<String, String> value) {
        Map<String, String> all = new LinkedHashMap<>();
        columns.forEach(column -> all.put(column, value.apply(column)));
        return all;
    }

    /** Returns all formats in which the table is stored. */
    List<Format> stored() {
        List<Format> stored = new ArrayList<>(List.of(Format.SEQUENCE));
        stored.addAll(formats);
        return stored;
    }

    String definitions() {
        return columns.entrySet().stream()
                .map(column -> column.getKey() + " " + column.getValue())
                .collect(joining(", "));
    }
}
