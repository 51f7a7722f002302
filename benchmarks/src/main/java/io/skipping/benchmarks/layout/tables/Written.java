// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout.tables;

import io.skipping.testing.lake.TableSize;
import java.util.Map;

/**
 * Describes a table in a layout, and what it took.
 *
 * @param seconds time until its objects were written and the table had them
 * @param builds the build of the index of each way that has one
 */
record Written(String layout, TableSize size, double seconds, Map<Way, Build> builds) {
    /**
     * Describes a build.
     *
     * @param bytes size of the index
     */
    record Build(double seconds, long bytes) {}
}
