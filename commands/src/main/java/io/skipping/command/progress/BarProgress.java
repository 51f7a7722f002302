// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command.progress;

import io.skipping.command.TableName;
import io.skipping.command.Texts;
import java.io.PrintStream;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarStyle;
import me.tongfei.progressbar.ProgressState;

/** Shows progress as a bar of bytes, which determine how long the work takes, with the number of objects beside it. */
final class BarProgress implements Progress {
    private static final int UPDATE_MILLIS = 500;
    private static final int MEGABYTE = 1024 * 1024;

    private final ProgressBar bar;

    BarProgress(TableName table, PrintStream out) {
        this.bar = ProgressBar.builder()
                .setTaskName(table.toString())
                .setInitialMax(0)
                .setStyle(ProgressBarStyle.ASCII)
                .setUnit(" MB", MEGABYTE)
                .showSpeed(new DecimalFormat("0.0", DecimalFormatSymbols.getInstance(Locale.ROOT)))
                .setEtaFunction(BarProgress::timeLeft)
                .setUpdateIntervalMillis(UPDATE_MILLIS)
                .setConsumer(new ConsoleProgressBarConsumer(out))
                .build();
    }

    /**
     * Estimates the remaining time. The library's own estimate first divides the time by the bytes, and so rounds to
     * zero for many bytes.
     */
    private static Optional<Duration> timeLeft(ProgressState state) {
        long done = state.getCurrent() - state.getStart();
        if (done <= 0) {
            return Optional.empty();
        }
        double left = Math.max(0, state.getMax() - state.getCurrent());
        return Optional.of(
                Duration.ofMillis(Math.round(state.getElapsedAfterStart().toMillis() * (left / done))));
    }

    @Override
    public void update(Work work) {
        bar.maxHint(work.plannedBytes());
        bar.stepTo(work.processedBytes());
        bar.setExtraMessage(
                work.plannedObjects() == 0
                        ? " %s current".formatted(Texts.objects(work.currentObjects()))
                        : " %s of %s"
                                .formatted(Texts.count(work.processedObjects()), Texts.objects(work.plannedObjects())));
    }

    @Override
    public void close() {
        bar.close();
    }
}
