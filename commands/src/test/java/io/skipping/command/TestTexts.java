// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.testng.annotations.Test;

public class TestTexts {
    @Test
    public void testBytes() {
        assertThat(Texts.bytes(0)).isEqualTo("0 B");
        assertThat(Texts.bytes(1023)).isEqualTo("1023 B");
        assertThat(Texts.bytes(1024)).isEqualTo("1.0 kB");
        assertThat(Texts.bytes(1024 * 1024 - 1)).isEqualTo("1.0 MB");
        assertThat(Texts.bytes(1536L * 1024 * 1024)).isEqualTo("1.5 GB");
        assertThat(Texts.bytes(Long.MAX_VALUE)).isEqualTo("8.0 EB");
    }

    @Test
    public void testPercentIsFullOnlyWhenAllIsDone() {
        assertThat(Texts.percent(0, 10)).isEqualTo("0.0 %");
        assertThat(Texts.percent(999_999, 1_000_000)).isEqualTo("99.9 %");
        assertThat(Texts.percent(10, 10)).isEqualTo("100 %");
        assertThat(Texts.percent(0, 0)).isEqualTo("-");
        assertThat(Texts.percent(Long.MAX_VALUE - 1, Long.MAX_VALUE)).isEqualTo("99.9 %");
    }

    @Test
    public void testDuration() {
        assertThat(Texts.duration(Duration.ofMillis(999))).isEqualTo("0s");
        assertThat(Texts.duration(Duration.ofSeconds(-5)))
                .as("clocks of two machines")
                .isEqualTo("0s");
        assertThat(Texts.duration(Duration.ofSeconds(192))).isEqualTo("3m 12s");
        assertThat(Texts.duration(Duration.ofMinutes(65))).isEqualTo("1h 05m");
        assertThat(Texts.duration(Duration.ofHours(49))).isEqualTo("2d 01h");
    }

    @Test
    public void testObjects() {
        assertThat(Texts.objects(1)).isEqualTo("1 object");
        assertThat(Texts.objects(28_000)).isEqualTo("28,000 objects");
    }

    @Test
    public void testPrintable() {
        assertThat(Texts.printable("a\r\n\tb\u0007 \u001b[31mé\u009bx")).isEqualTo("a b   [31mé x");
    }
}
