// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ENGLISH;
import static java.util.Objects.requireNonNull;

import com.google.common.base.CharMatcher;
import com.google.common.hash.Hashing;
import io.skipping.index.IndexedTable;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the files of one table's index are, and what their names say. */
public record IndexLayout(FileLocation directory) {
    /** The folder of manifests. */
    public static final String MANIFESTS = "manifests";
    /** The folder of segments. */
    public static final String SEGMENTS = "segments";
    /** The folder of markers of builds that are under way. */
    public static final String BUILDS = "builds";

    /** The folder of indexes in the folder of a table, if they are not kept elsewhere. */
    public static final String FOLDER = "_skipping";

    private static final int READABLE_LENGTH = 80;
    /** So far from the largest long that counting on never overflows, and more states than a table ever has. */
    public static final long LARGEST_NUMBER = 999_999_999_999_999L;

    private static final Pattern MANIFEST = Pattern.compile("0{5}([0-9]{15})\\.json");
    private static final Pattern MARKER = Pattern.compile("(\\d{8}T\\d{6}Z-[0-9a-f]{8})\\.json");
    private static final Pattern SEGMENT =
            Pattern.compile("(\\d{8}T\\d{6}Z-[0-9a-f]{8})-[0-9a-f]{8}-([0-9a-f]{16})\\.parquet");
    private static final DateTimeFormatter BUILD_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final CharMatcher ODD = CharMatcher.inRange('a', 'z')
            .or(CharMatcher.inRange('0', '9'))
            .or(CharMatcher.anyOf("_-"))
            .negate();

    public IndexLayout {
        requireNonNull(directory, "directory is null");
    }

    /** @param root where the indexes of all tables are kept, if not each beside its table */
    public static IndexLayout of(IndexedTable table, Optional<String> root) {
        String readable = ODD.replaceFrom(table.schema().toLowerCase(ENGLISH), '_')
                + "."
                + ODD.replaceFrom(table.table().toLowerCase(ENGLISH), '_');
        if (readable.length() > READABLE_LENGTH) {
            readable = readable.substring(0, READABLE_LENGTH);
        }
        String identity = Hashing.sha256()
                .hashString(table.schema() + "\0" + table.table() + "\0" + table.location(), UTF_8)
                .toString()
                .substring(0, 16);
        FileLocation base =
                root.map(FileLocation::new).orElseGet(() -> new FileLocation(table.location()).resolve(FOLDER));
        return new IndexLayout(base.resolve(readable + "-" + identity));
    }

    /** Returns one of the three folders. */
    public FileLocation folder(String name) {
        return directory.resolve(name).asFolder();
    }

    public FileLocation manifest(long number) {
        return directory.resolve(MANIFESTS).resolve("%020d.json".formatted(number));
    }

    public FileLocation segment(String name) {
        return directory.resolve(SEGMENTS).resolve(name);
    }

    /** Returns the file that is there as long as a build is under way. */
    public FileLocation marker(String build) {
        return directory.resolve(BUILDS).resolve(build + ".json");
    }

    /** Returns a name that no build has. */
    public static String newBuild(Instant now) {
        return BUILD_TIME.format(now) + "-" + random();
    }

    public static boolean isBuild(String name) {
        return MARKER.matcher(name + ".json").matches();
    }

    /** Returns a file name that no segment has. */
    public static String newSegment(String build, String checksum) {
        return "%s-%s-%s.parquet".formatted(build, random(), checksum);
    }

    /** Returns the number of a manifest; nothing if no publication gives a file this name, whatever is in it. */
    public static OptionalLong manifestNumber(String fileName) {
        Matcher matcher = MANIFEST.matcher(fileName);
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        long number = Long.parseLong(matcher.group(1));
        return number > 0 ? OptionalLong.of(number) : OptionalLong.empty();
    }

    /** Returns the build that a file is the marker of; empty if it is no marker. */
    public static Optional<String> markedBuild(String fileName) {
        Matcher matcher = MARKER.matcher(fileName);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Returns what the name of a segment says; empty if no segment has such a name. */
    public static Optional<SegmentName> segmentName(String fileName) {
        Matcher matcher = SEGMENT.matcher(fileName);
        return matcher.matches()
                ? Optional.of(new SegmentName(fileName, matcher.group(1), matcher.group(2)))
                : Optional.empty();
    }

    /** What the name of a segment file says. */
    public record SegmentName(String fileName, String build, String checksum) {}

    private static String random() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    }
}
