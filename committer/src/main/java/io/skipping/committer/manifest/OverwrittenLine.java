// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

/**
 * States that objects in a folder, at any depth, that earlier generations list are no longer part of the data set.
 *
 * @param folder relative to the manifest's folder, with a trailing slash; "" for all
 */
public record OverwrittenLine(String folder, long generation) implements Line {
    public OverwrittenLine {
        if (!folder.isEmpty() && !folder.endsWith("/")) {
            throw new IllegalArgumentException("'%s' is not a folder: it does not end with '/'".formatted(folder));
        }
    }

    /** Returns a line to be published. */
    public static OverwrittenLine of(String folder) {
        return new OverwrittenLine(folder, ObjectLine.UNPUBLISHED);
    }

    @Override
    public OverwrittenLine at(long generation) {
        return new OverwrittenLine(folder, generation);
    }

    public boolean covers(String path) {
        return path.startsWith(folder);
    }
}
