// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tells what a task made.
 *
 * @param files that it summarised
 * @param failures why it could not summarise others, a sentence for each
 */
record Summarised(long files, long ranges, long rows, List<String> failures) implements Serializable {
    static final Summarised NOTHING = new Summarised(0, 0, 0, List.of());

    Summarised plus(Summarised other) {
        return new Summarised(
                files + other.files,
                ranges + other.ranges,
                rows + other.rows,
                Stream.concat(failures.stream(), other.failures.stream()).toList());
    }
}
