// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.BOOLEAN;
import static io.skipping.index.value.ScalarType.DATE;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.INTEGER;
import static io.skipping.index.value.ScalarType.REAL;
import static io.skipping.index.value.ScalarType.SMALLINT;
import static io.skipping.index.value.ScalarType.TIME;
import static io.skipping.index.value.ScalarType.TIMESTAMP_TZ;
import static io.skipping.index.value.ScalarType.TINYINT;
import static io.skipping.index.value.ScalarType.UUID;
import static io.skipping.index.value.ScalarType.VARBINARY;
import static io.skipping.index.value.ScalarType.VARCHAR;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.value.PlainValues.Picos;
import io.skipping.index.value.ScalarType;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;

/**
 * {@linkplain io.skipping.index.value.PlainValues Values} of all types that have keys, with a liking for what is awkward: extremes, signed zeros,
 * NaN, long text with shared prefixes, characters outside of ASCII and of the basic plane, bytes that are not UTF-8,
 * control characters. Many values occur again, so that data and predicates meet.
 */
public final class RandomValues implements ValueSource {
    public static final List<ScalarType> TYPES = List.of(
            BOOLEAN,
            TINYINT,
            SMALLINT,
            INTEGER,
            BIGINT,
            REAL,
            DOUBLE,
            ScalarType.decimal(9, 2),
            ScalarType.decimal(18, 0),
            ScalarType.decimal(19, 3),
            ScalarType.decimal(38, 10),
            VARCHAR,
            ScalarType.varchar(200),
            ScalarType.character(1),
            ScalarType.character(100),
            VARBINARY,
            DATE,
            ScalarType.timestamp(0),
            ScalarType.timestamp(3),
            ScalarType.timestamp(6),
            ScalarType.timestamp(7),
            ScalarType.timestamp(9),
            TIMESTAMP_TZ,
            TIME,
            UUID);

    private static final String[] CHARACTERS = {
        "a",
        "b",
        "z",
        "~",
        "\u007f",
        "\u0080",
        "é",
        "ÿ",
        "\u07ff",
        "\u0800",
        "日",
        "\ud7ff",
        "\ue000",
        "\uffff",
        "😀",
        "\udbff\udfff",
        "0",
        "A",
        " ",
        "!"
    };
    private static final String[] CONTROL = {"\u0000", "\t", "\n", "\u001f"};
    private static final String PREFIX = "https://meters.example.org/readings/2026/station/";

    private final ScalarType type;
    private final Random random;
    /** numbers are mostly drawn from a window, so that ranges of a table are clustered */
    private final long centre;

    public RandomValues(ScalarType type, Random random) {
        this.type = type;
        this.random = random;
        this.centre = random.nextInt(200) - 100;
    }

    @Override
    public Object next() {
        return near(centre + random.nextInt(60) - 30);
    }

    @Override
    public Object near(long position) {
        boolean awkward = random.nextInt(12) == 0;
        return switch (type.kind()) {
            case BOOLEAN -> Math.floorMod(position, 2) == 0;
            case DOUBLE -> awkward ? awkwardDouble() : position / 4.0;
            case REAL -> awkward ? (float) awkwardDouble() : position / 4.0f;
            case DECIMAL -> decimal(awkward, position);
            case TIMESTAMP, TIMESTAMP_TZ -> timestamp(awkward, position);
            case TIME -> time(awkward, position);
            case UUID -> uuid(awkward, position);
            case VARCHAR -> text(awkward, position);
            case CHAR -> charText(awkward, position);
            case VARBINARY -> bytes(awkward, position);
            default -> integer(awkward, position);
        };
    }

    private double awkwardDouble() {
        double[] values = {
            0.0,
            -0.0,
            Double.NaN,
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Double.MIN_VALUE,
            -Double.MIN_VALUE,
            Double.MAX_VALUE,
            -Double.MAX_VALUE,
            Float.MIN_VALUE,
            Float.MAX_VALUE,
            1e-30,
            -1e30,
            1.1,
            Double.longBitsToDouble(0xfff8_0000_0000_0001L)
        };
        return values[random.nextInt(values.length)];
    }

    private long integer(boolean awkward, long position) {
        long smallest = switch (type.kind()) {
            case TINYINT -> Byte.MIN_VALUE;
            case SMALLINT -> Short.MIN_VALUE;
            case INTEGER, DATE -> Integer.MIN_VALUE;
            default -> Long.MIN_VALUE;
        };
        long greatest = -(smallest + 1);
        if (awkward) {
            long[] values = {smallest, greatest, smallest + 1, greatest - 1, 0, 1, -1};
            return values[random.nextInt(values.length)];
        }
        return Math.clamp(position, smallest, greatest);
    }

