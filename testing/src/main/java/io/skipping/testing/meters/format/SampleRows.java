// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.format;

import java.io.IOException;

/** Writes the rows of a typical object: they resemble those of the objects to come. */
public interface SampleRows {
    /** Returns the number of rows of the object. */
    long count();

    /** Writes the first rows of the object, at most {@code limit}. */
    void write(long limit, RowWriter writer) throws IOException;
}
