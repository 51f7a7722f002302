// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import static java.util.Objects.requireNonNull;

import io.trino.spi.classloader.ThreadContextClassLoader;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.metrics.Metrics;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Returns the rows of a piece of an object. It opens the reader of the rows when the first bytes have arrived, so no
 * thread blocks until the store responds. The reader does not know how many bytes of the object are held in memory, and
 * the reader of gzip members would count bytes of text instead of bytes of the object. So this class reports both.
 */
public final class PiecePageSource implements ConnectorPageSource {
    private final Supplier<ConnectorPageSource> reader;
    private final ToLongFunction<ConnectorPageSource> compressedBytes;
    private final RangeBytes bytes;

    private Optional<ConnectorPageSource> rows = Optional.empty();

    /**
     * Creates a page source.
     *
     * @param reader opens the reader of the rows; called once
     * @param compressedBytes returns how many bytes of the object the reader has used
     * @param bytes the bytes from which the rows are read
     */
    public PiecePageSource(
            Supplier<ConnectorPageSource> reader,
            ToLongFunction<ConnectorPageSource> compressedBytes,
            RangeBytes bytes) {
        this.reader = requireNonNull(reader, "reader is null");
        this.compressedBytes = requireNonNull(compressedBytes, "compressedBytes is null");
        this.bytes = requireNonNull(bytes, "bytes is null");
    }

    @Override
    public long getCompletedBytes() {
        return rows.map(compressedBytes::applyAsLong).orElse(0L);
    }

    @Override
    public OptionalLong getCompletedPositions() {
        return rows.map(ConnectorPageSource::getCompletedPositions).orElseGet(OptionalLong::empty);
    }

    @Override
    public long getReadTimeNanos() {
        return rows.map(ConnectorPageSource::getReadTimeNanos).orElse(0L);
    }

    @Override
    public boolean isFinished() {
        return rows.map(ConnectorPageSource::isFinished).orElse(false);
    }

    @Override
    public SourcePage getNextSourcePage() {
        if (rows.isEmpty()) {
            if (!bytes.arrival().isDone()) {
                return null;
            }
            // as in the code that creates page sources
            try (ThreadContextClassLoader _ =
                    new ThreadContextClassLoader(getClass().getClassLoader())) {
                rows = Optional.of(reader.get());
            }
        }
        return rows.get().getNextSourcePage();
    }

    @Override
    public long getMemoryUsage() {
        return rows.map(ConnectorPageSource::getMemoryUsage).orElse(0L) + bytes.retainedBytes();
    }

    @Override
    public CompletableFuture<?> isBlocked() {
        return rows.map(ConnectorPageSource::isBlocked).orElseGet(bytes::arrival);
    }

    @Override
    public Metrics getMetrics() {
        return rows.map(ConnectorPageSource::getMetrics).orElse(Metrics.EMPTY);
    }

    @Override
    public void close() throws IOException {
        try (bytes) {
            if (rows.isPresent()) {
                rows.get().close();
            }
        }
    }
}
