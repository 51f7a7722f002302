// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import java.io.IOException;

/** Finds those fields of lines that are wanted. */
interface FieldFinder {
    /** The wanted fields of the lines, in the order of the wanted ones. */
    Fields[] find(TextLines lines) throws IOException;
}
