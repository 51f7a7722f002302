// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import static com.google.common.base.Preconditions.checkState;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.LiveObject;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexGoneException;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.value.KeyColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Writes one segment file, or several if there is much to write. Not thread-safe. */
public final class SegmentWriter implements SegmentSink {
    private static final long FLUSH_BYTES = 128L << 20;

    private final SegmentFormat format;
    private final FileStore files;
    private final IndexLayout layout;
    private final SegmentMetadata metadata;
    private final List<FileLocation> written = new ArrayList<>();
    private SegmentBuffer buffer;
    private long bytes;
    private boolean closed;

    public SegmentWriter(SegmentFormat format, FileStore files, IndexLayout layout, SegmentMetadata metadata) {
        this.format = requireNonNull(format, "format is null");
        this.files = requireNonNull(files, "files is null");
        this.layout = requireNonNull(layout, "layout is null");
        this.metadata = requireNonNull(metadata, "metadata is null");
        this.buffer = new SegmentBuffer(metadata, format);
    }

    @Override
    public void add(LiveObject object, ByteRange range, long rowCount, List<List<KeyColumn>> summaries) {
        checkState(!closed, "already closed");
        buffer.add(object, range, rowCount, summaries);
        if (buffer.bytes() >= FLUSH_BYTES) {
            flush();
        }
    }

    /** Returns whether nothing was added. */
    public boolean isEmpty() {
        return written.isEmpty() && buffer.isEmpty();
    }

    @Override
    public long finish() {
        checkState(!closed, "already closed");
        flush();
        closed = true;
        checkUnderWay();
        return bytes;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        buffer = new SegmentBuffer(metadata, format);
        if (!written.isEmpty()) {
            files.delete(written);
        }
    }

    /**
     * Deletes what was written if the build has ended meanwhile, as it does when the table is dropped or renamed.
     * Otherwise nobody would ever delete it, and it would be in the way of a new table. The check comes after writing,
     * not before. Whoever ends a build thus deletes what was written until then, and the writer deletes what was
     * written later.
     */
    private void checkUnderWay() {
        if (!written.isEmpty() && !files.exists(layout.marker(metadata.build()))) {
            files.delete(written);
            throw IndexUnavailableException.buildEnded(metadata.build(), metadata.table());
        }
    }

    private void flush() {
        if (buffer.isEmpty()) {
            return;
        }
        Slice file;
        try {
            file = buffer.encode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        FileLocation location = layout.segment(IndexLayout.newSegment(metadata.build(), Checksum.of(file)));
        try {
            files.write(location, file.toByteBuffer());
        } catch (IndexGoneException e) {
            throw IndexUnavailableException.buildEnded(metadata.build(), metadata.table());
        }
        written.add(location);
        bytes += file.length();
        buffer = new SegmentBuffer(metadata, format);
    }
}
