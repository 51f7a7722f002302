// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * Holds the results of a {@link BulkWriter}.
 *
 * @param written how many documents were written
 * @param conflicts the ids of documents to be created that already exist; not in the order of adding
 */
public record BulkResult(long written, List<String> conflicts) {
    public BulkResult {
        conflicts = ImmutableList.copyOf(conflicts);
    }
}
