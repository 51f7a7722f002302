// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import java.util.List;

/**
 * The readings in objects of a kind.
 *
 * @param bytes of all objects
 * @param indexBytes of the index over ranges, then of that over whole objects
 */
record DataSet(ObjectKind kind, int objects, long bytes, List<Long> indexBytes) {}
