// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.testing.s3.RequestKind;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Holds the runs of one workload by one system. Every run read and wrote the right data: a wrong one fails the
 * benchmark.
 *
 * @param delayed whether the store was as slow as a remote one
 */
record PaperResult(String system, PaperWorkload workload, boolean delayed, List<PaperRun> runs) {
    String name() {
        return workload.label() + (delayed ? "/latency" : "");
    }

    Quartiles of(ToDoubleFunction<PaperRun> number) {
        return Quartiles.of(runs.stream().mapToDouble(number));
    }

    Quartiles seconds() {
        return of(PaperRun::seconds);
    }

    Quartiles requests() {
        return of(PaperRun::requests);
    }

    /** Returns the number of requests of each kind; kinds without any in all runs are left out. */
    Map<RequestKind, Quartiles> byKind() {
        Map<RequestKind, Quartiles> byKind = new EnumMap<>(RequestKind.class);
        Arrays.stream(RequestKind.values())
                .filter(kind -> runs.stream().anyMatch(run -> run.count(kind) > 0))
                .forEach(kind -> byKind.put(kind, of(run -> run.count(kind))));
        return byKind;
    }

    /** Adds the numbers that all reports of workloads have. */
    void put(Records.Target target) {
        target.put("seconds", seconds(), "s");
        target.put("store.seconds", of(PaperRun::storeSeconds), "s");
        target.put("requests", requests(), "count");
        byKind().forEach((kind, count) -> target.put("requests." + kind, count, "count"));
        target.put("bytes.written", of(PaperRun::bytesWritten), "B");
        target.put("bytes.copied", of(PaperRun::bytesCopied), "B");
        target.put("bytes.read", of(PaperRun::bytesRead), "B");
        target.put("cost", of(PaperRun::dollars), "USD");
    }
}
