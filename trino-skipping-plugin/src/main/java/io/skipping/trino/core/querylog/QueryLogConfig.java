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

    @NotNull
    public Path getFile() {
        return file;
    }

    @Config("skipping.query-log.file")
    @ConfigDescription("Where lines are appended; its folder is made if there is none")
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
    @ConfigDescription("A file that would grow beyond is renamed to ….1, that one to ….2, and so on")
    public QueryLogConfig setMaxFileSize(DataSize maxFileSize) {
        this.maxFileSize = maxFileSize;
        return this;
    }

    @Min(1)
    public int getMaxFiles() {
        return maxFiles;
    }

    @Config("skipping.query-log.max-files")
    @ConfigDescription("How many files there are at most, the current one among them; the oldest is deleted")
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
    @ConfigDescription("Which part of all queries is kept, 0 to 1: of a query all scans are, or none")
    public QueryLogConfig setSampleRate(double sampleRate) {
        this.sampleRate = sampleRate;
        return this;
    }

    public boolean isLiterals() {
        return literals;
    }

    @Config("skipping.query-log.literals")
    @ConfigDescription("Whether the values that queries ask for are written; if not, only how far they reach")
    public QueryLogConfig setLiterals(boolean literals) {
        this.literals = literals;
        return this;
    }

    @Min(1)
    public int getMaxIntervals() {
        return maxIntervals;
    }

    @Config("skipping.query-log.max-intervals")
    @ConfigDescription("How many intervals of a column a line has at most; of more, neighbours are joined")
    public QueryLogConfig setMaxIntervals(int maxIntervals) {
        this.maxIntervals = maxIntervals;
        return this;
    }

    public boolean isIdentity() {
        return identity;
    }

    @Config("skipping.query-log.identity")
    @ConfigDescription("Whether lines tell the query's id and its user")
    public QueryLogConfig setIdentity(boolean identity) {
        this.identity = identity;
        return this;
    }
}
