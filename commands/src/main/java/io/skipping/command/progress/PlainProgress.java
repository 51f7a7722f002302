// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command.progress;

import io.skipping.command.TableName;
import io.skipping.command.Texts;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Shows progress as lines some seconds apart, for logs. */
final class PlainProgress implements Progress {
    /** The time between lines. */
    static final Duration INTERVAL = Duration.ofSeconds(10);

    private final TableName table;
    private final PrintStream out;
    private final LongSupplier nanoTime;
    private final long start;
    private long lastLine;

    PlainProgress(TableName table, PrintStream out, LongSupplier nanoTime) {
        this.table = table;
        this.out = out;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.lastLine = start;
    }

    @Override
    public void update(Work work) {
        long now = nanoTime.getAsLong();
        if (now - lastLine < INTERVAL.toNanos()) {
            return;
        }
        lastLine = now;
        out.println(line(table, work, Duration.ofNanos(now - start)));
    }

    static String line(TableName table, Work work, Duration elapsed) {
        if (work.plannedObjects() == 0) {
            return "%s: listing, %s current".formatted(table, Texts.objects(work.currentObjects()));
        }
        return "%s: %s of %s, %s of %s (%s)%s"
                .formatted(
                        table,
                        Texts.count(work.processedObjects()),
                        Texts.objects(work.plannedObjects()),
                        Texts.bytes(work.processedBytes()),
                        Texts.bytes(work.plannedBytes()),
                        Texts.percent(work.processedBytes(), work.plannedBytes()),
                        speed(work, elapsed));
    }

    private static String speed(Work work, Duration elapsed) {
        double seconds = elapsed.toMillis() / 1000.0;
        if (seconds <= 0 || work.processedBytes() <= 0) {
            return "";
        }
        double bytesPerSecond = work.processedBytes() / seconds;
        long left = Math.max(0, work.plannedBytes() - work.processedBytes());
        return ", %s/s, %s left"
                .formatted(
                        Texts.bytes(Math.round(bytesPerSecond)),
                        Texts.duration(Duration.ofSeconds(Math.round(left / bytesPerSecond))));
    }
}
