// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Provides the options that say how much data is asked. */
final class TableOptions {
    @Option(
            names = "--objects",
            paramLabel = "N",
            description = "Objects of each format (default: 128; 16 with --quick).")
    private Optional<Integer> objects;

    @Option(
            names = "--megabytes",
            paramLabel = "MB",
            description =
                    "Target size of a CSV object, in millions of bytes (default: 4, of Spark 10; 0.2 with --quick).")
    private Optional<Double> megabytes;

    /**
     * Returns the options of a table of CSV, with as many meters in each format, so that objects hold the same rows.
     *
     * @param size of an object if none is given, in millions of bytes
     */
    MeterOptions meters(boolean quick, double size) throws IOException {
        MeterOptions options = MeterOptions.defaults()
                .withObjects(objects.orElse(quick ? 16 : 128))
                .withMegabytes(megabytes.orElse(quick ? 0.2 : size));
        return options.withMeters(MeterReadings.meters(options));
    }
}
