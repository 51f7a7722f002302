// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import io.skipping.benchmarks.formats.SyntheticRecord.Attribute;
import io.skipping.testing.meters.park.SeededHash;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Generates records of six integers, six strings and a map, after the synthetic ones of Floratou and others
 * ("Column-Oriented Storage Techniques for MapReduce", PVLDB 4(7), 2011). The first integer is the number of the
 * record, from 0, which clusters the table. All other values are random, determined by that number.
 *
 * @param objects number of objects over which the records are spread, in order
 * @param rows number of rows per object
 */
record SyntheticRecords(int objects, int rows) {
    /** Random integers are between 1 and this. */
    static final int GREATEST = 10_000;

    static final int KEYS = 100;

    private static final int INTEGERS = 6;
    private static final int STRINGS = 6;
    private static final int SHORTEST_STRING = 20;
    private static final int LONGEST_STRING = 40;
    private static final int ATTRIBUTES = 10;
    private static final String CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final int TYPICAL_TEXT_BYTES = 316;
    private static final long SEED = 1;

    /**
     * Returns the records that fill a number of objects.
     *
     * @param megabytes target size of an object as text, in millions of bytes
     */
    static SyntheticRecords of(int objects, double megabytes) {
        return new SyntheticRecords(objects, (int) Math.round(megabytes * 1e6 / TYPICAL_TEXT_BYTES));
    }

    static List<String> columns() {
        return Stream.of(
                        IntStream.rangeClosed(1, INTEGERS).mapToObj(number -> "int" + number),
                        IntStream.rangeClosed(1, STRINGS).mapToObj(number -> "str" + number),
                        Stream.of("map1"))
                .flatMap(Function.identity())
                .toList();
    }

    /** Returns the type of a column in SQL. */
    static String type(String column) {
        return switch (column.substring(0, 3)) {
            case "int" -> "integer";
            case "str" -> "varchar";
            default -> "map(varchar, integer)";
        };
    }

    /** Returns the column definitions in SQL. */
    static String definitions() {
        return columns().stream().map(column -> column + " " + type(column)).collect(Collectors.joining(", "));
    }

    /** Returns the name of a key. One record in ten has it. */
    static String key(int number) {
        return "k%03d".formatted(number);
    }

    long records() {
        return (long) objects * rows;
    }

    void write(int object, Function<SyntheticRecord, String> encoding, OutputStream out) throws IOException {
        for (int row = 0; row < rows; row++) {
            out.write(encoding.apply(record(object * rows + row)).getBytes(StandardCharsets.US_ASCII));
        }
    }

    static SyntheticRecord record(int number) {
        SplittableRandom random = new SplittableRandom(SeededHash.hash(SEED, number));
        List<Integer> integers = IntStream.concat(IntStream.of(number), random.ints(INTEGERS - 1, 1, GREATEST + 1))
                .boxed()
                .toList();
        List<String> strings =
                Stream.generate(() -> string(random)).limit(STRINGS).toList();
        int first = random.nextInt(KEYS / ATTRIBUTES);
        List<Attribute> attributes = IntStream.range(0, ATTRIBUTES)
                .mapToObj(index ->
                        new Attribute(key(first + index * (KEYS / ATTRIBUTES)), random.nextInt(1, GREATEST + 1)))
                .toList();
        return new SyntheticRecord(integers, strings, attributes);
    }

    private static String string(SplittableRandom random) {
        return random.ints(random.nextInt(SHORTEST_STRING, LONGEST_STRING + 1), 0, CHARACTERS.length())
                .mapToObj(index -> CHARACTERS.substring(index, index + 1))
                .collect(Collectors.joining());
    }
}
