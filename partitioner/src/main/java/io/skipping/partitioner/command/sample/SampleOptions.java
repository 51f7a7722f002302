// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.sample;

import io.skipping.command.progress.Steps;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.command.sample.TrinoTable.TableColumn;
import io.skipping.partitioner.command.sample.TrinoTable.TableObject;
import io.skipping.partitioner.train.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Holds the options for the data that models are trained with, and reads that data. */
public final class SampleOptions {
    private static final long SAMPLE_ROWS = 100_000;

    /** The maximum number of records. They take no more than a gigabyte of heap. */
    private static final long MOST_SAMPLE_ROWS = 4_000_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Mixin
    private TrinoOptions trino;

    @Option(
            names = "--columns",
            paramLabel = "NAME[:TYPE]",
            required = true,
            split = ",",
            converter = ColumnOptionConverter.class,
            description = "Columns of the layout, such as latitude:double,city:varchar; types are bigint, double, date,"
                    + " timestamp and varchar. With --server those of the table by default")
    private List<ColumnOption> columns = new ArrayList<>();

    @Option(
            names = "--sample",
            paramLabel = "FILE",
            description = "Without --server: records as CSV with a header; by default, standard input")
    private Optional<Path> sample = Optional.empty();

    @Option(
            names = "--sample-rows",
            paramLabel = "N",
            description = "With --server: how many records are drawn from the table; 100,000 by default, and more if"
                    + " --object-size needs more")
    private Optional<Long> sampleRows = Optional.empty();

