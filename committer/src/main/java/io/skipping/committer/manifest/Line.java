// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

/** One statement of a manifest. Together, in any order, they say what the data set is. */
public sealed interface Line permits ObjectLine, OverwrittenLine, ReplacedLine {
    /** The generation of the manifest that first said so. */
    long generation();

    /** The same, said by another generation. */
    Line at(long generation);
}
