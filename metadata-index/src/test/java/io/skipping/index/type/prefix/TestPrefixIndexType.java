// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.prefix;

import static io.airlift.slice.Slices.utf8Slice;
import static io.skipping.index.predicate.Verdict.CANNOT_MATCH;
import static io.skipping.index.predicate.Verdict.MAY_MATCH;
import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.predicate.Fragments;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.type.RangeFixture;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.Vectors;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

public class TestPrefixIndexType {
    private final RangeFixture ranges = new RangeFixture("prefix", VARCHAR, Map.of("length", "4"))
            .range("paths", utf8Slice("/api/users"), null, utf8Slice("/img/logo.png"), utf8Slice("/api/orders"))
            .range("short", utf8Slice("a"), utf8Slice("éééééé"))
            .range("empty", utf8Slice(""), utf8Slice("zzzzzzz"))
            .range("nulls", null, null)
            .noStats("unknown", 3);

    @Test
    public void testPrefixesAreCutBetweenCharacters() {
        assertThat(ranges.describe("paths")).isEqualTo("{/api…, /img…}");
        assertThat(ranges.describe("short")).isEqualTo("{a…, éééé…}");
        assertThat(ranges.describe("unknown")).isEmpty();
    }

    @Test
    public void testEquality() {
        assertThat(ranges.equal(utf8Slice("/api/users"))).isEqualTo(verdicts(true, false, true));
        assertThat(ranges.equal(utf8Slice("/apix"))).as("not known").isEqualTo(verdicts(true, false, true));
        assertThat(ranges.equal(utf8Slice("/ap"))).isEqualTo(verdicts(false, false, true));
        assertThat(ranges.equal(utf8Slice("/css/a"))).isEqualTo(verdicts(false, false, true));
        assertThat(ranges.equal(utf8Slice("éééé"))).isEqualTo(verdicts(false, true, true));
        assertThat(ranges.equal(utf8Slice("ééé"))).isEqualTo(verdicts(false, false, true));
        assertThat(ranges.anyOf("/css", "/img/x", "b")).isEqualTo(verdicts(true, false, true));
    }

    @Test
    public void testRanges() {
        assertThat(like("/a", "/b")).isEqualTo(verdicts(true, false, true));
        assertThat(like("/api/users/", "/api/users0")).isEqualTo(verdicts(true, false, true));
        assertThat(like("/b", "/c")).isEqualTo(verdicts(false, false, true));
        assertThat(like("/apj", "/imf")).isEqualTo(verdicts(false, false, true));
        // the ends are just where texts begin
        assertThat(ranges.lessThan(utf8Slice("/api"))).isEqualTo(verdicts(false, false, true));
        assertThat(ranges.atLeast(utf8Slice("/imgzzz")).get("paths")).isEqualTo(MAY_MATCH);
        assertThat(ranges.greaterThan(utf8Slice("/img")).get("paths")).isEqualTo(MAY_MATCH);
        assertThat(ranges.atLeast(utf8Slice("/imh")).get("paths")).isEqualTo(CANNOT_MATCH);
        assertThat(ranges.isNotNull().get("nulls")).isEqualTo(CANNOT_MATCH);
        assertThat(ranges.isNotNull().get("paths")).isEqualTo(MAY_MATCH);
    }

    @Test
    public void testBytesThatAreNotUtf8() {
        Slice odd = Slices.wrappedBuffer(new byte[] {(byte) 0xff, (byte) 0x80, (byte) 0x80, 'a', 'b', 'c', 'd', 'e'});
        RangeFixture range = new RangeFixture("prefix", VARCHAR, Map.of("length", "2")).range("odd", odd);
        for (int length = 0; length <= odd.length(); length++) {
            KeyRange from = KeyRange.atLeast(Key.of(odd.slice(0, length)));
            assertThat(range.in(from).get("odd")).isEqualTo(MAY_MATCH);
        }
        assertThat(range.equal(odd).get("odd")).isEqualTo(MAY_MATCH);
        assertThat(range.equal(utf8Slice("abcd")).get("odd")).isEqualTo(CANNOT_MATCH);
    }

    @Test
    public void testTooManyAreNotKept() {
        RangeFixture small = new RangeFixture("prefix", VARCHAR, Map.of("limit", "10", "length", "2"))
                .range(
                        "many",
                        IntStream.range(0, 1000)
                                .mapToObj(i -> utf8Slice(Integer.toString(i)))
                                .toArray())
                .range(
                        "alike",
                        IntStream.range(0, 1000)
                                .mapToObj(i -> utf8Slice("a" + i % 10 + i))
                                .toArray());
        assertThat(small.equal(utf8Slice("x"))).isEqualTo(Map.of("many", MAY_MATCH, "alike", CANNOT_MATCH));
    }

    @Test
    public void testTextsMayComeInAnyShape() {
        for (List<String> texts : List.of(Arrays.asList("/img/a", null, "/api", "/img/a", "/"), List.of("/a", "/a"))) {
            assertThat(Vectors.inAllShapes(VARCHAR, texts).stream()
                            .map(vector -> new RangeFixture("prefix", VARCHAR, Map.of("length", "3"))
                                    .batches("texts", List.of(vector, vector))
                                    .describe("texts"))
                            .distinct())
                    .containsExactly(texts.size() == 2 ? "{/a…}" : "{/…, /ap…, /im…}");
        }
    }

    @Test
    public void testAnotherTypeOfText() {
        assertThat(ranges.in(KeySet.ofValues(ScalarType.varchar(9), List.of(Key.of("/css")))
                                .orElseThrow())
                        .values())
                .containsOnly(MAY_MATCH);
    }

    @Test
    public void testWhatItSaysNothingOf() {
        assertThat(ranges.evaluate(new Fragments(ranges.column(), List.of(utf8Slice("wolf"))))
                        .values())
                .containsOnly(MAY_MATCH);
        assertThat(ranges.isNull().values()).containsOnly(MAY_MATCH);
    }

    @Test
    public void testTypes() {
        PrefixIndexType type = new PrefixIndexType();
        assertThatThrownBy(() -> type.check(List.of(BIGINT), Map.of())).hasMessageContaining("it is for varchar");
        assertThatThrownBy(() -> type.check(List.of(ScalarType.character(3)), Map.of()))
                .hasMessageContaining("it is for varchar");
        assertThatThrownBy(() -> type.check(List.of(VARCHAR), Map.of("length", "0")))
                .hasMessageContaining("Option length of an index of type prefix");
    }

    /** As LIKE is said. */
    private Map<String, Verdict> like(String from, String to) {
        return ranges.in(new KeyRange(Optional.of(Key.of(from)), true, Optional.of(Key.of(to)), false));
    }

    /** The empty text begins every text. */
    private static Map<String, Verdict> verdicts(boolean paths, boolean shortOnes, boolean empty) {
        return Map.of(
                "paths", paths ? MAY_MATCH : CANNOT_MATCH,
                "short", shortOnes ? MAY_MATCH : CANNOT_MATCH,
                "empty", empty ? MAY_MATCH : CANNOT_MATCH,
                "nulls", CANNOT_MATCH,
                "unknown", MAY_MATCH);
    }
}
