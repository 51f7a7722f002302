// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDateTime;
import org.testng.annotations.Test;

public class TestTexts {
    private static final long TEN_OCLOCK = 1_768_471_200_000_000L;

    @Test
    public void testTimes() {
        for (String text : new String[] {
            "2026-01-15T10:00:00", "2026-01-15 10:00", "2026-01-15T10:00:00.000000Z", "2026-01-15 05:30:00-04:30"
        }) {
            assertThat(Texts.longValue(ColumnType.TIMESTAMP, text)).as(text).isEqualTo(TEN_OCLOCK);
        }
        assertThat(Texts.longValue(ColumnType.TIMESTAMP, "-1")).isEqualTo(-1);
        assertThat(Texts.micros(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_000)))
                .isEqualTo(-1);
        assertThat(Texts.longValue(ColumnType.TIMESTAMP, "1969-12-31 23:59:59.9999999"))
                .as("rounded down, as Trino rounds")
                .isEqualTo(-1);
        assertThat(Texts.longValue(ColumnType.TIMESTAMP, "1970-01-01 00:00:00.0000019"))
                .isEqualTo(1);
        assertThat(Texts.longValue(ColumnType.DATE, "1969-12-31")).isEqualTo(-1);
        assertThat(Texts.longValue(ColumnType.DATE, "-0001-01-01")).isNegative();
        assertThat(Texts.longValue(ColumnType.DATE, "12026-01-01"))
                .as("as Trino writes it")
                .isEqualTo(Texts.longValue(ColumnType.DATE, "+12026-01-01"));
        assertThat(Texts.longValue(ColumnType.TIMESTAMP, "12026-01-01 00:00:00"))
                .isEqualTo(Texts.longValue(ColumnType.TIMESTAMP, "+12026-01-01T00:00:00"));
    }

    @Test
    public void testWhatIsNoValue() {
        for (String text : new String[] {
            "", "2026-01-15", "2026-01-15T25:00:00", "+999999999-01-01T00:00:00", "+999999999-12-31T23:59:59-18:00"
        }) {
            assertThatThrownBy(() -> Texts.longValue(ColumnType.TIMESTAMP, text))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("Not a timestamp: " + text);
        }
        assertThatThrownBy(() -> Texts.longValue(ColumnType.DATE, "2026-02-30"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Texts.set(new ArrayRow(1), 0, ColumnType.DOUBLE, "1,5"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
