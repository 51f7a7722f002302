// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * The object does not count.
 *
 * @param version which version of it; all, if there is none
 */
public record ReplacedLine(String path, long generation, Optional<Version> version) implements Line {
    /** What tells versions of an object with an ordinary name apart in any listing of any store. */
    public record Version(long size, long modifiedMillis) {}

    public ReplacedLine {
        requireNonNull(path);
        requireNonNull(version);
    }

    /** To be published. */
    public static ReplacedLine version(String path, long size, long modifiedMillis) {
        return new ReplacedLine(path, ObjectLine.UNPUBLISHED, Optional.of(new Version(size, modifiedMillis)));
    }

    /** To be published; for names that are used once. */
    public static ReplacedLine forever(String path) {
        return new ReplacedLine(path, ObjectLine.UNPUBLISHED, Optional.empty());
    }

    @Override
    public ReplacedLine at(long generation) {
        return new ReplacedLine(path, generation, version);
    }
}
