// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.page;

import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexUnavailableException;
import io.skipping.trino.core.SkippingErrorCode;
import io.trino.spi.Page;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.block.PageBuilderStatus;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.SourcePage;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.function.Consumer;

/**
 * Streams pages while they are produced. A page is produced when the one before it has been taken, so at most two pages
 * are in memory. The producer pushes pages and the engine pulls them, so the producer runs in a thread of its own.
 */
public final class PageStream implements ConnectorPageSource {
    private sealed interface Message {
        record Made(Page page) implements Message {}

        record Ended(Optional<Throwable> failure) implements Message {}
    }

    private final BlockingQueue<Message> messages = new SynchronousQueue<>();
    private final FutureTask<Void> making;
    private long completedBytes;
    private boolean finished;

    /**
     * Creates a stream.
     *
     * @param maker produces the pages and passes them to its argument, which throws when no more pages are wanted
     */
    public PageStream(Consumer<Consumer<Page>> maker, Executor executor) {
        requireNonNull(maker, "maker is null");
        making = new FutureTask<>(() -> make(maker), null);
        executor.execute(making);
    }

    private void make(Consumer<Consumer<Page>> maker) {
        Optional<Throwable> failure = Optional.empty();
        try {
            maker.accept(page -> give(new Message.Made(page)));
        } catch (Throwable e) {
            failure = Optional.of(e);
        }
        give(new Message.Ended(failure));
    }

    private void give(Message message) {
        try {
            messages.put(message);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("no more pages are wanted");
        }
    }

    @Override
    public SourcePage getNextSourcePage() {
        if (finished) {
            return null;
        }
        return switch (take()) {
            case Message.Made(Page page) -> {
                completedBytes += page.getSizeInBytes();
                yield SourcePage.create(page);
            }
            case Message.Ended(Optional<Throwable> failure) -> {
                finished = true;
                if (failure.isPresent()) {
                    throw asTrinoException(failure.get());
                }
                yield null;
            }
        };
    }

    private Message take() {
        try {
            return messages.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TrinoException(StandardErrorCode.GENERIC_INTERNAL_ERROR, "Interrupted while reading an index", e);
        }
    }

    private static TrinoException asTrinoException(Throwable failure) {
        return switch (failure) {
            case TrinoException e -> e;
            case IndexUnavailableException e ->
                new TrinoException(SkippingErrorCode.SKIPPING_INDEX_ERROR, e.getMessage(), e);
            default -> new TrinoException(StandardErrorCode.GENERIC_INTERNAL_ERROR, failure);
        };
    }

    @Override
    public boolean isFinished() {
        return finished;
    }

    @Override
    public long getCompletedBytes() {
        return completedBytes;
    }

    @Override
    public long getReadTimeNanos() {
        return 0;
    }

    @Override
    public long getMemoryUsage() {
        // counts the page that is being produced; the page that was taken belongs to the engine
        return finished ? 0 : PageBuilderStatus.DEFAULT_MAX_PAGE_SIZE_IN_BYTES;
    }

    @Override
    public void close() {
        finished = true;
        making.cancel(true);
    }
}
