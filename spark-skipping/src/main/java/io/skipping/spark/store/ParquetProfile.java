// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import io.skipping.index.snapshot.IndexSnapshot;
import java.util.Set;
import java.util.stream.Collectors;

/** Describes how Spark reads Parquet: columns are found by name, in any case. */
public final class ParquetProfile {
    /** what indexes keep of files that Spark summarised */
    public static final String TEXT = "spark/parquet";

    /** how Trino reads Parquet whose columns it finds by name; the rest of the text is about times, which are not shared */
    private static final String TRINO = "parquet/by-name{";

    private ParquetProfile() {}

    /** Returns the other profiles in a state of an index whose readers take the same values from a file, except for times. */
    public static Set<String> sameIn(IndexSnapshot snapshot) {
        return snapshot.segments().stream()
                .flatMap(segment -> segment.objects().profileNames().stream())
                .filter(name -> name.startsWith(TRINO))
                .collect(Collectors.toUnmodifiableSet());
    }
}
