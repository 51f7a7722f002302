// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;

/** Formats values in readable form, for {@code "t$index"} and messages. */
final class KeyText {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final long MICROS = 1_000_000;
    private static final int PICO_DIGITS = 12;

    private KeyText() {}

    static String of(ScalarType type, Key key) {
        switch (type.kind()) {
            case BOOLEAN:
                return Boolean.toString(key.asLong() != 0);
            case REAL:
                return Float.toString(key.asReal());
            case DOUBLE:
                return Double.toString(key.asDouble());
            case DECIMAL:
                BigInteger unscaled = key instanceof Key.OfWide
                        ? WideCodec.unscaled((Key.OfWide) key)
                        : BigInteger.valueOf(key.asLong());
                return new BigDecimal(unscaled, type.scale()).toPlainString();
            case DATE:
                return LocalDate.ofEpochDay(key.asLong()).toString();
            case TIMESTAMP:
                return key instanceof Key.OfWide
                        ? timestamp(((Key.OfWide) key).high(), ((Key.OfWide) key).low(), type.precision())
                        : timestamp(key.asLong(), 0, type.precision());
            case VARCHAR:
            case CHAR:
                return key.asBytes().toStringUtf8();
            case VARBINARY:
                return Base64.getEncoder().encodeToString(key.asBytes().getBytes());
            default:
                return Long.toString(key.asLong());
        }
    }

    private static String timestamp(long micros, long picosOfMicro, int precision) {
        LocalDateTime second = LocalDateTime.ofEpochSecond(Math.floorDiv(micros, MICROS), 0, ZoneOffset.UTC);
        String decimals = ("%0" + PICO_DIGITS + "d").formatted(Math.floorMod(micros, MICROS) * MICROS + picosOfMicro);
        return SECONDS.format(second) + (precision == 0 ? "" : "." + decimals.substring(0, precision));
    }
}
