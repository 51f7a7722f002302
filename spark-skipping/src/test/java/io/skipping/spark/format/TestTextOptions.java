// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.format;

import static io.skipping.spark.format.SourceFormat.CSV;
import static io.skipping.spark.format.SourceFormat.JSON;
import static io.skipping.spark.format.SourceFormat.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.spark.format.ReaderProfile.Lines;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestTextOptions {
    private static Optional<Map<String, String>> options(SourceFormat format, Map<String, String> options) {
        return TextOptions.of(format, options, name -> assertThat(options).containsKey(name));
    }

    @Test
    public void testOptionsThatDecide() {
        assertThat(options(CSV, Map.of("Sep", ";", "header", "TRUE", "path", "/here", "inferSchema", "true")))
                .hasValue(Map.of("sep", ";", "header", "TRUE"));
        assertThat(options(JSON, Map.of("mode", "Permissive", "dateFormat", "dd.MM.yyyy", "samplingRatio", "1")))
                .hasValue(Map.of("dateformat", "dd.MM.yyyy"));
        assertThat(options(TEXT, Map.of("lineSep", ";"))).hasValue(Map.of("linesep", ";"));
    }

    @Test
    public void testUnknownOptions() {
        assertThat(options(CSV, Map.of("unescapedQuoteHandling", "BACK_TO_DELIMITER")))
                .isEmpty();
        assertThat(options(JSON, Map.of("sep", ";"))).isEmpty();
        assertThat(options(TEXT, Map.of("header", "true"))).isEmpty();
    }

    /** Refuses modes in which the columns that a query needs decide which records are left out, or fail. */
    @Test
    public void testRecordsThatAreLeftOut() {
        assertThat(options(CSV, Map.of("mode", "DROPMALFORMED"))).isEmpty();
        assertThat(options(JSON, Map.of("mode", "FAILFAST"))).isEmpty();
        assertThat(options(TEXT, Map.of("mode", "PERMISSIVE"))).isEmpty();
    }

    @DataProvider
    public Object[][] lines() {
        return new Object[][] {
            {Map.of(), Lines.RECORDS},
            {Map.of("linesep", "\n", "encoding", "UTF-8"), Lines.RECORDS},
            {Map.of("linesep", "\r\n"), Lines.NONE},
            {Map.of("charset", "ISO-8859-1"), Lines.NONE},
            {Map.of("encoding", "UTF-16LE"), Lines.NONE},
            {Map.of("multiline", "True"), Lines.NONE},
            {Map.of("wholetext", "true"), Lines.NONE},
            {Map.of("header", "false"), Lines.RECORDS},
            {Map.of("header", "true"), Lines.RECORDS_BELOW_A_HEADER},
            {Map.of("header", "true", "comment", "#"), Lines.NONE},
            {Map.of("comment", "#"), Lines.RECORDS},
        };
    }

    @Test(dataProvider = "lines")
    public void testLines(Map<String, String> options, Lines lines) {
        assertThat(TextOptions.lines(options)).isEqualTo(lines);
    }

    @Test
    public void testSettings() {
        Map<String, String> session = Map.of(
                "spark.sql.legacy.json.allowEmptyString.enabled", "true",
                "spark.sql.json.enablePartialResults", "false",
                "spark.sql.csv.filterPushdown.enabled", "false",
                "spark.sql.shuffle.partitions", "2");
        assertThat(TextOptions.settings(session))
                .containsOnlyKeys(
                        "spark.sql.legacy.json.allowEmptyString.enabled", "spark.sql.json.enablePartialResults");
        assertThat(TextOptions.isLegacy(CSV, session)).isFalse();
        assertThat(TextOptions.isLegacy(JSON, Map.of("spark.sql.legacy.timeParserPolicy", "LEGACY")))
                .isTrue();
        Map<String, String> fallback = Map.of("spark.sql.legacy.csv.enableDateTimeParsingFallback", "true");
        assertThat(TextOptions.isLegacy(CSV, fallback)).isTrue();
        assertThat(TextOptions.isLegacy(JSON, fallback)).isFalse();
    }
}
