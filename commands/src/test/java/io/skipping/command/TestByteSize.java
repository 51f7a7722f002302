// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.testng.annotations.Test;
import picocli.CommandLine.TypeConversionException;

public class TestByteSize {
    @Test
    public void testSizesAreReadAndWritten() {
        ByteSize.Converter converter = new ByteSize.Converter();
        assertThat(converter.convert("64MB")).isEqualTo(new ByteSize(64L << 20)).hasToString("64.0 MB");
        assertThat(converter.convert(" 1.5 kB")).isEqualTo(new ByteSize(1536)).hasToString("1.5 kB");
        assertThat(converter.convert("7B")).hasToString("7 B");
        for (String wrong : new String[] {"64", "64mb", "0B", "-1MB", "MB", "99999999PB"}) {
            assertThatThrownBy(() -> converter.convert(wrong))
                    .isInstanceOf(TypeConversionException.class)
                    .hasMessageContaining("is not a size");
        }
    }
}
