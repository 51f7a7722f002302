// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import io.airlift.slice.Slice;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.CallIn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.trino.spi.block.Block;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

public class TestFunctionIndexType {
    private static final IndexedColumn LINE = new IndexedColumn("line", VARCHAR, "0");

    /** The first word; NULL of a line that begins with a blank. */
    private static final class FirstWord extends FunctionIndexType {
        FirstWord() {
            super("words", "first_word", VARCHAR);
        }

        @Override
        protected boolean accepts(Type column) {
            return column.equals(VARCHAR);
        }

        @Override
        protected Optional<Object> apply(Object value) {
            String word = ((Slice) value).toStringUtf8().split(" ")[0];
            return word.isEmpty() ? Optional.empty() : Optional.of(utf8Slice(word));
        }
    }

    private static Block summary(Map<String, String> options, long rangeBytes, Object... lines) {
        return Summaries.summarize(
                        new IndexDefinition("words", List.of(LINE), options),
                        new IndexTypes(List.of(new FirstWord())),
                        List.of(List.of(Summaries.block(VARCHAR, lines))),
                        rangeBytes)
                .getFirst();
    }

    /** Whether the leaf is proven to be satisfied by no row; that it is by all must never be said. */
    private static boolean isPruned(Block summary, Predicate.Leaf leaf) {
        SummaryReader reader =
                new FirstWord().open(List.of(VARCHAR), new SummaryBlocks(1, new long[] {9}, List.of(summary)));
        Verdict verdict = RecordedVerdicts.of(reader, List.of(LINE), 1, leaf)[0];
        assertThat(verdict).isNotEqualTo(Verdict.MUST_MATCH);
        return verdict == Verdict.CANNOT_MATCH;
    }

    private static CallIn firstWordIs(String... words) {
        return new CallIn(
                LINE,
                "first_word",
                ValueSet.copyOf(
                        VARCHAR,
                        List.<Object>copyOf(
                                List.of(words).stream().map(w -> utf8Slice(w)).toList())));
    }

    @Test
    public void testDecidesItsOwnFunction() {
        Block summary = summary(Map.of(), 1000, utf8Slice("GET /a"), null, utf8Slice("PUT /b"), utf8Slice(" x"));
        assertThat(isPruned(summary, firstWordIs("GET"))).isFalse();
        assertThat(isPruned(summary, firstWordIs("HEAD", "PUT"))).isFalse();
        assertThat(isPruned(summary, firstWordIs("HEAD", "/a"))).isTrue();
        assertThat(isPruned(summary, new CallIn(LINE, "first_word", ValueSet.none(VARCHAR))))
                .isTrue();
    }

    @Test
    public void testLeavesOthersAlone() {
        Block summary = summary(Map.of(), 1000, utf8Slice("GET /a"));
        assertThat(isPruned(summary, new CallIn(LINE, "last_word", ValueSet.of(VARCHAR, utf8Slice("HEAD")))))
                .as("another function")
                .isFalse();
        assertThat(isPruned(summary, new CallIn(LINE, "first_word", ValueSet.of(BIGINT, 1L))))
                .as("a function of the same name with another result")
                .isFalse();
        assertThat(isPruned(summary, new Predicate.IsNull(LINE))).isFalse();
        assertThat(isPruned(summary, new Predicate.InSet(LINE, ValueSet.of(VARCHAR, utf8Slice("HEAD")))))
                .isFalse();
    }

    @Test
    public void testARangeWithoutAnyResult() {
        assertThat(isPruned(summary(Map.of(), 1000, utf8Slice(" x"), null), firstWordIs("x")))
                .isTrue();
    }

    @Test
    public void testTooMuch() {
        Object[] lines = {utf8Slice("a"), utf8Slice("b"), utf8Slice("a"), utf8Slice("c")};
        assertThat(summary(ImmutableMap.of("limit", "3"), 1000, lines).isNull(0))
                .isFalse();
        Block tooMany = summary(ImmutableMap.of("limit", "2"), 1000, lines);
        assertThat(tooMany.isNull(0)).isTrue();
        assertThat(isPruned(tooMany, firstWordIs("z"))).isFalse();
        assertThat(summary(ImmutableMap.of("max_bytes", "2"), 1000, lines).isNull(0))
                .isTrue();
        assertThat(summary(Map.of(), 2, lines).isNull(0))
                .as("longer than the range")
                .isTrue();
    }

    @Test
    public void testDescription() {
        SummaryReader column = new FirstWord()
                .open(
                        List.of(VARCHAR),
                        new SummaryBlocks(
                                1, new long[] {3}, List.of(summary(Map.of(), 1000, utf8Slice("b x"), utf8Slice("a")))));
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
                    protected boolean accepts(Type column) {
                        return true;
                    }

                    @Override
                    protected Optional<Object> apply(Object value) {
                        return Optional.of(value);
                    }
                })
                .hasMessage("results of type double cannot be kept");
    }
}
