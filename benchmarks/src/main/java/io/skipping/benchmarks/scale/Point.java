// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.scale;

import io.skipping.benchmarks.measure.Quartiles;

/**
 * A point of a curve.
 *
 * @param part whether the objects are real
 * @param objects of the table
 * @param what was done
 * @param system by which
 * @param metric what was measured of it, as results call it
 * @param unit of the metric
 */
record Point(Part part, int objects, String what, String system, String metric, Quartiles value, String unit) {
    /** In results. */
    String name() {
        return "%s/objects=%d/%s".formatted(part.key(), objects, what);
    }
}
