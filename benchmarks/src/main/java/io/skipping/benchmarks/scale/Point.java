// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.scale;

import io.skipping.benchmarks.measure.Quartiles;

/**
 * Describes a point of a curve.
 *
 * @param part whether the objects are real
 * @param objects number of objects in the table
 * @param what what was done
 * @param system the system that did it
 * @param metric what was measured, as results name it
 * @param unit unit of the metric
 */
record Point(Part part, int objects, String what, String system, String metric, Quartiles value, String unit) {
    /** Returns the name of the case in results. */
    String name() {
        return "%s/objects=%d/%s".formatted(part.key(), objects, what);
    }
}
