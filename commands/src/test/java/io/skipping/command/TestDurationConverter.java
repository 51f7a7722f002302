// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.testng.annotations.Test;
import picocli.CommandLine.TypeConversionException;

public class TestDurationConverter {
    @Test
    public void testDurationsAsTrinoWritesThem() {
        DurationConverter converter = new DurationConverter();
        assertThat(converter.convert("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(converter.convert("1m")).isEqualTo(Duration.ofMinutes(1));
        assertThat(converter.convert("2.50h")).isEqualTo(Duration.ofMinutes(150));
        assertThat(converter.convert("7 d")).isEqualTo(Duration.ofDays(7));
        for (String wrong : new String[] {"", "1", "m", "-1s", "1 week", "1m30s"}) {
            assertThatThrownBy(() -> converter.convert(wrong)).isInstanceOf(TypeConversionException.class);
        }
    }
}
