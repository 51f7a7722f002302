// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.airlift.slice.Slice;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes the type of a column's values. It defines the form of their {@linkplain Key keys} and their readable form. A type
 * without keys in this library is {@link Kind#OTHER}: an index over such a column decides nothing, and its rows are
 * read.
 */
public final class ScalarType {
    public static final ScalarType BOOLEAN = new ScalarType(Kind.BOOLEAN, 0, 0, "boolean");
    public static final ScalarType TINYINT = new ScalarType(Kind.TINYINT, 0, 0, "tinyint");
    public static final ScalarType SMALLINT = new ScalarType(Kind.SMALLINT, 0, 0, "smallint");
    public static final ScalarType INTEGER = new ScalarType(Kind.INTEGER, 0, 0, "integer");
    public static final ScalarType BIGINT = new ScalarType(Kind.BIGINT, 0, 0, "bigint");
    public static final ScalarType REAL = new ScalarType(Kind.REAL, 0, 0, "real");
    public static final ScalarType DOUBLE = new ScalarType(Kind.DOUBLE, 0, 0, "double");
    public static final ScalarType DATE = new ScalarType(Kind.DATE, 0, 0, "date");
    public static final ScalarType VARCHAR = new ScalarType(Kind.VARCHAR, Integer.MAX_VALUE, 0, "varchar");
    public static final ScalarType VARBINARY = new ScalarType(Kind.VARBINARY, 0, 0, "varbinary");
    public static final ScalarType TIME = new ScalarType(Kind.TIME, 6, 0, "time(6)");
    public static final ScalarType TIMESTAMP_TZ =
            new ScalarType(Kind.TIMESTAMP_TZ, 6, 0, "timestamp(6) with time zone");
    public static final ScalarType UUID = new ScalarType(Kind.UUID, 0, 0, "uuid");

    private static final Map<String, ScalarType> PLAIN = Stream.of(
                    BOOLEAN,
                    TINYINT,
                    SMALLINT,
                    INTEGER,
                    BIGINT,
                    REAL,
                    DOUBLE,
                    DATE,
                    VARCHAR,
                    VARBINARY,
                    TIME,
                    TIMESTAMP_TZ,
                    UUID)
            .collect(Collectors.toMap(ScalarType::toString, Function.identity()));

    private static final Pattern WITH_PARAMETERS =
            Pattern.compile("(decimal|timestamp|varchar|char)\\((\\d{1,10})(?:, ?(\\d{1,10}))?\\)");

    private static final int MOST_SHORT_DIGITS = 18;
    private static final int MOST_DIGITS = 38;
    private static final int MOST_SHORT_DECIMALS = 6;
    private static final int MOST_DECIMALS = 12;

    /** Lists the kinds of types. */
    public enum Kind {
        BOOLEAN,
        TINYINT,
        SMALLINT,
        INTEGER,
        BIGINT,
        REAL,
        DOUBLE,
        DECIMAL,
        /** days since the epoch */
        DATE,
        /** microseconds since the epoch without a time zone, with additional picoseconds from precision 7 on */
        TIMESTAMP,
        /**
         * an instant, in microseconds since the epoch in UTC. A value's zone is not kept: all values of a column have the
         * zone UTC. The precision is always 6
         */
        TIMESTAMP_TZ,
        /** picoseconds of the day. The precision is always 6 */
        TIME,
        VARCHAR,
        /** text that compares as if padded with spaces */
        CHAR,
        VARBINARY,
        /** 16 bytes, in the order in which they are printed */
        UUID,
        OTHER,
    }

    /** Says how the keys of a type's values are stored. */
    public enum KeyForm {
        /** one signed long */
        LONG,
        /** two signed longs, the more significant one first */
        WIDE,
        /** bytes, compared as unsigned */
        BYTES,
    }

    private final Kind kind;
    private final int precision;
    private final int scale;
    private final String text;

    private ScalarType(Kind kind, int precision, int scale, String text) {
        this.kind = requireNonNull(kind, "kind is null");
        this.precision = precision;
        this.scale = scale;
        this.text = requireNonNull(text, "text is null");
    }

    /**
     * Returns a decimal type.
     *
     * @param precision total number of digits, from 1 to 38
     * @param scale digits after the decimal point, from 0 to {@code precision}
     */
    public static ScalarType decimal(int precision, int scale) {
        checkArgument(
                precision >= 1 && precision <= MOST_DIGITS && scale >= 0 && scale <= precision,
                "a decimal of %s digits, %s of them after the point",
                precision,
                scale);
        return new ScalarType(Kind.DECIMAL, precision, scale, "decimal(%s,%s)".formatted(precision, scale));
    }

    /**
     * Returns a timestamp type.
     *
     * @param precision decimals of a second, from 0 to 12
     */
    public static ScalarType timestamp(int precision) {
        checkArgument(precision >= 0 && precision <= MOST_DECIMALS, "a timestamp of %s decimals", precision);
        return new ScalarType(Kind.TIMESTAMP, precision, 0, "timestamp(%s)".formatted(precision));
    }

    /**
     * Returns a varchar type.
     *
     * @param length maximum number of characters
     */
    public static ScalarType varchar(int length) {
        checkArgument(length >= 0, "a length of %s", length);
        return length == Integer.MAX_VALUE
                ? VARCHAR
                : new ScalarType(Kind.VARCHAR, length, 0, "varchar(%s)".formatted(length));
    }

    /**
     * Returns a char type.
     *
     * @param length number of characters
     */
    public static ScalarType character(int length) {
        checkArgument(length >= 0, "a length of %s", length);
        return new ScalarType(Kind.CHAR, length, 0, "char(%s)".formatted(length));
    }

    /**
     * Returns a type whose values have no keys.
     *
     * @param text the engine's name of the type
     */
    public static ScalarType other(String text) {
        return new ScalarType(Kind.OTHER, 0, 0, text);
    }

    /** Returns the type whose {@link #toString} returns this text; {@link Kind#OTHER} for any other text. */
    @JsonCreator
    public static ScalarType parse(String text) {
        ScalarType plain = PLAIN.get(text);
        if (plain != null) {
            return plain;
        }
        Matcher matcher = WITH_PARAMETERS.matcher(text);
        if (!matcher.matches()) {
            return other(text);
        }
        try {
            int first = Integer.parseInt(matcher.group(2));
            OptionalInt second =
                    matcher.group(3) == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(matcher.group(3)));
            switch (matcher.group(1)) {
                case "decimal":
                    return second.isPresent() ? decimal(first, second.getAsInt()) : other(text);
                case "timestamp":
                    return second.isPresent() ? other(text) : timestamp(first);
                case "varchar":
                    return second.isPresent() ? other(text) : varchar(first);
                default:
                    return second.isPresent() ? other(text) : character(first);
            }
        } catch (IllegalArgumentException e) {
            // for example, too many digits
            return other(text);
        }
    }

    public Kind kind() {
        return kind;
    }

    /**
     * Returns the number of digits of a decimal, of decimals of a second of a time or timestamp, or of characters of
     * text; 0 for any other type.
     */
    public int precision() {
        return precision;
    }

    /** Returns the number of digits after the decimal point of a decimal; 0 for any other type. */
    public int scale() {
        return scale;
    }

    /** Returns whether values have keys. */
    public boolean hasKeys() {
        return kind != Kind.OTHER;
    }

    /**
     * Returns the form of the keys.
     *
     * @throws IllegalStateException if values have no keys
     */
    public KeyForm form() {
        checkState(hasKeys(), "values of type %s have no keys", this);
        switch (kind) {
            case VARCHAR:
            case CHAR:
            case VARBINARY:
            case UUID:
                return KeyForm.BYTES;
            case DECIMAL:
                return precision <= MOST_SHORT_DIGITS ? KeyForm.LONG : KeyForm.WIDE;
            case TIMESTAMP:
                return precision <= MOST_SHORT_DECIMALS ? KeyForm.LONG : KeyForm.WIDE;
            default:
                return KeyForm.LONG;
        }
    }

    public boolean isFloatingPoint() {
        return kind == Kind.REAL || kind == Kind.DOUBLE;
    }

    /**
     * Returns the size of a value in bytes, as engines have it.
     *
     * @throws IllegalStateException if values are not of fixed size
     */
    public int fixedBytes() {
        switch (kind) {
            case BOOLEAN:
            case TINYINT:
                return Byte.BYTES;
            case SMALLINT:
                return Short.BYTES;
            case INTEGER:
            case REAL:
            case DATE:
                return Integer.BYTES;
            case TIMESTAMP:
                return form() == KeyForm.LONG ? Long.BYTES : Long.BYTES + Integer.BYTES;
            case DECIMAL:
                return form() == KeyForm.LONG ? Long.BYTES : 2 * Long.BYTES;
            case TIMESTAMP_TZ:
                return Long.BYTES + Integer.BYTES;
            case BIGINT:
            case DOUBLE:
            case TIME:
                return Long.BYTES;
            default:
                throw new IllegalStateException("values of type %s are not of fixed size".formatted(this));
        }
    }

    /** Returns the readable form of the value with this key. */
    public String describe(Key key) {
        return KeyText.of(this, key);
    }

    /** Formats values in readable form, for {@code "t$index"} and messages. */
    private static final class KeyText {
        private static final DateTimeFormatter SECONDS =
                DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
        private static final long MICROS = 1_000_000;
        private static final long PICOS = 1_000_000 * MICROS;
        private static final int PICO_DIGITS = 12;

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
                case TIMESTAMP_TZ:
                    return timestamp(key.asLong(), 0, type.precision()) + " UTC";
                case TIME:
                    return time(key.asLong(), type.precision());
                case UUID:
                    return uuid(key.asBytes());
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
            String decimals =
                    ("%0" + PICO_DIGITS + "d").formatted(Math.floorMod(micros, MICROS) * MICROS + picosOfMicro);
            return SECONDS.format(second) + (precision == 0 ? "" : "." + decimals.substring(0, precision));
        }

        private static String time(long picos, int precision) {
            long second = Math.floorDiv(picos, PICOS);
            return "%02d:%02d:%02d.%s"
                    .formatted(
                            second / 3600,
                            second / 60 % 60,
                            second % 60,
                            ("%0" + PICO_DIGITS + "d")
                                    .formatted(Math.floorMod(picos, PICOS))
                                    .substring(0, precision));
        }

        private static String uuid(Slice bytes) {
            return new java.util.UUID(Long.reverseBytes(bytes.getLong(0)), Long.reverseBytes(bytes.getLong(Long.BYTES)))
                    .toString();
        }
    }

    /**
     * Returns the key.
     *
     * @throws IllegalArgumentException if the key does not have the form of this type's keys
     */
    Optional<Key> check(Optional<Key> key) {
        key.ifPresent(found -> checkArgument(found.form() == form(), "a key of form %s of a %s", found.form(), this));
        return key;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ScalarType
                && text.equals(((ScalarType) other).text)
                && kind == ((ScalarType) other).kind;
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Returns the SQL name, such as {@code decimal(10,2)}. */
    @JsonValue
    @Override
    public String toString() {
        return text;
    }
}
