// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * The workloads of G. Vernik et al., "Stocator: A High Performance Object Store Connector for Spark"
 * (arXiv:1709.01812): jobs over Hadoop's new API, and for TPC-DS data frames. The paper does not measure how the tables of
 * TPC-DS are written.
 */
enum PaperWorkload {
    TERAGEN("Teragen", "writes generated records"),
    COPY("Copy", "reads records and writes them as they are"),
    WORDCOUNT("Wordcount", "reads lines and writes how often each word occurs"),
    TERASORT("Terasort", "reads records and writes them in the order of their keys"),
    READ("Read-only", "reads records and sums them up"),
    TPCDS_WRITE("TPC-DS, written", "writes six tables as Parquet"),
    TPCDS_READ("TPC-DS", "opens the tables and asks eight queries");

    /** The workloads without TPC-DS. */
    static final Set<PaperWorkload> WITHOUT_TPCDS = Collections.unmodifiableSet(EnumSet.range(TERAGEN, READ));

    private final String title;
    private final String description;

    PaperWorkload(String title, String description) {
        this.title = title;
        this.description = description;
    }

    /** Returns the name of this workload in names of cases. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the name that the paper gives to this workload. */
    String title() {
        return title;
    }

    String description() {
        return description;
    }

    boolean writes() {
        return this != READ && this != TPCDS_READ;
    }

    /** Returns the order by which Spark runs this workload. */
    String order(PaperData data, PaperInputs inputs, String destination) {
        return switch (this) {
            case TERAGEN -> "teragen %d %d %s".formatted(data.records(), data.parts(), destination);
            case COPY -> "copy %s %s".formatted(inputs.records(), destination);
            case WORDCOUNT -> "wordcount %s %d %s".formatted(inputs.lines(), data.parts(), destination);
            case TERASORT -> "terasort %s %d %s".formatted(inputs.records(), data.parts(), destination);
            case READ -> "records " + inputs.records();
            case TPCDS_WRITE -> "tpcds-write %s %s".formatted(inputs.generatedTables(), destination);
            case TPCDS_READ -> "tpcds-queries " + inputs.tables();
        };
    }

    /** Returns the order by which Spark reads what this workload has written. */
    String look(String destination) {
        return switch (this) {
            case TERAGEN, COPY, TERASORT -> "records " + destination;
            case WORDCOUNT -> "lines " + destination;
            case TPCDS_WRITE -> "tpcds-tables " + destination;
            case READ, TPCDS_READ -> throw new IllegalStateException(title + " writes nothing");
        };
    }
}
