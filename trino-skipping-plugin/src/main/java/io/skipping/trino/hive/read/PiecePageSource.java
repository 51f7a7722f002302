// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read;

import static java.util.Objects.requireNonNull;

import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.metrics.Metrics;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * The rows of a piece of an object. Their reader does not know what is held of the object; that of gzip members knows the text
 * only, and would count its bytes.
 */
final class PiecePageSource implements ConnectorPageSource {
    private final ConnectorPageSource rows;
    private final LongSupplier compressedBytes;
    private final RangeBytes bytes;

    /**
     * @param compressedBytes used up to now
     * @param bytes that rows are read from
     */
    PiecePageSource(ConnectorPageSource rows, LongSupplier compressedBytes, RangeBytes bytes) {
        this.rows = requireNonNull(rows, "rows is null");
        this.compressedBytes = requireNonNull(compressedBytes, "compressedBytes is null");
        this.bytes = requireNonNull(bytes, "bytes is null");
    }

    @Override
    public long getCompletedBytes() {
        return compressedBytes.getAsLong();
    }

    @Override
    public OptionalLong getCompletedPositions() {
        return rows.getCompletedPositions();
    }

    @Override
    public long getReadTimeNanos() {
        return rows.getReadTimeNanos();
    }

    @Override
    public boolean isFinished() {
        return rows.isFinished();
    }

    @Override
    public SourcePage getNextSourcePage() {
        return rows.getNextSourcePage();
    }

    @Override
    public long getMemoryUsage() {
        return rows.getMemoryUsage() + bytes.retainedBytes();
    }

    @Override
    public CompletableFuture<?> isBlocked() {
        return rows.isBlocked();
    }

    @Override
    public Metrics getMetrics() {
        return rows.getMetrics();
    }

    @Override
    public void close() throws IOException {
        try (bytes) {
            rows.close();
        }
    }
}
