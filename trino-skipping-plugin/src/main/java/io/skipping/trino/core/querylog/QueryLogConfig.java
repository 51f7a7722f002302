// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import io.airlift.configuration.Config;
import io.airlift.configuration.ConfigDescription;
import io.airlift.units.DataSize;
import io.airlift.units.MinDataSize;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;

/** Holds the properties of the event listener that logs the conditions of queries. */
public class QueryLogConfig {
    private Path file;
    private DataSize maxFileSize = DataSize.of(100, DataSize.Unit.MEGABYTE);
    private int maxFiles = 10;
    private double sampleRate = 1;
    private boolean literals = true;
    private int maxIntervals = 20;
    private boolean identity;
    private boolean queryText;

    @NotNull
    public Path getFile() {
        return file;
    }

    @Config("skipping.query-log.file")
    @ConfigDescription("File to which lines are appended; its folder is created if it does not exist")
    public QueryLogConfig setFile(Path file) {
        this.file = file;
        return this;
    }

    @NotNull
    @MinDataSize("1kB")
    public DataSize getMaxFileSize() {
        return maxFileSize;
    }

    @Config("skipping.query-log.max-file-size")
    @ConfigDescription(
            "Maximum size of a file; a file that would exceed it is renamed to ….1, an existing ….1 to ….2, and so on")
    public QueryLogConfig setMaxFileSize(DataSize maxFileSize) {
        this.maxFileSize = maxFileSize;
        return this;
    }

    @Min(1)
    public int getMaxFiles() {
        return maxFiles;
    }

    @Config("skipping.query-log.max-files")
    @ConfigDescription("Maximum number of files, including the current one; beyond that, the oldest is deleted")
    public QueryLogConfig setMaxFiles(int maxFiles) {
        this.maxFiles = maxFiles;
        return this;
    }

    @DecimalMin("0")
    @DecimalMax("1")
    public double getSampleRate() {
        return sampleRate;
    }

    @Config("skipping.query-log.sample-rate")
    @ConfigDescription(
            "Fraction of the queries that are logged, from 0 to 1; of each query, either all scans are logged or none")
    public QueryLogConfig setSampleRate(double sampleRate) {
        this.sampleRate = sampleRate;
        return this;
    }

    public boolean isLiterals() {
        return literals;
    }

    @Config("skipping.query-log.literals")
    @ConfigDescription(
            "Whether to log the values in the conditions of queries; if false, only the length of each column's intervals is logged")
    public QueryLogConfig setLiterals(boolean literals) {
        this.literals = literals;
        return this;
    }

    @Min(1)
    public int getMaxIntervals() {
        return maxIntervals;
    }

    @Config("skipping.query-log.max-intervals")
    @ConfigDescription(
            "Maximum number of intervals of one column in a line; if there are more, neighbouring intervals are merged")
    public QueryLogConfig setMaxIntervals(int maxIntervals) {
        this.maxIntervals = maxIntervals;
        return this;
    }

    public boolean isIdentity() {
        return identity;
    }

    @Config("skipping.query-log.identity")
    @ConfigDescription("Whether lines contain the query's id and user")
    public QueryLogConfig setIdentity(boolean identity) {
        this.identity = identity;
        return this;
    }

    public boolean isQueryText() {
        return queryText;
    }

    @Config("skipping.query-log.query-text")
    @ConfigDescription(
            "Whether lines contain the query's text, so that advice on indexes knows conditions that no index decides; without literals, they never do")
    public QueryLogConfig setQueryText(boolean queryText) {
        this.queryText = queryText;
        return this;
    }
}
