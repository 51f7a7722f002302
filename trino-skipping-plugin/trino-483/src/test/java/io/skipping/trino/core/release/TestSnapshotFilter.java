// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.DynamicFilterSnapshot;
import io.trino.spi.predicate.NullableValue;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.BigintType;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.Test;

public class TestSnapshotFilter {
    private static final ColumnHandle COLUMN = new ColumnHandle() {};
    private static final TupleDomain<ColumnHandle> SEVEN =
            TupleDomain.fromFixedValues(Map.of(COLUMN, NullableValue.of(BigintType.BIGINT, 7L)));

    @Test
    public void testAScanWithoutDynamicFilterHasNothingToWaitFor() {
        SnapshotFilter filter = new SnapshotFilter(Set.of());
        assertThat(filter.isComplete()).isTrue();
        assertThat(filter.isAwaitable()).isFalse();
        assertThat(filter.isBlocked()).isDone();
        assertThat(filter.getCurrentPredicate().isAll()).isTrue();
        assertThat(filter.getColumnsCovered()).isEmpty();
    }

    @Test
    public void testNothingIsKnownBeforeTheFirstBatch() {
        Set<ColumnHandle> columns = new HashSet<>(Set.of(COLUMN));
        SnapshotFilter filter = new SnapshotFilter(columns);
        columns.clear();
        assertThat(filter.getColumnsCovered()).containsExactly(COLUMN);
        assertThat(filter.isComplete()).isFalse();
        assertThat(filter.isAwaitable()).isTrue();
        assertThat(filter.isBlocked()).isNotDone();
        assertThat(filter.getCurrentPredicate().isAll())
                .as("every row may match")
                .isTrue();
    }

    @Test
    public void testEachSnapshotWakesWhoeverWaits() {
        SnapshotFilter filter = new SnapshotFilter(Set.of(COLUMN));
        CompletableFuture<TupleDomain<ColumnHandle>> seen =
                filter.isBlocked().thenApply(_ -> filter.getCurrentPredicate());
        filter.update(new DynamicFilterSnapshot(SEVEN, false));
        assertThat(seen).as("what the waiter sees when it wakes").isCompletedWithValue(SEVEN);
        assertThat(filter.isBlocked()).as("another snapshot may follow").isNotDone();
        assertThat(filter.isAwaitable()).isTrue();

        CompletableFuture<?> second = filter.isBlocked();
        filter.update(new DynamicFilterSnapshot(TupleDomain.none(), true));
        assertThat(second).isDone();
        assertThat(filter.isBlocked()).as("no other snapshot follows").isDone();
        assertThat(filter.isComplete()).isTrue();
        assertThat(filter.isAwaitable()).isFalse();
        assertThat(filter.getCurrentPredicate().isNone()).isTrue();
        assertThat(filter.latest().isComplete()).isTrue();
    }
}
