// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.weakref.jmx.Managed;

/** Exposes the totals of all scans of this catalog since the server started, through JMX. */
public class SkippingStats {
    private final AtomicReference<ScanTotals> scans = new AtomicReference<>(ScanTotals.NONE);
    private final LongAdder otherLookupFailures = new LongAdder();
    private final LongAdder objectsUncommitted = new LongAdder();

    /** Counts an index that could not be used outside a scan. */
    public void addLookupFailure() {
        otherLookupFailures.increment();
    }

    /** Counts an object that was ignored because no committed manifest lists it. */
    public void addUncommitted() {
        objectsUncommitted.increment();
    }

    /** Adds the counts of a scan that has ended. */
    public void add(ScanTotals scan) {
        scans.accumulateAndGet(scan, ScanTotals::plus);
    }

    @Managed(description = "Scans that looked up the index")
    public long getScans() {
        return scans.get().scans();
    }

    @Managed(description = "skipping.objects.considered: objects that those scans listed")
    public long getObjectsConsidered() {
        return scans.get().objectsConsidered();
    }

    @Managed(description = "skipping.objects.pruned: objects that were skipped entirely")
    public long getObjectsPruned() {
        return scans.get().objectsPruned();
    }

    @Managed(description = "skipping.objects.unindexed: objects without a summary")
    public long getObjectsUnindexed() {
        return scans.get().objectsUnindexed();
    }

    @Managed(description = "skipping.objects.stale: objects whose summary describes another version of the object")
    public long getObjectsStale() {
        return scans.get().objectsStale();
    }

    @Managed(description = "skipping.bytes.considered: bytes in the splits of those scans")
    public long getBytesConsidered() {
        return scans.get().bytesConsidered();
    }

    @Managed(description = "skipping.bytes.pruned: bytes in splits and parts of splits that were skipped")
    public long getBytesPruned() {
        return scans.get().bytesPruned();
    }

    @Managed(description = "skipping.ranges.pruned: ranges that were proven to hold no matching row")
    public long getRangesPruned() {
        return scans.get().rangesPruned();
    }

    @Managed(description = "skipping.lookup.millis: milliseconds spent finding and querying the index")
    public long getLookupMillis() {
        return scans.get().lookupMillis();
    }

    @Managed(description = "skipping.lookup.failures: scans that read everything because the index could not be used")
    public long getLookupFailures() {
        return scans.get().lookupFailures() + otherLookupFailures.sum();
    }

    @Managed(description = "skipping.filter.failures: object filters that a scan ignored because they failed")
    public long getFilterFailures() {
        return scans.get().filterFailures();
    }

    @Managed(description = "Listed objects that were ignored because no committed manifest lists them")
    public long getObjectsUncommitted() {
        return objectsUncommitted.sum();
    }
}
