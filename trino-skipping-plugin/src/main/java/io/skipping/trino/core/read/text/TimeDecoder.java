// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import static java.util.Objects.requireNonNull;

import io.trino.spi.block.Block;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import java.io.IOException;
import java.time.LocalDate;

/**
 * Decodes {@code date} and {@code timestamp} with up to six digits of the second, written as {@code 2026-01-31} and
 * {@code 2026-01-31 12:30:00.5}, with all digits but those of the fraction. Trino's decoder decodes all other fields: other
 * forms, days that their month does not have, and fractions of more digits than the type has, which it rounds.
 */
public final class TimeDecoder implements FieldDecoder {
    /** The result of {@link #parse} for text that is not supported here. */
    private static final long UNKNOWN = Long.MIN_VALUE;

    private static final int DATE_LENGTH = "2026-01-31".length();
    private static final int TIME_LENGTH = "2026-01-31 12:30:00".length();

    private static final long MICROS_A_SECOND = 1_000_000;
    private static final long SECONDS_A_DAY = 86_400;

    /** Every month has this many days. */
    private static final int DAYS_OF_ALL_MONTHS = 28;

    private final Type type;
    /** Most digits of a fraction; -1 for {@code date}. */
    private final int precision;

    private final byte[] nullSequence;
    private final FieldDecoder stock;

    /** @param type {@code date}, or {@code timestamp} with a precision of at most six digits */
    public TimeDecoder(Type type, byte[] nullSequence, FieldDecoder stock) {
        this.type = requireNonNull(type, "type is null");
        this.precision = type instanceof TimestampType timestamp ? timestamp.getPrecision() : -1;
        this.nullSequence = requireNonNull(nullSequence, "nullSequence is null");
        this.stock = requireNonNull(stock, "stock is null");
    }

    @Override
    public Block decode(Fields fields) throws IOException {
        int rows = fields.rows();
        long[] values = new long[rows];
        boolean[] nulls = null;
        for (int row = 0; row < rows; row++) {
            boolean isNull = fields.isNull(row, nullSequence);
            if (!isNull) {
                long value = parse(fields.text(), fields.starts()[row], fields.lengths()[row]);
                if (value == UNKNOWN) {
                    Block single = stock.decode(fields, row);
                    isNull = single.isNull(0);
                    value = isNull ? 0 : type.getLong(single, 0);
                }
                values[row] = value;
            }
            if (isNull) {
                nulls = nulls == null ? new boolean[rows] : nulls;
                nulls[row] = true;
            }
        }
        return LongBlocks.of(values, nulls, precision < 0);
    }

    /** Returns the days, or microseconds, since the beginning of 1970. */
    private long parse(byte[] text, int start, int length) {
        if (precision < 0) {
            return length == DATE_LENGTH ? day(text, start) : UNKNOWN;
        }
        if (length < TIME_LENGTH || text[start + DATE_LENGTH] != ' ') {
            return UNKNOWN;
        }
        long day = day(text, start);
        long second = secondOfDay(text, start + DATE_LENGTH + 1);
        long micros = microsOfSecond(text, start + TIME_LENGTH, length - TIME_LENGTH);
        return day == UNKNOWN || second == UNKNOWN || micros == UNKNOWN
                ? UNKNOWN
                : (day * SECONDS_A_DAY + second) * MICROS_A_SECOND + micros;
    }

    private static long day(byte[] text, int start) {
        int century = twoDigits(text, start);
        int year = twoDigits(text, start + 2);
        int month = twoDigits(text, start + 5);
        int day = twoDigits(text, start + 8);
        // of which one is negative if a character is no digit
        if ((century | year | month | day) < 0
                || text[start + 4] != '-'
                || text[start + 7] != '-'
                || month < 1
                || month > 12
                || day < 1) {
            return UNKNOWN;
        }
        LocalDate first = LocalDate.of(100 * century + year, month, 1);
        return day <= DAYS_OF_ALL_MONTHS || day <= first.lengthOfMonth() ? first.toEpochDay() + day - 1 : UNKNOWN;
    }

    private static long secondOfDay(byte[] text, int start) {
        int hour = twoDigits(text, start);
        int minute = twoDigits(text, start + 3);
        int second = twoDigits(text, start + 6);
        return (hour | minute | second) < 0
                        || text[start + 2] != ':'
                        || text[start + 5] != ':'
                        || hour > 23
                        || minute > 59
                        || second > 59
                ? UNKNOWN
                : 60 * (60 * hour + minute) + second;
    }

    /** Parses a point and digits, or nothing. */
    private long microsOfSecond(byte[] text, int start, int length) {
        if (length == 0) {
            return 0;
        }
        if (text[start] != '.' || length < 2 || length - 1 > precision) {
            return UNKNOWN;
        }
        long micros = 0;
        for (int index = start + 1; index < start + length; index++) {
            int digit = text[index] - '0';
            if (digit < 0 || digit > 9) {
                return UNKNOWN;
            }
            micros = 10 * micros + digit;
        }
        for (int digits = length - 1; digits < TimestampType.MAX_SHORT_PRECISION; digits++) {
            micros *= 10;
        }
        return micros;
    }

    /** Returns a negative number if one of the two characters is no digit. */
    private static int twoDigits(byte[] text, int start) {
        int tens = text[start] - '0';
        int ones = text[start + 1] - '0';
        return (tens | ones) < 0 || tens > 9 || ones > 9 ? -1 : 10 * tens + ones;
    }
}
