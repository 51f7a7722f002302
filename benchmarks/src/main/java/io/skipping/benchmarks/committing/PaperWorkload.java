// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import java.util.Locale;

/**
 * The workloads of G. Vernik et al., "Stocator: A High Performance Object Store Connector for Spark"
 * (arXiv:1709.01812), except TPC-DS, as jobs over Hadoop's new API. Each system reads the data that it wrote itself.
 */
enum PaperWorkload {
    TERAGEN("Teragen", "writes generated records"),
    COPY("Copy", "reads records and writes them as they are"),
    WORDCOUNT("Wordcount", "reads lines and writes how often each word occurs"),
    TERASORT("Terasort", "reads records and writes them in the order of their keys"),
    READ("Read-only", "reads records and sums them up");

    private final String title;
    private final String description;

    PaperWorkload(String title, String description) {
        this.title = title;
        this.description = description;
    }

    /** Returns the name of this workload in names of cases. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name that the paper gives to this workload. */
    String title() {
        return title;
    }

    String description() {
        return description;
    }

    boolean writes() {
        return this != READ;
    }

    /**
     * Returns the order by which Spark runs this workload.
     *
     * @param records URI of the records, for workloads that read them
     * @param lines URI of the lines, for workloads that read them
     */
    String order(PaperData data, String records, String lines, String destination) {
        return switch (this) {
            case TERAGEN -> "teragen %d %d %s".formatted(data.records(), data.parts(), destination);
            case COPY -> "copy %s %s".formatted(records, destination);
            case WORDCOUNT -> "wordcount %s %d %s".formatted(lines, data.parts(), destination);
            case TERASORT -> "terasort %s %d %s".formatted(records, data.parts(), destination);
            case READ -> "records " + records;
        };
    }

    /** Returns the order by which Spark reads what this workload has written. */
    String look(String destination) {
        return (this == WORDCOUNT ? "lines " : "records ") + destination;
    }
}
