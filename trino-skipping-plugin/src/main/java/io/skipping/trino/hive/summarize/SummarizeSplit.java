// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static io.airlift.slice.SizeOf.estimatedSizeOf;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.trino.core.summarize.BuildReport;
import io.skipping.trino.hive.handle.SkippingSplit;
import io.trino.spi.connector.ConnectorSplit;
import java.util.List;
import java.util.OptionalLong;

/**
 * Carries work for one worker, or a report for the caller.
 *
 * @param report what the build has found, for a split that only reports
 * @param definitions the indexes to build
 * @param units what to read
 */
public record SummarizeSplit(BuildReport report, List<IndexDefinition> definitions, List<Unit> units)
        implements ConnectorSplit {
    public SummarizeSplit {
        requireNonNull(report, "report is null");
        definitions = ImmutableList.copyOf(definitions);
        units = ImmutableList.copyOf(units);
    }

    /**
     * Represents an object, or a part of a large one.
     *
     * @param split the bytes to read
     * @param tag the tag of the object, {@link io.skipping.index.ObjectVersion#tag}
     * @param profile the reader profile of the object
     * @param ranges the ranges to summarise separately; empty if the worker must find them by reading the object. The
     *     worker joins ranges between which the object must not be cut. If these are in several units, they are joined
     *     in the first of these units
     * @param rangeBytes the target length in bytes of ranges that the worker finds; for gzip members, in bytes of text
     */
    public record Unit(SkippingSplit split, OptionalLong tag, String profile, List<ByteRange> ranges, long rangeBytes) {
        public Unit {
            requireNonNull(split, "split is null");
            requireNonNull(tag, "tag is null");
            requireNonNull(profile, "profile is null");
            ranges = ImmutableList.copyOf(ranges);
        }
    }

    @Override
    public long getRetainedSizeInBytes() {
        return estimatedSizeOf(
                units,
                unit -> unit.split().getRetainedSizeInBytes() + unit.ranges().size() * 32L);
    }
}
