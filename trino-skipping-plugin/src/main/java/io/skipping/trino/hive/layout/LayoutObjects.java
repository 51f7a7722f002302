// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static io.trino.plugin.hive.HiveErrorCode.HIVE_WRITER_CLOSE_ERROR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.trino.hive.release.HiveWriters;
import io.trino.plugin.hive.HiveWriter;
import io.trino.plugin.hive.PartitionUpdate;
import io.trino.spi.Page;
import io.trino.spi.TrinoException;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes the objects of one page sink, which are numbered from 0. Not thread-safe. */
final class LayoutObjects {
    private final Creator creator;
    private final SortedMap<Integer, HiveWriter> open = new TreeMap<>();
    /**
     * Results of closed writers. The writers themselves are not kept: a closed S3 writer still holds up to one upload
     * part of the object's bytes.
     */
    private final List<PartitionUpdate> committed = new ArrayList<>();

    private final List<Closeable> rollbacks = new ArrayList<>();
    private long committedBytes;

    /** Creates the writer of a new object. */
    interface Creator {
        /** @param position the position of one row of the object; its Hive partition is the object's partition */
        HiveWriter create(int object, Page page, int position);
    }

    LayoutObjects(Creator creator) {
        this.creator = requireNonNull(creator, "creator is null");
    }

    /**
     * Writes rows to an object that has not been committed yet.
     *
     * @param page contains all these rows, one of them at {@code position}
     */
    void append(int object, Page page, int position, Page rows) {
        HiveWriter writer = open.get(object);
        if (writer == null) {
            writer = creator.create(object, page, position);
            open.put(object, writer);
        }
        writer.append(rows);
    }

    /** Completes an object, which then takes no more memory. */
    void commit(int object) {
        HiveWriter writer = open.get(object);
        rollbacks.add(HiveWriters.commit(writer));
        open.remove(object);
        committed.add(writer.getPartitionUpdate());
        committedBytes += writer.getWrittenBytes();
    }

    /** Completes all objects that are still open, and returns what was written. */
    List<PartitionUpdate> finish() {
        List.copyOf(open.keySet()).forEach(this::commit);
        return ImmutableList.copyOf(committed);
    }

    long memoryUsage() {
        return open.values().stream().mapToLong(HiveWriter::getMemoryUsage).sum();
    }

    long writtenBytes() {
        return open.values().stream().mapToLong(HiveWriter::getWrittenBytes).sum() + committedBytes;
    }

    /** Deletes the committed objects and discards the open ones. */
    void abort() {
        List<Closeable> undo = new ArrayList<>(rollbacks);
        open.values().forEach(writer -> undo.add(writer::rollback));
        TrinoException failure = null;
        for (Closeable action : undo) {
            try {
                action.close();
            } catch (Exception e) {
                if (failure == null) {
                    failure = new TrinoException(HIVE_WRITER_CLOSE_ERROR, "Cannot roll back what was written");
                }
                failure.addSuppressed(e);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
