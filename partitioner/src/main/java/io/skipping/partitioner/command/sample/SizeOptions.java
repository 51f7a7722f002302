// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.sample;

import io.skipping.command.ByteSize;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.train.KdTreeTrainer;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Holds the options for the number or the size of objects. */
public final class SizeOptions implements SampleOptions.Wish {
    /** Is the share of the requested size by which an object may differ from it. */
    public static final double PROMISED = 0.1;

    /** The other half is left for the sample's error. */
    private static final double TOLERANCE_FOR_SIZE = PROMISED / 2;

    /** In 19 of 20 cases, the error of a sample's estimate is less than this many times its standard deviation. */
    private static final double DEVIATIONS = 2;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--partitions", paramLabel = "N", description = "Number of objects")
    private Optional<Integer> partitions = Optional.empty();

    @Option(
            names = "--object-size",
            paramLabel = "SIZE",
            converter = ByteSize.Converter.class,
            description = "Target size of objects, such as 64MB, instead of --partitions")
    private Optional<ByteSize> objectSize = Optional.empty();

    @Option(
            names = "--bytes",
            paramLabel = "SIZE",
            converter = ByteSize.Converter.class,
            description = "Size of the whole table, if the sample is CSV and --object-size is given")
    private Optional<ByteSize> tableSize = Optional.empty();

    /**
     * Returns the requested number of partitions.
     *
     * @param tableBytes the size of a table in Trino
     * @throws ParameterException if the options do not determine the number
     */
    @Override
    public int partitions(OptionalLong tableBytes) {
        check();
        if (partitions.isPresent()) {
            return partitions.get();
        }
        long bytes = tableBytes.orElseGet(() -> tableSize
                .orElseThrow(() -> new ParameterException(
                        command.commandLine(),
                        "--object-size needs --bytes, the size of the table, if the sample is CSV"))
                .bytes());
        double wanted = Math.max(1, Math.rint((double) bytes / objectSize.get().bytes()));
        if (wanted > LayoutModel.MOST_PARTITIONS) {
            throw new ParameterException(
                    command.commandLine(),
                    "%s in objects of %s are more than %,d objects"
                            .formatted(new ByteSize(bytes), objectSize.get(), LayoutModel.MOST_PARTITIONS));
        }
        return (int) wanted;
    }

    @Override
    public void check() {
        if (partitions.isPresent() == objectSize.isPresent()) {
            throw new ParameterException(command.commandLine(), "Give either --partitions or --object-size");
        }
        if (partitions.isPresent()) {
            try {
                LayoutModel.checkPartitions(partitions.get());
            } catch (IllegalArgumentException e) {
                throw new ParameterException(command.commandLine(), e.getMessage(), e);
            }
        }
    }

    @Override
    public boolean isSizePromised() {
        return objectSize.isPresent();
    }

    /** Returns the share of its target weight by which a partition of the sample may miss it. */
    public double tolerance() {
        return objectSize.isPresent() ? TOLERANCE_FOR_SIZE : KdTreeTrainer.DEFAULT_TOLERANCE;
    }

    /**
     * Returns the number of records that a sample needs so that objects have the requested size within the promised
     * error.
     */
    public static long recordsFor(int partitions) {
        double error = PROMISED - TOLERANCE_FOR_SIZE;
        return Math.round(partitions * DEVIATIONS * DEVIATIONS / (error * error));
    }

    /**
     * Returns the share of its target weight by which a partition of the whole table may miss it, in 19 of 20 cases.
     *
     * @param share the share of the table's records that are in the sample
     */
    public double deviation(int partitions, int records, double share) {
        return tolerance() + DEVIATIONS * Math.sqrt((1 - Math.min(1, share)) * partitions / records);
    }
}
