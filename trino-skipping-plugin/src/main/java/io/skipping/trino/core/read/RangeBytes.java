// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;
import static java.lang.Math.toIntExact;
import static java.util.Objects.requireNonNull;

import io.skipping.index.ByteRange;
import io.skipping.trino.core.listed.S3Reads;
import io.trino.filesystem.TrinoInput;
import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.TrinoInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The bytes of one range of an object, fetched in as few bounded requests as memory allows: nearly always one. Of a range
 * that takes more of them, some are fetched ahead of what is read, as soon as it is read straight on. Readers may look
 * before the range (for a header) and behind it (for the end of the last row); then those bytes are fetched, and no more than
 * needed. Not thread-safe.
 */
public final class RangeBytes implements Closeable {
    /** What is fetched for a look before the range, and for the first look behind it, in bytes; twice as much next time. */
    private static final int OUTSIDE = 64 * 1024;

    private static final int MOST_OUTSIDE = 2 * 1024 * 1024;

    /** So many that the store answers a request while it sends what the one before asked for. */
    private static final int FETCHED_AHEAD = 2;

    /** Of so few bytes a whole answer takes about as long as its first byte. */
    private static final int SHORT_ANSWER = 256 * 1024;

    private final TrinoInputFile file;
    private final long size;
    private final ByteRange range;
    private final int slack;
    private final int largestFetch;
    private final AnswerTimes times;

    /** of what was fetched first, if the store tells one */
    private final AtomicReference<String> etag = new AtomicReference<>();

    private volatile boolean changed;

    private final FetchAhead<Window> ahead = new FetchAhead<>();
    /** up to here it is fetched ahead, or nothing is */
    private long aheadEnd;

    private Window inside = Window.EMPTY;
    private Window outside = Window.EMPTY;
    private int nextOutside = OUTSIDE;

    /**
     * @param size bytes of the object
     * @param range what will be read
     * @param slack bytes behind the range that are fetched with it, since its last row ends there
     * @param largestFetch bytes of the range in a request, at the most; of a range that is longer, three times as many are held
     * @param times is told how long the store took
     */
    public RangeBytes(TrinoInputFile file, long size, ByteRange range, int slack, int largestFetch, AnswerTimes times) {
        this.file = requireNonNull(file, "file is null");
        this.size = size;
        this.range = requireNonNull(range, "range is null");
        this.slack = slack;
        this.largestFetch = largestFetch;
        this.times = requireNonNull(times, "times is null");
        checkArgument(range.end() <= size, "range %s ends behind its object of %s bytes", range, size);
    }

    public long size() {
        return size;
    }

    public ByteRange range() {
        return range;
    }

    TrinoInputFile file() {
        return file;
    }

    /** Begins to fetch what the range starts with, for who reads that first. */
    public void begin() {
        checkState(ahead.size() == 0 && inside == Window.EMPTY, "it is read already");
        if (range.length() > 0) {
            aheadEnd = range.start();
            fetchAhead();
        }
    }

    /** Done when what was begun is there, or could not be fetched. */
    CompletableFuture<?> arrival() {
        return ahead.arrival();
    }

    /** Bytes held now, and on their way. */
    long retainedBytes() {
        OptionalLong next = ahead.next();
        return inside.bytes.length + outside.bytes.length + (next.isPresent() ? aheadEnd - next.getAsLong() : 0);
    }

    /** Gives up what is being fetched. */
    @Override
    public void close() {
        ahead.cancel();
    }

    /** As {@link java.io.InputStream#read(byte[], int, int)}, from a position of the object. */
    int read(long position, byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (position >= size) {
            return -1;
        }
        return window(position).copy(position, target, offset, length);
    }

    private Window window(long position) throws IOException {
        if (inside.holds(position)) {
            return inside;
        }
        if (outside.holds(position)) {
            return outside;
        }
        if (position >= range.start() && position < range.end()) {
            boolean fetched = isAhead(position);
            boolean straightOn = inside.holds(position - 1);
            boolean first = inside == Window.EMPTY;
            inside = Window.EMPTY;
            if (!fetched) {
                ahead.cancel();
                aheadEnd = position;
            }
            if (straightOn || (fetched && !first)) {
                while (ahead.size() <= FETCHED_AHEAD && aheadEnd < range.end()) {
                    fetchAhead();
                }
                fetched = true;
            }
            inside = fetched ? ahead.take() : fetch(position, fetchLength(position));
            return inside;
        }
        outside = fetch(position, Math.min(nextOutside, largestFetch));
        // a block of many megabytes may begin at the end of the range
        nextOutside = Math.min(nextOutside * 2, MOST_OUTSIDE);
        return outside;
    }

    private long fetchLength(long position) {
        long rest = range.end() - position;
        return rest <= largestFetch ? rest + slack : largestFetch;
    }

    /** A reader may skip some bytes, from one window to the next. */
    private boolean isAhead(long position) {
        OptionalLong next = ahead.next();
        return next.isPresent()
                && position >= next.getAsLong()
                && position < next.getAsLong() + fetchLength(next.getAsLong());
    }

    private void fetchAhead() {
        long start = aheadEnd;
        long length = fetchLength(start);
        ahead.add(start, () -> fetch(start, length));
        aheadEnd += length;
    }

    /** Rows must not be put together from bytes of several versions of the object. */
    private Window fetch(long position, long wanted) throws IOException {
        Window fetched = S3Reads.listen(this::noteVersion, () -> fetchAnyVersion(position, wanted));
        if (changed) {
            throw changedMeanwhile();
        }
        return fetched;
    }

    private void noteVersion(String found) {
        if (!etag.compareAndSet(null, found) && !found.equals(etag.get())) {
            changed = true;
        }
    }

    private IOException changedMeanwhile() {
        return new IOException("Object changed while the query ran, run it again: " + file.location());
    }

    private Window fetchAnyVersion(long position, long wanted) throws IOException {
        byte[] bytes = new byte[toIntExact(Math.min(wanted, size - position))];
        long begun = System.nanoTime();
        if (position + bytes.length < size) {
            try (TrinoInput input = file.newInput()) {
                input.readFully(position, bytes, 0, bytes.length);
            }
            if (bytes.length <= SHORT_ANSWER) {
                times.add(System.nanoTime() - begun);
            }
            return new Window(position, bytes);
        }
        // Up to the end of the object the request is left open: it ships the same bytes, and tells if there are more
        // now.
        try (TrinoInputStream stream = file.newStream()) {
            stream.seek(position);
            int read = stream.readNBytes(bytes, 0, Math.min(1, bytes.length));
            times.add(System.nanoTime() - begun);
            read += stream.readNBytes(bytes, read, bytes.length - read);
            if (read < bytes.length || stream.read() >= 0) {
                throw changedMeanwhile();
            }
        }
        return new Window(position, bytes);
    }

    private record Window(long start, byte[] bytes) {
        static final Window EMPTY = new Window(0, new byte[0]);

        boolean holds(long position) {
            return position >= start && position < start + bytes.length;
        }

        int copy(long position, byte[] target, int offset, int length) {
            int from = toIntExact(position - start);
            int count = Math.min(length, bytes.length - from);
            System.arraycopy(bytes, from, target, offset, count);
            return count;
        }
    }
}
