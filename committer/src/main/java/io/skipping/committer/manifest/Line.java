// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

/** States one fact in a manifest. All lines together, in any order, define the data set. */
public sealed interface Line permits ObjectLine, OverwrittenLine, ReplacedLine {
    /** Returns the generation of the manifest that first contained the line. */
    long generation();

    /** Returns the same line with another generation. */
    Line at(long generation);
}
