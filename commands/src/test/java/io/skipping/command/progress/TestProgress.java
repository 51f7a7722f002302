// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command.progress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.command.TableName;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

public class TestProgress {
    private static final TableName TABLE = new TableName("grid", "meters");
    private static final long MB = 1024 * 1024;

    @Test(timeOut = 30_000)
    public void testStepsAreShownWhileTheyLast() throws InterruptedException {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        try (Steps steps = new Steps(lines::add, Duration.ofMillis(5))) {
            steps.begin("Drawing records of grid.meters");
            steps.done(12.34);
            awaitLine(lines, "Drawing records of grid.meters: 12.3 % after 0s");
            steps.begin("Training kdtree");
            awaitLine(lines, "Training kdtree after 0s");
        }
        // one line may be on its way; if they never end, the test's time does
        while (lines.poll(100, TimeUnit.MILLISECONDS) != null) {}
    }

    private static void awaitLine(BlockingQueue<String> lines, String expected) throws InterruptedException {
        while (!lines.take().equals(expected)) {
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
