// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.gzip;

import io.skipping.index.ByteRange;
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
     */
    public record MemberRange(ByteRange range, long textBytes) {}

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
        long text = 0;
        try (GzipMembers members = new GzipMembers(compressed, start)) {
            while (members.position() < window.end()) {
                text += readNext(members, buffer);
                long end = members.position();
                long length = end - start;
                boolean enough = text >= textBytes || length >= LONGEST_MEMBER;
                if (end == size || (enough && size - end >= (length + 1) / 2)) {
                    ranges.add(new MemberRange(new ByteRange(start, length), text));
                    start = end;
                    text = 0;
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

    /** Bytes of text of the next member. */
    private static long readNext(GzipMembers members, byte[] buffer) throws IOException {
        long start = members.position();
        if (!members.next()) {
            throw new GzipFormatException("No gzip member at byte " + start);
        }
        long text = 0;
        for (int count = 0; count >= 0; count = members.read(buffer, 0, buffer.length)) {
            text += count;
            if (members.position() - start > LONGEST_MEMBER) {
                throw new GzipFormatException("The gzip member at byte %s is too long".formatted(start));
            }
        }
        return text;
    }
}
