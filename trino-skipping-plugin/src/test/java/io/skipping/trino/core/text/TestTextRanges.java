// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.text;

import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;

import io.trino.spi.predicate.Range;
import org.testng.annotations.Test;

public class TestTextRanges {
    @Test
    public void testTextsBetweenNeighboursBeginWithTheFirst() {
        assertThat(commonPrefix("Ber", "Bes")).isEqualTo("Ber");
        assertThat(commonPrefix("é", "ê")).isEqualTo("é");
        assertThat(commonPrefix("Ber", "Bet")).as("Bes is between them").isEqualTo("Be");
    }

    @Test
    public void testBytesThatAreNoCharactersMayBeBetweenNeighbours() {
        // C4 BF and C5 80: the bytes C4 C1 are between them, and do not begin with the first
        assertThat(commonPrefix("Ŀ", "ŀ")).isEmpty();
        assertThat(commonPrefix("a\u007f", "a\u0080")).as("7F and C2 80").isEqualTo("a");
    }

    private static String commonPrefix(String low, String high) {
        return TextRanges.commonPrefix(Range.range(VARCHAR, utf8Slice(low), true, utf8Slice(high), false));
    }
}
