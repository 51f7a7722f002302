// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.train.PastQuery;
import io.skipping.partitioner.train.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What models are trained with. */
final class SampleOptions {
    @Option(
            names = "--columns",
            paramLabel = "NAME:TYPE",
            required = true,
            split = ",",
            converter = ColumnConverter.class,
            description = "Columns of the layout: bigint, double, date, timestamp or varchar, such as"
                    + " latitude:double,city:varchar")
    private List<Column> columns = new ArrayList<>();

    @Option(
            names = "--sample",
            paramLabel = "FILE",
            description = "Records as CSV with a header; standard input by default")
    private Optional<Path> sample = Optional.empty();

    @Option(names = "--log", paramLabel = "FILE", description = "Past queries as JSON lines")
    private Optional<Path> log = Optional.empty();

    List<Column> columns() {
        return List.copyOf(columns);
    }

    Sample sample() throws IOException {
        if (sample.isEmpty()) {
            return CsvSample.read(System.in, columns());
        }
        try (InputStream file = Files.newInputStream(sample.get())) {
            return CsvSample.read(file, columns());
        }
    }

    /** Past queries, the oldest first; none without a log. */
    List<PastQuery> queries() throws IOException {
        return log.isEmpty()
                ? List.of()
                : QueryLog.read(log.get(), columns()).stream()
                        .sorted(Comparator.comparing(PastQuery::time))
                        .toList();
    }
}
