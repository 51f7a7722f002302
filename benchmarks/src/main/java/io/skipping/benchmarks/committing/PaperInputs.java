// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

/**
 * Says where the data is that {@linkplain PaperWorkload workloads} read.
 *
 * @param records URI of the records
 * @param lines URI of the lines
 * @param generatedTables URI of TPC-DS's tables on a local disk, from where they are written to the store
 * @param tables URI of TPC-DS's tables in the store
 */
record PaperInputs(String records, String lines, String generatedTables, String tables) {}
