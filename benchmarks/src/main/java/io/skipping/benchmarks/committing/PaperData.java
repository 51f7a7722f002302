// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

/**
 * Says how much data the {@linkplain PaperWorkload workloads} write and read: the paper's 50 GB, scaled down to a small
 * machine.
 *
 * @param records number of records of 100 bytes
 * @param lines number of lines of words, about 95 bytes each
 * @param parts number of objects, of records or lines
 */
record PaperData(long records, long lines, int parts) {
    static final PaperData MEASURED = new PaperData(640_000, 640_000, 8);
    static final PaperData QUICK = new PaperData(20_000, 20_000, 2);
}
