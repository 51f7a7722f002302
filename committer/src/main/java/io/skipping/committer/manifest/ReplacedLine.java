// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * States that an object does not count.
 *
 * @param path the object's path, relative to the manifest's folder
 * @param generation the generation that replaced it; {@link ObjectLine#UNPUBLISHED} before
 * @param version the version that does not count; empty for all versions
 */
public record ReplacedLine(String path, long generation, Optional<Version> version) implements Line {
    /**
     * Identifies a version of an object with an ordinary name in any listing of any store.
     *
     * @param size the bytes of the object
     * @param modifiedMillis when it was modified, in milliseconds since 1970
     */
    public record Version(long size, long modifiedMillis) {}

    public ReplacedLine {
        requireNonNull(path);
        requireNonNull(version);
    }

    /** Returns a line to be published, of one version of an object. */
    public static ReplacedLine version(String path, long size, long modifiedMillis) {
        return new ReplacedLine(path, ObjectLine.UNPUBLISHED, Optional.of(new Version(size, modifiedMillis)));
    }

    /** Returns a line to be published, of an object whose name is used only once. */
    public static ReplacedLine forever(String path) {
        return new ReplacedLine(path, ObjectLine.UNPUBLISHED, Optional.empty());
    }

    @Override
    public ReplacedLine at(long generation) {
        return new ReplacedLine(path, generation, version);
    }
}
