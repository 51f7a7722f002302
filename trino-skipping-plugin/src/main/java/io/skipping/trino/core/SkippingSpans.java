// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.trino.spi.connector.SchemaTableName;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * Records the lookup of an index, its evaluation, and the connector's listing as spans of the query's trace. Each is a child of
 * the span that is current in the calling thread, and current while the step runs there. {@code docs/operations.md} lists names
 * and attributes.
 */
public class SkippingSpans {
    private final Tracer tracer;

    @Inject
    public SkippingSpans(Tracer tracer) {
        this.tracer = requireNonNull(tracer, "tracer is null");
    }

    /** Records the lookup of a table's index, which may complete in another thread. */
    public <T> CompletableFuture<Optional<T>> lookup(
            SchemaTableName table, Supplier<CompletableFuture<Optional<T>>> lookup) {
        return record(
                "skipping.index.lookup",
                table,
                lookup,
                (span, index) -> span.setAttribute("skipping.index.found", index.isPresent()));
    }

    /**
     * Records the listing of a batch of splits, which may complete in another thread.
     *
     * @param size returns the number of splits in a batch
     */
    public <T> CompletableFuture<T> listing(
            SchemaTableName table, Supplier<CompletableFuture<T>> listing, ToIntFunction<T> size) {
        return record(
                "skipping.listing",
                table,
                listing,
                (span, batch) -> span.setAttribute("skipping.splits.listed", size.applyAsInt(batch)));
    }

    /**
     * Records the evaluation of the index for a batch of splits.
     *
     * @param listed the number of splits before
     * @param totals returns what the scan has counted so far
     * @param evaluation returns the splits that are left
     */
    public <T extends Collection<?>> T evaluation(
            SchemaTableName table, int listed, Supplier<ScanTotals> totals, Supplier<T> evaluation) {
        Span span = start("skipping.index.evaluation", table);
        if (!span.isRecording()) {
            // counters of a scan are not added up for nobody
            return evaluation.get();
        }
        ScanTotals before = totals.get();
        try (Scope _ = span.makeCurrent()) {
            T kept = evaluation.get();
            ScanTotals after = totals.get();
            span.setAttribute("skipping.splits.listed", listed);
            span.setAttribute("skipping.splits.kept", kept.size());
            span.setAttribute("skipping.objects.considered", after.objectsConsidered() - before.objectsConsidered());
            span.setAttribute("skipping.objects.pruned", after.objectsPruned() - before.objectsPruned());
            span.setAttribute("skipping.bytes.pruned", after.bytesPruned() - before.bytesPruned());
            return kept;
        } catch (RuntimeException e) {
            fail(span, e);
            throw e;
        } finally {
            span.end();
        }
    }

    private <T> CompletableFuture<T> record(
            String name, SchemaTableName table, Supplier<CompletableFuture<T>> step, BiConsumer<Span, T> outcome) {
        Span span = start(name, table);
        try (Scope _ = span.makeCurrent()) {
            return step.get().whenComplete((result, failure) -> {
                if (failure == null) {
                    outcome.accept(span, result);
                } else {
                    fail(span, failure);
                }
                span.end();
            });
        } catch (RuntimeException e) {
            fail(span, e);
            span.end();
            throw e;
        }
    }

    private Span start(String name, SchemaTableName table) {
        return tracer.spanBuilder(name)
                .setAttribute("skipping.table", table.toString())
                .startSpan();
    }

    private static void fail(Span span, Throwable failure) {
        span.recordException(failure);
        span.setStatus(StatusCode.ERROR);
    }
}
