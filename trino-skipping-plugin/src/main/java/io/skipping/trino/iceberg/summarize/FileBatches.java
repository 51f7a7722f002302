// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.skipping.trino.core.Completions.unwrapped;
import static java.util.Objects.requireNonNull;

import io.skipping.trino.core.engine.SplitBatch;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.iceberg.table.StoredFile;
import io.trino.spi.connector.ConnectorSplit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/** Gives the data files of a table as splits, each of a whole file. */
final class FileBatches implements SplitBatches {
    private final CompletableFuture<List<StoredFile>> files;
    private final Function<StoredFile, ConnectorSplit> split;
    private volatile int next;
    private volatile boolean finished;

    /**
     * Starts to find files.
     *
     * @param files finds them
     * @param executor runs that
     */
    FileBatches(Supplier<List<StoredFile>> files, Function<StoredFile, ConnectorSplit> split, Executor executor) {
        this.files = CompletableFuture.supplyAsync(files, executor);
        this.split = requireNonNull(split, "split is null");
    }

    @Override
    public CompletableFuture<SplitBatch> next(int maxSize) {
        return unwrapped(files.thenApply(found -> {
            int end = Math.min(found.size(), next + maxSize);
            List<ConnectorSplit> splits =
                    found.subList(next, end).stream().map(split).collect(toImmutableList());
            next = end;
            finished = end == found.size();
            return new SplitBatch(splits, finished);
        }));
    }

    @Override
    public boolean isFinished() {
        return finished;
    }

    @Override
    public void close() {
        files.cancel(true);
    }
}
