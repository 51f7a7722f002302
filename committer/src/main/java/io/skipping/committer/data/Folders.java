// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.data;

/** Walks through the folders of a path: of {@code a/b/c}, these are {@code ""}, {@code a/} and {@code a/b/}. */
public final class Folders {
    private Folders() {}

    /**
     * Returns where the path of the next folder ends, that is in the folder before it.
     *
     * @param path of an object, or of a folder with a trailing slash, which is then its own last folder
     * @param end where the path of the folder before ends; 0 for {@code ""}, the first
     * @return -1 if there is none
     */
    public static int next(String path, int end) {
        int slash = path.indexOf('/', end);
        return slash < 0 ? -1 : slash + 1;
    }
}
