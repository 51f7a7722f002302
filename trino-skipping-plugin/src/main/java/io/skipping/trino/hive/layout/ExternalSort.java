// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static io.trino.memory.context.AggregatedMemoryContext.newSimpleAggregatedMemoryContext;
import static io.trino.plugin.hive.HiveErrorCode.HIVE_WRITER_DATA_ERROR;
import static java.util.Comparator.comparingLong;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.io.Closer;
import io.airlift.log.Logger;
import io.airlift.units.DataSize;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.memory.context.AggregatedMemoryContext;
import io.trino.plugin.hive.util.MergingPageIterator;
import io.trino.plugin.hive.util.SortBuffer;
import io.trino.spi.Page;
import io.trino.spi.PageSorter;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.SortOrder;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeOperators;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Sorts rows in ascending order, NULL first, within a bounded amount of memory. Whenever the buffer is full, its rows
 * are sorted and written to a temporary file; at the end these files are merged. Rows that fit into the buffer never
 * leave memory. Not thread-safe.
 */
final class ExternalSort implements Closeable {
    private static final Logger log = Logger.get(ExternalSort.class);

    private final Setup setup;
    private final List<Type> types;
    private final List<Integer> sortFields;
    private final List<SortOrder> sortOrders;
    /** of the runs that are merged */
    private final AggregatedMemoryContext readers = newSimpleAggregatedMemoryContext();

    private final SortBuffer buffer;
    private final Queue<SortedRun> runs = new PriorityQueue<>(comparingLong(SortedRun::bytes));
    private int files;
    private long writtenBytes;

    /**
     * The location and the memory for a sort.
     *
     * @param prefix the prefix of the names of temporary files
     * @param bufferSize the memory that rows may take
     * @param maxOpenFiles the number of temporary files that are merged at a time
     */
    record Setup(
            TrinoFileSystem fileSystem,
            Location prefix,
            PageSorter sorter,
            TypeOperators typeOperators,
            DataSize bufferSize,
            int maxOpenFiles) {
        Setup {
            requireNonNull(fileSystem, "fileSystem is null");
            requireNonNull(prefix, "prefix is null");
            requireNonNull(sorter, "sorter is null");
            requireNonNull(typeOperators, "typeOperators is null");
        }
    }

    /** @param sortFields the columns to sort by, most significant first */
    ExternalSort(Setup setup, List<Type> types, List<Integer> sortFields) {
        this.setup = requireNonNull(setup, "setup is null");
        this.types = ImmutableList.copyOf(types);
        this.sortFields = ImmutableList.copyOf(sortFields);
        this.sortOrders = Collections.nCopies(sortFields.size(), SortOrder.ASC_NULLS_FIRST);
        this.buffer = new SortBuffer(setup.bufferSize(), this.types, this.sortFields, sortOrders, setup.sorter());
    }

    void add(Page page) {
        // a page may be a view of a larger page, which it would keep in memory
        page.compact();
        if (!buffer.canAdd(page)) {
            writeRun(buffer::flushTo);
        }
        buffer.add(page);
    }

    long memoryUsage() {
        return buffer.getRetainedBytes() + readers.getBytes();
    }

    /** Returns the number of bytes written to temporary files. */
    long writtenBytes() {
        return writtenBytes;
    }

    /** Passes all rows to the consumer, in order. */
    void drain(Consumer<Page> sorted) {
        if (runs.isEmpty()) {
            if (!buffer.isEmpty()) {
                buffer.flushTo(sorted);
            }
            return;
        }
        if (!buffer.isEmpty()) {
            writeRun(buffer::flushTo);
        }
        while (runs.size() > setup.maxOpenFiles()) {
            List<SortedRun> smallest = new ArrayList<>();
            int count = Math.min(setup.maxOpenFiles(), runs.size() - (setup.maxOpenFiles() - 1));
            while (smallest.size() < count) {
                smallest.add(runs.remove());
            }
            try {
                writeRun(consumer -> merge(smallest, consumer));
            } finally {
                // so that they are deleted in any case
                runs.addAll(smallest);
            }
            try {
                delete(smallest);
            } catch (IOException e) {
                throw new TrinoException(HIVE_WRITER_DATA_ERROR, "Cannot delete temporary files", e);
            }
        }
        merge(ImmutableList.copyOf(runs), sorted);
    }

    private void writeRun(Consumer<Consumer<Page>> rows) {
        Location file = Location.of(setup.prefix() + "." + files++);
        // registered before it is written, so that it is deleted in any case
        SortedRun unfinished = new SortedRun(file, 0);
        runs.add(unfinished);
        SortedRun run = SortedRun.write(setup.fileSystem(), file, types, rows);
        runs.remove(unfinished);
        runs.add(run);
        writtenBytes += run.bytes();
    }

    private void merge(List<SortedRun> merged, Consumer<Page> sorted) {
        try (Closer closer = Closer.create()) {
            List<Iterator<Page>> pages = new ArrayList<>();
            for (SortedRun run : merged) {
                pages.add(closer.register(run.open(setup.fileSystem(), types, readers)));
            }
            new MergingPageIterator(pages, types, sortFields, sortOrders, setup.typeOperators())
                    .forEachRemaining(sorted);
        } catch (IOException e) {
            throw new TrinoException(HIVE_WRITER_DATA_ERROR, "Cannot close temporary files", e);
        }
    }

    private void delete(List<SortedRun> merged) throws IOException {
        setup.fileSystem().deleteFiles(merged.stream().map(SortedRun::file).toList());
        runs.removeAll(merged);
    }

    /** Deletes the temporary files. A failure is only logged: it must not lose what was written. */
    @Override
    public void close() {
        if (runs.isEmpty()) {
            return;
        }
        try {
            delete(ImmutableList.copyOf(runs));
        } catch (IOException | RuntimeException e) {
            log.warn(e, "Cannot delete the temporary files %s.*", setup.prefix());
        }
    }
}
