// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.function;

import static io.skipping.index.predicate.Verdict.CANNOT_MATCH;
import static io.skipping.index.predicate.Verdict.MAY_MATCH;
import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.BOOLEAN;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.CallIn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.RangeFixture;
import io.skipping.index.type.RecordedVerdicts;
import io.skipping.index.type.Summaries;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.Vectors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.testng.annotations.Test;

public class TestFunctionIndexType {
    private static final IndexedColumn LINE = new IndexedColumn("line", VARCHAR, "0");

    /** The first word; NULL of a line that begins with a blank. */
    private static final class FirstWord extends FunctionIndexType {
        FirstWord() {
            super("words", "first_word", VARCHAR);
        }

        @Override
        protected boolean accepts(ScalarType column) {
            return column.equals(VARCHAR);
        }

        @Override
        protected Optional<Key> apply(Key value) {
            String word = value.asBytes().toStringUtf8().split(" ")[0];
            return word.isEmpty() ? Optional.empty() : Optional.of(Key.of(word));
        }
    }

    private static KeyColumn summary(Map<String, String> options, long rangeBytes, Object... lines) {
        return Summaries.summarize(
                        new IndexDefinition("words", List.of(LINE), options),
                        new IndexTypes(List.of(new FirstWord())),
                        List.of(List.of(Vectors.of(VARCHAR, lines))),
                        rangeBytes)
                .get(0);
    }

    /** Whether the leaf is proven to be satisfied by no row; that it is by all must never be said. */
    private static boolean isPruned(KeyColumn summary, Predicate.Leaf leaf) {
        SummaryReader reader =
                new FirstWord().open(List.of(VARCHAR), 1, new SummaryVectors(1, new long[] {9}, List.of(summary)));
        Verdict verdict = RecordedVerdicts.of(reader, List.of(LINE), 1, leaf)[0];
        assertThat(verdict).isNotEqualTo(Verdict.MUST_MATCH);
        return verdict == Verdict.CANNOT_MATCH;
    }

    private static CallIn firstWordIs(String... words) {
        return new CallIn(LINE, "first_word", texts(words));
    }

    private static KeySet texts(String... words) {
        return KeySet.ofValues(VARCHAR, Stream.of(words).map(Key::of).toList()).orElseThrow();
    }

    @Test
    public void testDecidesItsOwnFunction() {
        KeyColumn summary = summary(Map.of(), 1000, "GET /a", null, "PUT /b", " x");
        assertThat(isPruned(summary, firstWordIs("GET"))).isFalse();
        assertThat(isPruned(summary, firstWordIs("HEAD", "PUT"))).isFalse();
        assertThat(isPruned(summary, firstWordIs("HEAD", "/a"))).isTrue();
        assertThat(isPruned(summary, new CallIn(LINE, "first_word", KeySet.none(VARCHAR))))
                .isTrue();
    }

    @Test
    public void testLeavesOthersAlone() {
        KeyColumn summary = summary(Map.of(), 1000, "GET /a");
        assertThat(isPruned(summary, new CallIn(LINE, "last_word", texts("HEAD"))))
                .as("another function")
                .isFalse();
        assertThat(isPruned(summary, new CallIn(LINE, "first_word", KeySet.all(BIGINT))))
                .as("a function of the same name with another result")
                .isFalse();
        assertThat(isPruned(summary, new Predicate.IsNull(LINE))).isFalse();
        assertThat(isPruned(summary, new Predicate.InSet(LINE, texts("HEAD")))).isFalse();
    }

    @Test
    public void testARangeWithoutAnyResult() {
        assertThat(isPruned(summary(Map.of(), 1000, " x", null), firstWordIs("x")))
                .isTrue();
    }

