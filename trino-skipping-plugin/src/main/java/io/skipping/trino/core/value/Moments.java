// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.value;

import static com.google.common.base.Preconditions.checkArgument;
import static io.trino.spi.type.DateTimeEncoding.packDateTimeWithZone;
import static io.trino.spi.type.DateTimeEncoding.unpackMillisUtc;
import static io.trino.spi.type.TimeZoneKey.UTC_KEY;
import static java.lang.Math.floorDiv;
import static java.lang.Math.floorMod;
import static java.lang.Math.toIntExact;

import io.trino.spi.block.Fixed12Block;
import io.trino.spi.type.LongTimestampWithTimeZone;

/**
 * Converts values of the type {@code timestamp(6) with time zone} to keys, which are microseconds since the epoch in UTC, and back.
 * A key does not keep the zone, as SQL compares instants. All readers of such columns return values in UTC, so that the value
 * of a key is the one that was read.
 */
public final class Moments {
    private static final long MICROS_PER_MILLI = 1000;
    private static final int PICOS_PER_MICRO = 1_000_000;

    /** A block has 52 bits for milliseconds. */
    private static final long END_OF_MILLIS = 1L << 51;

    private Moments() {}

    /**
     * Returns the key of a value. A constant may be beyond all values that a block can hold; its key is the smallest or the
     * largest long, which is beyond them, too.
     */
    public static long micros(LongTimestampWithTimeZone moment) {
        if (isBeyondBlocks(moment)) {
            return moment.getEpochMillis() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return micros(moment.getEpochMillis(), moment.getPicosOfMilli());
    }

    /** Returns the key of a value in a block, which is not NULL. */
    public static long micros(Fixed12Block block, int position) {
        return micros(unpackMillisUtc(block.getFixed12First(position)), block.getFixed12Second(position));
    }

    /**
     * Returns a number whose order is that of the values. It is right also for a value with more decimals than its type, which a
     * reader may return that does not round: such a value lies between two numbers of whole microseconds.
     */
    public static long order(Fixed12Block block, int position) {
        return order(unpackMillisUtc(block.getFixed12First(position)), block.getFixed12Second(position));
    }

    /** Returns the {@linkplain #order(Fixed12Block, int) number} of a constant. */
    public static long order(LongTimestampWithTimeZone moment) {
        return isBeyondBlocks(moment) ? micros(moment) : order(moment.getEpochMillis(), moment.getPicosOfMilli());
    }

    private static long order(long millis, int picosOfMilli) {
        return 2 * (millis * MICROS_PER_MILLI + picosOfMilli / PICOS_PER_MICRO)
                + (picosOfMilli % PICOS_PER_MICRO == 0 ? 0 : 1);
    }

    private static boolean isBeyondBlocks(LongTimestampWithTimeZone moment) {
        return moment.getEpochMillis() >= END_OF_MILLIS || moment.getEpochMillis() < -END_OF_MILLIS;
    }

    private static long micros(long millis, int picosOfMilli) {
        // two different values would have one key
        checkArgument(picosOfMilli % PICOS_PER_MICRO == 0, "a timestamp has more decimals than its type");
        return millis * MICROS_PER_MILLI + picosOfMilli / PICOS_PER_MICRO;
    }

    /** Returns the value of a key. */
    public static LongTimestampWithTimeZone moment(long micros) {
        return LongTimestampWithTimeZone.fromEpochMillisAndFraction(
                floorDiv(micros, MICROS_PER_MILLI), picosOfMilli(micros), UTC_KEY);
    }

    /**
     * Writes the value of a key to the array of a {@link Fixed12Block}.
     *
     * @throws IllegalArgumentException if a block cannot hold the value
     */
    static void encode(long micros, int[] values, int position) {
        Fixed12Block.encodeFixed12(
                packDateTimeWithZone(floorDiv(micros, MICROS_PER_MILLI), UTC_KEY),
                picosOfMilli(micros),
                values,
                position);
    }

    private static int picosOfMilli(long micros) {
        return toIntExact(floorMod(micros, MICROS_PER_MILLI) * PICOS_PER_MICRO);
    }
}
