// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.segment;

import io.skipping.index.store.manifest.AbstractGoldenIndexes;
import io.skipping.index.store.segment.SegmentFormat;
import java.io.IOException;
import java.nio.file.Path;

/** By Trino's Parquet library. */
public class TestGoldenIndexes extends AbstractGoldenIndexes {
    @Override
    protected SegmentFormat format() {
        return new TrinoSegmentFormat();
    }

    /**
     * Writes the files of a version, for the day when there is a next one.
     *
     * @param arguments the folder, and the version of segments
     */
    public static void main(String[] arguments) throws IOException {
        new TestGoldenIndexes().write(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
    }
}
