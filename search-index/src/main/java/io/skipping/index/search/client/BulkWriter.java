// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;
import static com.google.common.base.Throwables.throwIfUnchecked;
import static io.airlift.slice.Slices.utf8Slice;
import static java.util.Objects.requireNonNull;
import static java.util.concurrent.Executors.newCachedThreadPool;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.airlift.slice.Slice;
import io.skipping.index.search.client.BulkOutcome.Item;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/** Creates many documents in one index, with several requests at a time. Not thread-safe. */
public final class BulkWriter implements Closeable {
    private static final int FIRST_BYTES = 64 << 10;

    private final SearchClient client;
    private final String index;
    private final BulkOptions options;
    private final BulkOutcome outcome;
    private final int maxInFlight;
    private final Semaphore inFlight;
    // has no queue: shutdownNow would drop a task that waits in one, and its permit would never be released
    private final ExecutorService threads = newCachedThreadPool(new ThreadFactoryBuilder()
            .setDaemon(true)
            .setNameFormat("skipping-bulk-%s")
            .build());

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private BulkBatch.Builder batch;
    private long added;
    private boolean closed;

    BulkWriter(SearchClient client, String index, BulkOptions options) {
        this.client = requireNonNull(client, "client is null");
        this.index = requireNonNull(index, "index is null");
        this.options = requireNonNull(options, "options is null");
        outcome = new BulkOutcome(index);
        maxInFlight = client.options().bulkInFlight();
        inFlight = new Semaphore(maxInFlight);
        batch = newBatch();
    }

    private BulkBatch.Builder newBatch() {
        return new BulkBatch.Builder(FIRST_BYTES);
    }

    /**
     * Adds a document to be written only if no document has this id. Waits while too many requests are under way.
     *
     * @param document JSON without a line break
     */
    public void create(String id, Slice document) {
        checkState(!closed, "already closed");
        throwFailure();
        Slice action = utf8Slice("{\"create\":{\"_id\":" + SearchJson.quoted(id) + "}}");
        checkArgument(document.indexOfByte('\n') < 0, "document has a line break");
        long bytes = (long) batch.bytes() + action.length() + document.length() + 2;
        if (batch.count() > 0 && bytes > options.maxBytes()) {
            send();
        }
        batch.add(action, document);
        added++;
        if (batch.count() >= options.maxDocuments()) {
            send();
        }
    }

    /**
     * Waits until everything is written.
     *
     * @throws SearchException if documents failed for reasons other than conflicts
     */
    public BulkResult finish() {
        checkState(!closed, "already closed");
        try {
            if (batch.count() > 0) {
                send();
            }
            try {
                inFlight.acquire(maxInFlight);
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
            throwFailure();
            checkState(outcome.count() == added, "%s documents were added, and %s answered", added, outcome.count());
            return outcome.result();
        } finally {
            close();
        }
    }

    /** Abandons unfinished requests as soon as possible; does nothing after {@link #finish}. */
    @Override
    public void close() {
        closed = true;
        threads.shutdownNow();
    }

    private void send() {
        BulkBatch full = batch.build();
        batch = newBatch();
        try {
            inFlight.acquire();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        try {
            throwFailure();
            threads.execute(() -> {
                try {
                    write(full);
                } catch (Throwable e) {
                    // the remaining requests are of no use
                    failure.compareAndSet(null, e);
                    threads.shutdownNow();
                } finally {
                    inFlight.release();
                }
            });
        } catch (RuntimeException e) {
            inFlight.release();
            throwFailure();
            throw e;
        }
    }

    private void write(BulkBatch documents) throws InterruptedException {
        Deadline deadline = Deadline.after(options.timeout());
        Backoff backoff = new Backoff();
        BulkBatch rest = documents;
        while (true) {
            BulkBatch sent = rest;
            JsonNode items = client.request(request(sent, deadline)).body().path("items");
            if (items.size() != sent.count()) {
                throw SearchException.withoutAnswer(
                        "Cannot write to index %s: %s documents were sent, and the answer is about %s"
                                .formatted(index, sent.count(), items.size()),
                        null);
            }
            List<Integer> busy = new ArrayList<>();
            for (int position = 0; position < items.size(); position++) {
                Item item = Item.of(items.get(position));
                if (item.isBusy()) {
                    busy.add(position);
                } else {
                    outcome.add(item);
                }
            }
            if (busy.isEmpty()) {
                return;
            }
            if (!backoff.pause(Optional.empty(), deadline)) {
                busy.forEach(position -> outcome.add(Item.of(items.get(position))));
                return;
            }
            rest = sent.only(busy);
        }
    }

    private SearchRequest request(BulkBatch documents, Deadline deadline) {
        return SearchRequest.post(SearchRequest.path(index, "_bulk"))
                .parameter("filter_path", "items.*._id,items.*.status,items.*.error")
                .jsonLines(documents.lines())
                .timeout(deadline.remaining());
    }

    private void throwFailure() {
        Throwable known = failure.get();
        if (known != null) {
            throwIfUnchecked(known);
            throw SearchException.withoutAnswer("Writing to index " + index + " was given up", known);
        }
    }

    private SearchException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return SearchException.withoutAnswer("Interrupted while writing to index " + index, cause);
    }
}
