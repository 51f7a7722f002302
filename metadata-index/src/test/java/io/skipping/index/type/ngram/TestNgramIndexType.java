// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.ngram;

import static io.airlift.slice.Slices.utf8Slice;
import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.predicate.Fragments;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.type.RangeFixture;
import io.skipping.index.type.bloom.BloomFilter;
import io.skipping.index.type.distinct.DistinctLongs;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyHash;
import io.skipping.index.value.Vectors;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

public class TestNgramIndexType {
    private final RangeFixture ranges = new RangeFixture("ngram", VARCHAR)
            .range("fox", utf8Slice("the quick brown fox"), null, utf8Slice("été à Paris"))
            .range("short", utf8Slice("ab"), utf8Slice(""))
            .range("nulls", null, null)
            .noStats("unknown", 3);

    @Test
    public void testWhatIsThereIsFound() {
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
    public void testWhatIsNotThereIsNot() {
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
    public void testAFragmentWithoutAGramSaysNothing() {
        for (String fragment : List.of("", "x", "xy")) {
            assertThat(verdicts(fragment).values()).as(fragment).containsOnly(Verdict.MAY_MATCH);
        }
    }

    @Test
    public void testTooManyGramsAreNotKept() {
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
    public void testWordsOfTheSameSyllablesAreToldApart() {
        RangeFixture words = new RangeFixture("ngram", VARCHAR)
                .range("words", utf8Slice("pres res ess ssu sur ure"), utf8Slice("10 100 001 012"));
        assertThat(words.evaluate(new Fragments(words.column(), List.of(utf8Slice("pressure")))))
                .isEqualTo(Map.of("words", Verdict.CANNOT_MATCH));
        assertThat(words.evaluate(new Fragments(words.column(), List.of(utf8Slice("10012")))))
                .as("of digits there are no longer grams")
                .isEqualTo(Map.of("words", Verdict.MAY_MATCH));
    }

    @Test
    public void testTheLongerGramsAreLeftOutFirst() {
        Object[] texts = IntStream.range(0, 26)
                .mapToObj(i -> utf8Slice("pressure" + (char) ('a' + i) + (char) ('a' + i * 7 % 26)))
                .toArray();
        Slice all = filter(Map.of(), texts);
        Slice shorter = filter(Map.of("max_bytes", "30"), texts);
        assertThat(NgramFilter.longest(all)).isEqualTo((byte) 4);
        assertThat(NgramFilter.longest(shorter)).isEqualTo((byte) 3);
        assertThat(shorter.length()).isLessThanOrEqualTo(30);
        for (Slice kept : List.of(all, shorter)) {
            for (Object text : texts) {
                assertThat(mayContain(kept, (Slice) text)).isTrue();
            }
        }
        assertThat(filter(Map.of("max_bytes", "10"), texts)).isNull();
    }

    /** Of texts long and short, whatever bytes they have, each part is found. */
    @Test
    public void testEveryPartOfAnyTextIsFound() {
        Random random = new Random(11);
        for (int round = 0; round < 50; round++) {
            Slice[] texts = IntStream.range(0, 30)
                    .mapToObj(_ -> {
                        byte[] text = new byte[random.nextInt(60)];
                        for (int i = 0; i < text.length; i++) {
                            // few letters, so that runs come again, among them runs of NUL
                            text[i] = (byte)
                                    (random.nextInt(3) == 0
                                            ? 0
                                            : random.nextInt(20) == 0 ? random.nextInt() : 'a' + random.nextInt(3));
                        }
                        return Slices.wrappedBuffer(text);
                    })
                    .toArray(Slice[]::new);
            Slice filter = filter(Map.of("max_bytes", round % 2 == 0 ? "100000" : "120"), (Object[]) texts);
            for (Slice text : texts) {
                int start = random.nextInt(text.length() + 1);
                assertThat(mayContain(filter, text.slice(start, random.nextInt(text.length() - start + 1))))
                        .isTrue();
            }
        }
    }

    @Test
    public void testFiltersWithoutTheLengthOfTheirGramsAreRead() {
        DistinctLongs grams = new DistinctLongs();
        Slice text = utf8Slice("heisenbug");
        Grams.forEach(text, 0, text.length(), (length, gram) -> {
            if (length == Grams.SHORTEST) {
                grams.add(KeyHash.hash(gram));
            }
        });
        Slice filter = BloomFilter.create(20, grams.values());
        assertThat(mayContain(filter, text)).isTrue();
        assertThat(mayContain(filter, utf8Slice("senbu"))).isTrue();
        assertThat(mayContain(filter, utf8Slice("kerfuffle"))).isFalse();
    }

    @Test
    public void testFiltersOfLongerGramsThanAreKnownSayNothing() {
        Slice filter = filter(Map.of(), utf8Slice("heisenbug"));
        filter.setByte(0, 5);
        assertThat(mayContain(filter, utf8Slice("kerfuffle"))).isTrue();
        assertThat(mayContain(Slices.EMPTY_SLICE, utf8Slice("kerfuffle"))).isTrue();
    }

    @Test
    public void testTextsMayComeInAnyShape() {
        for (List<String> texts : List.of(
                Arrays.asList("heisenbug", null, "kerfuffle", "heisenbug"), List.of("heisenbug", "heisenbug"))) {
            assertThat(Vectors.inAllShapes(VARCHAR, texts).stream()
                            .map(vector -> new RangeFixture("ngram", VARCHAR)
                                    .batches("texts", List.of(vector))
                                    .field("texts", "filter"))
                            .distinct())
                    .hasSize(1)
                    .doesNotContainNull();
        }
    }

    @Test
    public void testOnlyTextHasGrams() {
        NgramIndexType type = new NgramIndexType();
        assertThatThrownBy(() -> type.check(List.of(BIGINT), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("varchar");
    }

    private Map<String, Verdict> verdicts(String... fragments) {
        return ranges.evaluate(new Fragments(
                ranges.column(), Arrays.stream(fragments).map(Slices::utf8Slice).toList()));
    }

    /** What is kept of a range; null if nothing is. */
    private static Slice filter(Map<String, String> options, Object... texts) {
        Object filter = new RangeFixture("ngram", VARCHAR, options)
                .range("texts", texts)
                .field("texts", "filter");
        return filter == null ? null : ((Key) filter).asBytes();
    }

    private static boolean mayContain(Slice filter, Slice fragment) {
        RangeFixture kept = new RangeFixture("ngram", VARCHAR).kept("kept", filter);
        return kept.evaluate(new Fragments(kept.column(), List.of(fragment))).get("kept") == Verdict.MAY_MATCH;
    }
}
