// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import io.airlift.slice.Slice;
import io.trino.spi.block.Block;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import io.trino.spi.type.VarcharType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A field of a summary as a search engine has it: booleans, doubles (of real, too), keywords, dates (of timestamps, too, in UTC and
 * without what is less than a millisecond), and longs for all else, which are decimals without their point.
 *
 * @param path in a document
 * @param type of the values: of the elements, of an array
 */
record SearchedField(String path, Type type, boolean isArray) {
    /** Lucene refuses longer keywords than 32766 bytes. */
    private static final int LONGEST_KEYWORD = 8192;

    private static final long MILLIS_OF_DAY = 86_400_000;
    private static final long MICROS_OF_MILLI = 1000;
    private static final long FIRST_MILLIS =
            Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();
    private static final long LAST_MILLIS =
            Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();
    /** down to milliseconds: an engine takes what is missing for whatever suits a bound */
    private static final DateTimeFormatter DATE =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    static SearchedField of(String path, Type type) {
        return type instanceof ArrayType array
                ? new SearchedField(path, array.getElementType(), true)
                : new SearchedField(path, type, false);
    }

    /** The last part of the path. */
    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    String engineType() {
        return switch (type) {
            case BooleanType _ -> "boolean";
            case RealType _, DoubleType _ -> "double";
            case VarcharType _ -> "keyword";
            case DateType _, TimestampType _ -> "date";
            default -> "long";
        };
    }

    /** Whether the engine has values rounded down, so that different ones may be the same there. */
    boolean isRounded() {
        return type instanceof TimestampType timestamp && timestamp.getPrecision() > 3;
    }

    /** The values of a summary; empty if one cannot be searched for. NULL is an empty list. */
    Optional<List<Object>> values(Block block, int position) {
        if (block.isNull(position)) {
            return Optional.of(List.of());
        }
        if (!isArray) {
            return searched(TypeUtils.readNativeValue(type, block, position)).map(List::of);
        }
        Block elements = new ArrayType(type).getObject(block, position);
        List<Object> values = new ArrayList<>(elements.getPositionCount());
        for (int element = 0; element < elements.getPositionCount(); element++) {
            Optional<Object> value = elements.isNull(element)
                    ? Optional.empty()
                    : searched(TypeUtils.readNativeValue(type, elements, element));
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values.add(value.get());
        }
        return Optional.of(values);
    }

    /**
     * A value as the engine has it: Boolean, Long, Double or String, which may be a date.
     *
     * @param value native
     */
    Optional<Object> searched(Object value) {
        return switch (type) {
            case RealType _ -> finite(Float.intBitsToFloat((int) (long) value));
            case DoubleType _ -> finite((double) value);
            case VarcharType _ -> text((Slice) value);
            case DateType _ -> date(Math.multiplyExact((long) value, MILLIS_OF_DAY));
            case TimestampType _ -> date(Math.floorDiv((long) value, MICROS_OF_MILLI));
            default -> Optional.of(value);
        };
    }

    private static Optional<Object> finite(double value) {
        return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    }

    /** Years of four digits are written alike everywhere. */
    private static Optional<Object> date(long epochMillis) {
        return epochMillis >= FIRST_MILLIS && epochMillis <= LAST_MILLIS
                ? Optional.of(DATE.format(Instant.ofEpochMilli(epochMillis)))
                : Optional.empty();
    }

    private static Optional<Object> text(Slice value) {
        if (value.length() > LONGEST_KEYWORD) {
            return Optional.empty();
        }
        try {
            return Optional.of(UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(value.byteArray(), value.byteArrayOffset(), value.length()))
                    .toString());
        } catch (CharacterCodingException e) {
            // what is no text would come back as other text
            return Optional.empty();
        }
    }

    static void write(JsonGenerator json, Object value) throws IOException {
        switch (value) {
            case Boolean bool -> json.writeBoolean(bool);
            case Double number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            default -> json.writeString((String) value);
        }
    }
}
