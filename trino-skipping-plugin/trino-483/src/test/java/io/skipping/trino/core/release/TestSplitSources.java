// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.trino.core.engine.SplitBatch;
import io.skipping.trino.core.engine.SplitBatches;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.DynamicFilterSnapshot;
import io.trino.spi.predicate.TupleDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.testng.annotations.Test;

public class TestSplitSources {
    private static final ColumnHandle COLUMN = new ColumnHandle() {};
    private static final DynamicFilterSnapshot INCOMPLETE = new DynamicFilterSnapshot(TupleDomain.all(), false);
    private static final DynamicFilterSnapshot COMPLETE = new DynamicFilterSnapshot(TupleDomain.none(), true);

    private final ConnectorSplit split = new ConnectorSplit() {};

    @Test
    public void testWhatIsReadyIsGivenAtOnce() throws Exception {
        Batches batches = new Batches();
        ConnectorSplitSource source = source(batches);
        batches.next.complete(new SplitBatch(List.of(split), true));
        assertThat(get(source.getNextBatch(10, INCOMPLETE))).containsExactly(split);
        assertThat(batches.sizes).containsExactly(10);
        assertThat(source.isFinished()).isTrue();
    }

    @Test
    public void testTheEngineIsNotKeptWaitingWhileTheFilterIsIncomplete() throws Exception {
        Batches batches = new Batches();
        ConnectorSplitSource source = source(batches);
        assertThat(get(source.getNextBatch(10, INCOMPLETE)))
                .as("a batch for the engine to come again with a newer snapshot")
                .isEmpty();
        assertThat(get(source.getNextBatch(10, INCOMPLETE))).isEmpty();
        assertThat(batches.sizes).as("the batch is asked for once").containsExactly(10);

        batches.finished = true;
        assertThat(source.isFinished())
                .as("the engine has not got the last batch yet")
                .isFalse();
        batches.next.complete(new SplitBatch(List.of(split), true));
        assertThat(source.isFinished()).isFalse();
        assertThat(get(source.getNextBatch(10, INCOMPLETE))).containsExactly(split);
        assertThat(source.isFinished()).isTrue();
    }

    /** The engine may have stopped waiting when the batch gets ready, so that nobody would take it. */
    @Test
    public void testABatchThatGetsReadyMeanwhileIsGivenToTheNextCall() throws Exception {
        Batches batches = new Batches();
        ConnectorSplitSource source = source(batches);
        CompletableFuture<List<ConnectorSplit>> first = source.getNextBatch(10, INCOMPLETE);
        batches.next.complete(new SplitBatch(List.of(split), true));
        assertThat(get(first)).isEmpty();
        assertThat(get(source.getNextBatch(10, INCOMPLETE))).containsExactly(split);
        assertThat(batches.sizes).containsExactly(10);
    }

    @Test
    public void testTheBatchItselfIsGivenOnceTheFilterIsComplete() throws Exception {
        Batches batches = new Batches();
        ConnectorSplitSource source = source(batches);
        assertThat(get(source.getNextBatch(10, INCOMPLETE))).isEmpty();
        CompletableFuture<List<ConnectorSplit>> batch = source.getNextBatch(10, COMPLETE);
        assertThat(batches.sizes).as("still the same batch").containsExactly(10);
        MILLISECONDS.sleep(200);
        assertThat(batch).as("no snapshot follows, so the engine waits").isNotDone();
        batches.next.complete(new SplitBatch(List.of(split), false));
        assertThat(get(batch)).containsExactly(split);
    }

    @Test
    public void testAFailureReachesTheEngine() throws Exception {
        Batches batches = new Batches();
        ConnectorSplitSource source = source(batches);
        CompletableFuture<List<ConnectorSplit>> first = source.getNextBatch(10, INCOMPLETE);
        batches.next.completeExceptionally(new IllegalStateException("no listing"));
        assertThat(get(first)).isEmpty();
        assertThat(source.isFinished()).isFalse();
        CompletableFuture<List<ConnectorSplit>> second = source.getNextBatch(10, INCOMPLETE);
        assertThatThrownBy(() -> get(second))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("no listing");
    }

    @Test
    public void testTheFilterFollowsTheSnapshots() {
        Batches batches = new Batches();
        SnapshotFilter filter = new SnapshotFilter(Set.of(COLUMN));
        ConnectorSplitSource source = SplitSources.source(batches, filter);
        source.getNextBatch(10, INCOMPLETE);
        assertThat(filter.latest()).isSameAs(INCOMPLETE);
        source.getNextBatch(10, COMPLETE);
        assertThat(filter.latest()).isSameAs(COMPLETE);
    }

    @Test
    public void testHivesSourceGetsTheLatestSnapshot() throws Exception {
        Source hive = new Source();
        SnapshotFilter filter = new SnapshotFilter(Set.of(COLUMN));
        SplitBatches batches = SplitSources.batches(hive, filter);
        assertThat(batches.next(3).get()).isEqualTo(new SplitBatch(List.of(split), false));
        filter.update(COMPLETE);
        hive.finished = true;
        assertThat(batches.next(4).get()).isEqualTo(new SplitBatch(List.of(split), true));
        assertThat(hive.snapshots.getFirst().isComplete()).isFalse();
        assertThat(hive.snapshots.getLast()).isSameAs(COMPLETE);
    }

    /** A table function has no scan, and its filter no snapshots. */
    @Test
    public void testHivesSourceGetsASnapshotOfAnyFilter() {
        Source hive = new Source();
        var _ = SplitSources.batches(hive, DynamicFilter.EMPTY).next(3);
        assertThat(hive.snapshots.getFirst().isComplete()).isTrue();
        assertThat(hive.snapshots.getFirst().currentPredicate().isAll()).isTrue();
    }

    private static ConnectorSplitSource source(SplitBatches batches) {
        return SplitSources.source(batches, new SnapshotFilter(Set.of(COLUMN)));
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(10, SECONDS);
    }

    private static final class Batches implements SplitBatches {
        private final CompletableFuture<SplitBatch> next = new CompletableFuture<>();
        private final List<Integer> sizes = new ArrayList<>();
        private boolean finished;

        @Override
        public CompletableFuture<SplitBatch> next(int maxSize) {
            sizes.add(maxSize);
            return next;
        }

        @Override
        public boolean isFinished() {
            return finished || next.isDone();
        }

        @Override
        public void close() {}
    }

    private final class Source implements ConnectorSplitSource {
        private final List<DynamicFilterSnapshot> snapshots = new ArrayList<>();
        private boolean finished;

        @Override
        public CompletableFuture<List<ConnectorSplit>> getNextBatch(int maxSize, DynamicFilterSnapshot snapshot) {
            snapshots.add(snapshot);
            return CompletableFuture.completedFuture(List.of(split));
        }

        @Override
        public boolean isFinished() {
            return finished;
        }

        @Override
        public void close() {}
    }
}
