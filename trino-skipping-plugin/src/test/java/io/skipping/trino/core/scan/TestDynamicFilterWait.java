// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static io.trino.plugin.hive.HiveColumnHandle.createBaseColumn;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.RealType.REAL;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.reflect.Reflection;
import io.airlift.units.Duration;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.hive.handle.HiveColumns;
import io.trino.metastore.HiveType;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveColumnProjectionInfo;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.RowType;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.Test;

public class TestDynamicFilterWait {
    private static final Duration LONG = Duration.valueOf("1h");

    /** Says something each time that it is told to. */
    private static final class Filter implements DynamicFilter {
        private CompletableFuture<Void> blocked = new CompletableFuture<>();
        private boolean complete;
        private Type type = BIGINT;
        private Optional<ColumnHandle> column = Optional.empty();

        void say(boolean all) {
            complete = all;
            CompletableFuture<Void> before = blocked;
            blocked = new CompletableFuture<>();
            before.complete(null);
        }

        @Override
        public Set<ColumnHandle> getColumnsCovered() {
            return Set.of(column.orElseGet(() -> createBaseColumn(
                    "K", 0, HiveType.HIVE_LONG, type, HiveColumnHandle.ColumnType.REGULAR, Optional.empty())));
        }

        @Override
        public CompletableFuture<?> isBlocked() {
            return blocked;
        }

        @Override
        public boolean isComplete() {
            return complete;
        }

        @Override
        public boolean isAwaitable() {
            return !complete;
        }

        @Override
        public TupleDomain<ColumnHandle> getCurrentPredicate() {
            return TupleDomain.all();
        }
    }

    /** An index over one column. */
    private static IndexSnapshot over(String column) {
        return over(new IndexedColumn(column, ScalarType.BIGINT, "0:bigint"));
    }

    private static IndexSnapshot over(IndexedColumn column) {
        List<IndexDefinition> definitions = List.of(new IndexDefinition("minmax", List.of(column), Map.of()));
        return Reflection.newProxy(IndexSnapshot.class, (_, method, _) -> {
            assertThat(method.getName()).isEqualTo("definitions");
            return definitions;
        });
    }

    @Test
    public void testWaitsUntilAllIsSaid() {
        Filter filter = new Filter();
        CompletableFuture<Void> wait = new DynamicFilterWait(filter, LONG, HiveColumns.HANDLES).await(over("k"));
        assertThat(wait).isNotDone();
        filter.say(false);
        assertThat(wait).isNotDone();
        filter.say(true);
        assertThat(wait).isCompleted();
    }

    @Test
    public void testDoesNotWaitForWhatNoIndexCanUse() {
        assertThat(new DynamicFilterWait(new Filter(), LONG, HiveColumns.HANDLES).await(over("other")))
                .isCompleted();
        assertThat(new DynamicFilterWait(DynamicFilter.EMPTY, LONG, HiveColumns.HANDLES).await(over("k")))
                .isCompleted();
    }

    /** The engine filters rows by it as soon as it is there, and looks reals up by their bits. */
    @Test
    public void testDoesNotWaitForReals() {
        Filter filter = new Filter();
        filter.type = REAL;
        assertThat(new DynamicFilterWait(filter, LONG, HiveColumns.HANDLES)
                        .await(over(new IndexedColumn("k", ScalarType.REAL, "0:bigint"))))
                .isCompleted();
    }

    /** Of a row's field, which an index over this field can use, and one over another can't. */
    @Test
    public void testWaitsForWhatAnIndexOverAnExpressionCanUse() {
        Type type = RowType.rowType(RowType.field("x", BIGINT), RowType.field("y", BIGINT));
        HiveType hiveType = HiveType.valueOf("struct<x:bigint,y:bigint>");
        HiveColumnHandle field = new HiveColumnHandle(
                "r",
                0,
                hiveType,
                type,
                Optional.of(new HiveColumnProjectionInfo(List.of(0), List.of("x"), HiveType.HIVE_LONG, BIGINT)),
                HiveColumnHandle.ColumnType.REGULAR,
                Optional.empty());
        HiveColumnHandle other =
                createBaseColumn("r", 0, hiveType, type, HiveColumnHandle.ColumnType.REGULAR, Optional.empty());
        Filter filter = new Filter();
        filter.column = Optional.of(field);
        assertThat(new DynamicFilterWait(filter, LONG, HiveColumns.HANDLES)
                        .await(over(HiveColumns.path(field).orElseThrow().indexed())))
                .isNotDone();
        assertThat(new DynamicFilterWait(filter, LONG, HiveColumns.HANDLES)
                        .await(over(HiveColumns.path(other)
                                .flatMap(row -> row.field("y"))
                                .orElseThrow()
                                .indexed())))
                .isCompleted();
    }

    @Test
    public void testDoesNotWaitForever() {
        assertThat(new DynamicFilterWait(new Filter(), Duration.valueOf("10ms"), HiveColumns.HANDLES).await(over("k")))
                .succeedsWithin(java.time.Duration.ofMinutes(1));
        assertThat(new DynamicFilterWait(new Filter(), Duration.valueOf("0s"), HiveColumns.HANDLES).await(over("k")))
                .isCompleted();
    }

    @Test
    public void testAFilterThatFailsIsNoReasonToFail() {
        Filter filter = new Filter();
        CompletableFuture<Void> wait = new DynamicFilterWait(filter, LONG, HiveColumns.HANDLES).await(over("k"));
        filter.complete = true;
        filter.blocked.completeExceptionally(new IllegalStateException("by a test"));
        assertThat(wait).isCompleted();
    }
}
