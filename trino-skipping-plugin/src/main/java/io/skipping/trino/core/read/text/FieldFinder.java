// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import static com.google.common.base.Preconditions.checkArgument;

import java.io.IOException;
import java.util.stream.IntStream;

/** Finds the wanted fields of lines. */
public interface FieldFinder {
    /**
     * Returns the wanted fields of the lines, in the order of the wanted columns. All of them refer to the same text,
     * which is that of the lines or another one.
     */
    Fields[] find(TextLines lines) throws IOException;

    /** Returns the size of the memory that is used, in bytes. */
    long retainedBytes();

    /** Checks and copies the indexes of the wanted fields of a line, which must be ascending and not empty. */
    static int[] checkWanted(int[] wanted) {
        checkArgument(wanted.length > 0, "No field is wanted");
        checkArgument(
                IntStream.range(1, wanted.length).allMatch(index -> wanted[index - 1] < wanted[index]),
                "Fields are not in ascending order");
        return wanted.clone();
    }
}