    @Option(
            names = "--log",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Past queries as JSON lines, in one or more files")
    private List<Path> log = new ArrayList<>();

    @Option(
            names = "--queries",
            paramLabel = "N",
            description =
                    "Maximum number of lines of the log that are used, drawn from all; ${DEFAULT-VALUE} by default",
            defaultValue = "2000")
    private int mostQueries;

    /** States the user's requirements on a model, as far as the sample depends on them. */
    public interface Wish {
        /**
         * Returns the number of partitions that the model is to have.
         *
         * @param tableBytes the size of the table in Trino; empty if records come from a file
         * @throws ParameterException if the options do not determine the number
         */
        int partitions(OptionalLong tableBytes);

        /**
         * Checks the requirements before a table is queried.
         *
         * @throws ParameterException if they are wrong
         */
        default void check() {}

        /** Returns whether each partition needs enough records for a promise about its size. */
        default boolean isSizePromised() {
            return false;
        }
    }

    /** Checks what a command can tell before records are read, which may take long. */
    public interface Check {
        /**
         * Checks the columns of the layout, and the past queries.
         *
         * @throws ParameterException if an option does not suit them
         * @throws IOException if the command cannot work with them; the message is meant for the user
         */
        void check(List<Column> columns, QueryLog.Lines log) throws IOException;
    }

    /**
     * Reads past queries, and records from the table or a file.
     *
     * @throws ParameterException if options are missing or wrong
     * @throws IOException if the records or the log cannot be read, or if the log has no query of the table, which is
     *     more likely a wrong option than what is meant; the message is meant for the user
     */
    public TrainingData read(Wish wish, Check check, Steps steps) throws IOException {
        return read(wish, check, steps, false);
    }

    /** Reads as {@link #read} does, and also the objects of the table as they are now. A file has no objects. */
    public TrainingData readWithObjects(Wish wish, Check check, Steps steps) throws IOException {
        return read(wish, check, steps, true);
    }

    private TrainingData read(Wish wish, Check check, Steps steps, boolean withObjects) throws IOException {
        wish.check();
        check();
        if (trino.isServer()) {
            return readTable(wish, check, steps, withObjects);
        }
        int partitions = wish.partitions(OptionalLong.empty());
        List<Column> typed = typedColumns();
        QueryLog.Lines queries = queries(typed, Map.of(), steps);
        check.check(typed, queries);
        steps.begin("Reading the sample");
        return new TrainingData(
                csvSample(typed),
                partitions,
                OptionalLong.empty(),
                OptionalLong.empty(),
                Map.of(),
                Optional.empty(),
                queries);
    }

    private void check() {
        if (sampleRows.isPresent() && sampleRows.get() < 1) {
            throw new ParameterException(command.commandLine(), "--sample-rows must be at least 1");
        }
        if (mostQueries < 1) {
            throw new ParameterException(command.commandLine(), "--queries must be at least 1");
        }
        if (sample.isPresent() && trino.isServer()) {
            throw new ParameterException(
                    command.commandLine(), "--sample is a file, and --server has a table: leave one of them out");
        }
        checkNames();
        sample.ifPresent(file -> FileOptions.checkReadable(command, "--sample", file));
        log.forEach(file -> FileOptions.checkReadable(command, "--log", file));
    }

    /** Throws if two columns have the same name. In a table, names that differ in case are the same. */
    private void checkNames() {
        Set<String> names = new HashSet<>();
        for (ColumnOption column : columns) {
            if (!names.add(trino.isServer() ? column.name().toLowerCase(Locale.ENGLISH) : column.name())) {
                throw new ParameterException(
                        command.commandLine(),
                        "--columns has %s twice: leave one of them out".formatted(column.name()));
            }
        }
    }

    private List<Column> typedColumns() {
        try {
            return columns.stream().map(ColumnOption::column).toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    private Sample csvSample(List<Column> typed) throws IOException {
        if (sample.isEmpty()) {
            return CsvSample.read(System.in, typed);
        }
        try (InputStream file = Files.newInputStream(sample.get())) {
            return CsvSample.read(file, typed);
        }
    }

    private TrainingData readTable(Wish wish, Check check, Steps steps, boolean withObjects) throws IOException {
        String name = trino.qualifiedTable();
        try (Connection connection = trino.connect()) {
            TrinoTable table = new TrinoTable(connection, name, trino::explain, steps);
            steps.begin("Asking for the columns of " + name);
            List<TableColumn> read = table.columns(columns);
            List<Column> described = read.stream().map(TableColumn::column).toList();
            QueryLog.Lines queries = queries(described, types(read), steps);
            check.check(described, queries);
            steps.begin("Counting the rows of each object of " + name);
            List<TableObject> objects = table.objects(withObjects ? read : List.of());
            long bytes = objects.stream().mapToLong(TableObject::bytes).sum();
            long rows = objects.stream().mapToLong(TableObject::rows).sum();
            int partitions = wish.partitions(OptionalLong.of(bytes));
            long needed = wish.isSizePromised() ? SizeOptions.recordsFor(partitions) : 0;
            long wanted = sampleRows.orElse(Math.min(MOST_SAMPLE_ROWS, Math.max(SAMPLE_ROWS, needed)));
            steps.begin("Drawing records of " + name);
            return new TrainingData(
                    table.sample(read, objects, wanted),
                    partitions,
                    OptionalLong.of(bytes),
                    OptionalLong.of(rows),
                    types(read),
                    withObjects
                            ? Optional.of(
                                    objects.stream().map(TableObject::known).toList())
                            : Optional.empty(),
                    queries);
        } catch (SQLException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static Map<String, String> types(List<TableColumn> columns) {
        return columns.stream()
                .collect(
                        Collectors.toMap(column -> column.column().name(), TableColumn::sqlType, (type, same) -> type));
    }

    /** Returns whether the user has given a log of queries. */
    public boolean hasLog() {
        return !log.isEmpty();
    }

    private QueryLog.Lines queries(List<Column> described, Map<String, String> types, Steps steps) throws IOException {
        steps.begin("Reading the log");
        QueryLog.Lines queries = new QueryLog(log, trino.catalog(), trino.table(), mostQueries).read(described, types);
        if (hasLog() && queries.lines() == 0) {
            throw new IOException("No scan in the log is of this table. Check --log, --catalog and --table");
        }
        return queries;
    }
}
