// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import io.skipping.benchmarks.meters.MeterFormat;
import java.util.List;

/**
 * The readings in a format.
 *
 * @param bytes of all objects
 * @param indexBytes of the index over ranges, then of that over whole objects
 */
record DataSet(MeterFormat format, int objects, long bytes, List<Long> indexBytes) {}
