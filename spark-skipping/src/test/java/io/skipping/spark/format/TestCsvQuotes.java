// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestCsvQuotes {
    private static final StructType NUMBERS =
            new StructType().add("a", "bigint").add("b", "string");

    @DataProvider
    public Object[][] values() {
        return new Object[][] {
            {Map.of(), "", true},
            {Map.of(), ",a\\b|'", true},
            {Map.of(), "a\"", false},
            {Map.of(), "a\\", false},
            {Map.of("Escape", "\""), "a\\", true},
            {Map.of("escape", "\""), "a,", true},
            {Map.of("escape", "\""), ",a", false},
            {Map.of("escape", "\"", "sep", "\\t"), ",a", true},
            {Map.of("escape", "\"", "sep", "\\t"), "\ta", false},
        };
    }

    @Test(dataProvider = "values")
    public void testValues(Map<String, String> options, String value, boolean isPlain) {
        assertThat(CsvQuotes.of(options, NUMBERS).orElseThrow().isPlain(UTF8String.fromString(value)))
                .isEqualTo(isPlain);
    }

    @Test
    public void testOptionsOfWhichNothingIsKnown() {
        for (Map<String, String> options : List.of(
                Map.of("sep", "a"),
                Map.of("sep", "||"),
                Map.of("sep", ",", "delimiter", ";"),
                Map.of("quote", "'"),
                Map.of("escape", "'"),
                Map.of("charToEscapeQuoteEscaping", "\\"),
                Map.of("multiLine", "true"),
                Map.of("locale", "de"),
                Map.of("nullValue", "\\"),
                Map.of("emptyValue", "a,b"),
                Map.of("dateFormat", "dd\"MM"))) {
            assertThat(CsvQuotes.of(options, NUMBERS)).as("%s", options).isEmpty();
        }
        assertThat(CsvQuotes.of(Map.of("nullValue", "\\N", "dateFormat", "dd.MM.yyyy", "sep", "|"), NUMBERS))
                .isPresent();
    }

    /** A decimal may have commas. */
    @Test
    public void testDecimals() {
        StructType decimals = NUMBERS.add("c", "decimal(9, 2)");
        assertThat(CsvQuotes.of(Map.of(), decimals)).isPresent();
        assertThat(CsvQuotes.of(Map.of("escape", "\""), decimals)).isEmpty();
        assertThat(CsvQuotes.of(Map.of("escape", "\"", "sep", ";"), decimals)).isPresent();
    }

    /** Parsers trim some values. */
    @Test
    public void testTabsBeforeValues() {
        Map<String, String> tabs = Map.of("escape", "\"", "sep", "\t");
        for (String trimmed : List.of("float", "double", "timestamp", "timestamp_ntz", "interval year to month")) {
            StructType schema = NUMBERS.add("c", trimmed);
            assertThat(CsvQuotes.of(tabs, schema)).as(trimmed).isEmpty();
            assertThat(CsvQuotes.of(Map.of("sep", "\t"), schema)).as(trimmed).isPresent();
            assertThat(CsvQuotes.of(Map.of("escape", "\""), schema)).as(trimmed).isPresent();
        }
        for (String asItIs : List.of("bigint", "decimal(9, 2)", "boolean", "date", "string")) {
            assertThat(CsvQuotes.of(tabs, NUMBERS.add("c", asItIs))).as(asItIs).isPresent();
        }
    }

    /** Spark's parser of dates without a format ignores what is behind a space or a T. */
    @Test
    public void testDates() {
        StructType dates = NUMBERS.add("c", "date");
        assertThat(CsvQuotes.of(Map.of(), dates).orElseThrow().areDatesTexts()).isTrue();
        assertThat(CsvQuotes.of(Map.of("DateFormat", "dd.MM.yyyy"), dates)
                        .orElseThrow()
                        .areDatesTexts())
                .isFalse();
        assertThat(CsvQuotes.of(Map.of(), NUMBERS.add("c", "timestamp"))
                        .orElseThrow()
                        .areDatesTexts())
                .isFalse();

        assertThat(day("1970-01-02")).hasValue(1);
        assertThat(day("0001-01-01")).hasValue((int) LocalDate.of(1, 1, 1).toEpochDay());
        for (String other : List.of(
                "2020-01-01 \"",
                "2020-01-01T",
                "2020-01-01\\",
                " 2020-01-01",
                "2020-1-1",
                "2020-1-01 ",
                "2020",
                "+2020-01-1",
                "-020-01-01",
                "0000-01-01",
                "2021-02-29",
                "٢٠٢٠-01-01",
                "")) {
            assertThat(day(other)).as(other).isEmpty();
        }
    }

    private static OptionalInt day(String text) {
        return CsvQuotes.day(UTF8String.fromString(text));
    }

    /** Spark 4 reads binary, and 4.1 variant, of any text. */
    @Test
    public void testTypesOfTextThatIsNotChecked() {
        assertThat(CsvQuotes.of(
                        Map.of(), NUMBERS.add("c", "date").add("d", "timestamp").add("e", "boolean")))
                .isPresent();
        assertThat(CsvQuotes.of(Map.of(), NUMBERS.add("c", "binary"))).isEmpty();
    }
}
