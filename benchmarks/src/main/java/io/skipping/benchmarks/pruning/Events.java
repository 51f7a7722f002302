// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.testing.meters.park.SeededHash;
import io.skipping.testing.meters.sink.ObjectSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Generates events with a column of every kind, in clustered JSON objects: together they span two years; each holds a
 * period and the values that go with it. Objects are numbered from 0, and so are their values: the object of a value is
 * known.
 *
 * @param objects number of objects
 * @param rows number of rows per object
 */
record Events(int objects, int rows) {
    static final String COLUMNS =
            "id bigint, at timestamp(3), amount double, name varchar, reading varchar, day varchar,"
                    + " x double, y double, level double, path varchar, note varchar, tags array(varchar),"
                    + " attributes map(varchar, varchar), place row(city varchar, x double, y double)";

    private static final LocalDateTime BEGIN = LocalDateTime.of(2024, 1, 1, 0, 0);
    private static final double SECONDS = 2 * 365 * 86_400;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ISO_LOCAL_DATE;
    private static final long SEED = 1;
    private static final int GRID_BITS = 4;

    /** Writes {@code events-<number>.json} and returns their total size in bytes. */
    long generate(ObjectSink sink) throws IOException {
        long bytes = 0;
        for (int object = 0; object < objects; object++) {
            byte[] content = content(object).getBytes(StandardCharsets.UTF_8);
            sink.write("events-%05d.json".formatted(object), out -> out.write(content));
            bytes += content.length;
        }
        return bytes;
    }

    String content(int object) {
        SplittableRandom random = new SplittableRandom(SeededHash.hash(SEED, object));
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < rows; row++) {
            boolean first = random.nextBoolean();
            String amount = number(10 * object + random.nextDouble(-6, 6));
            String x = number(10 * column(object) + random.nextDouble(10));
            String y = number(10 * column(object >> 1) + random.nextDouble(10));
            LocalDateTime at = at(object, row);
            text.append("""
                    {"id":%d,"at":"%s","amount":%s,"name":"%s","reading":"%s","day":"%s","x":%s,"y":%s,"level":%s,\
                    "path":"%s/%d","note":%s,"tags":["all","%s","%s"],"attributes":{"zone":"z%d","agent":"%s"},\
                    "place":{"city":"%s","x":%s,"y":%s}}
                    """.formatted(
                            id(object, row),
                            TIME.format(at),
                            amount,
                            name(object, row),
                            amount,
                            DAY.format(at),
                            x,
                            y,
                            number(level(object, first) + random.nextDouble(5)),
                            path(object, first),
                            random.nextInt(1_000_000),
                            hasNotes(object) ? "\"seen\"" : "null",
                            batch(object),
                            "t" + random.nextInt(20),
                            object % 4,
                            agent(object),
                            city(object),
                            x,
                            y));
        }
        return text.toString();
    }

    long id(int object, int row) {
        return (long) object * rows + row;
    }

    LocalDateTime at(int object, int row) {
        return BEGIN.plusSeconds((long) (SECONDS * (object + (double) row / rows) / objects));
    }

    /** Returns a name that ten rows have. */
    String name(int object, int row) {
        return "acct-%05d".formatted(id(object, row) / 10);
    }

    /** Returns a batch that two objects have. */
    static String batch(int object) {
        return "batch-%03d".formatted(object / 2);
    }

    static String agent(int object) {
        return "collector-%03d".formatted(object);
    }

    static String city(int object) {
        return "City %03d".formatted(object / 4);
    }

    /**
     * Returns one of an object's two levels. They are far apart, with levels of other objects between them, and each
     * spans a width of five.
     */
    double level(int object, boolean first) {
        return 10 * (first ? object : 2 * objects - object);
    }

    /** Returns one of an object's two paths, numbered like the levels. */
    String path(int object, boolean first) {
        return "/p%03d".formatted(first ? object : 2 * objects - object);
    }

    static boolean hasNotes(int object) {
        return object % 8 == 3;
    }

    /**
     * Returns the column of an object's square on a map of squares ten wide. Consecutive objects are neighbours on the
     * map (Z-order).
     */
    static int column(int object) {
        int column = 0;
        for (int bit = 0; bit < GRID_BITS; bit++) {
            column |= (object >> 2 * bit & 1) << bit;
        }
        return column;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
