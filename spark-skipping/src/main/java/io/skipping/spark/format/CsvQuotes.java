// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.format;

import java.io.Serializable;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.types.AnsiIntervalType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.CalendarIntervalType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DatetimeType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.FractionalType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Tells of which CSV a column has the same value whatever other columns are read. Spark's parser skips quoted values of columns that are
 * not needed by a shorter way, and where quotes are escaped, it may find another end of a value there. It does not if no value
 * contains a quote or ends with the character that escapes quotes. If that is the quote itself, it may also take the quote
 * at the begin of a value for that at the end of an empty one if a delimiter follows.
 */
public final class CsvQuotes implements Serializable {
    private static final char QUOTE = '"';
    private static final char BACKSLASH = '\\';

    /** None of these is in a number or in a time, except for commas in decimals, and tabs before what parsers trim. */
    private static final Map<String, Character> DELIMITERS =
            Map.of(",", ',', ";", ';', "|", '|', "\t", '\t', "\\t", '\t');

    /** are texts in files that stand for a value */
    private static final Set<String> VALUES =
            Set.of("emptyvalue", "nanvalue", "negativeinf", "nullvalue", "positiveinf");

    private static final String DATE_FORMAT = "dateformat";

    private static final Set<String> FORMATS = Set.of(DATE_FORMAT, "timestampformat", "timestampntzformat");

    private final char delimiter;
    private final char escape;
    private final boolean areDatesTexts;

    private CsvQuotes(char delimiter, char escape, boolean areDatesTexts) {
        this.delimiter = delimiter;
        this.escape = escape;
        this.areDatesTexts = areDatesTexts;
    }

    /** Returns what must be true of values of a relation; empty if there are options with which nothing is known. */
    public static Optional<CsvQuotes> of(HadoopFsRelation relation) {
        return of(CollectionConverters.asJava(relation.options()), relation.dataSchema());
    }

    /**
     * Returns what {@link #of(HadoopFsRelation)} returns for a relation with these options and columns.
     *
     * @param named the options of the reader, with names in any case
     * @param schema the columns of the files
     */
    public static Optional<CsvQuotes> of(Map<String, String> named, StructType schema) {
        Map<String, String> options = new HashMap<>();
        named.forEach((name, value) -> options.put(name.toLowerCase(Locale.ENGLISH), value));
        Character delimiter = DELIMITERS.get(options.getOrDefault("sep", options.getOrDefault("delimiter", ",")));
        String escape = options.getOrDefault("escape", String.valueOf(BACKSLASH));
        if (delimiter == null
                || options.containsKey("sep") && options.containsKey("delimiter")
                || !options.getOrDefault("quote", String.valueOf(QUOTE)).equals(String.valueOf(QUOTE))
                || !List.of(String.valueOf(QUOTE), String.valueOf(BACKSLASH)).contains(escape)
                || options.containsKey("chartoescapequoteescaping")
                || options.containsKey("locale")
                || Boolean.parseBoolean(options.get("multiline"))
                || !Arrays.stream(schema.fields()).allMatch(field -> isTextOrPlain(field.dataType()))) {
            return Optional.empty();
        }
        boolean haveDates = Arrays.stream(schema.fields()).anyMatch(field -> field.dataType() instanceof DateType);
        CsvQuotes quotes = new CsvQuotes(delimiter, escape.charAt(0), haveDates && !options.containsKey(DATE_FORMAT));
        boolean isPlain = options.entrySet().stream().allMatch(option -> {
            String value = option.getValue();
            return VALUES.contains(option.getKey())
                    ? quotes.isPlain(UTF8String.fromString(value)) && value.indexOf(delimiter) < 0
                    : !FORMATS.contains(option.getKey())
                            || value.indexOf(delimiter) < 0 && value.indexOf(QUOTE) < 0 && value.indexOf(BACKSLASH) < 0;
        });
        boolean haveDelimiters = escape.charAt(0) == QUOTE
                && Arrays.stream(schema.fields()).anyMatch(field -> mayBeginWith(delimiter, field.dataType()));
        return isPlain && !haveDelimiters ? Optional.of(quotes) : Optional.empty();
    }

    /** Returns whether a value of a type that is no text may begin with a delimiter. */
    private static boolean mayBeginWith(char delimiter, DataType type) {
        return switch (delimiter) {
            case ',' -> type instanceof DecimalType;
            // dates are checked, or have a format
            case '\t' ->
                type instanceof FractionalType && !(type instanceof DecimalType)
                        || type instanceof DatetimeType && !(type instanceof DateType)
                        || type instanceof AnsiIntervalType
                        || type instanceof CalendarIntervalType;
            default -> false;
        };
    }

    /**
     * Returns whether the values of a type are texts, which can be checked, or of a form without quotes. Others, such as binary and variant
     * in Spark 4, hold whatever the text of a file is. Dates may have to be {@linkplain #areDatesTexts read as texts}.
     */
    private static boolean isTextOrPlain(DataType type) {
        return type instanceof StringType
                || type instanceof NumericType
                || type instanceof BooleanType
                || type instanceof DatetimeType
                || type instanceof AnsiIntervalType
                || type instanceof CalendarIntervalType;
    }

    /**
     * Returns whether the texts of dates must be checked. Without {@code dateFormat}, Spark's parser takes the first ten characters of
     * {@code 2020-01-31 ",} and ignores the rest.
     */
    public boolean areDatesTexts() {
        return areDatesTexts;
    }

    /** Returns the day that a text stands for, since the epoch; empty if the text is of any other form than {@code 2020-01-31}. */
    public static OptionalInt day(UTF8String text) {
        String date = text.toString();
        if (date.length() != "2020-01-31".length()) {
            return OptionalInt.empty();
        }
        try {
            LocalDate day = LocalDate.parse(date);
            // some parsers know no year 0
            return day.getYear() > 0 ? OptionalInt.of((int) day.toEpochDay()) : OptionalInt.empty();
        } catch (DateTimeParseException e) {
            return OptionalInt.empty();
        }
    }

    /** Returns whether readers find the end of a value at the same place. */
    public boolean isPlain(UTF8String value) {
        byte[] bytes = value.getBytes();
        for (byte each : bytes) {
            if (each == QUOTE) {
                return false;
            }
        }
        return bytes.length == 0 || bytes[bytes.length - 1] != escape && (escape != QUOTE || bytes[0] != delimiter);
    }
}
