// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import static java.util.stream.Collectors.joining;

import io.skipping.testing.lake.Contender;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Describes a table of the Alluxio paper: a key, which is a text, and values, which are random floating-point numbers,
 * as Parquet by Snappy. Each of five keys is that of a fifth of the rows.
 *
 * @param rows number of rows, a multiple of {@link #OBJECTS}
 * @param values number of columns of values
 */
record KeyedTable(long rows, int values, Arrangement arrangement) {
    static final int OBJECTS = 8;

    private static final int KEYS = 5;

    /** Says where the rows of a key are. */
    enum Arrangement {
        /** They stand together. */
        CLUSTERED,
        /** They are everywhere, as in the paper. */
        SCATTERED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the name in a catalog. */
    String name() {
        return "keyed_%d_%d_%s".formatted(rows, values, arrangement);
    }

    /** Returns the name of the case in results. */
    String caseName(int share) {
        return "rows=%d/columns=1+%d/share=%d/%s".formatted(rows, values, share, arrangement);
    }

    String definitions() {
        return Stream.concat(
                        Stream.of("key varchar"),
                        IntStream.rangeClosed(1, values).mapToObj("value%d double"::formatted))
                .collect(joining(", "));
    }

    /** Returns the SQL for the rows of an object. */
    String rowsOf(int object) {
        long count = rows / OBJECTS;
        String key =
                arrangement == Arrangement.CLUSTERED ? "n * %d / %d".formatted(KEYS, rows) : random(0) + " % " + KEYS;
        String numbers = IntStream.rangeClosed(1, values)
                .mapToObj(value -> "%s / 1e18 AS value%d".formatted(random(value), value))
                .collect(joining(", "));
        return "SELECT 'k' || CAST(%s AS varchar) AS key, %s FROM (SELECT sequential_number AS n FROM TABLE(sequence(start => %d, stop => %d)))"
                .formatted(key, numbers, object * count, (object + 1) * count - 1);
    }

    /** Returns SQL for a random integer that is not negative, determined by n. */
    private static String random(int salt) {
        return "bitwise_right_shift(from_big_endian_64(xxhash64(to_big_endian_64(n * 16 + %d))), 1)".formatted(salt);
    }

    /**
     * Returns the condition that a share of the rows meet. Of none, it asks for a key that is between two that there
     * are, so that bounds cannot tell.
     *
     * @param share in percent, a multiple of 20
     */
    static String condition(int share) {
        List<String> keys = share == 0
                ? List.of("'k2-'")
                : IntStream.range(0, share * KEYS / 100)
                        .mapToObj("'k%d'"::formatted)
                        .toList();
        return "key IN (%s)".formatted(String.join(", ", keys));
    }

    /**
     * Returns SQL for the number of some rows and a checksum of each column, which needs all of their values.
     *
     * @param table the name in SQL
     * @param where the condition with its keyword; empty for all rows
     */
    String reading(String table, String where) {
        return "SELECT count(*), %s FROM %s%s"
                .formatted(
                        Stream.concat(
                                        Stream.of("key"),
                                        IntStream.rangeClosed(1, values).mapToObj("value%d"::formatted))
                                .map("to_hex(checksum(%s))"::formatted)
                                .collect(joining(", ")),
                        table,
                        where);
    }

    /** A way to read the rows that meet a condition. */
    enum Way implements Contender {
        /** The engine filters, and uses what footers say. */
        ENGINE("hive"),
        /** The engine filters, and reads all. */
        ENGINE_READS_ALL("hive-no-statistics"),
        SKIPPING("skipping"),
        /** The store decodes the objects, encodes others of the rows that meet the condition, and sends these. */
        STORE("store-filter");

        private final String system;

        Way(String system) {
            this.system = system;
        }

        @Override
        public String system() {
            return system;
        }
    }
}
