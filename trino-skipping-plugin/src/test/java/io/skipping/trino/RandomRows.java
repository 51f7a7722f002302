// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Makes rows of cells as text, with the values that have gone wrong somewhere: supplementary and combining characters, bytes
 * that are no UTF-8, signed zeros, NaN, blanks where numbers should be, times of all precisions. Each object has values of
 * its own neighbourhood, so that an index can tell objects and ranges from each other.
 */
final class RandomRows {
    /** Column names and types, in the order of the cells. */
    static final List<Column> COLUMNS = List.of(
            new Column("id", "bigint"),
            new Column("txt", "varchar"),
            new Column("r", "real"),
            new Column("d", "double"),
            new Column("num", "varchar"),
            new Column("moment", "varchar"),
            new Column("n", "integer"),
            new Column("amount", "decimal(10, 2)"),
            new Column("day", "date"),
            new Column("ok", "boolean"));

    static final List<String> LETTERS = List.of(
            "a", "b", "z", "A", "é", "e\u0301", "ß", "\uD83D\uDE00", "\uD83D\uDE01", "%", "_", "#", "日", " ", "\uFFFD");

    /** Bytes that are no UTF-8: the first of four bytes, a continuation, a surrogate, and one that is never used. */
    private static final byte[][] NO_UTF_8 = {
        {(byte) 0xF0, (byte) 0x9F}, {(byte) 0x98}, {(byte) 0xED, (byte) 0xA0, (byte) 0x80}, {(byte) 0xFF}
    };

    private static final byte[] NULL = {'\\', 'N'};

    record Column(String name, String type) {}

    private final Random random;

    RandomRows(long seed) {
        this.random = new Random(seed);
    }

    /**
     * Returns the lines of one object, without line ends.
     *
     * @param object its number, which decides what its values are near to
     * @param csv whether cells stand in quotes and a NULL is a blank cell; else cells end with 0x01, and a NULL is {@code \N}
     */
    List<byte[]> lines(int object, int count, boolean csv) {
        return IntStream.range(0, count)
                .mapToObj(row -> line(cells(object, row, count, csv), csv))
                .toList();
    }

    /** Returns a line that looks like a row, and must not come out as one. */
    static byte[] header(boolean csv) {
        return line(
                COLUMNS.stream()
                        .map(column -> column.name().equals("id") ? "777777" : column.name())
                        .map(name -> name.getBytes(StandardCharsets.UTF_8))
                        .toList(),
                csv);
    }

    private static byte[] line(List<byte[]> cells, boolean csv) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int i = 0; i < cells.size(); i++) {
            if (i > 0) {
                line.write(csv ? ',' : 1);
            }
            if (csv) {
                line.write('"');
            }
            line.writeBytes(cells.get(i));
            if (csv) {
                line.write('"');
            }
        }
        return line.toByteArray();
    }

    private List<byte[]> cells(int object, int row, int rowsOfObject, boolean csv) {
        byte[] none = csv ? new byte[0] : NULL;
        List<byte[]> cells = new ArrayList<>();
        cells.add(text(String.valueOf(object * 1000 + row)));
        cells.add(rarely(12) ? none : words(object, row, rowsOfObject));
        cells.add(rarely(15) ? none : text(number(object)));
        cells.add(rarely(15) ? none : text(number(object)));
        cells.add(rarely(20) ? none : text(numberAsText(object, row)));
        cells.add(rarely(20) ? none : text(momentAsText(object, row)));
        cells.add(rarely(20) ? none : text(String.valueOf(object * 10 + row / 50)));
        cells.add(rarely(20) ? none : text("%d.%02d".formatted(object - 3, random.nextInt(100))));
        cells.add(rarely(20) ? none : text("2024-0%d-%02d".formatted(1 + object % 9, 1 + row * 27 / rowsOfObject)));
        cells.add(rarely(20) ? none : text(String.valueOf(object % 2 == 0 || rarely(200))));
        return cells;
    }

    private boolean rarely(int times) {
        return random.nextInt(times) == 0;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private byte[] words(int object, int row, int rowsOfObject) {
        if (rarely(150)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes(text(LETTERS.get(random.nextInt(LETTERS.size()))));
            bytes.writeBytes(NO_UTF_8[random.nextInt(NO_UTF_8.length)]);
            bytes.writeBytes(text(LETTERS.get(random.nextInt(LETTERS.size()))));
            return bytes.toByteArray();
        }
        // few words to an object, and fewer to a part of it
        Random words = new Random(object * 31L + row * 4L / rowsOfObject);
        int word = random.nextInt(3);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i <= word; i++) {
            text.setLength(0);
            int length = words.nextInt(5);
            for (int letter = 0; letter < length; letter++) {
                text.append(LETTERS.get(words.nextInt(LETTERS.size())));
            }
        }
        return text(text.toString());
    }

    /** A floating point number of few values; zeros of both signs are in objects of their own as well as side by side. */
    private String number(int object) {
        return switch (object % 4) {
            case 0 -> rarely(60) ? "NaN" : "-0.0";
            case 1 -> rarely(2) ? "0.0" : "1.0";
            case 2 -> rarely(3) ? "-0.0" : rarely(3) ? "0.0" : String.valueOf(random.nextInt(9) - 4.5);
            default ->
                rarely(40)
                        ? (rarely(2) ? "Infinity" : "-Infinity")
                        : String.valueOf(object * 4 + random.nextInt(40) / 8.0);
        };
    }

    private String numberAsText(int object, int row) {
        return switch (object % 5 == 0 ? 0 : random.nextInt(40)) {
            case 1 -> "";
            case 2 -> "  ";
            case 3 -> rarely(3) ? "n/a" : rarely(2) ? "1,5" : "12abc";
            case 4 -> rarely(2) ? " 7 " : "+7";
            case 5 -> rarely(2) ? "NaN" : "Infinity";
            case 6 -> rarely(2) ? "1e3" : "-0.0";
            case 7 -> "99999999999999999999";
            case 8 -> "0x10";
            case 9, 10, 11, 12, 13, 14 -> String.format(Locale.ROOT, "%.3f", object * 10 + row / 40.0);
            default -> String.valueOf(object * 10 + row / 40);
        };
    }

    private String momentAsText(int object, int row) {
        String day = "2024-%02d-%02d".formatted(1 + object % 12, 1 + row / 20 % 28);
        return switch (object % 5 == 1 ? 9 : random.nextInt(40)) {
            case 0 -> "";
            case 1 -> "-";
            case 2 -> rarely(2) ? "2024-13-01" : "2024-2-3";
            case 3, 4, 5 -> day;
            case 6 -> day + " 23:59:59.9999999";
            case 7 -> day + " 10:20";
            case 8 -> day + (rarely(2) ? "T10:20:30" : " 10:20:30 UTC");
            case 9, 10, 11, 12 -> day + " %02d:%02d:%02d".formatted(row % 24, row % 60, random.nextInt(60));
            default ->
                day
                        + " %02d:00:%02d.%s"
                                .formatted(row % 24, random.nextInt(60), String.valueOf(random.nextInt(1_000_000)));
        };
    }
}
