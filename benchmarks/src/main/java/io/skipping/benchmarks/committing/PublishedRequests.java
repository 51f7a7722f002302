// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import com.google.common.collect.ImmutableMap;
import io.skipping.testing.s3.RequestKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds how many requests the Stocator paper counts for a Spark program that writes one object by {@code saveAsTextFile}: table 2; in
 * IOStack D4.3, table 3.3b.
 */
enum PublishedRequests {
    HADOOP_SWIFT("Hadoop-Swift", Optional.empty(), 25, 7, 3, 8, 5),
    S3A("S3a", Optional.of("file-v1"), 71, 5, 2, 4, 35),
    STOCATOR("Stocator", Optional.of(CommittingReport.OURS), 4, 3, 0, 0, 1);

    private final String title;
    private final Optional<String> here;
    private final Map<RequestKind, Integer> byKind;

    PublishedRequests(String title, Optional<String> here, int head, int put, int copy, int delete, int list) {
        this.title = title;
        this.here = here;
        this.byKind = ImmutableMap.of(
                RequestKind.HEAD, head,
                RequestKind.PUT, put,
                RequestKind.COPY, copy,
                RequestKind.DELETE, delete,
                RequestKind.LIST, list);
    }

    /** Returns the kinds of requests that the paper distinguishes, in its order. */
    static List<RequestKind> kinds() {
        return List.copyOf(STOCATOR.byKind.keySet());
    }

    String title() {
        return title;
    }

    /** Returns what stands for it here; empty if nothing does. */
    Optional<String> here() {
        return here;
    }

    int count(RequestKind kind) {
        return byKind.get(kind);
    }

    int total() {
        return byKind.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Returns how many times as many requests as Stocator's these are. */
    double ratio() {
        return (double) total() / STOCATOR.total();
    }
}
