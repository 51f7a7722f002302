// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.parts;

import io.skipping.index.ByteRange;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.ObjectVerdict;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * States which parts of a file may hold rows that a scan wants. A reader finds each row by one position, such as the begin of its
 * line, so that a row belongs to exactly one of the ranges that a file is divided into, however it is divided.
 */
public final class FileParts implements Serializable {
    /** Is the name of the parts in the metadata of a file. */
    public static final String KEY = "io.skipping.parts";

    /** in order, without overlaps, and not next to each other; none is empty */
    private final long[] starts;

    private final long[] ends;
    private final boolean isOfAnotherReader;

    private FileParts(List<ByteRange> parts, boolean isOfAnotherReader) {
        this.starts = parts.stream().mapToLong(ByteRange::start).toArray();
        this.ends = parts.stream().mapToLong(ByteRange::end).toArray();
        this.isOfAnotherReader = isOfAnotherReader;
    }

    /**
     * Returns the ranges that are not excluded; empty if that is all of a file.
     *
     * @param smallestGap the number of excluded bytes below which the ranges before and after them become one part
     * @param isOfAnotherReader whether a reader may have summarised the file that finds rows by another position than Spark does
     */
    public static Optional<FileParts> of(ObjectVerdict.Known file, long smallestGap, boolean isOfAnotherReader) {
        List<ByteRange> parts = new ArrayList<>();
        for (int range = 0; range < file.count(); range++) {
            if (file.verdict(range) == Verdict.CANNOT_MATCH) {
                continue;
            }
            int last = parts.size() - 1;
            if (last >= 0 && file.start(range) - parts.get(last).end() < Math.max(1, smallestGap)) {
                ByteRange before = parts.get(last);
                parts.set(last, new ByteRange(before.start(), file.end(range) - before.start()));
            } else {
                parts.add(file.range(range));
            }
        }
        boolean isWhole =
                parts.size() == 1 && parts.get(0).start() == 0 && parts.get(0).end() == file.end(file.count() - 1);
        return isWhole ? Optional.empty() : Optional.of(new FileParts(parts, isOfAnotherReader));
    }

    /** Returns the sum of the lengths of all parts. */
    public long bytes() {
        long bytes = 0;
        for (int part = 0; part < starts.length; part++) {
            bytes += ends[part] - starts[part];
        }
        return bytes;
    }

    boolean isOfAnotherReader() {
        return isOfAnotherReader;
    }

    List<ByteRange> all() {
        return in(new ByteRange(0, Long.MAX_VALUE));
    }

    /** Returns the bytes of a range that are in a part. */
    List<ByteRange> in(ByteRange range) {
        List<ByteRange> found = new ArrayList<>();
        for (int part = 0; part < starts.length; part++) {
            long start = Math.max(range.start(), starts[part]);
            long end = Math.min(range.end(), ends[part]);
            if (start < end) {
                found.add(new ByteRange(start, end - start));
            }
        }
        return found;
    }

    boolean contains(long position) {
        for (int part = 0; part < starts.length; part++) {
            if (starts[part] <= position && position < ends[part]) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return all().toString();
    }
}
