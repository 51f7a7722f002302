// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import static java.util.Objects.requireNonNull;

import io.skipping.trino.core.read.text.TextLines;
import io.trino.hive.formats.line.LineBuffer;
import io.trino.hive.formats.line.LineReader;
import java.io.IOException;
import java.util.function.LongSupplier;

/** Passes lines one at a time to Trino's line decoders. */
final class LineByLine implements LineReader {
    private final TextLines lines;
    private final LongSupplier completedBytes;
    /** index of the next line in the current batch of lines */
    private int next;

    private boolean closed;

    /** @param completedBytes the bytes of the split consumed so far */
    LineByLine(TextLines lines, LongSupplier completedBytes) {
        this.lines = requireNonNull(lines, "lines is null");
        this.completedBytes = requireNonNull(completedBytes, "completedBytes is null");
    }

    @Override
    public boolean readLine(LineBuffer line) throws IOException {
        line.reset();
        if (closed) {
            return false;
        }
        if (next == lines.count()) {
            if (!lines.advance()) {
                close();
                return false;
            }
            next = 0;
        }
        int start = lines.start(next);
        line.write(lines.bytes(), start, lines.end(next) - start);
        next++;
        return true;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public long getRetainedSize() {
        return lines.retainedBytes();
    }

    @Override
    public long getBytesRead() {
        return completedBytes.getAsLong();
    }

    @Override
    public long getReadTimeNanos() {
        return lines.readTimeNanos();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        lines.close();
    }
}
