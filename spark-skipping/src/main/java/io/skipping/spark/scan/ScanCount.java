// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

/** Lists what a scan counts for Spark's UI, under the names that it has there. Files are those of the partitions that the scan reads. */
enum ScanCount {
    FILES("files considered"),
    BYTES("size of files considered"),
    WITHOUT_MANIFEST("files pruned by manifests"),
    REJECTED("files pruned by object filters"),
    PRUNED("files pruned by indexes"),
    CUT("files read in parts"),
    PRUNED_BYTES("size pruned by indexes"),
    UNINDEXED("files not in indexes"),
    STALE("files stale in indexes"),
    UNANSWERED("files whose index did not answer");

    private final String label;

    ScanCount(String label) {
        this.label = label;
    }

    String label() {
        return "skipping: " + label;
    }

    /** Returns whether bytes are counted, which Spark shows in larger units. */
    boolean isOfBytes() {
        return this == BYTES || this == PRUNED_BYTES;
    }
}
