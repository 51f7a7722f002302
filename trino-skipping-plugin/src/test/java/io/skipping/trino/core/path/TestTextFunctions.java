// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static io.airlift.slice.Slices.utf8Slice;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.trino.core.path.TextValues.NoValue;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.testng.annotations.Test;

/** {@code TestPredicates} compares with the engine; these are texts and formats of which nothing may be concluded. */
public class TestTextFunctions {
    @Test
    public void testTimesInNumbersOfFullWidth() {
        TextFunction parse = function("date_parse", "%d.%m.%Y %T");
        assertThat(parse.apply(utf8Slice("16.03.2020 23:59:58")))
                .isEqualTo(LocalDateTime.of(2020, 3, 16, 23, 59, 58).toEpochSecond(ZoneOffset.UTC) * 1_000_000);
        for (String text : new String[] {
            "",
            " ",
            "16.3.2020 23:59:58",
            "16.03.2020 23:59:58 ",
            "16.03.2020 23:59",
            "31.02.2020 00:00:00",
            "16.03.0000 00:00:00",
            "16.03.2020 24:00:00",
            "１６.03.2020 23:59:58",
            "16-03-2020 23:59:58"
        }) {
            assertThat(parse.apply(utf8Slice(text))).as(text).isEqualTo(NoValue.UNKNOWN);
        }
    }

    @Test
    public void testFormatsThatAreNotKnown() {
        for (String format : new String[] {
            "%Y", "%Y-%m", "%y-%m-%d", "%Y-%m-%d %p", "%Y-%m-%d%", "%Y-%m-%d %d", "%Y-%M-%d", "%Y年%m%d"
        }) {
            assertThat(TextFunction.of("date_parse", Optional.of(format)))
                    .as(format)
                    .isEmpty();
        }
    }

    @Test
    public void testFieldsOfJson() {
        TextFunction field = function("json_extract_scalar", "$.place.city");
        assertThat(field.apply(utf8Slice(
                        "{\"id\": [1, {}], \"place\": {\"city\": \"\\u0042erlin\", \"city\": \"Essen\"}, broken")))
                .isEqualTo(utf8Slice("Berlin"));
        assertThat(field.apply(utf8Slice("{\"place\": {\"city\": 1.50}}"))).isEqualTo(utf8Slice("1.50"));
        for (String text : new String[] {
            "{}",
            "{\"city\": \"Berlin\"}",
            "{\"place\": {}}",
            "{\"place\": {\"city\": null}}",
            "{\"place\": {\"city\": {}}}"
        }) {
            assertThat(field.apply(utf8Slice(text))).as(text).isNull();
        }
        for (String text : new String[] {
            "",
            "{",
            "no JSON",
            "[]",
            "{\"place\": []}",
            "{\"place\": null}",
            "{\"place\": {\"city\"",
            "{\"place\": {\"town\": x"
        }) {
            assertThat(field.apply(utf8Slice(text))).as(text).isEqualTo(NoValue.UNKNOWN);
        }
    }

    @Test
    public void testLettersThatEveryJavaKnows() {
        TextFunction lower = TextFunction.of("lower", Optional.empty()).orElseThrow();
        assertThat(lower.apply(utf8Slice("ÄPFEL Ωμέγα Щи 東京 €1 😀"))).isEqualTo(utf8Slice("äpfel ωμέγα щи 東京 €1 😀"));
        for (String text : new String[] {"ƛ", "Ა", "Ꭰ", "a\u0378"}) {
            assertThat(lower.apply(utf8Slice(text))).as(text).isEqualTo(NoValue.UNKNOWN);
        }
    }

    @Test
    public void testFieldsOfJsonAfterAByteOrderMark() {
        assertThat(function("json_extract_scalar", "$.a").apply(utf8Slice("\ufeff{\"a\": \"x\"}")))
                .as("the engine gives NULL")
                .isNotEqualTo(utf8Slice("x"));
    }

    @Test
    public void testPathsThatAreNotKnown() {
        for (String path : new String[] {"$", "$.a[0]", "$[0]", "$.*", "$..a", "a", "$.a-b", "lax $.a"}) {
            assertThat(TextFunction.of("json_extract_scalar", Optional.of(path)))
                    .as(path)
                    .isEmpty();
        }
    }

    private static TextFunction function(String name, String constant) {
        return TextFunction.of(name, Optional.of(constant)).orElseThrow();
    }
}
