// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.MeterPark;
import io.skipping.testing.meters.park.Towns;
import io.skipping.testing.meters.sink.CountingOutputStream;
import io.skipping.testing.meters.sink.ObjectSink;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Generates tables of meter readings. */
public final class MeterReadings {
    private MeterReadings() {}

    /**
     * Writes the table's objects, {@code dt=<day>/meters-<number>.<extension>}.
     *
     * <p>Memory is bounded: 8 bytes per meter, or 60 MB in arrival order, and some buffers per thread.
     */
    public static GenerationResult generate(MeterOptions options, ObjectSink sink, ProgressListener progress)
            throws IOException {
        MeterTable table = MeterTable.plan(options);
        Run run = new Run(table, sink, progress);
        try (ExecutorService threads = Executors.newFixedThreadPool(options.threads())) {
            List<Future<?>> workers = new ArrayList<>();
            for (int thread = 0; thread < options.threads(); thread++) {
                workers.add(threads.submit(run::work));
            }
            await(workers, run);
        }
        return new GenerationResult(table.objects(), run.rows, run.bytes, table.meters(), table.days());
    }

    /**
     * Returns how many meters a table with these options has. Unless the options give the number, this samples objects
     * to find it.
     */
    public static int meters(MeterOptions options) throws IOException {
        return MeterTable.plan(options).meters();
    }

    /**
     * Returns a meter of the table. Tables with the same seed have the same meters.
     *
     * @param number from 0 to the number of meters − 1
     */
    public static Meter meter(MeterOptions options, int number) {
        if (number < 0) {
            throw new IllegalArgumentException("Meters are numbered from 0: " + number);
        }
        return new MeterPark(options.seed(), Towns.france()).meter(number);
    }

    private static void await(List<Future<?>> workers, Run run) throws IOException {
        try {
            for (Future<?> worker : workers) {
                worker.get();
            }
        } catch (ExecutionException e) {
            run.stop();
            switch (e.getCause()) {
                case IOException failure -> throw failure;
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                default -> throw new IllegalStateException(e.getCause());
            }
        } catch (InterruptedException _) {
            run.stop();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while generating meter readings");
        }
    }

    /** Runs one generation: each thread takes the next object until none is left or one has failed. */
    private static final class Run {
        private final MeterTable table;
        private final ObjectSink sink;
        private final ProgressListener progress;
        private final AtomicInteger next = new AtomicInteger();
        private int objects;
        private long rows;
        private long bytes;

        private Run(MeterTable table, ObjectSink sink, ProgressListener progress) {
            this.table = table;
            this.sink = sink;
            this.progress = progress;
        }

        private Void work() throws IOException {
            try {
                for (int object = next.getAndIncrement();
                        object >= 0 && object < table.objects();
                        object = next.getAndIncrement()) {
                    write(object);
                }
            } catch (Throwable failure) {
                stop();
                throw failure;
            }
            return null;
        }

        private void write(int object) throws IOException {
            long[] length = new long[1];
            sink.write(table.key(object), out -> {
                CountingOutputStream counter = new CountingOutputStream(out);
                table.write(object, counter);
                length[0] = counter.count();
            });
            report(table.rows(object), length[0]);
        }

        private synchronized void report(long objectRows, long objectBytes) {
            objects++;
            rows += objectRows;
            bytes += objectBytes;
            progress.written(objects, table.objects(), bytes);
        }

        private void stop() {
            next.set(table.objects());
        }
    }
}
