// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.RecordedVerdicts;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.PlainValues;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What goes in as vectors comes out as summaries that every built-in index type reads back and draws true conclusions from. */
public class TestRangeSummarizerWithIndexTypes {
    private static final IndexTypes TYPES = IndexTypes.load(IndexTypes.class.getClassLoader());
    private static final List<ScalarType> COLUMN_TYPES = List.of(BIGINT, DOUBLE, VARCHAR);
    private static final int RANGES = 30;

    @DataProvider
    public Object[][] indexes() {
        List<Object[]> indexes = new ArrayList<>();
        for (IndexType type : TYPES.all()) {
            for (ScalarType column : COLUMN_TYPES) {
                try {
                    type.check(List.of(column), Map.of());
                } catch (IllegalArgumentException _) {
                    // not for such a column alone
                    continue;
                }
                indexes.add(new Object[] {type, column});
            }
        }
        assertThat(indexes).isNotEmpty();
        return indexes.toArray(Object[][]::new);
    }

    @Test(dataProvider = "indexes")
    public void testSummariesNeverDenyARowThatIsThere(IndexType type, ScalarType columnType) {
        IndexedColumn column = new IndexedColumn("c", columnType, "0");
        IndexDefinition definition = new IndexDefinition(type.name(), List.of(column), Map.of());
        Random random = new Random(7);
        for (int round = 0; round < RANGES; round++) {
            RangeSummarizer summarizer = new RangeSummarizer(List.of(definition), TYPES::get, List.of(column), 1 << 20);
            int batches = random.nextInt(4);
            List<Object> values = new ArrayList<>();
            boolean anyNull = false;
            for (int batch = 0; batch < batches; batch++) {
                List<Object> rows = rows(columnType, random);
                List<ValueVector> shapes = Vectors.inAllShapes(columnType, rows);
                add(summarizer, shapes.get(random.nextInt(shapes.size())));
                for (Object row : rows) {
                    if (row == null) {
                        anyNull = true;
                    } else {
                        values.add(row);
                    }
                }
            }
            long rows = summarizer.rowCount();
            List<KeyColumn> summary = summarizer.finish().getFirst();
            assertThat(summary).hasSize(type.fields(List.of(columnType)).size());
            for (Object value : values) {
                Predicate.Leaf equals = new Predicate.InSet(column, set(columnType, value));
                assertThat(isDenied(type, columnType, rows, summary, equals))
                        .as("%s has %s", definition.name(), value)
                        .isFalse();
            }
            if (anyNull) {
                assertThat(isDenied(type, columnType, rows, summary, new Predicate.IsNull(column)))
                        .as("%s has NULL", definition.name())
                        .isFalse();
            }
        }
    }

    @Test
    public void testMinMaxSkips() {
        IndexedColumn column = new IndexedColumn("c", BIGINT, "0");
        RangeSummarizer summarizer = new RangeSummarizer(
                List.of(new IndexDefinition("minmax", List.of(column), Map.of())),
                TYPES::get,
                List.of(column),
                1 << 20);
        add(summarizer, Vectors.of(BIGINT, 10L, 20L));
        List<KeyColumn> summary = summarizer.finish().getFirst();
        assertThat(isDenied(TYPES.get("minmax"), BIGINT, 2, summary, new Predicate.InSet(column, set(BIGINT, 21L))))
                .isTrue();
    }

    private static boolean isDenied(
            IndexType type, ScalarType columnType, long rows, List<KeyColumn> summary, Predicate.Leaf leaf) {
        SummaryReader reader =
                type.open(List.of(columnType), type.version(), new SummaryVectors(1, new long[] {rows}, summary));
        return RecordedVerdicts.of(reader, List.copyOf(leaf.columns()), 1, leaf)[0] == Verdict.CANNOT_MATCH;
    }

    private static KeySet set(ScalarType type, Object value) {
        return KeySet.ofValues(type, List.of(PlainValues.key(type, value))).orElseThrow();
    }

    /** Values of some rows, which may be the same a few times, or all. */
    private static List<Object> rows(ScalarType type, Random random) {
        int size = random.nextInt(20);
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            if (random.nextInt(8) == 0) {
                values.add(null);
            } else if (type.equals(BIGINT)) {
                values.add(random.nextLong() >> random.nextInt(64));
            } else if (type.equals(DOUBLE)) {
                values.add(random.nextInt(6) == 0 ? -0.0 : random.nextGaussian());
            } else {
                values.add("é%s".formatted(random.nextInt(50)).repeat(random.nextInt(40)));
            }
        }
        values.add(null);
        int few = random.nextInt(4) == 0 ? 1 : size + 1;
        List<Object> rows = new ArrayList<>();
        for (int row = 0; row < size; row++) {
            rows.add(values.get(random.nextInt(few)));
        }
        return random.nextBoolean() || size == 0 ? values : rows;
    }

    private static void add(RangeSummarizer summarizer, ValueVector vector) {
        summarizer.add(vector.rowCount(), List.of(Optional.of(vector)));
    }
}
