// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import io.trino.spi.block.Block;
import java.io.IOException;

/** Makes values of a column's fields: the same as Trino's own decoder of the type, in less time. */
public interface FieldDecoder {
    /** A position for every row. */
    Block decode(Fields fields) throws IOException;

    /** Returns a block of one position. */
    default Block decode(Fields fields, int row) throws IOException {
        return decode(fields.of(new int[] {row}, 0, 1));
    }
}
