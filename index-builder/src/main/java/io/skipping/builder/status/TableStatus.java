// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.status;

import io.skipping.builder.catalog.IndexStatus;
import io.skipping.builder.catalog.TableScans;
import java.util.List;
import java.util.Optional;

/**
 * The state of a table's indexes.
 *
 * @param scans empty if the server does not tell
 * @param details empty unless asked for
 */
public record TableStatus(List<IndexStatus> indexes, Optional<TableScans> scans, Optional<StatusDetails> details) {
    public TableStatus {
        indexes = List.copyOf(indexes);
    }

    public boolean isDamaged() {
        return StatusReport.problem(indexes).isPresent();
    }
}
