// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import java.io.IOException;

/** Which rows each object of one day holds, and in what order. Thread-safe: objects are written independently. */
interface Layout {
    /** Rows of one object. */
    long rows(int objectOfDay);

    /** Writes the first rows of an object, at most {@code limit}. */
    void write(int day, int objectOfDay, long limit, RowWriter writer) throws IOException;

    /** Where the {@code part}-th of {@code parts} even parts of {@code total} begins. */
    static long split(long total, int part, int parts) {
        // total × part may not fit a long
        return Math.multiplyHigh(total, part) == 0
                ? total * part / parts
                : total / parts * part + total % parts * part / parts;
    }
}
