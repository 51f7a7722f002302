// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;
import static java.lang.Math.toIntExact;
import static java.util.Objects.requireNonNull;

import io.skipping.index.ByteRange;
import io.skipping.index.ObjectVersion;
import io.skipping.trino.core.listed.S3Reads;
import io.skipping.trino.core.listed.StoreReads;
import io.trino.filesystem.TrinoInput;
import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.TrinoInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Fetches the bytes of one range of an object in as few bounded requests as memory allows, which is nearly always one.
 * If a range needs more requests and is read sequentially, some of them are sent before their bytes are needed. Readers
 * may also read before the range, for a header, and after it, for the end of the last row; only the bytes needed for
 * that are fetched. Not thread-safe.
 */
public final class RangeBytes implements Closeable {
    /**
     * Number of bytes to fetch for a read before the range, and for the first read after it; doubled for each further
     * read.
     */
    private static final int OUTSIDE = 64 * 1024;

    private static final int MOST_OUTSIDE = 2 * 1024 * 1024;

    /** Number of requests in advance: the store prepares one response while it sends the previous one. */
    private static final int FETCHED_AHEAD = 2;

    /** Up to this size, a complete response takes about as long as its first byte. */
    private static final int SHORT_ANSWER = 256 * 1024;

    private final TrinoInputFile file;
    private final long size;
    private final ByteRange range;
    private final int slack;
    private final int largestFetch;
    private final AnswerTimes times;
    private final OptionalLong tag;

    /** The ETag of the first response, if the store sent one. */
    private final AtomicReference<String> etag = new AtomicReference<>();

    private volatile boolean changed;

    private final FetchAhead<Window> ahead = new FetchAhead<>();
    /** The end of the bytes that are being fetched in advance, if any are. */
    private long aheadEnd;

    private Window inside = Window.EMPTY;
    private Window outside = Window.EMPTY;
    private int nextOutside = OUTSIDE;

    /**
     * Creates a reader of a range; nothing is fetched yet.
     *
     * @param size size of the object, in bytes
     * @param range the range that will be read
     * @param slack number of bytes after the range to fetch together with it, because its last row ends there
     * @param largestFetch maximum number of bytes of the range in one request; for a longer range, up to three times as
     *     many are held in memory
     * @param times records the store's response times
     */
    public RangeBytes(TrinoInputFile file, long size, ByteRange range, int slack, int largestFetch, AnswerTimes times) {
        this(file, size, range, slack, largestFetch, times, OptionalLong.empty());
    }

    /**
     * Creates a reader of a range of one version of an object; nothing is fetched yet.
     *
     * @param tag the tag of the version, {@link ObjectVersion#tag}; empty if any version may be read
     */
    public RangeBytes(
            TrinoInputFile file,
            long size,
            ByteRange range,
            int slack,
            int largestFetch,
            AnswerTimes times,
            OptionalLong tag) {
        this.file = requireNonNull(file, "file is null");
        this.size = size;
        this.range = requireNonNull(range, "range is null");
        this.slack = slack;
        this.largestFetch = largestFetch;
        this.times = requireNonNull(times, "times is null");
        this.tag = requireNonNull(tag, "tag is null");
        checkArgument(range.end() <= size, "range %s extends beyond its object of %s bytes", range, size);
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

    /** Starts to fetch the beginning of the range, for a reader that reads it first. */
    public void begin() {
        checkState(ahead.size() == 0 && inside == Window.EMPTY, "reading has already begun");
        if (range.length() > 0) {
            aheadEnd = range.start();
            fetchAhead();
        }
    }

    /** Returns a future that completes when the fetch that {@link #begin} started has succeeded or failed. */
    CompletableFuture<?> arrival() {
        return ahead.arrival();
    }

    /** Returns the number of bytes that are held in memory or being fetched. */
    long retainedBytes() {
        OptionalLong next = ahead.next();
        return inside.bytes.length + outside.bytes.length + (next.isPresent() ? aheadEnd - next.getAsLong() : 0);
    }

    /** Cancels the running fetches. */
    @Override
    public void close() {
        ahead.cancel();
    }

    /** Reads from a position of the object, like {@link java.io.InputStream#read(byte[], int, int)}. */
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

    /** Returns whether a position is in the next window; a reader may skip some bytes between windows. */
    private boolean isAhead(long position) {
        OptionalLong next = ahead.next();
        return next.isPresent()
                && position >= next.getAsLong()
                && position < next.getAsLong() + fetchLength(next.getAsLong());
    }

    private void fetchAhead() {
        long start = aheadEnd;
        long length = fetchLength(start);
        S3Reads.Reading<Window> fetch = StoreReads.elsewhere(() -> fetch(start, length));
        ahead.add(start, fetch::read);
        aheadEnd += length;
    }

    /**
     * Fetches bytes and checks that they belong to the same version of the object as all others, because rows must not
     * be assembled from several versions.
     */
    private Window fetch(long position, long wanted) throws IOException {
        return ofOneVersion(() -> fetchAnyVersion(position, wanted));
    }

    /**
     * Reads something of the object.
     *
     * @throws IOException also if the store tells that it is of another version than what was read before
     */
    <T> T ofOneVersion(S3Reads.Reading<T> reading) throws IOException {
        T read = S3Reads.listen(this::noteVersion, reading);
        if (changed) {
            throw changedMeanwhile();
        }
        return read;
    }

    /**
     * Checks that the object ends where it was listed to end.
     *
     * @param position the end of what has been read
     * @param isEnd whether nothing follows there
     * @throws IOException if the object is longer or shorter
     */
    void checkEnd(long position, boolean isEnd) throws IOException {
        if (isEnd ? position < size : position > size) {
            throw changedMeanwhile();
        }
    }

    private void noteVersion(String found) {
        boolean wanted = tag.isEmpty() || tag.getAsLong() == ObjectVersion.tag(found);
        boolean alike = etag.compareAndSet(null, found) || found.equals(etag.get());
        if (!wanted || !alike) {
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
        // A request that reaches the end of the object is left open. It transfers the same bytes, and shows whether the
        // object is longer now.
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
