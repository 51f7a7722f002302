// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import java.util.List;

/**
 * States that objects in a folder, at any depth, that earlier generations list are no longer part of the data set.
 *
 * @param folder relative to the manifest's folder, with a trailing slash; "" for all
 * @param generation the generation that overwrote the folder; {@link ObjectLine#UNPUBLISHED} before
 * @param earlier some generations before that overwrote the folder, too, in ascending order; they tell vacuum when
 *     objects were replaced, and readers do not need them
 */
public record OverwrittenLine(String folder, long generation, List<Long> earlier) implements Line {
    public OverwrittenLine {
        if (!folder.isEmpty() && !folder.endsWith("/")) {
            throw new IllegalArgumentException("'%s' is not a folder: it does not end with '/'".formatted(folder));
        }
        earlier = List.copyOf(earlier);
    }

    /** Creates a line without earlier generations. */
    public OverwrittenLine(String folder, long generation) {
        this(folder, generation, List.of());
    }

    @Override
    public OverwrittenLine at(long generation) {
        return new OverwrittenLine(folder, generation, earlier);
    }
}
