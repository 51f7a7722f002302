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
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Defines where the files of one table's index are, and the meaning of their names. */
public record IndexLayout(FileLocation directory) {
    /** Folder of manifests. */
    public static final String MANIFESTS = "manifests";
    /** Folder of segments. */
    public static final String SEGMENTS = "segments";
    /** Folder of the markers of builds that are under way. */
    public static final String BUILDS = "builds";
    /** All folders of an index. */
    public static final Set<String> FOLDERS = Set.of(MANIFESTS, SEGMENTS, BUILDS);

    /** Folder of indexes in the folder of a table, unless they are kept elsewhere. */
    public static final String FOLDER = "_skipping";

    private static final int READABLE_LENGTH = 80;
    /** Far enough below the largest long that incrementing never overflows, and more states than a table ever has. */
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

    /**
     * Returns the layout of a table's index.
     *
     * @param root where the indexes of all tables are kept; empty if each is beside its table
     */
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

    /** Returns one of the folders of manifests, segments and builds. */
    public FileLocation folder(String name) {
        return directory.resolve(name).asFolder();
    }

    /** Returns the location of a manifest. */
    public FileLocation manifest(long number) {
        return directory.resolve(MANIFESTS).resolve("%020d.json".formatted(number));
    }

    /** Returns the location of a segment. */
    public FileLocation segment(String name) {
        return directory.resolve(SEGMENTS).resolve(name);
    }

    /** Returns the marker file, which exists while a build is under way. */
    public FileLocation marker(String build) {
        return directory.resolve(BUILDS).resolve(build + ".json");
    }

    /** Returns an unused build name. */
    public static String newBuild(Instant now) {
        return BUILD_TIME.format(now) + "-" + random();
    }

    /** Returns whether a name is that of a build. */
    public static boolean isBuild(String name) {
        return MARKER.matcher(name + ".json").matches();
    }

    /** Returns an unused segment file name. */
    public static String newSegment(String build, String checksum) {
        return "%s-%s-%s.parquet".formatted(build, random(), checksum);
    }

    /**
     * Returns the number of a manifest; empty if the name cannot be that of a published manifest, whatever the file
     * contains.
     */
    public static OptionalLong manifestNumber(String fileName) {
        Matcher matcher = MANIFEST.matcher(fileName);
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        long number = Long.parseLong(matcher.group(1));
        return number > 0 ? OptionalLong.of(number) : OptionalLong.empty();
    }

    /** Returns the build to which a marker file belongs; empty if the file is not a marker. */
    public static Optional<String> markedBuild(String fileName) {
        Matcher matcher = MARKER.matcher(fileName);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Parses the name of a segment file; empty if it is not one. */
    public static Optional<SegmentName> segmentName(String fileName) {
        Matcher matcher = SEGMENT.matcher(fileName);
        return matcher.matches()
                ? Optional.of(new SegmentName(fileName, matcher.group(1), matcher.group(2)))
                : Optional.empty();
    }

    /** Holds the parts of a segment file's name. */
    public record SegmentName(String fileName, String build, String checksum) {}

    private static String random() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    }
}
