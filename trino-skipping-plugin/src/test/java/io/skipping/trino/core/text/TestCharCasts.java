// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.text;

import static io.trino.spi.type.CharType.createCharType;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static io.trino.spi.type.VarcharType.createVarcharType;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.CharType;
import io.trino.spi.type.Chars;
import java.util.List;
import java.util.Random;
import org.testng.annotations.Test;

public class TestCharCasts {
    /** Has characters on both sides of the blank, with which a text that they continue comes before itself or after itself. */
    private static final List<String> CHARACTERS =
            List.of("a", "b", " ", "\t", "\0", "!", "\u00e9", "\uE000", Character.toString(Character.MAX_CODE_POINT));

    private static final CharType TYPE = createCharType(3);

    /** Values whose cast is in a set are found, whether the cast fills them up with blanks or not. */
    @Test
    public void testRandomSets() {
        Random random = new Random(5);
        int excluded = 0;
        for (int k = 0; k < 50_000; k++) {
            Range range = range(random);
            ValueSet results =
                    random.nextInt(4) == 0 ? ValueSet.ofRanges(range).complement() : ValueSet.ofRanges(range);
            ValueSet values =
                    CharCasts.invert(TYPE, VARCHAR, (SortedRangeSet) results).orElseThrow();
            Slice text = text(random, TYPE.getLength());
            Slice value = Chars.trimTrailingSpaces(text);
            boolean found = values.containsValue(value);
            if (results.containsValue(value) || results.containsValue(Chars.padSpaces(value, TYPE))) {
                assertThat(found)
                        .as("%s for %s, in %s", value.toStringUtf8(), results, values)
                        .isTrue();
            }
            excluded += found ? 0 : 1;
        }
        assertThat(excluded).isGreaterThan(10_000);
    }

    private static Range range(Random random) {
        Slice one = text(random, 4);
        Slice other = text(random, 4);
        int order = one.compareTo(other);
        if (order == 0) {
            return Range.equal(VARCHAR, one);
        }
        return switch (random.nextInt(5)) {
            case 0 -> Range.lessThan(VARCHAR, one);
            case 1 -> Range.lessThanOrEqual(VARCHAR, one);
            case 2 -> Range.greaterThan(VARCHAR, one);
            case 3 -> Range.greaterThanOrEqual(VARCHAR, one);
            default ->
                Range.range(
                        VARCHAR,
                        order < 0 ? one : other,
                        random.nextBoolean(),
                        order < 0 ? other : one,
                        random.nextBoolean());
        };
    }

    private static Slice text(Random random, int most) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(most + 1);
        for (int k = 0; k < length; k++) {
            text.append(CHARACTERS.get(random.nextInt(CHARACTERS.size())));
        }
        return Slices.utf8Slice(text.toString());
    }

    @Test
    public void testNeighboursAreLeftOut() {
        ValueSet between =
                ValueSet.ofRanges(Range.range(VARCHAR, Slices.utf8Slice("a3"), true, Slices.utf8Slice("a4"), true));
        ValueSet values =
                CharCasts.invert(TYPE, VARCHAR, (SortedRangeSet) between).orElseThrow();
        for (String other : List.of("a2", "a29", "a41", "a5", "")) {
            assertThat(values.containsValue(Slices.utf8Slice(other))).as(other).isFalse();
        }
    }

    @Test
    public void testCastsThatCutAreNotInverted() {
        SortedRangeSet results = (SortedRangeSet) ValueSet.of(VARCHAR, Slices.utf8Slice("a"));
        assertThat(CharCasts.invert(TYPE, createVarcharType(2), results)).isEmpty();
        assertThat(CharCasts.invert(TYPE, createVarcharType(3), results)).isPresent();
    }
}
