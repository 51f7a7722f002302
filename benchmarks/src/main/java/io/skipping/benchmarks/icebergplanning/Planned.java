// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.icebergplanning;

import io.skipping.benchmarks.measure.Rounds;
import java.util.Map;

/**
 * Holds what was measured of a table.
 *
 * @param files number of its data files
 * @param added how long Iceberg took to add them, in seconds
 */
record Planned(int files, double added, PlannedTable.Build build, Map<Question, Rounds<Connector>> answers) {
    /** Returns the name of a case in results. */
    String name(String what) {
        return "files=%d/%s".formatted(files, what);
    }
}
