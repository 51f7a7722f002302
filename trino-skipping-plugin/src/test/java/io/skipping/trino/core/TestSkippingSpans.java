// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core;

import static com.google.common.collect.Iterables.getOnlyElement;
import static io.opentelemetry.api.common.AttributeKey.booleanKey;
import static io.opentelemetry.api.common.AttributeKey.longKey;
import static io.opentelemetry.api.common.AttributeKey.stringKey;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.trino.spi.connector.SchemaTableName;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

public class TestSkippingSpans {
    private static final SchemaTableName TABLE = new SchemaTableName("grid", "meters");

    private InMemorySpanExporter exporter;
    private SdkTracerProvider provider;
    private SkippingSpans spans;

    @BeforeMethod
    public void start() {
        exporter = InMemorySpanExporter.create();
        provider = SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                .build();
        spans = new SkippingSpans(provider.get("test"));
    }

    @AfterMethod(alwaysRun = true)
    public void stop() {
        provider.close();
        provider = null;
        exporter = null;
        spans = null;
    }

    @Test
    public void testLookup() {
        CompletableFuture<Optional<String>> index = new CompletableFuture<>();
        CompletableFuture<Optional<String>> recorded = spans.lookup(TABLE, () -> index);
        assertThat(exporter.getFinishedSpanItems()).as("under way").isEmpty();

        index.complete(Optional.empty());
        assertThat(recorded.join()).isEmpty();
        SpanData span = getOnlyElement(exporter.getFinishedSpanItems());
        assertThat(span.getName()).isEqualTo("skipping.index.lookup");
        assertThat(span.getAttributes().get(stringKey("skipping.table"))).isEqualTo("grid.meters");
        assertThat(span.getAttributes().get(booleanKey("skipping.index.found"))).isFalse();
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    }

    @Test
    public void testFailuresAreRecordedAndPassedOn() {
        RuntimeException failure = new IllegalStateException("no store");
        CompletableFuture<Optional<Object>> lookup = spans.lookup(TABLE, () -> CompletableFuture.failedFuture(failure));
        assertThat(lookup)
                .failsWithin(1, SECONDS)
                .withThrowableOfType(ExecutionException.class)
                .withCause(failure);
        assertThatThrownBy(() -> spans.listing(
                        TABLE,
                        () -> {
                            throw failure;
                        },
                        List<Object>::size))
                .isSameAs(failure);
        assertThatThrownBy(() -> spans.evaluation(TABLE, 1, () -> ScanTotals.NONE, () -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(exporter.getFinishedSpanItems()).hasSize(3).allSatisfy(span -> {
            assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
            assertThat(span.getEvents()).hasSize(1);
        });
        assertThat(Span.current().getSpanContext().isValid())
                .as("a span is left current")
                .isFalse();
    }

    @Test
    public void testEvaluationCountsItsBatch() {
        Queue<ScanTotals> totals = new ArrayDeque<>();
        totals.add(new ScanTotals(1, 10, 4, 0, 0, 100, 40, 4, 0, 0, 0));
        totals.add(new ScanTotals(1, 13, 6, 0, 0, 130, 60, 6, 0, 0, 0));
        List<String> kept = spans.evaluation(TABLE, 3, totals::remove, () -> List.of("split"));
        assertThat(kept).containsExactly("split");
        SpanData span = getOnlyElement(exporter.getFinishedSpanItems());
        assertThat(span.getAttributes().get(longKey("skipping.splits.listed"))).isEqualTo(3);
        assertThat(span.getAttributes().get(longKey("skipping.splits.kept"))).isEqualTo(1);
        assertThat(span.getAttributes().get(longKey("skipping.objects.considered")))
                .isEqualTo(3);
        assertThat(span.getAttributes().get(longKey("skipping.objects.pruned"))).isEqualTo(2);
        assertThat(span.getAttributes().get(longKey("skipping.bytes.pruned"))).isEqualTo(20);
    }
}
