// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.predicate.Fragments;
import io.skipping.index.predicate.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

public class TestNgramIndexType {
    private final RangeFixture ranges = new RangeFixture("ngram", VARCHAR)
            .range("fox", utf8Slice("the quick brown fox"), null, utf8Slice("été à Paris"))
            .range("short", utf8Slice("ab"), utf8Slice(""))
            .range("nulls", null, null)
            .noStats("unknown", 3);

    @Test
    public void whatIsThereIsFound() {
        for (String fragment : List.of("the", "quick brown", "fox", "té à", "Paris", "the quick brown fox")) {
            assertThat(verdicts(fragment).get("fox")).as(fragment).isEqualTo(Verdict.MAY_MATCH);
        }
        // cut within a character
        Slice text = utf8Slice("été à Paris");
        for (int start = 0; start < text.length(); start++) {
            Fragments fragments = new Fragments(ranges.column(), List.of(text.slice(start, text.length() - start)));
            assertThat(ranges.evaluate(fragments).get("fox")).isEqualTo(Verdict.MAY_MATCH);
        }
    }

    @Test
    public void whatIsNotThereIsNot() {
        assertThat(verdicts("wolf"))
                .isEqualTo(Map.of(
                        "fox", Verdict.CANNOT_MATCH,
                        "short", Verdict.CANNOT_MATCH,
                        "nulls", Verdict.CANNOT_MATCH,
                        "unknown", Verdict.MAY_MATCH));
        assertThat(verdicts("the", "wolf").get("fox")).isEqualTo(Verdict.CANNOT_MATCH);
        assertThat(verdicts("ete").get("fox")).isEqualTo(Verdict.CANNOT_MATCH);
    }

    @Test
    public void aFragmentWithoutAGramSaysNothing() {
        for (String fragment : List.of("", "x", "xy")) {
            assertThat(verdicts(fragment).values()).as(fragment).containsOnly(Verdict.MAY_MATCH);
        }
    }

    @Test
    public void tooManyGramsAreNotKept() {
        RangeFixture small = new RangeFixture("ngram", VARCHAR, Map.of("max_bytes", "65"))
                .range(
                        "many",
                        IntStream.range(0, 1000)
                                .mapToObj(i -> Slices.utf8Slice(Integer.toString(i * 7919)))
                                .toArray())
                .range("few", utf8Slice("word"));
        assertThat(small.evaluate(new Fragments(small.column(), List.of(utf8Slice("wolf")))))
                .isEqualTo(Map.of("many", Verdict.MAY_MATCH, "few", Verdict.CANNOT_MATCH));
    }

    @Test
    public void onlyTextHasGrams() {
        NgramIndexType type = new NgramIndexType();
        assertThatThrownBy(() -> type.check(List.of(BIGINT), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("varchar");
    }

    private Map<String, Verdict> verdicts(String... fragments) {
        return ranges.evaluate(new Fragments(
                ranges.column(), Arrays.stream(fragments).map(Slices::utf8Slice).toList()));
    }
}
