// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import java.util.Collections;
import java.util.List;

/**
 * Describes the part of a data set that a job replaces.
 *
 * @param folders the folders whose objects are replaced, at any depth, each relative to the destination and with a
 *     trailing slash; "" for all objects
 */
public record Overwrite(List<String> folders) {
    private static final Overwrite NOTHING = new Overwrite(List.of());
    private static final Overwrite EVERYTHING = new Overwrite(List.of(""));

    public Overwrite {
        folders = folders.stream().distinct().sorted().toList();
        for (String folder : folders) {
            if (!folder.isEmpty() && !folder.endsWith("/")) {
                throw new IllegalArgumentException("'%s' is not a folder: it does not end with '/'".formatted(folder));
            }
        }
    }

    /** Returns an overwrite of nothing: the job's objects are added. */
    public static Overwrite nothing() {
        return NOTHING;
    }

    /** Returns an overwrite of all objects. */
    public static Overwrite everything() {
        return EVERYTHING;
    }

    /**
     * Returns an overwrite of some folders.
     *
     * @param folders relative to the destination, each with a trailing slash
     * @throws IllegalArgumentException if a folder has no trailing slash
     */
    public static Overwrite folders(List<String> folders) {
        return new Overwrite(folders);
    }

    /** Returns whether nothing is replaced. */
    public boolean isNothing() {
        return folders.isEmpty();
    }

    /** Returns whether all objects are replaced. */
    public boolean isEverything() {
        return folders.contains("");
    }

    /**
     * Returns whether one of the folders is in a folder, at any depth.
     *
     * @param folder with a trailing slash
     */
    public boolean isWithin(String folder) {
        int place = Collections.binarySearch(folders, folder);
        int next = place < 0 ? -place - 1 : place + 1;
        return next < folders.size() && folders.get(next).startsWith(folder);
    }

    /**
     * Returns whether an object is replaced.
     *
     * @param path relative to the destination
     */
    public boolean covers(String path) {
        if (isEverything()) {
            return true;
        }
        // searches by folder, because there may be many folders and many paths
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            if (Collections.binarySearch(folders, path.substring(0, slash + 1)) >= 0) {
                return true;
            }
        }
        return false;
    }
}
