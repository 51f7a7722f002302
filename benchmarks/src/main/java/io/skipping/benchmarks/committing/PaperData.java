// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

/**
 * Says how much data the {@linkplain PaperWorkload workloads} write and read: the paper's 50 GB, scaled down to a small
 * machine.
 *
 * @param records number of records of 100 bytes
 * @param lines number of lines of words, 96 bytes each
 * @param parts number of objects, of records or lines
 * @param scale TPC-DS's measure of size, about the gigabytes of all its tables as text
 * @param saleParts number of objects of TPC-DS's largest table, store_sales
 */
record PaperData(long records, long lines, int parts, double scale, int saleParts) {
    private static final long OBJECT_BYTES = 128_000_000;
    private static final int LINE_BYTES = 96;
    private static final int RECORD_BYTES = 100;
    /** The smallest scale with more than one customer, store and address. */
    private static final double SMALLEST_SCALE = 0.01;

    static final PaperData MEASURED = new PaperData(640_000, 640_000, 8);
    static final PaperData QUICK = new PaperData(20_000, 20_000, 2);

    /** Creates data that has only little of TPC-DS. */
    PaperData(long records, long lines, int parts) {
        this(records, lines, parts, SMALLEST_SCALE, 2);
    }

    /** Returns objects of 128 MB, as the paper has. */
    static PaperData ofPaperObjects(int objects, int scale) {
        return new PaperData(
                objects * (OBJECT_BYTES / RECORD_BYTES),
                objects * (OBJECT_BYTES / LINE_BYTES),
                objects,
                scale,
                8 * scale);
    }

    /** Returns whether there are so many sales that each query of TPC-DS has an answer. */
    boolean answersAllQueries() {
        return scale >= 1;
    }
}