    @Test
    public void testTooMuch() {
        Object[] lines = {"a", "b", "a", "c"};
        assertThat(summary(ImmutableMap.of("limit", "3"), 1000, lines).isNull(0))
                .isFalse();
        KeyColumn tooMany = summary(ImmutableMap.of("limit", "2"), 1000, lines);
        assertThat(tooMany.isNull(0)).isTrue();
        assertThat(isPruned(tooMany, firstWordIs("z"))).isFalse();
        assertThat(summary(ImmutableMap.of("max_bytes", "2"), 1000, lines).isNull(0))
                .isTrue();
        assertThat(summary(Map.of(), 2, lines).isNull(0))
                .as("longer than the range")
                .isTrue();
    }

    /** Its key is that of 0.0, of which the function may give something else. */
    @Test
    public void testNothingIsKnownWhereAZeroMayBeNegative() {
        RangeFixture doubles = new RangeFixture(new IsInteger(), DOUBLE, Map.of())
                .range("zero", 0.0, 1.5)
                .range("negativeZero", 1.5, -0.0)
                .range("nan", Double.NaN);
        Predicate.Leaf isInteger = new CallIn(
                doubles.column(),
                "is_integer",
                KeySet.ofValues(BOOLEAN, List.of(Key.of(true))).orElseThrow());
        assertThat(doubles.evaluate(isInteger))
                .isEqualTo(Map.of("zero", MAY_MATCH, "negativeZero", MAY_MATCH, "nan", CANNOT_MATCH));
        assertThat(doubles.describe("zero")).isEqualTo("{false, true}");
        assertThat(doubles.describe("negativeZero")).isEmpty();
        assertThat(doubles.describe("nan")).isEqualTo("{false}");
    }

    private static final class IsInteger extends FunctionIndexType {
        IsInteger() {
            super("integers", "is_integer", BOOLEAN);
        }

        @Override
        protected boolean accepts(ScalarType column) {
            return column.equals(DOUBLE);
        }

        @Override
        protected Optional<Key> apply(Key value) {
            return Optional.of(Key.of(value.asDouble() == Math.rint(value.asDouble())));
        }
    }

    /** {@code 'a\t' < 'a'}, which no order of bytes says. */
    @Test
    public void testResultsThatHaveNoOrder() {
        RangeFixture codes = new RangeFixture(new Code(), VARCHAR, Map.of())
                .range("plain", "a")
                .range("withTab", "a\tb");
        CallIn isLess = new CallIn(
                codes.column(),
                "code",
                KeySet.of(ScalarType.character(2), List.of(KeyRange.lessThan(Key.of("a"))))
                        .orElseThrow());
        assertThat(codes.evaluate(isLess)).isEqualTo(Map.of("plain", CANNOT_MATCH, "withTab", MAY_MATCH));
    }

    private static final class Code extends FunctionIndexType {
        Code() {
            super("codes", "code", ScalarType.character(2));
        }

        @Override
        protected boolean accepts(ScalarType column) {
            return column.equals(VARCHAR);
        }

        @Override
        protected Optional<Key> apply(Key value) {
            return Optional.of(
                    Key.of(value.asBytes().slice(0, Math.min(2, value.asBytes().length()))));
        }
    }

    @Test
    public void testDescription() {
        SummaryReader column = new FirstWord()
                .open(
                        List.of(VARCHAR),
                        1,
                        new SummaryVectors(1, new long[] {3}, List.of(summary(Map.of(), 1000, "b x", "a"))));
        assertThat(column.describe(0)).isEqualTo("{a, b}");
    }

    @Test
    public void testChecks() {
        assertThatThrownBy(() -> new FirstWord().check(List.of(BIGINT), Map.of()))
                .hasMessage("An index of type words is over exactly one column that first_word takes");
        assertThatThrownBy(() -> new FirstWord().check(List.of(VARCHAR), Map.of("fpp", "1")))
                .hasMessageContaining("fpp");
        assertThatThrownBy(() -> new FunctionIndexType("d", "d", DOUBLE) {
                    @Override
                    protected boolean accepts(ScalarType column) {
                        return true;
                    }

                    @Override
                    protected Optional<Key> apply(Key value) {
                        return Optional.of(value);
                    }
                })
                .hasMessage("results of type double cannot be kept");
    }
}
