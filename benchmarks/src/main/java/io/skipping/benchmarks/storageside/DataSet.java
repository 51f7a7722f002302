// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import java.util.List;

/**
 * Describes the readings in objects of one kind.
 *
 * @param bytes total size of the objects
 * @param indexBytes size of the index over ranges, then of the one over whole objects
 */
record DataSet(ObjectKind kind, int objects, long bytes, List<Long> indexBytes) {}
