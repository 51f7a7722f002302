// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bbox;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Geometries of all kinds as people and programs write them, and what is left of these after accidents. */
final class RandomGeometries {
    private static final String[] KINDS = {
        "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION"
    };
    private static final int COLLECTION = KINDS.length - 1;
    private static final int MOST_BYTES = 1 << 16;

    private static final String[] PIECES = {
        "(",
        ")",
        ",",
        " ",
        "-",
        "+",
        ".",
        "e",
        "E5",
        "1",
        "0",
        "9e308",
        "1e400",
        "NaN",
        "Infinity",
        "EMPTY",
        " EMPTY",
        "Z",
        "M",
        " Z ",
        "POINT",
        "(1 2)",
        ", 1 2",
        ", (1 2)",
        "POINT (1 2)",
        "#",
        ";",
        "\t",
        "\n",
        "\f",
        "\0",
        "d",
        "0x",
        "é",
        "SRID=1;",
        "()",
        " 3",
        "LINESTRING"
    };

    private static final int[] TYPES = {
        0,
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        15,
        17,
        1001,
        1003,
        1007,
        2001,
        3001,
        0x8000_0001,
        0x4000_0001,
        0x2000_0001,
        0xE000_0001,
        -1
    };

    private static final double[] ODD_NUMBERS = {
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        -0.0,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.MIN_VALUE,
        1e37,
        1.1e37,
        -1.1e38
    };

