// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.answer;

import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.trino.core.index.PlannedScan;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Offers the objects of a scan whose aggregates the index may know. */
public interface AnswerableScan {
    PlannedScan planned();

    /** Returns the filter that the scan has taken over; {@code all} if it returns all rows of its objects. */
    TupleDomain<ColumnHandle> filter();

    /**
     * Passes the objects that the scan would read to the consumer, batch by batch, each as often as the scan would read it.
     *
     * @param used columns whose values must be those that the objects store
     * @param consumer returns whether it wants the next batch
     * @return false if the consumer refused a batch, or if summaries do not tell the rows that the scan returns: because
     *     some are deleted elsewhere, or because the reader has values of a used column from somewhere else
     */
    boolean forEachBatch(Set<IndexedColumn> used, Predicate<List<LiveObject>> consumer);
}
