// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import io.airlift.slice.Slice;
import io.skipping.index.type.SummaryField;
import io.skipping.index.value.BytesColumn;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ListColumn;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.LongColumn;
import io.skipping.index.value.ScalarType;
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
 * Represents a field of a summary in a search engine: booleans; doubles, also for real; keywords; dates, also for
 * timestamps, in UTC and cut to milliseconds; and longs for all other types, in which decimals are unscaled.
 *
 * @param path in a document
 * @param type of the values, or of the elements of a list; one that
 *     {@link io.skipping.index.type.SearchForm#isSearchable} accepts
 */
record SearchedField(String path, ScalarType type, boolean isList) {
    /** Lucene rejects keywords of more than 32766 bytes. */
    private static final int LONGEST_KEYWORD = 8192;

    private static final long MILLIS_OF_DAY = 86_400_000;
    private static final long MICROS_OF_MILLI = 1000;
    private static final int MILLI_DIGITS = 3;
    private static final long FIRST_MILLIS =
            Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();
    private static final long LAST_MILLIS =
            Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();
    /** always with milliseconds: in a bound, an engine rounds missing parts up or down */
    private static final DateTimeFormatter DATE =
            new DateTimeFormatterBuilder().appendInstant(MILLI_DIGITS).toFormatter(Locale.ROOT);

    static SearchedField of(String path, SummaryField field) {
        return new SearchedField(path, field.type(), field.isList());
    }

    /** Returns the last part of the path. */
    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    String engineType() {
        return switch (type.kind()) {
            case BOOLEAN -> "boolean";
            case REAL, DOUBLE -> "double";
            case VARCHAR -> "keyword";
            case DATE, TIMESTAMP -> "date";
            default -> "long";
        };
    }

    /** Returns whether the engine has values rounded down, so that different values may be equal there. */
    boolean isRounded() {
        return type.kind() == ScalarType.Kind.TIMESTAMP && type.precision() > MILLI_DIGITS;
    }

    /** Returns the values of a summary; empty if one of them cannot be searched. NULL is an empty list. */
    Optional<List<Object>> values(KeyColumn column, int position) {
        if (column.isNull(position)) {
            return Optional.of(List.of());
        }
        if (!isList) {
            return searched(column, position).map(List::of);
        }
        ListColumn lists = (ListColumn) column;
        List<Object> values = new ArrayList<>(lists.length(position));
        for (int element = lists.offset(position); element < lists.offset(position + 1); element++) {
            Optional<Object> value =
                    lists.elements().isNull(element) ? Optional.empty() : searched(lists.elements(), element);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values.add(value.get());
        }
        return Optional.of(values);
    }

    private Optional<Object> searched(KeyColumn column, int position) {
        return column instanceof BytesColumn
                ? text(((BytesColumn) column).slice(position))
                : searched(((LongColumn) column).key(position));
    }

    /** Returns a value as the engine has it: Boolean, Long, Double or String, which may be a date. */
    Optional<Object> searched(Key value) {
        return value instanceof Key.OfBytes ? text(value.asBytes()) : searched(value.asLong());
    }

    private Optional<Object> searched(long key) {
        return switch (type.kind()) {
            case BOOLEAN -> Optional.of(key != 0);
            case REAL, DOUBLE -> finite(number(key));
            case DATE -> date(Math.multiplyExact(key, MILLIS_OF_DAY));
            case TIMESTAMP -> date(Math.floorDiv(key, MICROS_OF_MILLI));
            default -> Optional.of(key);
        };
    }

    /** Returns whether a value is a real or double equal to this number. */
    boolean isNumber(Key value, double number) {
        return type.isFloatingPoint() && number(value.asLong()) == number;
    }

    private double number(long key) {
        return type.kind() == ScalarType.Kind.REAL ? LongCodec.toReal(key) : LongCodec.toDouble(key);
    }

    private static Optional<Object> finite(double value) {
        return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    }

    /** Formats a date; returns empty unless the year has four digits, which all engines write alike. */
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
            // bytes that are not text would come back as other text
            return Optional.empty();
        }
    }

    static void write(JsonGenerator json, Object value) throws IOException {
        if (value instanceof Boolean bool) {
            json.writeBoolean(bool);
        } else if (value instanceof Double number) {
            json.writeNumber(number);
        } else if (value instanceof Long number) {
            json.writeNumber(number);
        } else {
            json.writeString((String) value);
        }
    }
}
