// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.estimate;

import static io.skipping.index.value.ScalarType.BIGINT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.reflect.Reflection;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedColumn;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectSample;
import io.skipping.index.type.RangeBounds;
import io.skipping.index.value.Key;
import io.skipping.trino.core.estimate.TableEstimate;
import io.trino.metastore.HivePartition;
import io.trino.metastore.HiveType;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.plugin.hive.acid.AcidTransaction;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.statistics.ColumnStatistics;
import io.trino.spi.statistics.DoubleRange;
import io.trino.spi.statistics.Estimate;
import io.trino.spi.type.VarcharType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

public class TestSamples {
    private static final IndexedColumn A = new IndexedColumn("a", BIGINT, "0");
    private static final IndexedColumn B = new IndexedColumn("b", BIGINT, "1");
    private static final HiveColumnHandle DAY = HiveColumnHandle.createBaseColumn(
            "dt",
            -1,
            HiveType.HIVE_STRING,
            VarcharType.VARCHAR,
            HiveColumnHandle.ColumnType.PARTITION_KEY,
            Optional.empty());

    /** What was asked of indexes, in order. */
    private final List<String> asked = new ArrayList<>();

    private boolean broken;

    /** Of two days, an object each that is picked, with 10 rows in 100 bytes; as many bytes are not picked. */
    private final class FakeSample implements ObjectSample {
        private final List<String> days;

        private FakeSample(Predicate<Slice> folders) {
            days = Stream.of("1", "2")
                    .filter(day -> folders.test(Slices.utf8Slice("s3://b/t/dt=%s/".formatted(day))))
                    .toList();
        }

        @Override
        public long allBytes() {
            return 200L * days.size();
        }

        @Override
        public long bytes() {
            return 100L * days.size();
        }

        @Override
        public List<Long> rowCounts() {
            return days.stream().map(_ -> 10L).toList();
        }

        @Override
        public Optional<List<Optional<RangeBounds>>> bounds(IndexedColumn column) {
            asked.add("bounds of " + column.name());
            if (broken) {
                throw new IndexUnavailableException("broken");
            }
            return Optional.of(days.stream()
                    .map(day -> Optional.of(new RangeBounds(
                            1,
                            Optional.of(Key.of(Long.parseLong(day))),
                            Optional.of(Key.of(Long.parseLong(day))),
                            true,
                            true,
                            false)))
                    .toList());
        }
    }

    private IndexSnapshot index() {
        return Reflection.newProxy(IndexSnapshot.class, (_, method, arguments) -> switch (method.getName()) {
            case "sample" -> {
                asked.add("sample");
                @SuppressWarnings("unchecked")
                Predicate<Slice> folders = (Predicate<Slice>) arguments[0];
                yield new FakeSample(folders);
            }
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static HiveTableHandle scan(String... days) {
        return new HiveTableHandle(
                "test",
                "t",
                Optional.empty(),
                List.of(DAY),
                List.of(),
                Optional.empty(),
                Optional.of(Stream.of(days)
                        .map(day -> new HivePartition(new SchemaTableName("test", "t"), "dt=" + day, Map.of()))
                        .toList()),
                TupleDomain.all(),
                TupleDomain.all(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                Set.of(),
                AcidTransaction.NO_ACID_TRANSACTION,
                false,
                Optional.empty());
    }

    private static ColumnStatistics between(double low, double high) {
        return ColumnStatistics.builder()
                .setNullsFraction(Estimate.of(0.1))
                .setRange(new DoubleRange(low, high))
                .build();
    }

    @BeforeMethod
    public void forget() {
        asked.clear();
        broken = false;
    }

    @Test
    public void testWhatASampleSaidIsKept() {
        Samples samples = new Samples();
        IndexSnapshot index = index();
        TableEstimate first = samples.estimate(index, scan("1", "2"), 0.5).orElseThrow();
        assertThat(first.rowCount()).as("a quarter is picked").isEqualTo(80);
        assertThat(first.column(A)).isEqualTo(between(1, 2));
        assertThat(asked).containsExactly("sample", "bounds of a");

        TableEstimate second = samples.estimate(index, scan("2", "1"), 1).orElseThrow();
        assertThat(second.rowCount()).as("less is not indexed").isEqualTo(40);
        assertThat(second.column(A)).isEqualTo(between(1, 2));
        assertThat(asked).as("nothing new").hasSize(2);
        second.column(B);
        first.column(B);
        assertThat(asked).as("of another column").containsExactly("sample", "bounds of a", "sample", "bounds of b");
    }

    @Test
    public void testOtherPartitionsAreOtherSamples() {
        Samples samples = new Samples();
        IndexSnapshot index = index();
        assertThat(samples.estimate(index, scan("1", "2"), 1).orElseThrow().column(A))
                .isEqualTo(between(1, 2));
        assertThat(samples.estimate(index, scan("2"), 1).orElseThrow().column(A))
                .isEqualTo(between(2, 2));
        assertThat(samples.estimate(index, scan("3"), 1))
                .as("nothing is indexed")
                .isEmpty();
    }

    @Test
    public void testANewStateIsAskedAnew() {
        Samples samples = new Samples();
        samples.estimate(index(), scan("1"), 1);
        samples.estimate(index(), scan("1"), 1);
        assertThat(asked).containsExactly("sample", "sample");
    }

    @Test
    public void testAFailureIsNotKept() {
        TableEstimate estimate = new Samples().estimate(index(), scan("1"), 1).orElseThrow();
        broken = true;
        assertThatThrownBy(() -> estimate.column(A)).isInstanceOf(IndexUnavailableException.class);
        broken = false;
        assertThat(estimate.column(A)).isEqualTo(between(1, 1));
    }
}
