// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import static io.skipping.builder.BuildEvent.Kind.CURRENT;
import static io.skipping.builder.BuildEvent.Kind.DONE;
import static io.skipping.builder.BuildEvent.Kind.FAILED;
import static io.skipping.builder.BuildEvent.Kind.PLANNED;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.builder.BuildEvent.Kind;
import io.skipping.command.TableName;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

public class TestProgress {
    private static final TableName TABLE = new TableName("grid", "meters");
    private static final long MB = 1024 * 1024;

    @Test
    public void testPlainLine() {
        BuildTotals totals = new BuildTotals();
        assertThat(PlainProgress.line(TABLE, totals, Duration.ZERO))
                .isEqualTo("grid.meters: listing, 0 objects current");
        totals.add(event(CURRENT, 7, 70 * MB));
        assertThat(PlainProgress.line(TABLE, totals, Duration.ZERO))
                .isEqualTo("grid.meters: listing, 7 objects current");
        totals.add(event(PLANNED, 1200, 400 * MB));
        assertThat(PlainProgress.line(TABLE, totals, Duration.ofSeconds(1)))
                .isEqualTo("grid.meters: 0 of 1,200 objects, 0 B of 400.0 MB (0.0 %)");
        totals.add(event(DONE, 299, 99 * MB));
        totals.add(failure("s3://b/o", 1 * MB));
        assertThat(PlainProgress.line(TABLE, totals, Duration.ofSeconds(10)))
                .isEqualTo("grid.meters: 300 of 1,200 objects, 100.0 MB of 400.0 MB (25.0 %), 10.0 MB/s, 30s left");
        totals.add(event(PLANNED, 1200, 400 * MB));
        assertThat(PlainProgress.line(TABLE, totals, Duration.ofSeconds(10)))
                .as("more was found")
                .contains("300 of 2,400 objects", "(12.5 %)", "1m 10s left");
    }

    @Test
    public void testPlainLinesAreSecondsApart() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000);
        PlainProgress progress = new PlainProgress(TABLE, new PrintStream(out, true, UTF_8), nanos::get);
        for (int second = 0; second < 35; second++) {
            nanos.addAndGet(1_000_000_000);
            progress.update(new BuildTotals());
        }
        assertThat(out.toString(UTF_8).lines()).hasSize(3);
    }

    @Test
    public void testBar() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BuildTotals totals = new BuildTotals();
        try (BarProgress progress = new BarProgress(TABLE, new PrintStream(out, true, UTF_8))) {
            progress.update(totals);
            totals.add(event(PLANNED, 4, 400 * MB));
            totals.add(event(DONE, 1, 100 * MB));
            progress.update(totals);
        }
        assertThat(out.toString(UTF_8)).contains("grid.meters", "25%", "100/400 MB", "1 of 4 objects");
    }

    @Test
    public void testReport() {
        BuildTotals totals = new BuildTotals();
        totals.add(event(PLANNED, 30, 30 * MB));
        for (int i = 0; i < 25; i++) {
            totals.add(failure("s3://b/o" + i, MB));
        }
        // another piece of the same object
        totals.add(failure("s3://b/o3", MB));
        assertThat(totals.failedObjects()).isEqualTo(25);
        assertThat(BuildReport.failures(TABLE, totals).lines())
                .hasSize(22)
                .startsWith(
                        "grid.meters: 25 objects could not be summarised; queries read them:", "  s3://b/o0: broken")
                .endsWith("  and 5 more");
        assertThat(BuildReport.failures(TABLE, new BuildTotals())).isEmpty();
        assertThat(BuildReport.summary(TABLE, new BuildTotals(), Duration.ZERO)).isEqualTo("grid.meters: up to date");
    }

    private static BuildEvent event(Kind kind, long objects, long bytes) {
        return new BuildEvent(kind, "b", objects, bytes, 1, 1, 1, null, null);
    }

    private static BuildEvent failure(String object, long bytes) {
        return new BuildEvent(FAILED, "b", 1, bytes, 0, 0, 0, object, "broken");
    }

    @Test
    public void testSilenceIsToldOf() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        AtomicLong seconds = new AtomicLong(100);
        Heartbeat heartbeat = Heartbeat.of(
                new TableName("grid", "meters"),
                new PrintStream(out, true, UTF_8),
                () -> TimeUnit.SECONDS.toNanos(seconds.get()));
        for (int second = 0; second < 25; second++) {
            seconds.incrementAndGet();
            heartbeat.look();
        }
        assertThat(out.toString(UTF_8).lines())
                .containsExactly(
                        "grid.meters: nothing heard from Trino for 10s; it may be busy, or the store may not answer",
                        "grid.meters: nothing heard from Trino for 20s; it may be busy, or the store may not answer");
        out.reset();
        heartbeat.heard();
        seconds.addAndGet(9);
        heartbeat.look();
        assertThat(out.toString(UTF_8)).isEmpty();
        seconds.addAndGet(1);
        heartbeat.look();
        assertThat(out.toString(UTF_8)).contains("for 10s");
        heartbeat.close();
    }
}
