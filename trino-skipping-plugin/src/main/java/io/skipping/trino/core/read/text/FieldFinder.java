// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import static com.google.common.base.Preconditions.checkArgument;

import java.io.IOException;
import java.util.stream.IntStream;

/** Finds those fields of lines that are wanted. */
public interface FieldFinder {
    /** The wanted fields of the lines, in the order of the wanted ones, all in the same text: the lines', or another. */
    Fields[] find(TextLines lines) throws IOException;

    /** Bytes of memory. */
    long retainedBytes();

    /** A copy of what fields of a line are wanted, if they are in ascending order, and one at least. */
    static int[] checkWanted(int[] wanted) {
        checkArgument(wanted.length > 0, "No field is wanted");
        checkArgument(
                IntStream.range(1, wanted.length).allMatch(index -> wanted[index - 1] < wanted[index]),
                "Fields are not in ascending order");
        return wanted.clone();
    }
}
