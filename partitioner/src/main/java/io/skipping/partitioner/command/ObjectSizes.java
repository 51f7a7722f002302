// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.command.ByteSize;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.command.sample.SizeOptions;
import io.skipping.partitioner.command.sample.TrainingData;
import java.util.Arrays;
import java.util.Locale;

/** Reports how large the objects of a new layout will be. */
final class ObjectSizes {
    private final TrainingData data;
    private final double[] weights;
    private final SizeOptions size;

    ObjectSizes(TrainingData data, LayoutModel model, SizeOptions size) {
        this.data = data;
        this.size = size;
        weights = data.sample().weights(model);
    }

    /** Returns sentences for the user, each with a line end. */
    String report() {
        double total = Arrays.stream(weights).sum();
        double aim = total / weights.length;
        double least = Arrays.stream(weights).min().orElseThrow() / aim;
        double most = Arrays.stream(weights).max().orElseThrow() / aim;
        StringBuilder report = new StringBuilder();
        if (data.tableBytes().isPresent()) {
            double bytes = data.tableBytes().getAsLong() / (double) weights.length;
            report.append(String.format(
                    Locale.ROOT,
                    "%,d objects of %s to %s, on average %s, by %,d records of %,d%n",
                    weights.length,
                    new ByteSize(Math.round(bytes * least)),
                    new ByteSize(Math.round(bytes * most)),
                    new ByteSize(Math.round(bytes)),
                    data.sample().rows(),
                    data.tableRows().orElseThrow()));
        }
        if (!size.isSizePromised()) {
            return report.toString();
        }
        double deviation = size.deviation(data.partitions(), data.sample().rows(), data.share());
        if (deviation > SizeOptions.PROMISED + 0.005) {
            report.append(String.format(
                    Locale.ROOT,
                    "Warning: with %,d records of each object in the sample, objects are within %.0f %% of their size, not"
                            + " within 10 %%; %,d records in all would do%n",
                    data.sample().rows() / data.partitions(),
                    100 * deviation,
                    SizeOptions.recordsFor(data.partitions())));
        }
        if (most > 1 + SizeOptions.PROMISED || least < 1 - SizeOptions.PROMISED) {
            report.append(String.format(
                    Locale.ROOT,
                    "Warning: records that are equal in all columns, or this kind of model, make objects of %.0f %% to %.0f %% of"
                            + " their size%n",
                    100 * least,
                    100 * most));
        }
        return report.toString();
    }
}
