// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.sample;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.train.KnownObject;
import io.skipping.partitioner.train.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Holds the data that models are trained with.
 *
 * @param sample the records
 * @param partitions the number of partitions that a model is to have
 * @param tableBytes the bytes of the objects of the sampled table; empty if the records come from a file
 * @param tableRows the number of rows of that table; empty if the records come from a file
 * @param types the SQL types of the table's columns by name, if the table is known
 * @param objects the objects of the table as it is now, if they were requested
 * @param log the past queries; none without a log
 */
public record TrainingData(
        Sample sample,
        int partitions,
        OptionalLong tableBytes,
        OptionalLong tableRows,
        Map<String, String> types,
        Optional<List<KnownObject>> objects,
        QueryLog.Lines log) {
    /** Returns the columns that the layout reads as another type than the table has, so that Trino does not write the table by it. */
    public List<Column> castColumns() {
        return sample.columns().stream()
                .filter(column -> types.containsKey(column.name())
                        && !TrinoTable.layoutType(types.get(column.name())).equals(Optional.of(column.type())))
                .toList();
    }

    /** Returns the share of the table's records that are in the sample; 0 if the table is not known. */
    public double share() {
        return tableRows.isPresent() ? (double) sample.rows() / tableRows.getAsLong() : 0;
    }
}
