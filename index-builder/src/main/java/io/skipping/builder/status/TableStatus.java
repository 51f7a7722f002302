// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.status;

import io.skipping.builder.catalog.IndexStatus;
import io.skipping.builder.catalog.TableScans;
import java.util.List;
import java.util.Optional;

/**
 * Holds the state of a table's indexes.
 *
 * @param indexes the indexes, as {@code "t$indexes"} lists them
 * @param scans what scans have skipped; empty if the server does not tell
 * @param details what takes longer to find out; empty unless asked for
 */
public record TableStatus(List<IndexStatus> indexes, Optional<TableScans> scans, Optional<StatusDetails> details) {
    public TableStatus {
        indexes = List.copyOf(indexes);
    }

    /** Returns whether the newest state of the index cannot be read. */
    public boolean isDamaged() {
        return StatusReport.problem(indexes).isPresent();
    }
}
