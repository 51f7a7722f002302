// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * @param written documents that are there now
 * @param conflicts ids of documents that were to be created, and are there already; not in the order of adding
 */
public record BulkResult(long written, List<String> conflicts) {
    public BulkResult {
        conflicts = ImmutableList.copyOf(conflicts);
    }
}
