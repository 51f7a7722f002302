// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core;

import java.util.concurrent.atomic.LongAdder;
import org.weakref.jmx.Managed;

/** Exposes the totals of all scans of this catalog since the server started, through JMX. */
public class SkippingStats {
    private final LongAdder scans = new LongAdder();
    private final LongAdder objectsConsidered = new LongAdder();
    private final LongAdder objectsPruned = new LongAdder();
    private final LongAdder objectsUnindexed = new LongAdder();
    private final LongAdder objectsStale = new LongAdder();
    private final LongAdder bytesConsidered = new LongAdder();
    private final LongAdder bytesPruned = new LongAdder();
    private final LongAdder rangesPruned = new LongAdder();
    private final LongAdder lookupMillis = new LongAdder();
    private final LongAdder lookupFailures = new LongAdder();
    private final LongAdder filterFailures = new LongAdder();
    private final LongAdder objectsUncommitted = new LongAdder();

    /** Holds the totals of one scan. */
    public record ScanTotals(
            long objectsConsidered,
            long objectsPruned,
            long objectsUnindexed,
            long objectsStale,
            long bytesConsidered,
            long bytesPruned,
            long rangesPruned,
            long lookupMillis,
            long lookupFailures,
            long filterFailures) {}

    /** Counts an index that could not be used outside a scan. */
    public void addLookupFailure() {
        lookupFailures.increment();
    }

    /** Counts an object that was ignored because no committed manifest lists it. */
    public void addUncommitted() {
        objectsUncommitted.increment();
    }

    public void add(ScanTotals scan) {
        scans.increment();
        objectsConsidered.add(scan.objectsConsidered());
        objectsPruned.add(scan.objectsPruned());
        objectsUnindexed.add(scan.objectsUnindexed());
        objectsStale.add(scan.objectsStale());
        bytesConsidered.add(scan.bytesConsidered());
        bytesPruned.add(scan.bytesPruned());
        rangesPruned.add(scan.rangesPruned());
        lookupMillis.add(scan.lookupMillis());
        lookupFailures.add(scan.lookupFailures());
        filterFailures.add(scan.filterFailures());
    }

    @Managed(description = "Scans that looked up the index")
    public long getScans() {
        return scans.sum();
    }

    @Managed(description = "skipping.objects.considered: objects that those scans listed")
    public long getObjectsConsidered() {
        return objectsConsidered.sum();
    }

    @Managed(description = "skipping.objects.pruned: objects that were skipped entirely")
    public long getObjectsPruned() {
        return objectsPruned.sum();
    }

    @Managed(description = "skipping.objects.unindexed: objects without a summary")
    public long getObjectsUnindexed() {
        return objectsUnindexed.sum();
    }

    @Managed(description = "skipping.objects.stale: objects whose summary describes another version of the object")
    public long getObjectsStale() {
        return objectsStale.sum();
    }

    @Managed(description = "skipping.bytes.considered: bytes in the splits of those scans")
    public long getBytesConsidered() {
        return bytesConsidered.sum();
    }

    @Managed(description = "skipping.bytes.pruned: bytes in splits and parts of splits that were skipped")
    public long getBytesPruned() {
        return bytesPruned.sum();
    }

    @Managed(description = "skipping.ranges.pruned: ranges that were proven to hold no matching row")
    public long getRangesPruned() {
        return rangesPruned.sum();
    }

    @Managed(description = "skipping.lookup.millis: milliseconds spent finding and querying the index")
    public long getLookupMillis() {
        return lookupMillis.sum();
    }

    @Managed(description = "skipping.lookup.failures: scans that read everything because the index could not be used")
    public long getLookupFailures() {
        return lookupFailures.sum();
    }

    @Managed(description = "skipping.filter.failures: object filters that a scan ignored because they failed")
    public long getFilterFailures() {
        return filterFailures.sum();
    }

    @Managed(description = "Listed objects that were ignored because no committed manifest lists them")
    public long getObjectsUncommitted() {
        return objectsUncommitted.sum();
    }
}
