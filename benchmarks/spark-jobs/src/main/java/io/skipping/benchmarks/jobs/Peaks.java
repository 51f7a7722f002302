// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Measures the largest amounts, since {@link #reset}, of this process's resident memory (as Linux keeps it: VmHWM), of
 * its direct buffers, and of files in a folder. The latter two are sampled.
 */
final class Peaks {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path CLEAR = Path.of("/proc/self/clear_refs");
    private static final String HIGH_WATER_MARK = "VmHWM:";
    private static final long MILLIS_BETWEEN_SAMPLES = 20;

    private final Path folder;
    private final BufferPoolMXBean direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .findFirst()
            .orElseThrow();
    private Thread sampler;
    private volatile long mostDirect;
    private volatile long mostOnDisk;

    /** @param folder need not exist */
    Peaks(Path folder) {
        this.folder = folder;
    }

    /** Begins anew, after a collection of garbage, which also has Spark delete what it has shuffled. */
    void reset() {
        stop();
        System.gc();
        mostDirect = 0;
        mostOnDisk = 0;
        if (Files.isWritable(CLEAR)) {
            try {
                // resets the high-water mark
                Files.writeString(CLEAR, "5");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        sampler = Thread.ofPlatform().daemon().name("peaks").start(this::sample);
    }

    /** Ends measuring, and returns three numbers of bytes with spaces between; the first is 0 on other systems than Linux. */
    String take() {
        stop();
        return "%d %d %d".formatted(resident(), mostDirect, mostOnDisk);
    }

    private void sample() {
        try {
            while (true) {
                mostDirect = Math.max(mostDirect, direct.getMemoryUsed());
                mostOnDisk = Math.max(mostOnDisk, onDisk());
                Thread.sleep(MILLIS_BETWEEN_SAMPLES);
            }
        } catch (InterruptedException _) {
            // stopped
        }
    }

    private void stop() {
        if (sampler == null) {
            return;
        }
        sampler.interrupt();
        try {
            sampler.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        sampler = null;
    }

    private long onDisk() {
        if (!Files.exists(folder)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toFile)
                    .filter(File::isFile)
                    .mapToLong(File::length)
                    .sum();
        } catch (IOException | UncheckedIOException _) {
            // a file was deleted meanwhile; the next sample comes soon
            return 0;
        }
    }

    private static long resident() {
        if (!Files.exists(STATUS)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(HIGH_WATER_MARK))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
