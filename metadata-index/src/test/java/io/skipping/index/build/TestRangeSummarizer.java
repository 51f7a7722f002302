// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryField;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.LongVector;
import io.skipping.index.value.PlainValues;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.Vectors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestRangeSummarizer {
    private static final IndexedColumn METER = new IndexedColumn("meter", BIGINT, "0");
    private static final IndexedColumn LOAD = new IndexedColumn("load", BIGINT, "1");
    private static final IndexedColumn RENAMED = new IndexedColumn("load", BIGINT, "7");
    private static final List<IndexedColumn> COLUMNS = List.of(METER, LOAD);

    @Test
    public void testFeedsEachIndexItsColumns() {
        RangeSummarizer summarizer = summarizer(
                new IndexDefinition("sum", List.of(LOAD), Map.of()),
                new IndexDefinition("sum", List.of(LOAD, METER), Map.of()),
                new IndexDefinition("sum", List.of(METER), Map.of()));
        add(summarizer, rows(new long[] {1, 2}, new long[] {10, 20}));
        add(summarizer, numbers(), numbers());
        add(summarizer, Vectors.constant(BIGINT, 5L, 3), Vectors.constant(BIGINT, 50L, 3));
        assertThat(summarizer.rowCount()).isEqualTo(5);
        assertThat(summarizer.retainedBytes()).isEqualTo(3 * 100);

        List<List<KeyColumn>> summaries = summarizer.finish();
        assertThat(summaries.stream().map(List::size)).containsExactly(2, 2, 2);
        assertThat(summaries.stream().flatMap(List::stream).map(KeyColumn::size))
                .containsOnly(1);
        assertThat(number(summaries.get(0))).isEqualTo(180);
        assertThat(number(summaries.get(1))).isEqualTo(180 + 18);
        assertThat(number(summaries.get(2))).isEqualTo(18);
        assertThat(PlainValues.read(summaries.get(0).get(1), 0)).isEqualTo(Key.of("range of 77 bytes"));
    }

    /** In whatever order they are defined, those that need least come first. */
    @Test
    public void testWhatIsSharedGoesToThoseWhoNeedLeast() {
        IndexTypes types = IndexTypes.load(getClass().getClassLoader());
        Map<String, String> sharing = Map.of("budget_percent", "10", "shared", "true");
        List<IndexDefinition> definitions = List.of(
                new IndexDefinition("values", List.of(METER), sharing),
                new IndexDefinition("bloom", List.of(METER), sharing),
                new IndexDefinition("values", List.of(LOAD), sharing),
                new IndexDefinition("values", List.of(METER), Map.of("budget_percent", "10")));
        // room for 100 bytes: of 9 meters, 72; of 4 loads, 32; a filter takes some 20
        RangeSummarizer summarizer = new RangeSummarizer(definitions, types::get, COLUMNS, 1000);
        long[] meters = LongStream.range(0, 9).toArray();
        add(
                summarizer,
                rows(meters, LongStream.of(meters).map(meter -> meter % 4).toArray()));
        assertThat(summarizer.finish().stream()
                        .map(summary -> summary.getFirst().isNull(0)))
                .as("whether there is no summary")
                .containsExactly(true, false, false, false);
    }

    @Test
    public void testNoRows() {
        RangeSummarizer summarizer = summarizer(new IndexDefinition("sum", List.of(LOAD), Map.of()));
        assertThat(summarizer.rowCount()).isZero();
        assertThat(number(summarizer.finish().getFirst())).isZero();
    }

    @Test
    public void testRowsAreCountedWithoutAnyColumn() {
        RangeSummarizer summarizer = new RangeSummarizer(List.of(), TestRangeSummarizer::type, List.of(), 77);
        summarizer.add(42, List.of());
        assertThat(summarizer.rowCount()).isEqualTo(42);
        assertThat(summarizer.finish()).isEmpty();
    }

    @DataProvider
    public Object[][] failures() {
        return new Object[][] {{"open"}, {"add"}, {"second add"}, {"finish"}, {"half a finish"}, {"no value"}, {"error"}
        };
    }

    @Test(dataProvider = "failures")
    public void testAFailingTypeLosesItsOwnSummaryOnly(String when) {
        RangeSummarizer summarizer = summarizer(
                new IndexDefinition("sum", List.of(METER), Map.of()),
                new IndexDefinition("sum", List.of(LOAD), Map.of("fail", when)),
                new IndexDefinition("sum", List.of(LOAD), Map.of()));
        add(summarizer, rows(new long[] {1}, new long[] {10}));
        add(summarizer, rows(new long[] {2}, new long[] {20}));
        List<List<KeyColumn>> summaries = summarizer.finish();
        assertThat(number(summaries.get(0))).isEqualTo(3);
        assertThat(number(summaries.get(2))).isEqualTo(30);
        assertThat(summarizer.rowCount()).isEqualTo(2);
        assertThat(summaries.get(1))
                .as("no summary is all NULL, in the shape of the type")
                .hasSize(2)
                .allMatch(column -> column.size() == 1 && column.isNull(0));
    }

    @Test
    public void testValuesThatAreNotKnown() {
        RangeSummarizer summarizer = summarizer(
                new IndexDefinition("sum", List.of(METER), Map.of()),
                new IndexDefinition("sum", List.of(LOAD), Map.of()),
                new IndexDefinition("sum", List.of(LOAD, METER), Map.of()));
        add(summarizer, rows(new long[] {1}, new long[] {10}));
        summarizer.add(2, List.of(Optional.empty(), Optional.of(numbers(20, 30))));
        add(summarizer, rows(new long[] {4}, new long[] {40}));
        List<List<KeyColumn>> summaries = summarizer.finish();
        assertThat(summaries.get(0)).allMatch(column -> column.isNull(0));
        assertThat(number(summaries.get(1))).isEqualTo(100);
        assertThat(summaries.get(2)).allMatch(column -> column.isNull(0));
        assertThat(summarizer.rowCount()).isEqualTo(4);
    }

    @Test
    public void testColumnThatIsNotRead() {
        // a column of the same name that is taken from elsewhere is another column
        RangeSummarizer summarizer = summarizer(
                new IndexDefinition("sum", List.of(RENAMED), Map.of()),
                new IndexDefinition("sum", List.of(LOAD), Map.of()));
        add(summarizer, rows(new long[] {1}, new long[] {10}));
        List<List<KeyColumn>> summaries = summarizer.finish();
        assertThat(summaries.get(0)).allMatch(column -> column.isNull(0));
        assertThat(number(summaries.get(1))).isEqualTo(10);
    }

    @Test
    public void testErrorsOfTheCaller() {
        assertThatThrownBy(() -> summarizer(new IndexDefinition("unheard-of", List.of(LOAD), Map.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unheard-of");
        RangeSummarizer summarizer = summarizer(new IndexDefinition("sum", List.of(LOAD), Map.of()));
        assertThatThrownBy(() -> add(summarizer, numbers(1))).isInstanceOf(IllegalArgumentException.class);
        summarizer.finish();
        assertThatThrownBy(() -> add(summarizer, rows(new long[] {1}, new long[] {1})))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(summarizer::finish).isInstanceOf(IllegalStateException.class);
    }

    private static RangeSummarizer summarizer(IndexDefinition... definitions) {
        return new RangeSummarizer(List.of(definitions), TestRangeSummarizer::type, COLUMNS, 77);
    }

    private static IndexType type(String name) {
        if (!name.equals("sum")) {
            throw new IllegalArgumentException("no index type " + name);
        }
        return new SumType();
    }

    private static ValueVector[] rows(long[] meters, long[] loads) {
        return new ValueVector[] {numbers(meters), numbers(loads)};
    }

    private static ValueVector numbers(long... values) {
        return Vectors.of(BIGINT, LongStream.of(values).boxed().toList());
    }

    private static long number(List<KeyColumn> summary) {
        return ((Key) PlainValues.read(summary.getFirst(), 0)).asLong();
    }

    /** Adds up all values of all its columns, and fails when it is told to. */
    private static final class SumType implements IndexType {
        @Override
        public String name() {
            return "sum";
        }

        @Override
        public String description() {
            return "for tests";
        }

        @Override
        public void check(List<ScalarType> columns, Map<String, String> options) {}

        @Override
        public List<SummaryField> fields(List<ScalarType> columns) {
            return List.of(new SummaryField("sum", BIGINT), new SummaryField("note", VARCHAR));
        }

        @Override
        public Summarizer summarizer(List<ScalarType> columns, Map<String, String> options, RangeContext range) {
            assertThat(columns).doesNotContain(DOUBLE);
            String fail = options.getOrDefault("fail", "");
            failIf(fail.equals("open"));
            return new Summarizer() {
                private long sum;
                private int adds;

                @Override
                public void add(List<ValueVector> vectors) {
                    adds++;
                    failIf(fail.equals("add") || (fail.equals("second add") && adds == 2));
                    if (fail.equals("error")) {
                        throw new NoSuchMethodError("built against another version");
                    }
                    for (ValueVector vector : vectors) {
                        for (int row = 0; row < vector.rowCount(); row++) {
                            sum += ((LongVector) vector).keys()[vector.value(row)];
                        }
                    }
                }

                @Override
                public void finish(SummaryWriter to) {
                    failIf(fail.equals("finish"));
                    if (fail.equals("no value")) {
                        return;
                    }
                    to.field(0).append(sum);
                    failIf(fail.equals("half a finish"));
                    to.field(1).append(Key.of("range of %s bytes".formatted(range.bytes())));
                }

                @Override
                public long retainedBytes() {
                    return 100;
                }
            };
        }

        private static void failIf(boolean condition) {
            if (condition) {
                throw new IllegalStateException("told to fail");
            }
        }

        @Override
        public SummaryReader open(List<ScalarType> columns, int version, SummaryVectors summaries) {
            throw new UnsupportedOperationException();
        }
    }

    private static void add(RangeSummarizer summarizer, ValueVector... columns) {
        summarizer.add(
                columns[0].rowCount(), Stream.of(columns).map(Optional::of).toList());
    }
}