    private Object decimal(boolean awkward, long position) {
        BigInteger greatest = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
        BigInteger value = BigInteger.valueOf(position);
        if (awkward) {
            BigInteger[] values = {
                greatest,
                greatest.negate(),
                greatest.subtract(BigInteger.ONE),
                BigInteger.ZERO,
                BigInteger.valueOf(-1),
                BigInteger.ONE.shiftLeft(64),
                BigInteger.ONE.shiftLeft(63),
                BigInteger.ONE.shiftLeft(63).negate(),
                BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE)
            };
            value = values[random.nextInt(values.length)];
        }
        value = value.min(greatest).max(greatest.negate());
        return type.form() == ScalarType.KeyForm.LONG ? (Object) value.longValueExact() : value;
    }

    private Object timestamp(boolean awkward, long position) {
        long unit = (long) Math.pow(10, Math.max(0, 6 - type.precision()));
        long micros = position / 4 * unit;
        if (awkward) {
            long greatest = 253_402_300_799_000_000L / unit * unit;
            long[] values = {greatest, -greatest, 0, -unit};
            micros = values[random.nextInt(values.length)];
        }
        if (type.form() == ScalarType.KeyForm.LONG) {
            return awkward ? micros : position * unit;
        }
        int picosUnit = (int) Math.pow(10, 12 - type.precision());
        return new Picos(micros, Math.floorMod(position, 4) * picosUnit);
    }

    private long time(boolean awkward, long position) {
        long last = 86_399_999_999L;
        long micros = awkward ? (random.nextBoolean() ? 0 : last) : Math.clamp(43_200_000_000L + position, 0, last);
        return micros * 1_000_000;
    }

    /** Returns bytes of both signs, which differ in their first or last half. */
    private Slice uuid(boolean awkward, long position) {
        Slice bytes = Slices.allocate(16);
        if (awkward) {
            bytes.fill((byte) (random.nextBoolean() ? 0xff : random.nextInt(256)));
            return bytes;
        }
        int start = Math.floorMod(centre, 2) == 0 ? 6 : 14;
        bytes.setByte(start, (byte) (position >> 8) ^ 0x80);
        bytes.setByte(start + 1, (byte) position);
        return bytes;
    }

    private Slice text(boolean awkward, long position) {
        if (awkward && random.nextInt(4) == 0) {
            byte[][] invalid = {
                {(byte) 0xc3},
                {(byte) 0xff, (byte) 0xfe},
                {'a', (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80},
                {(byte) 0xed, (byte) 0xa0, (byte) 0x80}
            };
            return Slices.wrappedBuffer(invalid[random.nextInt(invalid.length)]);
        }
        return Slices.utf8Slice(string(awkward, position, random.nextInt(30) == 0));
    }

    private Slice charText(boolean awkward, long position) {
        String text = string(awkward, position, random.nextInt(40) == 0);
        int length = Math.min(type.precision(), text.codePointCount(0, text.length()));
        return Slices.utf8Slice(
                text.substring(0, text.offsetByCodePoints(0, length)).replaceAll(" +$", ""));
    }

    private String string(boolean awkward, long position, boolean control) {
        if (control) {
            return (random.nextBoolean() ? "a" : "")
                    + CONTROL[random.nextInt(CONTROL.length)]
                    + (random.nextBoolean() ? "b" : "");
        }
        if (awkward) {
            if (random.nextInt(5) == 0) {
                return "";
            }
            // long runs of one character, up to the last code points, which cannot be rounded up
            String character = CHARACTERS[random.nextInt(CHARACTERS.length)];
            return character.repeat(random.nextInt(4) == 0 ? 40 : random.nextInt(4))
                    + CHARACTERS[random.nextInt(CHARACTERS.length)];
        }
        String number = String.format("%04d", position + 1000);
        return switch (Math.floorMod(centre, 3)) {
            case 0 -> number;
            case 1 -> PREFIX + number + "/reading";
            default -> CHARACTERS[Math.floorMod(position, CHARACTERS.length - 2)] + number.charAt(3);
        };
    }

    private Slice bytes(boolean awkward, long position) {
        if (awkward) {
            byte[] bytes = new byte[random.nextInt(4) == 0 ? 80 : random.nextInt(4)];
            java.util.Arrays.fill(bytes, (byte) (random.nextBoolean() ? 0xff : random.nextInt(256)));
            return Slices.wrappedBuffer(bytes);
        }
        return Slices.wrappedBuffer((byte) (position >> 2), (byte) (position & 3));
    }
}
