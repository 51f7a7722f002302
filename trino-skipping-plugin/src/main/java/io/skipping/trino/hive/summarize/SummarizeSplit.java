// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static io.airlift.slice.SizeOf.estimatedSizeOf;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.trino.hive.handle.SkippingSplit;
import io.trino.spi.connector.ConnectorSplit;
import java.util.List;
import java.util.OptionalLong;

/**
 * Work for one worker, or news for the caller.
 *
 * @param build name of the build that this is part of
 * @param plannedObjects objects newly found that need a summary
 * @param plannedBytes their size
 * @param currentObjects objects newly found that need none
 * @param currentBytes their size
 * @param youngObjects objects newly found that are left to the next build
 * @param youngBytes their size
 * @param changes of the indexes, for people to read
 * @param definitions indexes to make
 * @param units what to read
 */
public record SummarizeSplit(
        String build,
        long plannedObjects,
        long plannedBytes,
        long currentObjects,
        long currentBytes,
        long youngObjects,
        long youngBytes,
        String changes,
        List<IndexDefinition> definitions,
        List<Unit> units)
        implements ConnectorSplit {
    public SummarizeSplit {
        requireNonNull(build, "build is null");
        requireNonNull(changes, "changes is null");
        definitions = ImmutableList.copyOf(definitions);
        units = ImmutableList.copyOf(units);
    }

    /**
     * An object, or a part of a large one.
     *
     * @param split the bytes to read
     * @param tag of the object, {@link io.skipping.index.ObjectVersion#tag}
     * @param profile how the object is read
     * @param ranges what to summarise one by one; empty if the worker must find out from the object; the worker joins those
     *     between which the object must not be cut, also if they are in several units: then in the first of these
     * @param rangeBytes how long ranges are meant to be that the worker finds, in bytes; of gzip members, in bytes of text
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
