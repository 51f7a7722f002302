// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.folder;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.airlift.concurrent.MoreFutures;
import io.skipping.index.store.IndexLayout;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Writes files of an index to the folder of a table on a disk, and takes them back, until it is closed. */
public final class WritingBuild implements AutoCloseable {
    /** A thousandth of the time between two files of a real build. Without it, a disk may never come to an end. */
    private static final long BETWEEN_FILES_NANOS = MILLISECONDS.toNanos(1);

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Future<Void> build;

    public WritingBuild(Path table) {
        build = thread.submit(() -> writeAndTakeBack(table));
    }

    private Void writeAndTakeBack(Path table) throws IOException {
        Path segments = table.resolve(IndexLayout.FOLDER).resolve("t-0123456789abcdef/segments");
        while (!ended.get()) {
            try {
                Files.createDirectories(segments);
                Path written = Files.writeString(segments.resolve("segment.parquet"), "left");
                Files.deleteIfExists(written);
                LockSupport.parkNanos(BETWEEN_FILES_NANOS);
            } catch (IOException e) {
                // the folder went away between the two
                if (!(e instanceof FileSystemException)) {
                    throw e;
                }
            }
        }
        return null;
    }

    /** Ends the build, and fails if it has failed. */
    @Override
    public void close() {
        ended.set(true);
        try (thread) {
            MoreFutures.getFutureValue(build);
        }
    }
}
