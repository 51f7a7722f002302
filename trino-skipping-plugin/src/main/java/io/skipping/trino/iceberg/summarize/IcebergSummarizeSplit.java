// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.summarize;

import static io.airlift.slice.SizeOf.estimatedSizeOf;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.skipping.index.IndexDefinition;
import io.skipping.trino.core.summarize.BuildReport;
import io.trino.plugin.iceberg.IcebergSplit;
import io.trino.spi.connector.ConnectorSplit;
import java.util.List;
import java.util.Set;

/**
 * Carries work for one worker, or a report for the caller.
 *
 * @param report what the build has found, for a split that only reports
 * @param definitions the indexes to build
 * @param units what to read
 */
public record IcebergSummarizeSplit(BuildReport report, List<IndexDefinition> definitions, List<Unit> units)
        implements ConnectorSplit {
    public IcebergSummarizeSplit {
        requireNonNull(report, "report is null");
        definitions = ImmutableList.copyOf(definitions);
        units = ImmutableList.copyOf(units);
    }

    /**
     * Represents a data file.
     *
     * @param split reads the whole file, without deletes
     * @param profile the reader profile of the file
     * @param rangeBytes the target length in bytes of ranges
     * @param encrypted whether the file has a key; then it is not summarised
     * @param retyped field ids of columns that cannot be read, because their type has changed since the file was written
     */
    public record Unit(IcebergSplit split, String profile, long rangeBytes, boolean encrypted, Set<Integer> retyped) {
        public Unit {
            requireNonNull(split, "split is null");
            requireNonNull(profile, "profile is null");
            retyped = ImmutableSet.copyOf(retyped);
        }
    }

    @Override
    public long getRetainedSizeInBytes() {
        return estimatedSizeOf(units, unit -> unit.split().getRetainedSizeInBytes() + estimatedSizeOf(unit.profile()));
    }
}
