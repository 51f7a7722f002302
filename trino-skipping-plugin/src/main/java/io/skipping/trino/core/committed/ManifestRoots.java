// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.committed;

/**
 * Finds the folders whose manifests decide about the objects of a folder. Metastores have one place in several spellings:
 * {@code s3://b/t} for a table and {@code s3a://b/t/day=1} for its partition.
 */
public final class ManifestRoots {
    private ManifestRoots() {}

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
}
