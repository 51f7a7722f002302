// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static io.trino.plugin.hive.PartitionUpdate.UpdateMode.NEW;
import static org.assertj.core.api.Assertions.assertThat;

import io.trino.plugin.hive.FileWriter;
import io.trino.plugin.hive.HiveWriter;
import io.trino.plugin.hive.HiveWriterStats;
import io.trino.plugin.hive.PartitionUpdate;
import io.trino.spi.Page;
import java.io.Closeable;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.Test;

public class TestLayoutObjects {
    private static final Page ROWS = new Page(3);
    private static final long BYTES = 1 << 20;

    /** Of objects of some MB, S3's streams hold all bytes after they were closed; a large INSERT has thousands of objects. */
    @Test
    public void testObjectsThatAreCompleteTakeNoMemory() throws InterruptedException {
        List<WeakReference<FileWriter>> writers = new ArrayList<>();
        LayoutObjects objects = objects(writers);
        for (int object = 0; object < 4; object++) {
            objects.append(object, ROWS, 0, ROWS);
            objects.commit(object);
        }
        for (int attempt = 0; attempt < 100 && !areGone(writers); attempt++) {
            System.gc();
            Thread.sleep(20);
        }
        assertThat(areGone(writers))
                .as("writers of complete objects are let go")
                .isTrue();
        assertThat(objects.memoryUsage()).isZero();
        assertThat(objects.writtenBytes()).isEqualTo(4 * BYTES);
        assertThat(objects.finish()).extracting(PartitionUpdate::getRowCount).containsExactly(3L, 3L, 3L, 3L);
    }

    private static boolean areGone(List<WeakReference<FileWriter>> writers) {
        return writers.stream().allMatch(writer -> writer.get() == null);
    }

    private static LayoutObjects objects(List<WeakReference<FileWriter>> writers) {
        return new LayoutObjects((object, _, _) -> {
            FileWriter writer = new BufferingWriter();
            writers.add(new WeakReference<>(writer));
            return new HiveWriter(
                    writer,
                    Optional.empty(),
                    NEW,
                    "object" + object,
                    "memory:///",
                    "memory:///",
                    new HiveWriterStats());
        });
    }

    /** Holds what it has written, as a stream to S3 does. */
    private static final class BufferingWriter implements FileWriter {
        private final byte[] buffer = new byte[(int) BYTES];

        @Override
        public long getWrittenBytes() {
            return buffer.length;
        }

        @Override
        public long getMemoryUsage() {
            return buffer.length;
        }

        @Override
        public void appendRows(Page rows) {}

        @Override
        public Closeable commit() {
            return () -> {};
        }

        @Override
        public void rollback() {}

        @Override
        public long getValidationCpuNanos() {
            return 0;
        }
    }
}
