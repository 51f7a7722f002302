// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.gzip;

import io.skipping.index.ByteRange;
import io.skipping.trino.core.read.text.TextEnds;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Where a gzip object may be cut into ranges: finds its members, and groups them. */
public final class MemberRanges {
    /** Compressed bytes of a member, at the most; a range ends when it has as many. */
    public static final int LONGEST_MEMBER = 4 * 1024 * 1024;

    /**
     * A part of an object that begins with a member and is so long has a whole range: one that has got more than enough by
     * its last member, and a rest of the object behind it.
     */
    public static final int WINDOW = 3 * LONGEST_MEMBER;

    private MemberRanges() {}

    /**
     * Some consecutive members.
     *
     * @param range of the object
     * @param textBytes of their text
     * @param lineEnds in it; not counting a line feed that it begins with, which may belong to a carriage return before it
     */
    public record MemberRange(ByteRange range, long textBytes, long lineEnds) {}

    /**
     * The ranges that are complete in a part of the object, at least one: the first begins where the part does, each of the
     * others where the one before it ends.
     *
     * @param compressed the bytes of the part, and no more
     * @param window place of the part in the object; begins where a member does; if it does not reach the object's end, it
     *     has {@link #WINDOW} bytes
     * @param size bytes of the object
     * @param textBytes of a range; what is left of the object joins the last range if it is less than half of it
     * @throws GzipFormatException if these are no members, or too long ones: then the object must not be cut
     */
    public static List<MemberRange> find(InputStream compressed, ByteRange window, long size, long textBytes)
            throws IOException {
        List<MemberRange> ranges = new ArrayList<>();
        byte[] buffer = new byte[32 * 1024];
        long start = window.start();
        Text text = new Text();
        try (GzipMembers members = new GzipMembers(compressed, start)) {
            while (members.position() < window.end()) {
                readNext(members, buffer, text);
                long end = members.position();
                long length = end - start;
                boolean enough = text.bytes >= textBytes || length >= LONGEST_MEMBER;
                if (end == size || (enough && size - end >= (length + 1) / 2)) {
                    ranges.add(new MemberRange(new ByteRange(start, length), text.bytes, text.lineEnds));
                    start = end;
                    text = new Text();
                }
            }
        } catch (GzipFormatException e) {
            // The last member may go on behind the window. If it is something else, the next window tells, which begins
            // where these ranges end.
            if (window.end() == size || ranges.isEmpty()) {
                throw e;
            }
        }
        if (ranges.isEmpty()) {
            // without a range there would be no next window
            throw new GzipFormatException("The gzip members at byte %s are too long".formatted(start));
        }
        return ranges;
    }

    /**
     * All ranges of an object, joined so that header lines are in the first range only, and footer lines in the last: no line
     * of another one is known to be none.
     */
    public static List<MemberRange> betweenEnds(List<MemberRange> ranges, TextEnds ends) {
        long lineEnds = ranges.stream().mapToLong(MemberRange::lineEnds).sum();
        List<MemberRange> joined = new ArrayList<>();
        long before = 0;
        boolean mayCut = true;
        for (MemberRange range : ranges) {
            joined.add(mayCut ? range : join(joined.removeLast(), range));
            before += range.lineEnds;
            // a single header line is the line at the start, wherever the first range ends
            mayCut = (ends.headerLines() <= 1 || before >= ends.headerLines())
                    // of which the last may be the end of the text
                    && (ends.footerLines() == 0 || lineEnds - before > ends.footerLines());
        }
        return joined;
    }

    private static MemberRange join(MemberRange first, MemberRange second) {
        return new MemberRange(
                new ByteRange(first.range.start(), second.range.end() - first.range.start()),
                first.textBytes + second.textBytes,
                first.lineEnds + second.lineEnds);
    }

    private static final class Text {
        private long bytes;
        private long lineEnds;
        private byte last = '\r';

        void add(byte[] text, int length) {
            for (int i = 0; i < length; i++) {
                byte value = text[i];
                if (value == '\r' || (value == '\n' && last != '\r')) {
                    lineEnds++;
                }
                last = value;
            }
            bytes += length;
        }
    }

    /** Adds the text of the next member. */
    private static void readNext(GzipMembers members, byte[] buffer, Text text) throws IOException {
        long start = members.position();
        if (!members.next()) {
            throw new GzipFormatException("No gzip member at byte " + start);
        }
        for (int count = 0; count >= 0; count = members.read(buffer, 0, buffer.length)) {
            text.add(buffer, count);
            if (members.position() - start > LONGEST_MEMBER) {
                throw new GzipFormatException("The gzip member at byte %s is too long".formatted(start));
            }
        }
    }
}
