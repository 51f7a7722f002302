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
 * The rows of a piece of an object. Their reader is opened when the first bytes are there, so that no thread is held until the
 * store answers. It does not know what is held of the object; that of gzip members knows the text only, and would count its
 * bytes.
 */
public final class PiecePageSource implements ConnectorPageSource {
    private final Supplier<ConnectorPageSource> reader;
    private final ToLongFunction<ConnectorPageSource> compressedBytes;
    private final RangeBytes bytes;

    private Optional<ConnectorPageSource> rows = Optional.empty();

    /**
     * @param reader opens the reader of the rows, once
     * @param compressedBytes used up to now
     * @param bytes that rows are read from
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
            // as where page sources are made
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
