// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.data;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Compares locations, and finds the folder of a partition's table. Metastores have one place in several spellings: {@code
 * s3://b/t} for a table and {@code s3a://b/t/day=1} for its partition.
 */
public final class Locations {
    /** Schemes of the same store, and the one that stands for them. */
    private static final Map<String, String> SCHEMES = Map.of("s3a", "s3", "s3n", "s3", "abfs", "abfss");

    private Locations() {}

    /** Returns a location with a slash at its end. */
    public static String asFolder(String location) {
        return location.endsWith("/") ? location : location + "/";
    }

    /**
     * Returns the folder of the table, of which a folder may be the folder of a partition: the nearest one above it whose name has
     * no {@code =}. Returns the same folder if its own name has none.
     *
     * @param folder ends with a slash
     */
    public static String withoutPartitions(String folder) {
        String table = folder;
        while (true) {
            int start = table.lastIndexOf('/', table.length() - 2) + 1;
            if (start == 0 || table.indexOf('=', start) < 0) {
                return table;
            }
            table = table.substring(0, start);
        }
    }

    /**
     * Returns the path from a folder to a location in it, or to itself.
     *
     * @param folder ends with a slash
     * @return empty if the location is outside the folder, however it is spelled
     */
    public static Optional<String> relative(String folder, String location) {
        if (location.startsWith(folder)) {
            return Optional.of(location.substring(folder.length()));
        }
        String normalFolder = normal(folder);
        String normal = normal(location);
        return normal.startsWith(normalFolder)
                ? Optional.of(normal.substring(normalFolder.length()))
                : Optional.empty();
    }

    private static String normal(String location) {
        int colon = location.indexOf(':');
        if (colon <= 0 || location.indexOf('/') < colon) {
            return location;
        }
        String scheme = location.substring(0, colon).toLowerCase(Locale.ENGLISH);
        int start = colon + 1;
        String authority = "";
        if (location.startsWith("//", start)) {
            int end = location.indexOf('/', start + 2);
            authority = location.substring(start + 2, end < 0 ? location.length() : end);
            start = end < 0 ? location.length() : end;
        }
        // a second slash is part of a key in a store, but of no path on a disk
        int path = start;
        while (path < location.length() && location.charAt(path) == '/' && (path == start || authority.isEmpty())) {
            path++;
        }
        return "%s://%s/%s".formatted(SCHEMES.getOrDefault(scheme, scheme), authority, location.substring(path));
    }
}
