// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.layout;

import io.skipping.testing.meters.format.RowWriter;
import io.skipping.testing.meters.format.SampleRows;
import java.io.IOException;

/** Decides which rows each object of a day holds, and in what order. Thread-safe: objects are written independently. */
public interface Layout {
    /** Returns the number of rows of an object. */
    long rows(int objectOfDay);

    /** Writes the first rows of an object, at most {@code limit}. */
    void write(int day, int objectOfDay, long limit, RowWriter writer) throws IOException;

    /** Returns the rows of an object of the first day. */
    default SampleRows sample(int objectOfDay) {
        return new SampleRows() {
            @Override
            public long count() {
                return rows(objectOfDay);
            }

            @Override
            public void write(long limit, RowWriter writer) throws IOException {
                Layout.this.write(0, objectOfDay, limit, writer);
            }
        };
    }

    /** Returns where the {@code part}-th of {@code parts} equal parts of {@code total} begins. */
    static long split(long total, int part, int parts) {
        // total × part may overflow a long
        return Math.multiplyHigh(total, part) == 0
                ? total * part / parts
                : total / parts * part + total % parts * part / parts;
    }
}
