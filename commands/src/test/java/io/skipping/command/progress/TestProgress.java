// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command.progress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.command.TableName;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

public class TestProgress {
    private static final TableName TABLE = new TableName("grid", "meters");
    private static final long MB = 1024 * 1024;

    @Test
    public void testStepsAreLinesTenSecondsApart() {
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000);
        List<String> lines = new ArrayList<>();
        Steps steps = Steps.of(lines::add, nanos::get);
        for (int second = 0; second < 25; second++) {
            nanos.addAndGet(1_000_000_000);
            steps.begin("Examining table %d of 25".formatted(second + 1));
        }
        assertThat(lines).containsExactly("Examining table 10 of 25", "Examining table 20 of 25");
    }

    @Test
    public void testStepsThatTellHowFarTheyHaveGot() {
        AtomicLong nanos = new AtomicLong();
        List<String> lines = new ArrayList<>();
        Steps steps = Steps.of(lines::add, nanos::get);
        nanos.addAndGet(10_000_000_000L);
        steps.detail("1 row so far");
        steps.say("Warning");
        steps.tell("INSERT of 5,000 rows");
        nanos.addAndGet(9_000_000_000L);
        steps.detail("500 rows so far");
        nanos.addAndGet(1_000_000_000L);
        steps.detail("1,000 rows so far");
        steps.done(21);
        nanos.addAndGet(10_000_000_000L);
        steps.done(30.04);
        assertThat(lines)
                .containsExactly(
                        "Warning",
                        "INSERT of 5,000 rows",
                        "INSERT of 5,000 rows: 1,000 rows so far after 10s",
                        "INSERT of 5,000 rows: 30.0 % after 20s");
    }

    @Test(timeOut = 30_000)
    public void testStepsAreShownWhileTheyLast() throws InterruptedException {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        AtomicLong nanos = new AtomicLong();
        try (Steps steps = Steps.start(lines::add, () -> nanos.addAndGet(1_000_000_000), Duration.ofMillis(1))) {
            awaitLine(lines, "Starting");
            steps.begin("Drawing records of grid.meters");
            awaitLine(lines, "Drawing records of grid.meters");
            steps.done(12.34);
            awaitLine(lines, "Drawing records of grid.meters: 12.3 %");
        }
        // one line may be on its way; if they never end, the test's time does
        while (lines.poll(100, TimeUnit.MILLISECONDS) != null) {}
    }

    private static void awaitLine(BlockingQueue<String> lines, String expected) throws InterruptedException {
        while (!lines.take().startsWith(expected + " after ")) {
            // one of before
        }
    }

    @Test
    public void testPlainLine() {
        assertThat(PlainProgress.line(TABLE, work(0, 0, 0, 0, 0), Duration.ZERO))
                .isEqualTo("grid.meters: listing, 0 objects current");
        assertThat(PlainProgress.line(TABLE, work(0, 0, 7, 0, 0), Duration.ZERO))
                .isEqualTo("grid.meters: listing, 7 objects current");
        assertThat(PlainProgress.line(TABLE, work(1200, 0, 7, 400, 0), Duration.ofSeconds(1)))
                .isEqualTo("grid.meters: 0 of 1,200 objects, 0 B of 400.0 MB (0.0 %)");
        assertThat(PlainProgress.line(TABLE, work(1200, 300, 7, 400, 100), Duration.ofSeconds(10)))
                .isEqualTo("grid.meters: 300 of 1,200 objects, 100.0 MB of 400.0 MB (25.0 %), 10.0 MB/s, 30s left");
        assertThat(PlainProgress.line(TABLE, work(2400, 300, 7, 800, 100), Duration.ofSeconds(10)))
                .as("more was found")
                .contains("300 of 2,400 objects", "(12.5 %)", "1m 10s left");
    }

    private static Progress.Work work(
            long plannedObjects,
            long processedObjects,
            long currentObjects,
            long plannedMegabytes,
            long processedMegabytes) {
        return new Progress.Work(
                plannedObjects, processedObjects, currentObjects, plannedMegabytes * MB, processedMegabytes * MB);
    }

    @Test
    public void testPlainLinesAreSecondsApart() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000);
        PlainProgress progress = new PlainProgress(TABLE, new PrintStream(out, true, UTF_8), nanos::get);
        for (int second = 0; second < 35; second++) {
            nanos.addAndGet(1_000_000_000);
            progress.update(work(0, 0, 0, 0, 0));
        }
        assertThat(out.toString(UTF_8).lines()).hasSize(3);
    }

    @Test
    public void testBar() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Progress progress = new BarProgress(TABLE, new PrintStream(out, true, UTF_8))) {
            progress.update(work(0, 0, 0, 0, 0));
            progress.update(work(4, 1, 0, 400, 100));
        }
        assertThat(out.toString(UTF_8)).contains("grid.meters", "25%", "100/400 MB", "1 of 4 objects");
    }
}
