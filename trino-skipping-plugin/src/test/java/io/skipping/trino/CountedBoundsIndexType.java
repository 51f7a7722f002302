// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import io.skipping.index.type.CountingIndexType;
import io.skipping.index.type.minmax.MinMaxIndexType;
import java.util.concurrent.atomic.AtomicInteger;

/** Bounds as those of {@code minmax}, of which a test can tell how often they are looked at. */
public final class CountedBoundsIndexType extends CountingIndexType {
    static final String NAME = "counted";
    /** Ranges that were looked at, by all catalogs in this process. */
    static final AtomicInteger LOOKS = new AtomicInteger();

    public CountedBoundsIndexType() {
        super(NAME, new MinMaxIndexType(), 2, LOOKS);
    }
}
