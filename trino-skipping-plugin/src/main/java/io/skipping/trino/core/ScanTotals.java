// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core;

/** Holds what scans did: the counts of a scan, or the sums of many. */
public record ScanTotals(
        long scans,
        long objectsConsidered,
        long objectsPruned,
        long objectsUnindexed,
        long objectsStale,
        long bytesConsidered,
        long bytesPruned,
        long rangesPruned,
        long lookupMillis,
        long lookupFailures,
        long filterFailures) {
    static final ScanTotals NONE = new ScanTotals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    ScanTotals plus(ScanTotals other) {
        return new ScanTotals(
                scans + other.scans,
                objectsConsidered + other.objectsConsidered,
                objectsPruned + other.objectsPruned,
                objectsUnindexed + other.objectsUnindexed,
                objectsStale + other.objectsStale,
                bytesConsidered + other.bytesConsidered,
                bytesPruned + other.bytesPruned,
                rangesPruned + other.rangesPruned,
                lookupMillis + other.lookupMillis,
                lookupFailures + other.lookupFailures,
                filterFailures + other.filterFailures);
    }
}
