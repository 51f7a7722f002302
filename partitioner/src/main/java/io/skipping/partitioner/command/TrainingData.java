// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.partitioner.train.KnownObject;
import io.skipping.partitioner.train.Sample;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What models are trained with, but for past queries.
 *
 * @param partitions that a model shall have
 * @param tableBytes of the table that the sample is of, if that is known
 * @param tableRows of that table
 * @param objects of the table as it is now, if they were asked for
 */
record TrainingData(
        Sample sample,
        int partitions,
        OptionalLong tableBytes,
        OptionalLong tableRows,
        Optional<List<KnownObject>> objects) {
    /** The part of the table's records that are in the sample; 0 if the table is not known. */
    double share() {
        return tableRows.isPresent() ? (double) sample.rows() / tableRows.getAsLong() : 0;
    }
}