    private final Random random;
    private final ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);

    RandomGeometries(Random random) {
        this.random = random;
    }

    /** One that must be accepted. */
    String text() {
        return space() + text(random.nextInt(KINDS.length), 0) + space();
    }

    private String text(int kind, int nested) {
        return keyword(KINDS[kind]) + space() + (kind == COLLECTION ? collection(nested) : body(kind));
    }

    private String collection(int nested) {
        return list(
                1 + random.nextInt(3), () -> text(random.nextInt(nested < 3 ? KINDS.length : COLLECTION), nested + 1));
    }

    private String body(int kind) {
        return switch (kind) {
            case 0 -> list(1, this::position);
            case 1 -> list(2 + random.nextInt(4), this::position);
            case 2 -> polygon();
            case 3 ->
                random.nextBoolean()
                        ? list(1 + random.nextInt(4), this::position)
                        : list(1 + random.nextInt(4), () -> body(0));
            case 4 -> list(1 + random.nextInt(3), () -> body(1));
            default -> list(1 + random.nextInt(3), () -> body(2));
        };
    }

    /** Holes are in the box of the outer ring. */
    private String polygon() {
        String outer = ring(this::position);
        double[] numbers = Arrays.stream(outer.split("[(),\\s]+"))
                .filter(number -> !number.isEmpty())
                .mapToDouble(Double::parseDouble)
                .toArray();
        int rings = 1 + random.nextInt(3);
        boolean[] isFirst = {true};
        return list(rings, () -> {
            if (isFirst[0]) {
                isFirst[0] = false;
                return outer;
            }
            // any of the outer ring's coordinates
            return ring(() -> Double.toString(numbers[2 * random.nextInt(numbers.length / 2)]) + "\t"
                    + Double.toString(numbers[2 * random.nextInt(numbers.length / 2) + 1]));
        });
    }

    private String ring(Supplier<String> position) {
        String first = position.get();
        return list(1, () -> first + "," + separated(2 + random.nextInt(4), position) + "," + space() + first);
    }

    private String list(int count, Supplier<String> element) {
        return "(" + space() + separated(count, element) + space() + ")";
    }

    private String separated(int count, Supplier<String> element) {
        return IntStream.range(0, count)
                .mapToObj(_ -> space() + element.get() + space())
                .collect(Collectors.joining(","));
    }

    private String position() {
        return number() + " " + space() + number();
    }

    private String number() {
        double value = coordinate();
        return switch (random.nextInt(6)) {
            case 0 -> Double.toString(value);
            case 1 -> "%.3f".formatted(Math.clamp(value, -1e9, 1e9));
            case 2 -> "%.5e".formatted(value / 10);
            case 3 -> "+" + random.nextInt(200) + ".";
            case 4 -> "-." + random.nextInt(200);
            default -> Integer.toString(random.nextInt(400) - 200);
        };
    }

    private double coordinate() {
        return switch (random.nextInt(20)) {
            case 0 -> random.nextDouble(-1e37, 1e37);
            case 1 -> random.nextGaussian() * 1e-300;
            case 2 -> random.nextBoolean() ? 0.0 : -0.0;
            case 3, 4, 5 -> random.nextInt(5);
            default -> random.nextDouble(-180, 180);
        };
    }

    private String keyword(String word) {
        return switch (random.nextInt(4)) {
            case 0 -> word.toLowerCase(Locale.ROOT);
            case 1 -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT);
            default -> word;
        };
    }

    private String space() {
        return switch (random.nextInt(8)) {
            case 0 -> " ";
            case 1 -> random.nextInt(8) == 0 ? "\t\r\n" : "  ";
            default -> "";
        };
    }

    /** One that need not be accepted. */
    String mutant(String text) {
        String mutant = text;
        for (int times = 1 + random.nextInt(2); times > 0; times--) {
            int from = random.nextInt(mutant.length() + 1);
            int to = Math.min(mutant.length(), from + random.nextInt(4));
            String piece = PIECES[random.nextInt(PIECES.length)];
            mutant = switch (random.nextInt(6)) {
                case 0 -> mutant.substring(0, from);
                case 1 -> mutant.substring(0, from) + mutant.substring(to);
                case 2 -> mutant.substring(0, from) + piece + mutant.substring(to);
                case 3 -> mutant.substring(0, from) + mutant.substring(from, to).repeat(2) + mutant.substring(to);
                case 4 -> mutant.replaceFirst("[0-9.]+", random.nextInt(20) == 0 ? "" : piece);
                default -> mutant.substring(0, from) + piece + mutant.substring(from);
            };
        }
        return mutant;
    }

    /** One that must be accepted. */
    byte[] binary() {
        bytes.clear().order(random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        put(random.nextInt(KINDS.length), 0);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    private void put(int kind, int nested) {
        bytes.put((byte) (bytes.order() == ByteOrder.LITTLE_ENDIAN ? 1 : 0)).putInt(kind + 1);
        if (kind == 0) {
            putPosition();
            return;
        }
        int count = 1 + random.nextInt(3);
        switch (kind) {
            case 1 -> putPositions(count + 1);
            case 2 -> {
                bytes.putInt(count);
                int outer = bytes.position();
                putRing(-1);
                for (int i = 1; i < count; i++) {
                    putRing(outer);
                }
            }
            default -> {
                bytes.putInt(count);
                for (int i = 0; i < count; i++) {
                    put(
                            kind == COLLECTION ? random.nextInt(nested < 3 ? KINDS.length : COLLECTION) : kind - 3,
                            nested + 1);
                }
            }
        }
    }

    private void putPositions(int count) {
        bytes.putInt(count);
        for (int i = 0; i < count; i++) {
            putPosition();
        }
    }

    /** @param outer where the outer ring is, any of whose coordinates a hole has; -1 of the outer ring */
    private void putRing(int outer) {
        int start = bytes.position() + Integer.BYTES;
        int count = 4 + random.nextInt(3);
        putPositions(count);
        int length = 2 * Double.BYTES;
        for (int i = 0; i < count && outer >= 0; i++) {
            int outerCount = bytes.getInt(outer);
            for (int axis = 0; axis < 2; axis++) {
                int from = outer + Integer.BYTES + random.nextInt(outerCount) * length + axis * Double.BYTES;
                bytes.putDouble(start + i * length + axis * Double.BYTES, bytes.getDouble(from));
            }
        }
        bytes.put(bytes.position() - length, bytes, start, length);
    }

    private void putPosition() {
        bytes.putDouble(coordinate()).putDouble(coordinate());
    }

    /** One that need not be accepted. */
    byte[] mutant(byte[] original) {
        ByteBuffer mutant = ByteBuffer.wrap(original.clone())
                .order(original[0] == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int at = random.nextInt(original.length);
        switch (random.nextInt(7)) {
            case 0 -> {
                return Arrays.copyOf(original, at);
            }
            case 1 -> {
                return Arrays.copyOf(original, original.length + 1 + random.nextInt(20));
            }
            case 2 -> mutant.put(at, (byte) random.nextInt());
            case 3 -> mutant.put(at, (byte) (original[at] + random.nextInt(3) - 1));
            case 4 -> mutant.putInt(1, TYPES[random.nextInt(TYPES.length)]);
            case 5 -> {
                if (at + Double.BYTES <= original.length) {
                    mutant.putDouble(at, ODD_NUMBERS[random.nextInt(ODD_NUMBERS.length)]);
                }
            }
            default -> {
                byte[] rest = Arrays.copyOfRange(original, at, original.length);
                int removed = Math.min(rest.length, 1 + random.nextInt(16));
                byte[] shorter = Arrays.copyOf(original, original.length - removed);
                System.arraycopy(rest, removed, shorter, at, rest.length - removed);
                return shorter;
            }
        }
        return mutant.array();
    }
}
